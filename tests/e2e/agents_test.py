# SPDX-License-Identifier: Apache-2.0
"""Tests the adapters between agents and the judge (resources/agents), called as the agent calls
them, without the agent.

usage: agents_test.py KLOUPE SOURCES [TEST…]
"""
import fcntl
import json
import os
import signal
import subprocess
import sys

from generationcase import ADDITION, KERNEL, KLOUPE, NEW_MODEL, PATIENCE, SOURCES, Case, main
from scriptedserver import Server

AGENTS = SOURCES / "resources/agents"
VERDICTS = "SELECT method, task, sample, round, verdict FROM v_evaluation ORDER BY 1, 2, 3, 4"


ASKING_AGENT = """import json, os, re, subprocess, sys, urllib.request
messages = [{"role": "user", "content": sys.stdin.read()}]
while True:
    body = json.dumps({"model": "m", "messages": messages}).encode()
    request = urllib.request.Request(os.environ["OPENAI_API_BASE"] + "/chat/completions", body,
                                     {"Content-Type": "application/json"})
    answer = json.load(urllib.request.urlopen(request))["choices"][0]["message"]["content"]
    command = re.search("```bash\\n(.*?)\\n```", answer, re.DOTALL)
    if not command:
        break
    done = subprocess.run(command.group(1), shell=True, text=True, capture_output=True)
    messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": done.stdout + done.stderr}]
"""


class AgentCase(Case):
    def setUp(self):
        super().setUp()
        self.environment.update({"KLOUPE": str(KLOUPE.resolve()), "KLOUPE_STORE": str(self.store), "KLOUPE_TASK": "Math/one",
                                 "KLOUPE_OPTIONS": f"--suite '{self.root}/suite' --no-timing"})

    def python(self, script, *words, cwd=None):
        """Runs a script like the agent's own process."""
        return subprocess.run([sys.executable, "-B", "-c", f"import sys\nsys.path.insert(0, {str(AGENTS)!r})\n{script}",
                               *map(str, words)], env=self.environment, text=True, capture_output=True, cwd=cwd,
                              timeout=PATIENCE)

    def verdicts(self):
        return self.sql(VERDICTS)


