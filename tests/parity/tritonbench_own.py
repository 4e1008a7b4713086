#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs TritonBench's own scripts on one file of public answers.

    tritonbench_own.py --suite CHECKOUT --layout t|g --answers FILE.jsonl --out OWN.json [--jobs N] [--only NAMES]

Calls their functions: `EVAL/eval_*/0_call_acc.py` joins each program with its test and runs it, and
`1_exe_acc.py` compares its output with that of the suite's own file. Our additions: the paths,
which are those of the authors in the scripts (T's name a missing list and G's folder), a limit of
120 s, and separate runs, several at a time. The scripts of G refuse a file without all answers, so
`--only` names a file of JSON with the files to judge. OWN.json has `call`, `exe` and `why` for each
file. `exe` is null without a verdict because the call failed.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import types

SECONDS = 120


def script(path: pathlib.Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(f"own_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def with_limit(arguments: list[str], **more: object) -> subprocess.CompletedProcess:
    try:
        return subprocess.run(arguments, timeout=SECONDS, **more)  # type: ignore[call-overload]
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(arguments, 124, "", "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suite", type=pathlib.Path, required=True)
    parser.add_argument("--layout", choices=("t", "g"), required=True)
    parser.add_argument("--answers", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--only", type=pathlib.Path, help="a JSON list of the files to judge")
    options = parser.parse_args()
    letter = options.layout.upper()
    folder = options.suite / "data" / f"TritonBench_{letter}_v1"
    names = (f"TritonBench_{letter}_v1.json", f"TritonBench_{letter}_v1.jsonl")
    listed = next(path for name in names if (path := options.suite / "data" / name).exists())
    scripts = options.suite / "EVAL" / f"eval_{letter}"
    call, compare = script(scripts / "0_call_acc.py"), script(scripts / "1_exe_acc.py")
    for module in (call, compare):
        module.py_interpreter = sys.executable
        module.subprocess = types.SimpleNamespace(run=with_limit)
    call.statis_path, call.py_folder = str(listed), str(folder)
    take = call.get_codes_for_test if options.layout == "t" else call.get_code
    programs, tests, files = take(str(options.answers))
    if options.layout == "g":
        programs = [call.process_code(program) for program in programs]
    wanted = set(json.loads(options.only.read_text())) if options.only else set(files)
    verdicts: dict[str, dict] = {}
    with tempfile.TemporaryDirectory() as scratch:

        def judge(place: int) -> dict:
            own = pathlib.Path(scratch) / str(place) / files[place]
            own.parent.mkdir()
            own.write_text(programs[place] + "\n" + "#" * 146 + "\n" + tests[place], encoding="utf-8")
            ran = with_limit([sys.executable, str(own)], capture_output=True, text=True)
            if ran.returncode != 0:
                return {"call": False, "exe": None, "why": ran.stderr[-600:]}
            same = compare.compare_python_files(str(own), str(folder / files[place]))[0]
            return {"call": True, "exe": same, "why": "" if same else "the outputs differ"}

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            running = {pool.submit(judge, place): files[place]
                       for place in range(len(files)) if files[place] in wanted}  # fmt: skip
            for each in concurrent.futures.as_completed(running):
                verdicts[running[each]] = each.result()
                options.out.write_text(json.dumps(verdicts, indent=1) + "\n", encoding="utf-8")
    right = sum(verdict["exe"] is True for verdict in verdicts.values())
    print(f"{len(verdicts)} files, {sum(bool(v['call']) for v in verdicts.values())} run, {right} right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
