# SPDX-License-Identifier: Apache-2.0
"""What connects agents with the judge (resources/agents), each called as the agent calls it, without the agent.

usage: agents_test.py KLOUPE SOURCES [TEST…]
"""
import json
import pathlib
import subprocess
import sys
import time

from generationcase import KERNEL, KLOUPE, NEW_MODEL, PATIENCE, SOURCES, Case, main

AGENTS = SOURCES / "resources/agents"
VERDICTS = "SELECT method, task, sample, round, verdict FROM v_evaluation ORDER BY 1, 2, 3, 4"


class AgentCase(Case):
    def setUp(self):
        super().setUp()
        self.environment.update({"KLOUPE": str(KLOUPE.resolve()), "KLOUPE_STORE": str(self.store), "KLOUPE_TASK": "Math/one",
                                 "KLOUPE_OPTIONS": f"--suite '{self.root}/suite' --no-timing"})

    def python(self, script, *words, cwd=None):
        """A script as the agent's own process would run it."""
        return subprocess.run([sys.executable, "-B", "-c", f"import sys\nsys.path.insert(0, {str(AGENTS)!r})\n{script}",
                               *map(str, words)], env=self.environment, text=True, capture_output=True, cwd=cwd,
                              timeout=PATIENCE)

    def verdicts(self):
        return self.sql(VERDICTS)


