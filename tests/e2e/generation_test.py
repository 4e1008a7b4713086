# SPDX-License-Identifier: Apache-2.0
"""`kloupe generate` against a scripted server on the loopback: what is asked, evaluated and kept, what a budget, a
failure and a kill leave, and that nothing answered is asked twice.

usage: generation_test.py KLOUPE SOURCES [TEST…]
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

from scriptedserver import Server

KLOUPE = pathlib.Path(sys.argv[1])
SOURCES = pathlib.Path(sys.argv[2])
KEY = "sk-test-0123456789abcdef"
PATIENCE = 300  # a loaded machine is slow; nothing here waits that long

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


def refusal(status, message):
    return {"status": status, "headers": {"Content-Type": "application/json"},
            "chunks": [json.dumps({"error": {"message": message}})]}


class WatchedServer(Server):
    """Calls `watch` with the number of a request before it is answered."""
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
            (folder / "task.json").write_text(json.dumps({**TASK, "name": name}))
            (folder / "reference.cpp").write_text(KERNEL % "")
        shutil.copytree(SOURCES / "tasks/abi", self.root / "suite/abi")

    def tearDown(self):
        self.folder.cleanup()

    def command(self, server, *options, samples=1, name="way", **sections):
        profile = {"format": 1, "name": name, "model": "test-model",
                   "endpoint": {"url": server.url, "kind": "llama.cpp", "key": "env:LOUPE_TEST_KEY"},
                   "limits": {"backoff_seconds": 0.01, "wait_seconds": 0.2, "tries": 2},
                   "strategy": {"kind": "independent", "samples": samples}, **sections}
        file = self.root / "p.json"
        file.write_text(json.dumps(profile))
        return [KLOUPE, "generate", self.store, "--profile", file, "--suite", self.root / "suite", "--no-timing",
                "--name", "try", "--json", *options]

    def generate(self, server, *options, code=0, **more):
        done = subprocess.run(self.command(server, *options, **more), env=self.environment, text=True,
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

    def spooled(self):
        return sorted(file.name for file in self.root.glob("s.kloupe.spool/*/*.request"))


class Generation(Case):
    def test_answers_are_evaluated_and_kept(self):
        # All tasks are asked for their first sample before any is for its second.
        with Server([RIGHT, TAIL, UNBUILT, NOTHING, RIGHT, RIGHT]) as server:
            document = self.generate(server, samples=2)
            self.assertEqual((document["settled"], document["with_code"], document["end"]), (6, 5, "answered"))
            self.assertEqual(document["evaluation"]["evaluated"], 6)
            self.assertEqual(len(server.requests), 6)
            tasks = ["one", "three", "two"]
            found = {(task, sample): verdict for task, sample, verdict in
                     self.sql("SELECT task, sample, verdict FROM v_evaluation")}
            expected = ["correct", "unwritten", "compile_error", "empty_submission", "correct", "correct"]
            for i, verdict in enumerate(expected):
                self.assertEqual(found[("Math/" + tasks[i % 3], i // 3)], verdict)
            self.assertEqual(self.sql("SELECT count(*), sum(messages), sum(requests) FROM v_dialogue"), [(6, 12, 6)])
            self.assertEqual(self.sql("SELECT count(*) FROM v_candidate WHERE request_id IS NULL"), [(0,)])
            self.assertEqual(self.sql("SELECT count(*) FROM v_request WHERE state = 'answered'"), [(6,)])
            self.assertEqual(self.sql("SELECT sum(input_tokens), sum(output_tokens) FROM v_response"), [(60, 12)])
            self.assertEqual(self.spooled(), [])
            body = json.loads(server.requests[0]["body"])
            self.assertIn("Twice the input", body["messages"][0]["content"])
            self.assertNotIn("17", body["messages"][0]["content"])
            shown = subprocess.run([KLOUPE, "dialogue", self.store, "--task", "Math/one", "--sample", "0"],
                                   env=self.environment, text=True, capture_output=True, timeout=PATIENCE)
            self.assertIn(">>> taken\n" + KERNEL % "", shown.stdout)

            refused = self.generate(server, samples=2, code=3)
            self.assertIn("--resume", refused["error"]["hint"])
            again = self.generate(server, "--resume", samples=2)
            self.assertEqual(again["evaluation"]["already_done"], 6)
            self.assertEqual(len(server.requests), 6)
            more = self.generate(server, "--resume", samples=3)
            self.assertEqual((more["settled"], more["evaluation"]["evaluated"]), (9, 3))
            self.assertEqual(len(server.requests), 9)
            other = self.generate(server, "--resume", samples=3, code=3, parameters={"temperature": [0.5]})
            self.assertIn("another profile", other["error"]["message"])

    def test_an_answer_at_its_ceiling_is_asked_again(self):
        cut = {"content": "```cpp\n" + (KERNEL % "")[:80], "finish": "length"}
        with Server([cut, cut, RIGHT]) as server:
            document = self.generate(server, "--tasks", "one", parameters={"max_output": 100})
            self.assertEqual((document["requests"], document["evaluation"]["correct"]), (3, 1))
            ceilings = [json.loads(each["body"])["max_tokens"] for each in server.requests]
            self.assertEqual(ceilings, [100, 200, 400])
            self.assertEqual(self.sql("SELECT purpose, attempt FROM v_request ORDER BY request_id"),
                             [("start", 0), ("truncated", 0), ("truncated", 1)])
            self.assertEqual(self.sql("SELECT output_tokens, requests FROM v_candidate"), [(6, 3)])

    def test_a_budget_ends_it_and_more_goes_on(self):
        with Server([RIGHT]) as server:
            document = self.generate(server, samples=2, budget={"requests": 4})
            self.assertEqual((document["end"], document["settled"]), ("budget", 4))
            self.assertEqual(document["evaluation"]["correct"], 4)
            narrowed = self.generate(server, "--resume", "--budget-requests", "5", samples=2)
            self.assertEqual((narrowed["end"], len(server.requests)), ("budget", 5))
            document = self.generate(server, "--resume", samples=2)
            self.assertEqual((document["end"], document["settled"], len(server.requests)), ("answered", 6, 6))
            refused = self.generate(server, "--resume", "--budget-usd", "1", samples=2, code=3)
            self.assertIn("prices", refused["error"]["message"])

    def test_a_failing_endpoint_leaves_what_was_answered(self):
        with Server([RIGHT, refusal(401, "no such key " + KEY)]) as server:
            document = self.generate(server, code=1)
            self.assertEqual((document["end"], document["settled"]), ("endpoint", 1))
            self.assertIn("401", document["why"])
            self.assertEqual(self.sql("SELECT count(*) FROM v_evaluation"), [(1,)])
            server.script[:] = [RIGHT]
            document = self.generate(server, "--resume")
            self.assertEqual((document["end"], document["settled"]), ("answered", 3))
            self.assertEqual(self.sql("SELECT count(*) FROM v_evaluation"), [(3,)])
            self.assertEqual(self.sql("SELECT count(*) FROM v_request WHERE state = 'failed'"), [(1,)])

    def test_nothing_answered_is_an_error_that_can_be_mended(self):
        with Server([refusal(402, "pay")]) as server:
            error = self.generate(server, code=1)["error"]
            self.assertIn("402", error["message"])
            server.script[:] = [RIGHT]
            self.assertEqual(self.generate(server, "--resume")["settled"], 3)

    def test_a_dry_run_asks_nothing(self):
        with Server([RIGHT]) as server:
            document = self.generate(server, "--dry-run", samples=2, parameters={"max_output": 100},
                                     prices={"input": 1, "output": 10, "date": "2026-11-25"})
            self.assertEqual(document["open_at_most"]["requests"], 6)
            self.assertEqual(document["open_at_most"]["output_tokens"], 600)
            self.assertGreater(document["open_at_most"]["dollars"], 0.006)
            self.assertEqual(server.requests, [])
            self.assertFalse(self.store.exists())

    def test_a_cassette_answers_without_a_network(self):
        cassette = self.root / "c.jsonl"
        with Server([RIGHT, TAIL, NOTHING]) as server:
            self.generate(server, "--record", cassette)
        question = "SELECT task, sample, verdict FROM v_evaluation ORDER BY task"
        texts = ("SELECT d.task, m.role, b.sha256 FROM v_message m JOIN v_dialogue d ON d.dialogue_id = m.dialogue_id "
                 "JOIN v_blob b ON b.blob_id = m.body_blob_id ORDER BY 1, m.ordinal")
        first = self.sql(question), self.sql(texts)
        for name in ("b.kloupe", "c.kloupe"):
            self.store = self.root / name
            self.environment.pop("LOUPE_TEST_KEY", None)
            self.generate(server, "--replay", cassette, "--replay-exact")  # the server is gone
            self.assertEqual((self.sql(question), self.sql(texts)), first)
        self.assertNotIn(KEY.encode(), cassette.read_bytes())

    def test_the_key_is_in_no_file(self):
        with Server([RIGHT, {"content": "your key is " + KEY}, refusal(401, KEY)]) as server:
            self.generate(server, code=1)
            self.assertEqual(server.requests[0]["headers"]["Authorization"], "Bearer " + KEY)
        for file in self.root.rglob("*"):
            if file.is_file():
                self.assertNotIn(KEY.encode(), file.read_bytes(), file)
        texts = self.sql("SELECT data FROM v_blob")
        self.assertFalse(any(KEY in str(text) for text, in texts))


class Python(Case):
    """A suite as KernelBench's, with candidates in PyTorch on the processor."""
    REFERENCE = """import torch

class Model(torch.nn.Module):
    def forward(self, a, b):
        return a + b

def get_inputs():
    return [torch.randn(8, 16), torch.randn(8, 16)]

def get_init_inputs():
    return []
"""
    ANSWER = "import torch\n\nclass ModelNew(torch.nn.Module):\n    def forward(self, a, b):\n        return %s\n"

    def test_a_benchmark_in_python_is_asked_about(self):
        python = os.environ.get("LOUPE_TEST_PYTHON", SOURCES / "build/venv/bin/python")
        if not pathlib.Path(python).exists():
            self.skipTest("no Python with torch: set LOUPE_TEST_PYTHON, or run packaging/bootstrap.sh test")
        shutil.rmtree(self.root / "suite")
        folder = self.root / "suite/KernelBench/level1"
        folder.mkdir(parents=True)
        (folder / "1_add.py").write_text(self.REFERENCE)
        answers = [{"content": f"```python\n{self.ANSWER % text}```"} for text in ("a + b", "a - b")]
        with Server(answers) as server:
            error = self.generate(server, code=3)["error"]
            self.assertIn("--platform", error["hint"])
            document = self.generate(server, "--platform", "torch-cpu", "--device", "cpu", "--python", python,
                                     samples=2)
            self.assertEqual((document["with_code"], document["evaluation"]["evaluated"]), (2, 2))
            self.assertIn("class Model(torch.nn.Module)", server.requests[0]["body"])
        self.assertEqual(self.sql("SELECT sample, verdict FROM v_evaluation ORDER BY sample"),
                         [(0, "correct"), (1, "wrong_value")])


