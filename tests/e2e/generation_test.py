# SPDX-License-Identifier: Apache-2.0
"""Tests `kloupe generate` against a scripted loopback server: requests, evaluations and stored
data; the effect of a budget, a failure and a kill; and that no answered request is repeated.

usage: generation_test.py KLOUPE SOURCES [TEST…]
"""
import json
import os
import shutil
import signal
import subprocess

from generationcase import (ADDITION, KERNEL, KEY, KLOUPE, NEW_MODEL, NOTHING, PATIENCE, RIGHT, TAIL, UNBUILT, Case,
                            WatchedServer, main, refusal)
from scriptedserver import Server


def without_network():
    """Returns the prefix of a command without any network, or nothing if that is unavailable."""
    words = ["unshare", "--net", "--"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--net", "--"]
    try:
        return words if subprocess.run([*words, "true"], capture_output=True).returncode == 0 else []
    except FileNotFoundError:
        return []


class Generation(Case):
    def test_answers_are_evaluated_and_stored(self):
        # The first sample of every task comes before any second sample.
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

    def test_an_answer_at_the_output_limit_is_repeated(self):
        def cut(tokens):
            return {"content": "```cpp\n" + (KERNEL % "")[:80], "finish": "length",
                    "usage": {"prompt_tokens": 10, "completion_tokens": tokens}}
        with Server([cut(100), cut(200), RIGHT]) as server:
            document = self.generate(server, "--tasks", "one", parameters={"max_output": 100})
            self.assertEqual((document["requests"], document["evaluation"]["correct"]), (3, 1))
            ceilings = [json.loads(each["body"])["max_tokens"] for each in server.requests]
            self.assertEqual(ceilings, [100, 200, 400])
            self.assertEqual(self.sql("SELECT purpose, attempt FROM v_request ORDER BY request_id"),
                             [("start", 0), ("truncated", 0), ("truncated", 1)])
            self.assertEqual(self.sql("SELECT output_tokens, requests FROM v_candidate"), [(302, 3)])

    def test_an_answer_at_the_context_limit_is_not_repeated(self):
        """llama.cpp returns `length` with fewer tokens than allowed."""
        full = {"content": "```cpp\n" + (KERNEL % "")[:80], "finish": "length",
                "usage": {"prompt_tokens": 1013, "completion_tokens": 3083}}
        with Server([full]) as server:
            done = subprocess.run(self.command(server, "--tasks", "one"), env=self.environment, text=True,
                                  capture_output=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(server.requests), 1)
            self.assertIn("its context is full", done.stderr)

    def test_a_budget_ends_it_and_a_larger_one_resumes(self):
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

    def test_a_failing_endpoint_keeps_earlier_answers(self):
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

    def test_no_answers_are_an_error_that_can_be_resumed(self):
        with Server([refusal(402, "pay")]) as server:
            error = self.generate(server, code=1)["error"]
            self.assertIn("402", error["message"])
            server.script[:] = [RIGHT]
            self.assertEqual(self.generate(server, "--resume")["settled"], 3)

    def test_a_dry_run_sends_nothing(self):
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
            self.generate(server, "--replay", cassette, "--replay-exact", inside=without_network())  # the server is gone
            self.assertEqual((self.sql(question), self.sql(texts)), first)
        self.assertNotIn(KEY.encode(), cassette.read_bytes())

    def test_prompts_are_listed_shown_and_rendered(self):
        def prompts(*words, code=0):
            done = subprocess.run([KLOUPE, "prompts", *words, "--json"], env=self.environment, text=True,
                                  capture_output=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
            return json.loads(done.stdout or done.stderr)
        listed = {each["name"]: each for each in prompts("list")["prompts"]}
        self.assertIn("history.code", listed["any.fix"]["variables"])
        self.assertIn("{{interface}}", prompts("show", "cpu.start")["body"])
        suite = self.root / "suite"
        asked = prompts("render", "Math/one", "--suite", suite)
        self.assertEqual((asked["task"], asked["prompt"]), ("Math/one", "cpu.start"))
        with Server([RIGHT]) as server:
            self.generate(server, "--tasks", "one")
            self.assertEqual(json.loads(server.requests[0]["body"])["messages"][0]["content"], asked["text"])
        self.assertIn("# Contract", prompts("render", "one", "--suite", suite, "--platform", "cuda")["text"])
        self.assertIn("```cpp", prompts("render", "one", "--suite", suite, "--prompt", "any.reminder")["text"])
        self.assertIn("3 tasks", prompts("render", "category:Math", "--suite", suite, code=3)["error"]["message"])
        self.assertIn("any.fix:1", prompts("render", "one", "--suite", suite, "--prompt", "any.fix", code=3)["error"]["where"])
        self.assertIn("cpu.start", prompts("show", "cpu.begin", code=3)["error"]["hint"])

    def test_the_prompts_of_a_suite_are_used(self):
        files = {"dataset.py": 'category2exampleop = {"loss": "mse"}\n',
                 "prompt_generators/prompt_utils.py":
                     'template_statement = """Write {}, {} alone.\n"""\ntemplate_instruction = """Do {}."""\n'
                     'template_example_intro = """As:"""\ntemplate_new_arch_intro = """So:"""\n'
                     'def generate_template(a, b, c, d):\n    parts = [a, "Given is this:"]\n',
                 "prompt_generators/cuda_selected_shot.py":
                     "class One:\n    def generate(self, op):\n        a = read_relavant_files('cuda', op, "
                     "category2exampleop['x'])\n        return generate_template(a, b, c, 'CUDA')\n",
                 "prompts/cuda_model_mse.py": "old = 1\n", "prompts/cuda_new_model_mse.py": "new = 1\n",
                 "reference/loss/mse.py": ADDITION, "reference/math/add.py": ADDITION}
        shutil.rmtree(self.root / "suite")
        for name, text in files.items():
            file = self.root / "suite" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        wanted = ("Write CUDA, CUDA alone.\n\n{{#if category = loss}}\nAs:\n\n```\nold = 1\n```\n\nSo:\n\n```\n"
                  "new = 1\n```\n\n{{else}}\n{{#refuse MultiKernelBench has no example of its category}}\n{{/if}}\n"
                  "Given is this:\n\n```\n{{reference_stripped}}\n```\n\nDo CUDA.\n")
        done = subprocess.run([KLOUPE, "prompts", "multikernelbench", self.root / "suite", "--option", "selected_shot"],
                              text=True, capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.stdout, wanted, done.stderr)
        asked = {"strategy": {"kind": "independent"}, "prompt": {"published": {"option": "selected_shot"}}}
        with Server([]) as server:
            dry = ["--platform", "cuda", "--dry-run"]
            refused = self.generate(server, *dry, code=3, **asked)
            self.assertIn("math/add: MultiKernelBench has no example", refused["error"]["message"])
            document = self.generate(server, *dry, "--tasks", "category:loss", **asked)
            self.assertEqual((document["samples"], document["open_at_most"]["requests"]), (1, 1))

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
    """Suite in KernelBench's layout, with PyTorch candidates on the CPU."""
    def test_generates_for_a_python_benchmark(self):
        python = self.use_python_suite()
        answers = [{"content": f"```python\n{NEW_MODEL % text}```"} for text in ("a + b", "a - b")]
        with Server(answers) as server:
            error = self.generate(server, code=3)["error"]
            self.assertIn("--platform", error["hint"])
            document = self.generate(server, "--platform", "torch-cpu", "--device", "cpu", "--python", python,
                                     samples=2)
            self.assertEqual((document["with_code"], document["evaluation"]["evaluated"]), (2, 2))
            self.assertIn("class Model(torch.nn.Module)", server.requests[0]["body"])
        self.assertEqual(self.sql("SELECT sample, verdict FROM v_evaluation ORDER BY sample"),
                         [(0, "correct"), (1, "wrong_value")])
        self.store = self.root / "rounds.kloupe"
        unbuilt = {"content": f"```python\n{NEW_MODEL % 'a + b'}\nimport nowhere\n```"}
        failing = {"content": f"```python\n{NEW_MODEL % 'a.reshape(3, 5) + b'}\n```"}
        asks_for_phase = {"content": f"```python\n{NEW_MODEL % '(torch.is_grad_enabled(), torch.matmul(a, b.T) @ b)[1]'}\n```"}
        with Server([unbuilt, failing, asks_for_phase, answers[1], answers[0]]) as server:
            document = self.generate(server, "--platform", "torch-cpu", "--device", "cpu", "--python", python,
                                     strategy={"kind": "serial", "rounds": 5, "confirm": False})
            self.assertEqual((document["candidates"], document["stopped"]), (5, {"rounds": 1}))
            told = [json.loads(each["body"])["messages"][-1]["content"] for each in server.requests]
        self.assertIn("No module named 'nowhere'", told[1])
        self.assertIn("shape '[3, 5]' is invalid for input of size 128", told[2])
        self.assertIn("elements differ", told[4])
        for text in told:
            self.assertNotIn(str(self.root), text)
        # A suspicion excludes a result: the next round does not start from it, and feedback omits
        # it.
        self.assertEqual(self.sql("SELECT e.round, f.rule FROM v_finding f JOIN v_evaluation e ON e.evaluation_id = "
                                  "f.evaluation_id WHERE f.severity <> 'note'"), [(2, "phase_detection")])
        self.assertEqual(told[3], told[2])
        self.assertEqual(self.sql("SELECT round, parent_round FROM v_lineage ORDER BY 1"),
                         [(1, 0), (2, 1), (3, 1), (4, 3)])


class Beside(Case):
    """A remote endpoint gets requests while answers are evaluated."""
    ELSEWHERE = {"local": False}

    def test_gradients_and_shapes_are_told(self):
        python = self.use_python_suite()
        suite = self.root / "suite"
        (suite / "KernelBench/level1/1_add.py").write_text("rows = 8\n" + ADDITION.replace("(8, 16)", "(rows, 16)"))
        texts = suite / "src/kernelbench/prompts/prompts.toml"
        texts.parent.mkdir(parents=True)
        texts.write_text('[shared]\nproblem_statement = "Write {backend_display}."\ninstruction = "Name it ModelNew."\n'
                         '[backends.cuda]\nbackend_display = "CUDA"\n[precision.fp32]\n'
                         '[options.zero_shot]\ncomponents = ["problem_statement", "instruction"]\n[templates.common]\n')
        shapes = self.root / "shapes.json"
        shapes.write_text('{"level1/1": [{"rows": 4}, {"rows": 8.0}, {"rows": 13}]}')
        usual = ["--platform", "torch-cpu", "--device", "cpu", "--python", python]
        judged = ["--backward", "--shapes", shapes]
        narrow = {"content": f"```python\n{NEW_MODEL % '(a + b) * (8 / a.shape[0])'}\n```"}
        right = {"content": f"```python\n{NEW_MODEL % 'a + b'}\n```"}
        gradients = "Gradients are judged too: after a backward call"
        further = "The program is judged and timed on 3 shapes."
        with Server([narrow, right]) as server:
            self.generate(server, *usual, *judged, strategy={"kind": "serial", "rounds": 2, "confirm": False})
            first, second = [json.loads(each["body"])["messages"][-1]["content"] for each in server.requests]
        self.assertIn(gradients, first)
        self.assertIn(further, first)
        self.assertNotIn("13", first, "the other shapes are not told")
        self.assertIn("It is right on the task's own shape, and wrong on another one.", second)
        self.assertEqual(self.sql("SELECT round, verdict FROM v_evaluation ORDER BY round"),
                         [(0, "wrong_value"), (1, "correct")])

        published = {"prompt": {"published": {"backend": "cuda", "option": "zero_shot"}}}
        prompts = []
        for number, options in enumerate(([], judged)):
            self.store = self.root / f"published{number}.kloupe"
            with Server([right]) as server:
                self.generate(server, *usual, *options, **published)
                prompts.append(json.loads(server.requests[0]["body"])["messages"][-1]["content"])
        self.assertEqual(prompts[0], "Write CUDA.\nName it ModelNew.\n")
        self.assertTrue(prompts[1].startswith(prompts[0] + "\n" + gradients), prompts[1])
        self.assertIn(further, prompts[1])

        other = suite / "KernelBench/level1/2_other.py"
        other.write_text(ADDITION)
        self.store = self.root / "published_other.kloupe"
        with Server([right, right]) as server:
            self.generate(server, *usual, "--shapes", shapes, **published)
            asked = sorted(json.loads(each["body"])["messages"][-1]["content"] for each in server.requests)
        other.unlink()
        self.assertEqual(asked[0], prompts[0], "a task that the file does not name is asked for as published")
        self.assertTrue(asked[1].startswith(prompts[0] + "\n" + further), asked[1])

        shapes.write_text('{"level1/1": [{"rows": 0.5}]}')
        with Server([]) as server:
            error = self.generate(server, *usual, *judged, code=3)["error"]
        self.assertIn("the value must be an integer, as 8 in the task's file, not 0.5", error["message"])
        self.assertTrue(error["where"].endswith("shapes.json:level1/1[0].rows"), error)

        shapes.write_text('{"level1/1": [{"rows": 13}]}')
        done = subprocess.run([KLOUPE, "agent", self.root / "agent.kloupe", "--suite", suite, "--method", "idle",
                               "--no-timing", "--folder", self.root / "work", *usual, *judged, "--", "/bin/true"],
                              env=self.environment, text=True, capture_output=True, timeout=PATIENCE)
        prompt, = (self.root / "work").glob("*/PROMPT.md")
        self.assertIn("The program is judged and timed on 2 shapes.", prompt.read_text(), done.stderr)
        self.assertIn(gradients, prompt.read_text())

    def test_an_answer_is_evaluated_before_the_next_one_comes(self):
        seen = []

        def watch(number):
            seen.append(self.wait_for(lambda: self.evaluated() >= number - 1))
        with WatchedServer([RIGHT]) as server:
            server.watch = watch
            document = self.generate(server, endpoint=self.ELSEWHERE)
        self.assertEqual((document["settled"], document["end"], seen), (3, "answered", [True] * 3))
        self.assertEqual((document["evaluation"]["evaluated"], document["evaluation"]["correct"]), (3, 3))
        self.assertEqual(self.spooled(), [])

    def test_a_sample_goes_on_while_others_wait_for_their_first_answer(self):
        rounds = []

        def watch(number):
            if number == 2:  # the second task waits for the third round of the first
                rounds.append(self.wait_for(lambda: len(server.requests) >= 4))
        with WatchedServer([TAIL, RIGHT]) as server:
            server.watch = watch
            document = self.generate(server, "--tasks", "task:one,two", endpoint={**self.ELSEWHERE, "lanes": 2},
                                     strategy={"kind": "serial", "rounds": 3, "confirm": False})
        self.assertEqual((document["candidates"], document["stopped"], rounds), (6, {"rounds": 2}, [True]))
        self.assertEqual(self.sql("SELECT count(*) FROM v_evaluation"), [(6,)])
        # Feedback is about the program shown in the request.
        self.assertEqual(self.sql("SELECT round, parent_round FROM v_lineage ORDER BY 1, 2"),
                         [(1, 0), (1, 0), (2, 1), (2, 1)])

    def test_a_local_endpoint_alternates_with_evaluation(self):
        evaluated = []
        with WatchedServer([RIGHT]) as server:
            server.watch = lambda number: evaluated.append(self.evaluated())
            document = self.generate(server)
        self.assertEqual((document["settled"], evaluated), (3, [0, 0, 0]))

    def test_interrupted_while_both_run(self):
        with WatchedServer([RIGHT]) as server:
            process = subprocess.Popen(self.command(server, endpoint=self.ELSEWHERE), env=self.environment, text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)

            def watch(number):
                if number == 2:
                    self.wait_for(lambda: self.evaluated() >= 1)
                    process.send_signal(signal.SIGINT)
            server.watch = watch
            out, err = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 5, err)
            self.assertEqual(json.loads(out)["evaluation"]["correct"], 1)
            server.watch = None
            document = self.generate(server, "--resume", endpoint=self.ELSEWHERE)
        self.assertEqual((document["settled"], document["end"]), (3, "answered"))
        self.assertEqual(self.sql("SELECT count(*) FROM v_evaluation WHERE verdict = 'correct'"), [(3,)])


class Kills(Case):
    def finish(self, server, before, **more):
        """Resumes. Everything must be there, and no complete answer is requested again."""
        document = self.generate(server, "--resume", samples=2, **more)
        self.assertEqual((document["settled"], document["end"]), (6, "answered"))
        self.assertEqual(self.sql("SELECT count(*) FROM v_evaluation WHERE verdict = 'correct'"), [(6,)])
        self.assertEqual(self.sql("SELECT count(*) FROM v_response WHERE is_complete = 1"), [(6,)])
        self.assertEqual(self.sql("SELECT count(*) FROM v_candidate WHERE request_id IS NULL"), [(0,)])
        self.assertEqual(self.spooled(), [])
        unknown = self.sql("SELECT count(*) FROM v_request WHERE state = 'unknown'")[0][0]
        # The open request may or may not have reached the server.
        self.assertIn(len(server.requests), range(6, 6 + unknown + 1))
        self.assertLessEqual(unknown, before, "only what was open may be asked twice")

    def test_killed_while_asking(self):
        for moment in (1, 2, 4, 6):
            with self.subTest(moment=moment), WatchedServer([RIGHT]) as server:
                self.store = self.root / f"asking{moment}.kloupe"
                self.kill_at(server, moment, samples=2)
                self.finish(server, 1)

    def test_killed_while_evaluating(self):
        with WatchedServer([RIGHT]) as server:
            self.kill_at(server, 0, samples=2)
            self.assertEqual(len(server.requests), 6)
            self.finish(server, 0)

    def test_killed_while_asking_and_evaluating(self):
        for moment in (3, 5):
            with self.subTest(moment=moment), WatchedServer([RIGHT]) as server:
                self.store = self.root / f"both{moment}.kloupe"
                process = subprocess.Popen(self.command(server, samples=2, endpoint=Beside.ELSEWHERE),
                                           env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                seen = []

                def watch(number, process=process, seen=seen, moment=moment):
                    if number == moment:
                        seen.append(self.wait_for(lambda: self.evaluated() >= 1))
                        process.kill()
                server.watch = watch
                process.wait(PATIENCE)
                server.watch = None
                self.assertEqual(seen, [True])
                self.finish(server, 1, endpoint=Beside.ELSEWHERE)

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
    main()
