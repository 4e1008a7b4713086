# SPDX-License-Identifier: Apache-2.0
"""Tests `kloupe evaluate-one`: an agent's programs one by one as rounds of a trajectory, without a
model or a network.

usage: submission_test.py KLOUPE SOURCES [TEST…]
"""
import json
import signal
import subprocess

from generationcase import KERNEL, KLOUPE, PATIENCE, Case, main

VERDICTS = "SELECT task, method, sample, round, verdict FROM v_evaluation ORDER BY 1, 2, 3, 4"


class Submission(Case):
    def command(self, change, *options, task="Math/one", method="agent"):
        file = self.root / "kernel.cpp"
        file.write_text(KERNEL % change)
        return [KLOUPE, "evaluate-one", self.store, "--suite", self.root / "suite", "--task", task, "--file", file,
                "--method", method, "--no-timing", "--json", *options]

    def submit(self, change, *options, code=0, **more):
        done = subprocess.run(self.command(change, *options, **more), env=self.environment, text=True,
                              capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return json.loads(done.stdout) if done.stdout else done.stderr

    def test_programs_are_rounds_with_feedback(self):
        built = self.submit(" + undeclared", code=1)
        self.assertEqual((built["round"], built["verdict"], built["run"]), (0, "compile_error", "native: agent"))
        self.assertRegex(built["feedback"], r"candidate\.cpp:6:\d+: error: .undeclared. was not declared")
        tail = self.submit(" / 16 * 16", code=1)
        self.assertEqual((tail["round"], tail["verdict"]), (1, "unwritten"))
        self.assertIn("3 of 51 elements differ: the last 3 of 51 elements", tail["feedback"])
        right = self.submit("")
        self.assertEqual((right["round"], right["verdict"], right["task"]), (2, "correct", "Math/one"))
        self.assertIn("Make it faster", right["feedback"])
        again = self.submit("")
        self.assertIn("the same program as in round 2", again["feedback"])
        self.assertEqual(self.submit("", "--sample", "1")["round"], 0, "another attempt begins anew")
        self.assertEqual(self.submit("", task="Math/two")["round"], 0)
        self.assertEqual([(t, s, r, v) for t, _, s, r, v in self.sql(VERDICTS)],
                         [("Math/one", 0, 0, "compile_error"), ("Math/one", 0, 1, "unwritten"),
                          ("Math/one", 0, 2, "correct"), ("Math/one", 0, 3, "correct"), ("Math/one", 1, 0, "correct"),
                          ("Math/two", 0, 0, "correct")])
        self.assertEqual(self.sql("SELECT count(DISTINCT run_id), count(DISTINCT attempt) FROM v_evaluation"), [(1, 1)])
        seeds = self.sql("SELECT count(DISTINCT seed) FROM trial t JOIN v_evaluation e USING (evaluation_id) "
                         "WHERE task = 'Math/one' AND case_name = 'even/normal'")
        self.assertEqual(seeds, [(1,)], "all rounds have the same inputs")

    def test_two_agents_have_runs_of_their_own(self):
        self.submit("", method="first")
        self.submit(" / 16 * 16", method="second", code=1)
        self.assertEqual([(m, r, v) for _, m, _, r, v in self.sql(VERDICTS)],
                         [("first", 0, "correct"), ("second", 0, "unwritten")])

    def test_bad_input_is_refused_and_nothing_is_stored(self):
        for options, task, what in ((("--file", self.root / "none.cpp"), "Math/one", "none.cpp"),
                                    ((), "Math", "selects 3 tasks"), ((), "Math/four", "Math/four"),
                                    (("--platform", "triton"), "Math/one", "triton")):
            command = self.command("", task=task)
            if options and options[0] == "--file":
                command[command.index("--file") + 1] = options[1]
                options = ()
            done = subprocess.run([*command, *options], env=self.environment, text=True, capture_output=True,
                                  timeout=PATIENCE)
            self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
            self.assertIn(what, done.stderr)
            self.assertFalse(self.store.exists(), done.stderr)

    def test_a_kill_loses_at_most_the_round_under_way(self):
        self.submit("")
        process = subprocess.Popen(self.command(" / 16 * 16"), env=self.environment, text=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for line in process.stderr:
            if "already done" in line:
                process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
        process.stderr.close()
        self.assertIn(process.returncode, (-signal.SIGKILL, 1), "it may have ended before, on a busy machine")
        done = self.submit(" / 16 * 16", code=1)
        self.assertIn(done["round"], (1, 2), "it may have been stored before the kill")
        stored = [(r, v) for _, _, _, r, v in self.sql(VERDICTS)]
        self.assertEqual(stored, [(0, "correct"), (1, "unwritten"), (2, "unwritten")][:len(stored)])


main()