class Agents(AgentCase):
    def evaluate(self, change):
        """Loads an evaluator from its file, like OpenEvolve."""
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

    def test_the_lock_outlives_a_killed_client(self):
        """KernelAgent kills a test that takes too long, while its judge still writes."""
        judge = self.root / "judge.sh"
        judge.write_text(f"#!/bin/sh\ntouch {self.root}/begun\nwhile [ ! -e {self.root}/go ]; do sleep 0.05; done\n")
        judge.chmod(0o755)
        self.environment["KLOUPE"] = str(judge)
        caller = subprocess.Popen([sys.executable, "-B", "-c", f"import sys\nsys.path.insert(0, {str(AGENTS)!r})\n"
                                   "import kloupe_judge\nkloupe_judge.judge('k.cpp', 'm')"], env=self.environment)
        self.assertTrue(self.wait_for((self.root / "begun").exists))
        caller.kill()
        caller.wait()
        with open(f"{self.store}.agents.lock", "w") as lock:
            with self.assertRaises(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            (self.root / "go").touch()
            fcntl.flock(lock, fcntl.LOCK_EX)


class Command(Case):
    """`kloupe agent`: commands in the sandbox. Each is a shell script."""
    SAY = 'say() { echo "{\\"kind\\":\\"$1\\",$2}"; }\nread hello\nread task\n'

    def setUp(self):
        super().setUp()
        for name, change in (("tail", " / 16 * 16"), ("right", ""), ("unbuilt", " + undeclared")):
            (self.root / "programs").mkdir(exist_ok=True)
            (self.root / f"programs/{name}.cpp").write_text(KERNEL % change)

    def command(self, script, *options, tasks="one", words=()):
        return [KLOUPE, "agent", self.store, "--suite", self.root / "suite", "--tasks", tasks, "--method", "shell", "--no-timing",
                "--folder", self.root / "work", "--grace", "60", "--bind", self.root / "programs", "--json", *options, "--",
                *(words or ("/bin/sh", "-c", f"P={self.root}/programs\n{script}"))]

    def agent(self, script, *options, code=0, **more):
        done = subprocess.run(self.command(script, *options, **more), env=self.environment, text=True, capture_output=True,
                              timeout=PATIENCE)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return json.loads(done.stdout) if done.stdout else done.stderr

    def kept(self):
        """Returns the unfinished requests stored next to the store."""
        return [file.read_text() for file in self.root.glob("*.spool/*/agents.json")]

    def text(self, name, folder="Math-one"):
        return (self.root / "work" / folder / name).read_text()

    def test_programs_are_stored_as_rounds_with_parents_and_costs(self):
        self.environment["SHELL_KEY"] = "k-123"
        outcome = self.agent(self.SAY + """
            say usage '"model":"m","input":100,"output":20,"dollars":0.25'
            say candidate '"id":"a","file":"../../../../../../etc/passwd"'; read verdict; echo "$verdict" > first.txt
            cp $P/tail.cpp k.cpp; say candidate '"id":"b","file":"k.cpp"'; read verdict; echo "$verdict" >> first.txt
            cp $P/right.cpp k.cpp; say candidate '"id":"c","parent":"b","file":"k.cpp"'; read verdict
            kloupe evaluate-one --folder . --file k.cpp > pulled.txt 2>&1; echo $? >> pulled.txt
            cp $P/right.cpp x; mv x candidates/last.cpp; while [ ! -e feedback/round-3.txt ]; do sleep 0.05; done
            say usage '"output":5'
            kloupe evaluate-one --folder . --file k.cpp > after.txt 2>&1; echo $? >> after.txt
            env > env.txt; find . > files.txt; ls /work /home "$P/.." > outside.txt 2>&1""",
                             "--verdicts", "4", "--minutes", "5", "--env", "SHELL_KEY")
        task, = outcome["tasks"]
        self.assertEqual((task["task"], task["end"], task["verdicts"], task["right"], task["best_round"]),
                         ("Math/one", "verdicts", 4, 3, 1), task)
        self.assertEqual((task["input_tokens"], task["dollars"]), (100, 0.25))
        first = self.text("first.txt")
        self.assertIn("not judged: lies outside", first)
        self.assertIn("3 of 51 elements differ: the last 3 of 51 elements", first)
        self.assertTrue(self.text("pulled.txt").endswith("Verdicts left: 1\n0\n"), self.text("pulled.txt"))
        after = self.text("after.txt")
        self.assertIn("the session is over", after)
        self.assertTrue(after.endswith("\n4\n"), after)
        self.assertNotIn("KLOUPE", self.text("env.txt"), "where the store is is not told")
        self.assertIn("SHELL_KEY=k-123", self.text("env.txt"))
        self.assertIn("same program as in round 1", self.text("feedback/round-3.txt"))
        self.assertNotIn("s.kloupe", self.text("outside.txt"))
        self.assertEqual(self.sql("SELECT round, verdict, input_tokens, output_tokens, dollars, requests FROM v_evaluation JOIN "
                                  "v_candidate USING (candidate_id, round) ORDER BY round"),
                         [(0, "unwritten", 100, 20, 0.25, None), (1, "correct", None, None, None, None),
                          (2, "correct", None, None, None, None), (3, "correct", None, None, None, None)])
        self.assertEqual(self.sql("SELECT round, state, output_tokens FROM v_request JOIN v_response USING (request_id, round) "
                                  "WHERE state = 'unknown'"), [(4, "unknown", 5)], "what was spent on no program is kept")
        self.assertEqual(self.sql("SELECT round, parent_round, role FROM v_lineage"), [(1, 0, "refined")])
        self.assertEqual(self.sql("SELECT kind FROM method"), [("agent",)])
        self.assertEqual(self.sql("SELECT strategy, state, stop_reason FROM dialogue"), [("agent", "stopped", "verdicts")])
        seeds = [str(seed) for seed, in self.sql("SELECT DISTINCT seed FROM trial")]
        told = "".join(file.read_text() for file in (self.root / "work").rglob("*.txt"))
        self.assertFalse([seed for seed in seeds if seed in told], "no seed is told")

    def test_several_agents_work_at_the_same_time(self):
        script = self.SAY + """
            kloupe evaluate-one --folder . --file "$P/tail.cpp" > first.txt 2>&1
            while [ ! -e go ]; do sleep 0.05; done
            kloupe evaluate-one --folder . --file "$P/right.cpp" > second.txt 2>&1
            say done '"reason":"enough"'"""
        process = subprocess.Popen(self.command(script, "--agents", "2", tasks="task:one,two,three"), env=self.environment,
                                   text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        folders = [self.root / "work/Math-one", self.root / "work/Math-three", self.root / "work/Math-two"]
        begun = lambda: [each for each in folders if (each / "first.txt").exists() and not (each / "go").exists()]
        self.assertTrue(self.wait_for(lambda: len(begun()) == 2))
        self.assertEqual(len([each for each in folders if each.exists()]), 2, "no third one beside them")
        for _ in folders:
            self.assertTrue(self.wait_for(begun))
            (begun()[0] / "go").touch()
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual([(task["task"], task["verdicts"], task["right"], task["best_round"])
                          for task in json.loads(out)["tasks"]],
                         [("Math/one", 2, 1, 1), ("Math/three", 2, 1, 1), ("Math/two", 2, 1, 1)])
        self.assertEqual(self.sql("SELECT task, round, verdict FROM v_evaluation ORDER BY 1, 2"),
                         [(f"Math/{name}", round, verdict) for name in ("one", "three", "two")
                          for round, verdict in ((0, "unwritten"), (1, "correct"))])

    def test_a_kill_loses_no_verdict_and_resume_continues(self):
        script = self.SAY + """
            echo "$task" > told.txt
            say candidate '"id":"a","file":"k.cpp"'; kloupe evaluate-one --folder . --file "$P/tail.cpp"
            kloupe evaluate-one --folder . --file "$P/right.cpp"
            case "$task" in *'"rounds":0'*Math/one*) sleep 600;; esac
            say done '"reason":"enough"'"""
        process = subprocess.Popen(self.command(script, tasks="task:one,two", words=()), env=self.environment, text=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        plans = 0
        for line in process.stderr:
            plans += "already done" in line
            if plans == 2:
                process.kill()
                break
        process.wait(PATIENCE)
        process.stderr.close()
        self.assertEqual(self.sql("SELECT round, verdict FROM v_evaluation")[0], (0, "unwritten"))
        kept, = self.kept()
        self.assertIn('"task:one,two"', kept)
        self.assertIn("sleep 600", kept)
        self.assertIn("already exists", self.agent(script, code=3, tasks="task:one,two"))
        outcome = self.agent(script, "--resume", tasks="task:one,two", code=0)
        self.assertEqual([(task["task"], task["end"]) for task in outcome["tasks"]],
                         [("Math/one", "done"), ("Math/two", "done")])
        self.assertEqual(self.sql("SELECT task, round, verdict FROM v_evaluation ORDER BY task, round"),
                         [("Math/one", 0, "unwritten"), ("Math/one", 1, "correct"), ("Math/one", 2, "unwritten"),
                          ("Math/one", 3, "correct"), ("Math/two", 0, "unwritten"), ("Math/two", 1, "correct")])
        self.assertIn('"rounds":2', self.text("told.txt", "Math-one-2"))
        self.assertIn("3 of 51", self.text("feedback/round-0.txt", "Math-one-2"))
        self.assertIn("Make it faster", self.text("feedback/round-1.txt", "Math-one-2"))
        self.assertEqual(self.kept(), [], "it has ended")
        again = self.agent(script, "--resume", tasks="task:one,two")
        self.assertEqual((again["tasks"], again["done_before"]), ([], 2))
        self.assertEqual(self.kept(), [])

    def test_resumes_after_a_kill_before_the_first_verdict(self):
        """The key must be in no file, although the command contains it."""
        self.environment["SHELL_KEY"] = "k-0123456789"
        script = self.SAY + """
            [ -e $P/begun ] && { kloupe evaluate-one --folder . --file "$P/right.cpp"; exit; }
            : k-0123456789; touch begun; sleep 600"""
        process = subprocess.Popen(self.command(script, "--env", "SHELL_KEY"), env=self.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.assertTrue(self.wait_for((self.root / "work/Math-one/begun").exists))
        self.assertEqual(len(self.kept()), 1)
        self.assertIn("another process works on the run", self.agent("true", code=4))
        process.kill()
        process.wait(PATIENCE)
        self.assertFalse(self.store.exists())
        kept, = self.kept()
        self.assertNotIn("k-0123456789", kept)
        (self.root / "programs/begun").touch()
        outcome = self.agent(script, "--env", "SHELL_KEY", "--resume")
        self.assertEqual((outcome["tasks"][0]["right"], self.kept()), (1, []))

    def test_an_interrupted_run_is_kept_until_it_ends(self):
        process = subprocess.Popen(self.command(self.SAY + "touch begun; read stop"), env=self.environment, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.assertTrue(self.wait_for((self.root / "work/Math-one/begun").exists))
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 5, out)
        self.assertTrue(json.loads(out)["interrupted"])
        self.assertEqual(len(self.kept()), 1)
        self.agent("exit 0", "--resume", code=1)
        self.assertEqual(self.kept(), [], "an agent that handed nothing in has ended all the same")

    def test_a_coding_agent_gets_its_task_and_verdicts(self):
        agent = self.root / "programs/agent.sh"
        agent.write_text("#!/bin/sh\ncat > told.txt\necho saying\nkloupe evaluate-one --folder . --file "
                         f"{self.root}/programs/tail.cpp > first.txt\nsleep 60\n")
        agent.chmod(0o755)
        outcome = self.agent("", "--verdicts", "1", "--bind", AGENTS, words=(sys.executable, AGENTS / "coding_agent.py", agent))
        task, = outcome["tasks"]
        self.assertEqual((task["end"], task["verdicts"], task["input_tokens"]), ("verdicts", 1, None))
        told = self.text("told.txt")
        self.assertEqual(told, self.text("PROMPT.md"))
        self.assertIn("Twice the input one", told)
        self.assertIn("3 of 51 elements differ", self.text("first.txt"))
        self.assertIn("saying", (self.root / "work/Math-one.log").read_text())

    def test_an_agent_reaches_its_model_over_the_network(self):
        """Like a command-line agent: a loopback model sends commands and gets their results."""
        agent = self.root / "programs/agent.py"
        agent.write_text(ASKING_AGENT)
        runs = [f"kloupe evaluate-one --folder . --file {self.root}/programs/{name}.cpp" for name in ("tail", "right")]
        script = [{"content": f"```bash\n{run}\n```"} for run in runs] + [{"content": "done"}]
        for network, task, verdicts in (["--network"], "one", 2), ([], "two", 0):
            with self.subTest(network), Server(script) as server:
                self.environment["OPENAI_API_BASE"] = server.url
                outcome = self.agent("", *network, "--env", "OPENAI_API_BASE", "--name", task, "--bind", AGENTS, tasks=task,
                                     code=0 if verdicts else 1,
                                     words=(sys.executable, AGENTS / "coding_agent.py", sys.executable, agent))
                self.assertEqual((outcome["tasks"][0]["verdicts"], len(server.requests)), (verdicts, verdicts and 3), outcome)
                if verdicts:
                    told = json.loads(server.requests[1]["body"])["messages"][-1]["content"]
                    self.assertIn("3 of 51 elements differ", told)

    def test_refuses_agents_that_cannot_start(self):
        for options, words, code, what in ((("--env", "NOT_SET"), (), 4, "NOT_SET"), ((), ("no-such-agent",), 4, "no-such-agent"),
                                           (("--bind", "/nowhere"), (), 3, "/nowhere"),
                                           (("--platform", "triton"), (), 3, "triton"), (("--resume",), (), 3, "there is no run")):
            self.assertIn(what, self.agent("true", *options, code=code, words=words))
        done = subprocess.run(self.command("true")[:-3], env=self.environment, text=True, capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("COMMAND is missing", done.stderr)
        done = subprocess.run([KLOUPE, "evaluate-one", "--folder", self.root, "--file", self.root / "programs/tail.cpp"],
                              env=self.environment, text=True, capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("no judge listens there", done.stderr)
        done = subprocess.run([KLOUPE, "evaluate-one", "--file", "x"], env=self.environment, text=True, capture_output=True)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertFalse((self.root / "work").exists())
        self.assertFalse(self.store.exists())
        self.assertEqual(list(self.root.glob("*.spool")), [])

    def test_runs_without_a_sandbox_only_on_request(self):
        options = ["--no-sandbox", "--no-sandbox-as-root"] if os.geteuid() == 0 else ["--no-sandbox"]
        if os.geteuid() == 0:
            self.assertIn("--no-sandbox-as-root", self.agent("true", "--no-sandbox", code=3))
        outcome = self.agent("kloupe evaluate-one --folder . --file $P/right.cpp; exit 0", *options)
        self.assertEqual(outcome["tasks"][0]["right"], 1, outcome)
        self.assertEqual(self.sql("SELECT sandbox FROM run"), [("none",)])


class Python(AgentCase):
    """Agents that write Python, on a suite in KernelBench's layout."""
    FUNCTION = "def kernel_function(a, b):\n    return %s\n"

    def setUp(self):
        super().setUp()
        python = self.use_python_suite()
        self.environment["KLOUPE_OPTIONS"] += f" --platform torch-cpu --device cpu --python '{python}'"
        del self.environment["KLOUPE_TASK"]

    def test_kernelagent_verifies_with_the_judge(self):
        self.environment["KLOUPE_TASK"] = "1_add"
        test = self.python("import kernelagent_verify\nprint(kernelagent_verify.test_code(sys.argv[1]), end='')", ADDITION).stdout
        # KernelAgent's prompts show only the test of the problem.
        self.assertIn("#         return a + b\n", test)

        def verified(kernel, worker):
            """Runs the test like KernelAgent's worker: both files in its folder, the test as a
            script."""
            folder = self.root / f"worker_{worker}_x1y2"
            folder.mkdir(exist_ok=True)
            (folder / "kernel.py").write_text(kernel)
            (folder / "test_kernel.py").write_text(test)
            return subprocess.run([sys.executable, "-B", folder / "test_kernel.py"], cwd=folder, env=self.environment,
                                  text=True, capture_output=True, timeout=PATIENCE)
        wrong = verified(self.FUNCTION % "a - b", 2)
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("elements differ", wrong.stderr)
        self.assertIn("defines the function kernel_function", wrong.stderr)
        self.assertNotIn("torch.nn", wrong.stderr, "KernelAgent refuses what names it")
        fallback = verified("def kernel_function(*args, **kwargs):\n    raise NotImplementedError('Mock kernel not implemented')\n", 1)
        self.assertEqual(fallback.returncode, 1)
        self.assertIn("not judged", fallback.stderr)
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
