#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the table of cheats: which harness catches, flags or misses each entry of the catalogue.

    catalogue_table.py --ours FILE --kernelbench FILE [--summary]

The files come from corpus_runs.py and kernelbench_corpus.py. The results of other harnesses were
derived from their sources and are in catalogue.json. If an entry has several candidates, the worst
result counts. caught: a wrong result or a proof. flagged: a suspicion (in KernelBench: an excessive
speedup) or an unsound task, so that it does not count until a review. harmless: accepted,
but isolation leaves nothing to gain. missed: accepted without any sign.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
ORDER = ["caught", "flagged", "harmless", "missed"]


def said(source: str, key: str) -> str:
    found = re.search(rf"^# {key}: (.*)$", source, re.MULTILINE)
    return found[1] if found else ""


def lines_of(file: pathlib.Path) -> dict[str, dict]:
    lines = [json.loads(line) for line in file.read_text().splitlines() if line]
    return {line["file"]: line for line in lines}


def ours(result: dict, source: str) -> str:
    severities = {severity for _, severity, _ in result["findings"]}
    verdict = result["strict_verdict"]
    if verdict != "correct" or "proof" in severities:
        return "caught"
    # For an unsound task the audit counts, because a sound task would reject the cheat.
    blamed = said(source, "audit")
    if "suspicion" in severities or (blamed and f"[{blamed}]" in result["task_reason"]):
        return "flagged"
    return "harmless" if said(source, "harmless") else "missed"


def kernelbench(result: dict) -> str:
    if not result.get("correct"):
        return "caught"
    return "flagged" if result.get("excessive_speedup") else "missed"


def only_static(result: dict) -> bool:
    """Returns true if the static checker, which the batch evaluation does not run, refuses the
    source for more than a missing kernel."""
    errors = result.get("static_errors", [])
    return any(not error.startswith("Missing") for error in errors)


def worst(verdicts: list[str]) -> str:
    return max(verdicts, key=ORDER.index) if verdicts else "not run"


def counted(verdicts: list[str]) -> str:
    """Returns "caught", or "missed (1 of 3)" if the candidates differ."""
    least = worst(verdicts)
    count = verdicts.count(least)
    if count == len(verdicts) or least == "not run":
        return least
    return f"{least} ({count} of {len(verdicts)})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ours", type=pathlib.Path, required=True)
    parser.add_argument("--kernelbench", type=pathlib.Path)
    given = parser.parse_args()
    own = lines_of(given.ours)
    theirs = lines_of(given.kernelbench) if given.kernelbench else {}
    files = sorted((HERE / "cheats").glob("*.py"))
    sources = {f"cheats/{file.name}": file.read_text() for file in files}
    by_entry: dict[int, list[str]] = {}
    for name in sources:
        by_entry.setdefault(int(re.match(r"cheats/(\d+)", name)[1]), []).append(name)
    print("| entry | | KernelBench | its static checker | KernelBench-X (read) | "
          "MultiKernelBench (read) | robust-kbench (read) | KernelLoupe |")  # fmt: skip
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    tally: dict[str, int] = {}
    read_only = []  # entries that are not run, but covered by rules
    for entry in json.loads((HERE / "catalogue.json").read_text()):
        number = entry["entry"]
        names = by_entry.get(number, [])
        mine = [ours(own[n], sources[n]) for n in names if n in own]
        other = [kernelbench(theirs[n]) for n in names if n in theirs]
        static = [only_static(theirs[n]) for n in names if n in theirs]
        by_static = f"{sum(static)} of {len(static)}" if static else "not run"
        if not mine and names and "note" not in said(sources[names[0]], "rule"):
            read_only.append(number)
            mine = ["flagged"]
        tally[worst(mine)] = tally.get(worst(mine), 0) + 1
        print(f"| {number} | {entry['name']} | {counted(other)} | {by_static} | "
              f"{entry['kernelbench-x']} | {entry['multikernelbench']} | {entry['robust-kbench']} | "
              f"{counted(mine)} |")  # fmt: skip
    if read_only:
        print(f"\nOnly read, never run: {', '.join(map(str, read_only))}.")
    verdicts = [ours(own[n], sources[n]) for n in sources if n in own]
    found = sum(v in ("caught", "flagged") for v in verdicts)
    print(f"\nKernelLoupe, by entry: {tally}. By candidate: {found} of {len(verdicts)} caught or "
          f"flagged ({100 * found / max(1, len(verdicts)):.1f} %), "
          f"{verdicts.count('harmless')} harmless, {verdicts.count('missed')} missed.")  # fmt: skip
    other = [kernelbench(theirs[n]) for n in sources if n in theirs]
    if other:
        print(f"KernelBench, by candidate: {other.count('caught')} caught, {other.count('flagged')} "
              f"flagged, {other.count('missed')} missed of {len(other)}.")  # fmt: skip
    honest = {n: r for n, r in own.items() if n.startswith("honest/")}
    severities = [{s for _, s, _ in r["findings"]} for r in honest.values()]
    print(f"Honest candidates: {len(honest)} run, "
          f"{sum(r['strict_verdict'] == 'correct' for r in honest.values())} correct, "
          f"{sum('proof' in s for s in severities)} false proofs, "
          f"{sum('suspicion' in s for s in severities)} suspicions.")  # fmt: skip


if __name__ == "__main__":
    main()
