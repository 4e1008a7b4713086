#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts the events of run_truth.py to one line per submission: the suites' own verdicts."""

import argparse
import collections
import json
import pathlib

TAIL_CHARACTERS = 600


def read_lines(path: pathlib.Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def metadata_error(metadata: dict) -> str:
    """Returns the error text, for which the suite has several names."""
    for name in ("compilation_error", "cuda_error", "other_error", "runtime_error",
                 "correctness_issue"):
        if name in metadata:
            return str(metadata[name])
    return ""


def kernelbench_lines(manifest: list[dict], events: list[dict], versions: dict) -> list[dict]:
    runs = collections.defaultdict(dict)
    for event in events:
        if event["kind"] == "kernelbench":
            runs[event["source_file"]][event["run_index"]] = event
    lines = []
    for row in manifest:
        if row["suite"] != "kernelbench" or 0 not in runs[row["source_file"]]:
            continue
        first = runs[row["source_file"]].pop(0)
        # No result: the process died or timed out, and the suite would have no verdict.
        verdict = first["result"] or {"returned": "died", "compiled": None, "correctness": None,
                                      "metadata": {}}
        error = "" if verdict["correctness"] else metadata_error(verdict["metadata"])
        if not error and not verdict["correctness"]:
            error = first["log_tail"]
        repeats = [{"compiled": again["result"]["compiled"],
                    "correctness": again["result"]["correctness"],
                    "metadata": again["result"]["metadata"], "seconds": again["seconds"]}
                   for _, again in sorted(runs[row["source_file"]].items()) if again["result"]]
        lines.append({**row, "returned": verdict["returned"], "compiled": verdict["compiled"],
                      "correctness": verdict["correctness"], "metadata": verdict["metadata"],
                      "error_tail": error[-TAIL_CHARACTERS:], "exit_status": first["status"],
                      "seconds": first["seconds"], "repeats": repeats, "versions": versions})
    return lines


def kernelbenchx_lines(manifest: list[dict], events: list[dict], versions: dict) -> list[dict]:
    found = collections.defaultdict(dict)
    for event in events:
        if event["kind"] in ("call", "exe_shipped", "exe_isolated"):
            found[event["method"], event["file"]][event["kind"]] = event
    lines = []
    for row in manifest:
        if row["suite"] != "kernelbenchx":
            continue
        stages = found.get((row["method"], row["task"].split("/")[-1]))
        if not stages:
            continue
        call, shipped = stages["call"], stages.get("exe_shipped")
        isolated = stages.get("exe_isolated", {})
        error = call["tail"] if not call["ok"] else (shipped or {}).get("tail", "")
        lines.append({**row, "call_ok": call["ok"],
                      # null if their stage writes no line, because the call failed
                      "exe_ok": shipped["ok"] if shipped else None,
                      "exe_ok_isolated": (isolated.get("result") or {}).get("ok"),
                      "error_tail": error[-TAIL_CHARACTERS:], "call_exit_status": call["status"],
                      "call_seconds": call["seconds"],
                      "exe_isolated_seconds": isolated.get("seconds"), "versions": versions})
    return lines


def print_counts(title: str, counts: collections.Counter) -> None:
    print(title)
    for key, count in sorted(counts.items(), key=str):
        print(f"  {count:4d}  {'  '.join(map(str, key))}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--selected", type=pathlib.Path, required=True)
    parser.add_argument("--events", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--commit", action="append", default=[], metavar="NAME=HASH",
                        help="of a checkout; recorded with every line")
    arguments = parser.parse_args()

    manifest = read_lines(arguments.selected / "manifest.jsonl")
    events = read_lines(arguments.events)
    versions = next({key: value for key, value in event.items() if key not in ("kind", "at_s")}
                    for event in events if event["kind"] == "environment")
    versions["commits"] = dict(entry.split("=", 1) for entry in arguments.commit)

    kernelbench = kernelbench_lines(manifest, events, versions)
    kernelbenchx = kernelbenchx_lines(manifest, events, versions)
    for name, lines in (("kernelbench", kernelbench), ("kernelbenchx", kernelbenchx)):
        with (arguments.out / f"{name}_truth.jsonl").open("w", encoding="utf-8") as file:
            for line in lines:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")

    print_counts("kernelbench: published, returned, compiled, correctness", collections.Counter(
        (line["published"], line["returned"], line["compiled"], line["correctness"])
        for line in kernelbench))
    print_counts("kernelbenchx: method, call, exe", collections.Counter(
        (line["method"], line["call_ok"], line["exe_ok"]) for line in kernelbenchx))
    unstable = [line["source_file"] for line in kernelbench
                if any(again["correctness"] != line["correctness"] for again in line["repeats"])]
    unstable += [f"{line['method']} {line['task']}" for line in kernelbenchx
                 if line["exe_ok"] != line["exe_ok_isolated"]]
    print(f"verdicts that a second, separate run did not repeat: {unstable or 'none'}")


if __name__ == "__main__":
    main()