class Kills(Case):
    def kill_at(self, server, moment, *options):
        """Starts and kills it once `moment` requests have come; evaluating, where that is 0."""
        process = subprocess.Popen(self.command(server, *options, samples=2), env=self.environment, text=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        killed = threading.Event()

        def kill():
            process.send_signal(signal.SIGKILL)
            killed.set()

        def watch(number):
            if number == moment:
                kill()
        server.watch = watch if moment else None
        for line in process.stderr:
            if moment == 0 and "already done" in line:
                kill()
        process.wait(PATIENCE)
        process.stderr.close()
        server.watch = None
        self.assertTrue(killed.is_set(), "it ended before")

    def finish(self, server, before):
        """After a resume all is there, and of the answers that had come whole none was asked for again."""
        document = self.generate(server, "--resume", samples=2)
        self.assertEqual((document["settled"], document["end"]), (6, "answered"))
        self.assertEqual(self.sql("SELECT count(*) FROM v_evaluation WHERE verdict = 'correct'"), [(6,)])
        self.assertEqual(self.sql("SELECT count(*) FROM v_response WHERE is_complete = 1"), [(6,)])
        self.assertEqual(self.sql("SELECT count(*) FROM v_candidate WHERE request_id IS NULL"), [(0,)])
        self.assertEqual(self.spooled(), [])
        unknown = self.sql("SELECT count(*) FROM v_request WHERE state = 'unknown'")[0][0]
        self.assertEqual(len(server.requests), 6 + unknown)
        self.assertLessEqual(unknown, before, "only what was open may be asked twice")

    def test_killed_while_asking(self):
        for moment in (1, 2, 4, 6):
            with self.subTest(moment=moment), WatchedServer([RIGHT]) as server:
                self.store = self.root / f"asking{moment}.kloupe"
                self.kill_at(server, moment)
                self.finish(server, 1)

    def test_killed_while_evaluating(self):
        with WatchedServer([RIGHT]) as server:
            self.kill_at(server, 0)
            self.assertEqual(len(server.requests), 6)
            self.finish(server, 0)

    def test_interrupted(self):
        with WatchedServer([RIGHT]) as server:
            process = subprocess.Popen(self.command(server, samples=2), env=self.environment, text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            server.watch = lambda number: process.send_signal(signal.SIGINT) if number == 3 else None
            out, err = process.communicate(timeout=PATIENCE)
            server.watch = None
            self.assertEqual(process.returncode, 5, err)
            self.assertEqual(json.loads(out)["end"], "stopped")
            self.finish(server, 1)


if __name__ == "__main__":
    result = unittest.main(argv=sys.argv[2:], exit=False).result
    if result.skipped and len(result.skipped) == result.testsRun:
        print("skipped:", result.skipped[0][1])
        sys.exit(77)
    sys.exit(0 if result.wasSuccessful() else 1)
