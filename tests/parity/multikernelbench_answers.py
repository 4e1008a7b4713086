#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts public answers to KernelBench to MultiKernelBench's layout, which has none.

    multikernelbench_answers.py --suite CHECKOUT --kernelbench CHECKOUT --language cuda|triton --count 60 \
        --out DIR RUN…

An answer is usable if both suites have the same task: their files are the same program except for
docstrings and comments. RUN: a folder of `level_<n>_problem_<m>_sample_0_kernel.py`. Takes one
answer per task, from the run for which the SHA-256 of its name and the task's is lowest, and
`--count` of these by the same numbers. Skips answers without a kernel of the language
(`load_inline`, `@triton.jit`). Writes DIR/<language>/add_shot/0.0-1.0/kernelbench/run0/<op>.txt,
and DIR/<language>.json with the origin of each.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import pathlib
import re

SIGN = {"cuda": "load_inline", "triton": "triton.jit"}


def program(path: pathlib.Path) -> str:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list) or not body or not isinstance(body[0], ast.Expr):
            continue
        if isinstance(body[0].value, ast.Constant) and isinstance(body[0].value.value, str):
            node.body = body[1:] or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.dump(tree)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suite", type=pathlib.Path, required=True)
    parser.add_argument("--kernelbench", type=pathlib.Path, required=True)
    parser.add_argument("--language", choices=sorted(SIGN), required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("runs", type=pathlib.Path, nargs="+", metavar="RUN")
    arguments = parser.parse_args()
    problems = {}
    for path in sorted((arguments.kernelbench / "KernelBench").glob("level[123]/*.py")):
        level, number = path.parent.name[5:], path.name.split("_")[0]
        problems.setdefault(program(path), (level, number))
    found: dict[str, tuple[str, pathlib.Path]] = {}
    for path in sorted((arguments.suite / "reference").glob("*/*.py")):
        if (same := problems.get(program(path))) is None:
            continue
        name = f"level_{same[0]}_problem_{same[1]}_sample_0_kernel.py"
        answers = [run / name for run in arguments.runs if (run / name).exists()
                   and SIGN[arguments.language] in (run / name).read_text()]  # fmt: skip
        if answers:
            first = min(answers, key=lambda each: digest(f"{each.parent.name}/{path.stem}"))
            found[f"{path.parent.name}/{path.stem}"] = (name, first)
    chosen = sorted(found, key=lambda task: digest(f"{found[task][1].parent.name}/{task}"))
    folder = arguments.out / arguments.language / "add_shot/0.0-1.0/kernelbench/run0"
    folder.mkdir(parents=True, exist_ok=True)
    origins = {}
    for task in chosen[: arguments.count]:
        name, answer = found[task]
        source = re.sub(r"```", "'''", answer.read_text(encoding="utf-8"))
        (folder / f"{task.split('/')[1]}.txt").write_text(f"```python\n{source}\n```\n")
        origins[task] = f"{answer.parent.name}/{name}"
    (arguments.out / f"{arguments.language}.json").write_text(json.dumps(origins, indent=1) + "\n")
    print(f"{len(origins)} of {len(found)} tasks with an answer")


if __name__ == "__main__":
    main()
