# SPDX-License-Identifier: Apache-2.0
"""Base of the tests of `kloupe generate`: a small suite, answers, the command, and store queries."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from scriptedserver import Server

KLOUPE = pathlib.Path(sys.argv[1])
SOURCES = pathlib.Path(sys.argv[2])
KEY = "sk-test-0123456789abcdef"
PATIENCE = 300  # for loaded machines; nothing here waits that long

TASK = {"schema": 1, "category": "Math", "title": "Twice the input", "description": "y = 2 x", "difficulty": 1,
        "inputs": [{"name": "x", "dtype": "float32", "shape": ["B", "N"], "generator": "case"}],
        "outputs": [{"name": "y", "dtype": "float32", "shape": ["B", "N"], "tolerance": {"reduction": "N"}}],
        "attributes": [{"name": "factor", "value": 2}],
        "distributions": [{"name": "normal", "kind": "normal", "mean": 0, "stddev": 1},
                          {"name": "integers", "kind": "integers", "low": "-N", "high": 9, "exact": True}],
        "shapes": {"cpu": [{"name": "even", "dims": {"B": 8, "N": 64}}, {"name": "odd", "dims": {"B": 3, "N": 17}}],
                   "gpu": [{"name": "even", "dims": {"B": 64, "N": 4096}}, {"name": "odd", "dims": {"B": 3, "N": 17}}]},
        "flops": "B*N", "bytes": "8*B*N"}
KERNEL = """#include "loupe_kernel.h"
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    for (int64_t i = 0; i < loupe_abi::numel(call->inputs[0])%s; ++i)
        y[i] = static_cast<float>(call->attributes[0]) * x[i];
    return 0;
}
"""
RIGHT = {"content": f"Here it is.\n```cpp\n{KERNEL % ''}```\nDone."}
TAIL = {"content": f"```cpp\n{KERNEL % ' / 16 * 16'}```"}
UNBUILT = {"content": f"```cpp\n{KERNEL % ' + undeclared'}```"}
NOTHING = {"content": "I cannot think of anything."}
ADDITION = """import torch

class Model(torch.nn.Module):
    def forward(self, a, b):
        return a + b

def get_inputs():
    return [torch.randn(8, 16), torch.randn(8, 16)]

def get_init_inputs():
    return []