class Agents(AgentCase):
    def evaluate(self, change):
        """As OpenEvolve loads an evaluator: by its file."""
        program = self.root / "first.cpp"
        program.write_text(KERNEL % change)
        return self.python("import importlib.util, json\n"
                           "spec = importlib.util.spec_from_file_location('evaluation_module', sys.argv[1])\n"
                           "module = importlib.util.module_from_spec(spec)\n"
                           "spec.loader.exec_module(module)\n"
                           "result = module.evaluate(sys.argv[2])\n"
                           "print(json.dumps(getattr(result, 'metrics', result)))\n",
                           AGENTS / "openevolve_evaluator.py", program)

    def test_the_evaluator_of_openevolve_scores_by_speed(self):
        self.assertEqual(json.loads(self.evaluate("").stdout), {"combined_score": 1.0, "correct": 1.0})
        self.assertEqual(json.loads(self.evaluate(" / 16 * 16").stdout), {"combined_score": 0.0, "correct": 0.0})
        self.environment["KLOUPE_TASK"] = "Math/none"
        self.assertIn("kloupe could not judge it", self.evaluate("").stderr)
        kloupe = self.environment.pop("KLOUPE")
        self.environment["KLOUPE"] = str(self.root / "nowhere")
        self.assertIn("kloupe could not be started", self.evaluate("").stderr)
        self.environment["KLOUPE"] = kloupe
        del self.environment["KLOUPE_STORE"]
        self.assertIn("KLOUPE_STORE is not set", self.evaluate("").stderr)
        self.assertEqual([(m, r) for m, _, _, r, _ in self.verdicts()], [("openevolve", 0), ("openevolve", 1)])

    def test_calls_at_the_same_time_wait_for_one_another(self):
        program = self.root / "first.cpp"
        program.write_text(KERNEL % "")
        script = "import kloupe_judge\nprint(kloupe_judge.judge(sys.argv[1], 'many', sample=int(sys.argv[2]))['round'])"
        calls = [subprocess.Popen([sys.executable, "-B", "-c", f"import sys\nsys.path.insert(0, {str(AGENTS)!r})\n{script}",
                                   program, str(i % 2)], env=self.environment, text=True, stdout=subprocess.PIPE)
                 for i in range(4)]
        rounds = sorted(call.communicate(timeout=PATIENCE)[0].strip() for call in calls)
        self.assertEqual(rounds, ["0", "0", "1", "1"])

    def agent(self, script, *options, code=0):
        """A coding agent that is a script of the shell."""
        command = [sys.executable, "-B", AGENTS / "coding_agent.py", self.store, "Math/one", "--suite", self.root / "suite",
                   "--no-timing", "--folder", self.root / "work", "--method", "shell", *options, "--", "/bin/sh", "-c", script]
        started = time.monotonic()
        done = subprocess.run(command, env=self.environment, text=True, capture_output=True, timeout=PATIENCE)
        self.seconds = time.monotonic() - started
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return json.loads(done.stdout) if done.stdout else done.stderr

    def kernels(self):
        for name, change in (("tail", " / 16 * 16"), ("right", "")):
            (self.root / f"{name}.cpp").write_text(KERNEL % change)

    def test_a_coding_agent_is_told_and_counted(self):
        self.kernels()
        outcome = self.agent(f"cat > told.txt; env > environment.txt; cp {self.root}/*.cpp .; ./judge tail.cpp > first.txt; "
                             "echo $? >> first.txt; ./judge right.cpp > second.txt; echo $? >> second.txt; "
                             "./judge right.cpp > third.txt; echo $? >> third.txt; echo said; exit 7", "--verdicts", "2")
        self.assertEqual((outcome["end"], outcome["verdicts"], outcome["right"], outcome["best"]["round"]), (7, 2, 1, 1))
        work = self.root / "work"
        told = (work / "told.txt").read_text()
        self.assertEqual(told, (work / "PROMPT.md").read_text())
        self.assertIn("Twice the input one", told)
        self.assertIn("You have 2 of these and 1800\nseconds", told)
        self.assertNotIn("KLOUPE", (work / "environment.txt").read_text(), "where the store is is not told")
        first = (work / "first.txt").read_text()
        self.assertIn("the last 3 of 51 elements", first)
        self.assertTrue(first.endswith("Verdicts left: 1\n1\n"), first)
        self.assertTrue((work / "second.txt").read_text().endswith("Verdicts left: 0\n0\n"))
        self.assertEqual((work / "third.txt").read_text(), "No verdict is left.\n2\n")
        self.assertEqual((work / "agent.log").read_text(), "said\n")
        self.assertFalse((work / "judge.sock").exists())
        self.assertEqual(self.verdicts(), [("shell", "Math/one", 0, 0, "unwritten"), ("shell", "Math/one", 0, 1, "correct")])
        self.assertIn("is there already", self.agent("true", code=1))

    def test_a_coding_agent_ends_with_its_time_and_leaves_nothing_running(self):
        # It ignores the signal that it is told with, and so does what it started.
        outcome = self.agent("trap '' TERM; (trap '' TERM; sleep 600) & echo $! > child; sleep 600", "--seconds", "1", code=1)
        self.assertEqual((outcome["end"], outcome["verdicts"], outcome["best"]), ("time", 0, None))
        self.assertLess(self.seconds, 120)
        child = int((self.root / "work/child").read_text())
        state = pathlib.Path(f"/proc/{child}/stat")
        self.assertTrue(not state.exists() or state.read_text().rsplit(")")[1].split()[0] == "Z")

    def test_a_coding_agent_may_misbehave(self):
        (self.root / "flood").write_bytes(b"x" * 3000000)
        outcome = self.agent(f"./judge {self.root}/flood; ./judge none.cpp; "
                             "python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.connect(\"judge.sock\")'; "
                             "echo broken > broken.cpp; ./judge broken.cpp", code=1)
        self.assertEqual((outcome["verdicts"], outcome["right"]), (2, 0), "nothing at all is judged as nothing")
        self.assertEqual({v for *_, v in self.verdicts()}, {"empty_submission", "compile_error"})

    def test_bad_words_are_refused(self):
        for words, what in ((["s.kloupe", "Math/one"], "behind --"), (["s.kloupe", "Math/none", "--", "true"], "Math/none")):
            done = subprocess.run([sys.executable, "-B", AGENTS / "coding_agent.py", *words], env=self.environment, text=True,
                                  capture_output=True, cwd=self.root, timeout=PATIENCE)
            self.assertEqual(done.returncode, 1)
            self.assertIn(what, done.stderr)


