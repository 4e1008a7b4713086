#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lays out the submissions of the parity run in the suites' own layouts.

Reads checkouts of the benchmarks (never part of this repository) and writes
    OUT/kernelbench/<run>/level_L_problem_P_sample_S_kernel.py
    OUT/kernelbenchx/<model>.jsonl      one object a line: file, predict (as published)
    OUT/manifest.jsonl                  one line a submission, with the sha256 of its source
"""

import argparse
import csv
import hashlib
import json
import pathlib
import shutil

DESCRIPTION_START = "Functional Description: "
DESCRIPTION_END = "Wrapper Entry Information:"


def digest(source: bytes) -> str:
    return hashlib.sha256(source).hexdigest()


def kernelbench(runs: pathlib.Path, selection: pathlib.Path, out: pathlib.Path) -> list[dict]:
    rows = []
    with selection.open(encoding="utf-8") as table:
        for entry in csv.DictReader(table, delimiter="\t"):
            name = (f"level_{entry['level']}_problem_{entry['problem']}"
                    f"_sample_{entry['sample']}_kernel.py")
            source = runs / entry["run"] / name
            target = out / "kernelbench" / entry["run"] / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            rows.append({
                "suite": "kernelbench",
                "task": f"{entry['level']}/{entry['problem']}",
                "method": entry["run"],
                "sample": int(entry["sample"]),
                "source_file": str(target.relative_to(out)),
                "sha256": digest(source.read_bytes()),
                "published": entry["published"],
            })
    return rows


def task_file(instruction: str, tasks: list[dict]) -> str | None:
    """Returns the only task whose description contains the instruction's, or None. This is the
    suite's own rule, which aborts on every line without a task."""
    text = instruction.split(DESCRIPTION_START)[-1].split(DESCRIPTION_END)[0].replace("\n", "")
    found = [task["file"] for task in tasks if text in task["description"].replace("\n", "")]
    return found[0] if len(found) == 1 else None


def kernelbenchx(suite: pathlib.Path, outputs: list[pathlib.Path], out: pathlib.Path) -> list[dict]:
    tasks = json.loads((suite / "data/kernelbenchx_v1.json").read_text(encoding="utf-8"))
    rows = []
    for output in outputs:
        model = output.stem.removeprefix("output_")
        target = out / "kernelbenchx" / f"{model}.jsonl"
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("w", encoding="utf-8") as written:
            for line in output.read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                file = task_file(record["instruction"], tasks)
                if file is None:
                    continue
                submission = {"file": file, "predict": record["predict"]}
                written.write(json.dumps(submission, ensure_ascii=False) + "\n")
                rows.append({
                    "suite": "kernelbenchx",
                    "task": file,
                    "method": model,
                    "sample": 0,
                    "source_file": str(target.relative_to(out)),
                    "sha256": digest(record["predict"].encode("utf-8")),
                })
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernelbench-runs", type=pathlib.Path, required=True,
                        help="the folder 'runs' of the public result repository")
    parser.add_argument("--kernelbenchx", type=pathlib.Path, required=True, help="a checkout")
    parser.add_argument("--outputs", type=pathlib.Path, nargs="+", required=True,
                        help="output_<model>.jsonl files of TritonBench-T")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()

    selection = pathlib.Path(__file__).with_name("kernelbench_selection.tsv")
    rows = kernelbench(arguments.kernelbench_runs, selection, arguments.out)
    rows += kernelbenchx(arguments.kernelbenchx, arguments.outputs, arguments.out)
    with (arguments.out / "manifest.jsonl").open("w", encoding="utf-8") as manifest:
        for row in rows:
            manifest.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{len(rows)} submissions in {arguments.out}")


if __name__ == "__main__":
    main()
