#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs KernelBench-X's own comparison of one submission with its reference in this process.

The suite reuses its worker processes, so a submission that patches the framework or breaks the CUDA
context changes later verdicts. One process per submission avoids that.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import time


def load_stage(checkout: pathlib.Path, name: str):
    """Loads the stage's module. Its file name starts with a digit, so `import` cannot name it."""
    spec = importlib.util.spec_from_file_location(f"stage_{name}", checkout / "EVAL" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--checkout", type=pathlib.Path, required=True)
    parser.add_argument("--submission", type=pathlib.Path, required=True)
    parser.add_argument("--result", type=pathlib.Path, required=True)
    arguments = parser.parse_args()

    stage = load_stage(arguments.checkout.resolve(), "1_exe_acc")
    reference = os.path.join(stage.gold_folder, stage.build_file_map()[arguments.submission.name])
    thresholds = stage.load_precision_thresholds()
    os.chdir(arguments.checkout)
    started = time.monotonic()
    try:
        correct, _, _, message = stage.compare_python_files(
            str(arguments.submission), reference, thresholds)
        ended = "returned"
    except SystemExit as error:  # in the suite's pool this ends the whole stage
        correct, message, ended = False, f"SystemExit: {error.code}", "exit"
    arguments.result.write_text(json.dumps({
        "ok": correct, "message": message, "ended": ended,
        "judge_seconds": round(time.monotonic() - started, 3)}), encoding="utf-8")


if __name__ == "__main__":
    main()