class Python(AgentCase):
    """Agents that write Python, on a suite as KernelBench's."""
    FUNCTION = "def kernel_function(a, b):\n    return %s\n"

    def setUp(self):
        super().setUp()
        python = self.use_python_suite()
        self.environment["KLOUPE_OPTIONS"] += f" --platform torch-cpu --device cpu --python '{python}'"
        del self.environment["KLOUPE_TASK"]

    def test_kernelagent_verifies_with_the_judge(self):
        self.environment["KLOUPE_TASK"] = "1_add"
        test = self.python("import kernelagent_verify\nprint(kernelagent_verify.test_code(), end='')").stdout
        self.assertIn("kernelagent_verify.verify", test)

        def verified(kernel, worker):
            """As KernelAgent's worker does it: both files in its folder, the test run as a script."""
            folder = self.root / f"worker_{worker}_x1y2"
            folder.mkdir(exist_ok=True)
            (folder / "kernel.py").write_text(kernel)
            (folder / "test_kernel.py").write_text(test)
            return subprocess.run([sys.executable, "-B", folder / "test_kernel.py"], cwd=folder, env=self.environment,
                                  text=True, capture_output=True, timeout=PATIENCE)
        wrong = verified(self.FUNCTION % "a - b", 2)
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("elements differ", wrong.stderr)
        right = verified(self.FUNCTION % "a + b", 2)
        self.assertEqual((right.returncode, right.stdout), (0, "PASS\n"), right.stderr)
        self.assertEqual(verified(NEW_MODEL % "a + b", 0).returncode, 0)
        wrapper = self.root / "wrapper.py"
        wrapper.write_text(NEW_MODEL % "kernel_function(b, a)")
        self.environment["KLOUPE_WRAPPER"] = str(wrapper)
        self.assertEqual(verified(self.FUNCTION % "a - b + 2 * b", 0).returncode, 0)
        self.environment["KLOUPE_TASK"] = "none"
        unjudged = verified(self.FUNCTION % "a + b", 2)
        self.assertEqual(unjudged.returncode, 1)
        self.assertIn("kloupe could not judge it", unjudged.stderr)
        self.assertEqual([(m, s, r, v) for m, _, s, r, v in self.verdicts()],
                         [("kernelagent", 0, 0, "correct"), ("kernelagent", 0, 1, "correct"),
                          ("kernelagent", 2, 0, "wrong_value"), ("kernelagent", 2, 1, "correct")])

    def test_geak_tests_with_the_judge(self):
        script = ("import geak_evaluator, json\n"
                  "class Dataset:\n"
                  "    def test_opt_correctness(self, *_): raise AssertionError('its own test')\n"
                  "dataset = geak_evaluator.judged(Dataset())\n"
                  "print(json.dumps(dataset.test_opt_correctness(sys.argv[1], filename='1_add.py', tmp_dir='tmp', "
                  "exe_dir='pass_exe', gpu_id=0)))\n")

        def tested(code):
            done = self.python(script, code, cwd=self.root)
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(done.stdout)
        call, right, speedup, out, err = tested("import nowhere\n" + NEW_MODEL % "a + b")
        self.assertEqual((call, right, speedup, out), (False, False, 0.0, ""))
        self.assertIn("No module named 'nowhere'", err)
        call, right, speedup, out, err = tested(NEW_MODEL % "a - b")
        self.assertEqual((call, right), (True, False))
        self.assertIn("elements differ", err)
        self.assertEqual(tested(NEW_MODEL % "a + b")[:2], [True, True])
        self.assertEqual([(m, t.rsplit("/")[-1], r) for m, t, _, r, _ in self.verdicts()],
                         [("geak", "1_add", 0), ("geak", "1_add", 1), ("geak", "1_add", 2)])


if __name__ == "__main__":
    main()