"""
NEW_MODEL = "import torch\n\nclass ModelNew(torch.nn.Module):\n    def forward(self, a, b):\n        return %s\n"


def refusal(status, message):
    return {"status": status, "headers": {"Content-Type": "application/json"},
            "chunks": [json.dumps({"error": {"message": message}})]}


class WatchedServer(Server):
    """Calls `watch` with the number of a request before it answers."""
    watch = None

    def take(self, request):
        step = super().take(request)
        if self.watch:
            self.watch(len(self.requests))
        return step


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.store = self.root / "s.kloupe"
        self.environment = {"PATH": os.environ["PATH"], "HOME": self.folder.name, "LOUPE_TEST_KEY": KEY,
                            "TMPDIR": self.folder.name, "KLOUPE_CACHE": str(self.root / "cache")}
        for name in ("LD_LIBRARY_PATH", "KLOUPE_PROGRAMS"):
            if name in os.environ:
                self.environment[name] = os.environ[name]
        for name in ("one", "two", "three"):
            folder = self.root / "suite/Math" / name
            folder.mkdir(parents=True)
            (folder / "task.json").write_text(json.dumps({**TASK, "name": name, "title": f"Twice the input {name}"}))
            (folder / "reference.cpp").write_text(KERNEL % "")
        shutil.copytree(SOURCES / "tasks/abi", self.root / "suite/abi")

    def tearDown(self):
        self.folder.cleanup()

    def use_python_suite(self):
        """Replaces the native suite by one in KernelBench's layout with one task, 1_add. Returns
        its Python; skips if there is none with torch."""
        python = os.environ.get("LOUPE_TEST_PYTHON", SOURCES / "build/venv/bin/python")
        if not pathlib.Path(python).exists():
            self.skipTest("no Python with torch: set LOUPE_TEST_PYTHON, or run packaging/bootstrap.sh test")
        shutil.rmtree(self.root / "suite")
        folder = self.root / "suite/KernelBench/level1"
        folder.mkdir(parents=True)
        (folder / "1_add.py").write_text(ADDITION)
        return python

    def command(self, server, *options, samples=1, name="way", endpoint=None, **sections):
        profile = {"format": 1, "name": name, "model": "test-model",
                   "endpoint": {"url": server.url, "kind": "llama.cpp", "key": "env:LOUPE_TEST_KEY", **(endpoint or {})},
                   "limits": {"backoff_seconds": 0.01, "wait_seconds": 0.2, "tries": 2},
                   "strategy": {"kind": "independent", "samples": samples, "reminder": False}, **sections}
        file = self.root / "p.json"
        file.write_text(json.dumps(profile))
        return [KLOUPE, "generate", self.store, "--profile", file, "--suite", self.root / "suite", "--no-timing",
                "--name", "try", "--json", *options]

    def generate(self, server, *options, code=0, inside=(), **more):
        done = subprocess.run([*inside, *self.command(server, *options, **more)], env=self.environment, text=True,
                              capture_output=True, timeout=PATIENCE)
        self.assertNotIn(KEY, done.stdout + done.stderr)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        if done.stdout:
            return json.loads(done.stdout)
        return json.loads(done.stderr[done.stderr.rindex("{", 0, done.stderr.index('"error"')):])

    def sql(self, query):
        done = subprocess.run([KLOUPE, "sql", self.store, query, "--json"], env=self.environment, text=True,
                              capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [tuple(row) for row in json.loads(done.stdout)["rows"]]

    def evaluated(self):
        """Returns the number of evaluations in a store that is being written; 0 before it exists."""
        try:
            with contextlib.closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as store:
                return store.execute("SELECT count(*) FROM v_evaluation").fetchone()[0]
        except sqlite3.OperationalError:
            return 0

    def wait_for(self, condition):
        """Waits for the condition; returns false after PATIENCE seconds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def spooled(self):
        return sorted(file.name for file in self.root.glob("s.kloupe.spool/*/*.request"))

    def kill_at(self, server, moment, *options, at="already done", **more):
        """Starts it and kills it after `moment` requests; if that is 0, at a line of its progress."""
        process = subprocess.Popen(self.command(server, *options, **more), env=self.environment, text=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        killed = threading.Event()

        def kill():
            killed.set()  # before the kill: the other thread may see the end of the process first
            process.send_signal(signal.SIGKILL)

        def watch(number):
            if number == moment:
                kill()
        server.watch = watch if moment else None
        for line in process.stderr:
            if moment == 0 and at in line:
                kill()
        process.wait(PATIENCE)
        process.stderr.close()
        server.watch = None
        self.assertTrue(killed.is_set(), "it ended before")

    def kill_in_wave(self, server, wave, at, programs, *options, **more):
        """Starts it and kills it in the n-th evaluation: at its start ("planned"), after the first
        verdict ("judged"), or after the last ("last"). No request is made in between."""
        process = subprocess.Popen(self.command(server, *options, **more), env=self.environment, text=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        planned = 0
        for line in process.stderr:
            planned += "already done" in line
            judged = re.match(r"\[ *(\d+)/\d+\] .", line) and planned == wave and "sample" not in line
            last = f"{programs * wave}/{programs * wave}]" in line
            if planned == wave and (at == "planned" or judged and (at == "judged" or last)):
                process.kill()
                break
        process.wait(PATIENCE)
        process.stderr.close()


def main():
    result = unittest.main(argv=sys.argv[2:], exit=False).result
    if result.skipped and len(result.skipped) == result.testsRun:
        print("skipped:", result.skipped[0][1])
        sys.exit(77)
    sys.exit(0 if result.wasSuccessful() else 1)
