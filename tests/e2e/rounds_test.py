# SPDX-License-Identifier: Apache-2.0
"""Tests `kloupe generate` in rounds, against a server that answers by task and round. Checks the
feedback on each result, how samples end, and that a kill between, within or after rounds repeats no
request.

usage: rounds_test.py KLOUPE SOURCES [TEST…]
"""
import hashlib
import json
import re
import signal
import subprocess

from generationcase import KERNEL, KLOUPE, NOTHING, PATIENCE, RIGHT, TAIL, UNBUILT, Case, WatchedServer, main, refusal
from scriptedserver import answer_chunks

SERIAL = {"kind": "serial", "samples": 1, "rounds": 3, "confirm": False}
VERDICTS = "SELECT task, sample, round, verdict FROM v_evaluation ORDER BY task, sample, round"

class TaskServer(WatchedServer):
    """Answers the n-th request of a task with the n-th of its answers, and further ones with the
    last. Repeating a request after a cut answer does not count."""

    def __init__(self, answers):
        super().__init__([RIGHT])
        self.answers, self.asked = answers, {}

    def take(self, request):
        super().take(request)
        body = json.loads(request["body"])
        task = re.search(r"# Task: Twice the input (\w+)", body["messages"][0]["content"]).group(1)
        with self.lock:
            asked = self.asked.setdefault(task, [])
            if body not in asked:
                asked.append(body)
            answers = self.answers[task]
            return answers[min(asked.index(body) + 1, len(answers)) - 1]

    def messages(self, task):
        return [body["messages"] for body in self.asked[task]]


def variant(step, number):
    """Returns the same program with another comment, so that requests differ."""
    return {"content": step["content"].replace("{\n", "{ // " + str(number) + "\n", 1)}


class Rounds(Case):
    def kloupe(self, *words):
        done = subprocess.run([KLOUPE, words[0], self.store, *words[1:]], env=self.environment, text=True,
                              capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_feedback_is_sent_and_the_next_program_judged(self):
        answers = {"one": [UNBUILT, TAIL, RIGHT], "two": [RIGHT], "three": [TAIL, RIGHT]}
        with TaskServer(answers) as server:
            document = self.generate(server, strategy=SERIAL)
            self.assertEqual((document["settled"], document["candidates"], document["with_code"]), (3, 9, 9))
            self.assertEqual((document["stopped"], document["repeated"]), ({"rounds": 3}, 3))
            self.assertEqual(document["evaluation"]["evaluated"], 9)
            self.assertEqual([(r, v) for t, s, r, v in self.sql(VERDICTS) if t == "Math/one"],
                             [(0, "compile_error"), (1, "unwritten"), (2, "correct")])
            second, third = server.messages("one")[1:]
            self.assertEqual([each["role"] for each in second], ["user", "assistant", "user"])
            self.assertIn("undeclared", second[1]["content"])
            self.assertRegex(second[2]["content"], r"candidate\.cpp:6:\d+: error: .undeclared. was not declared")
            self.assertIn("/ 16 * 16", third[1]["content"])
            self.assertIn("3 of 51 elements differ: the last 3 of 51 elements", third[2]["content"])
            self.assertIn("Make it faster", server.messages("two")[1][2]["content"])
            self.assertIn("the same program as in round 0", server.messages("two")[2][2]["content"])
        order = [json.loads(each["body"])["messages"] for each in server.requests]
        self.assertEqual([len(each) for each in order], [1] * 3 + [3] * 6, "all tasks have a round before any the next")
        self.assertEqual(self.sql("SELECT DISTINCT state, stop_reason, messages, requests FROM v_dialogue"),
                         [("stopped", "rounds", 6, 3)])
        self.assertEqual(self.sql("SELECT round, parent_round, role, count(*) FROM v_lineage GROUP BY 1 ORDER BY 1"),
                         [(1, 0, "refined", 3), (2, 1, "refined", 3)])
        self.assertEqual(self.sql("SELECT count(*) FROM v_candidate WHERE request_id IS NULL"), [(0,)])
        self.assertEqual(self.spooled(), [])
        shown = self.kloupe("dialogue", "--task", "Math/one")
        for part in ("== round 2, refined from round 1", "-- feedback on round 1", "The compiler rejected the source"):
            self.assertIn(part, shown)
        steps = json.loads(self.kloupe("stats", "--show", "rounds", "--json"))["rounds"]["steps"]
        self.assertEqual([(each["rescued"], each["persistent"], each["broken"]) for each in steps],
                         [(1, 1, 0), (1, 2, 0)])
        self.check_asking()

    def check_asking(self):
        """`stats --show asking` must equal the tables of the store."""
        shown = json.loads(self.kloupe("stats", "--show", "asking", "--unit", "requests", "--json"))
        (tokens, reported), = self.sql("SELECT sum(input_tokens + output_tokens), count(*) FROM v_response "
                                       "WHERE usage_source = 'reported'")
        (cost,), (answers,) = shown["costs"], shown["answers"]
        self.assertEqual((cost["tasks"], cost["rounds"], cost["requests"], cost["solved"]), (3, 9, 9, 3))
        self.assertEqual((cost["tokens"]["known_sum"], cost["tokens"]["known"]), (tokens, reported))
        self.assertEqual(cost["requests_per_success"], 3)
        self.assertEqual((answers["lost"], answers["correct"], answers["failed"]), (0, 6, 3))
        self.assertEqual({each["told"]: (each["failing"], each["fixed"], each["correct"], each["kept"])
                          for each in shown["feedback"]},
                         {"build": (1, 0, 0, 0), "compare": (2, 2, 0, 0), "speed": (0, 0, 3, 3)})
        points = shown["budgets"][0]["points"]
        self.assertEqual([(each["budget"], each["correct"]) for each in points], [(1, 1), (2, 2), (3, 3)])

    def test_a_hint_is_stored_separately(self):
        with TaskServer({"one": [TAIL, RIGHT]}) as server:
            self.generate(server, "--tasks", "one")
            (about,), = self.sql("SELECT evaluation_id FROM v_evaluation")
            hint = [KLOUPE, "hint", self.store, str(about), "--text", "Mind the tail.", "--person", "Ada",
                    "--accept-settings", "--json"]
            done = subprocess.run(hint, env=self.environment, text=True, capture_output=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
            document = json.loads(done.stdout)
            self.assertEqual((document["before"], document["verdict"]), ("unwritten", "correct"))
            told = server.messages("one")[1][2]["content"]
            self.assertIn("the last 3 of 51 elements", told)
            self.assertIn("Mind the tail.", told)
        self.assertEqual(self.sql("SELECT run, method, round, verdict FROM v_evaluation ORDER BY run, round"),
                         [("try", "way", 0, "unwritten"), ("try, hinted", "way, hinted", 0, "unwritten"),
                          ("try, hinted", "way, hinted", 1, "correct")])
        self.assertEqual(self.sql("SELECT round, parent_round, role FROM v_lineage"), [(1, 0, "hinted")])
        sent = [hashlib.sha256("".join(answer_chunks(each)).encode()).hexdigest().upper() for each in (TAIL, RIGHT)]
        self.assertEqual(self.sql("SELECT method, hex(sha256) FROM v_response JOIN v_dialogue USING (dialogue_id) JOIN blob ON "
                                  "blob.id = raw_blob_id ORDER BY response_id"),
                         [("way", sent[0]), ("way, hinted", sent[1])], "each byte that the server sent is there")
        shown = self.kloupe("dialogue", "--method", "way, hinted")
        for part in ("== round 1, hinted from round 0", "-- feedback on round 0", "-- hint by Ada"):
            self.assertIn(part, shown)
        asking = json.loads(self.kloupe("stats", "--show", "asking", "--json"))
        self.assertEqual({each["method"]: (each["requests"], each["solved"]) for each in asking["costs"]},
                         {"way": (1, 0), "way, hinted": (1, 1)})
        self.assertEqual([(each["method"], each["told"], each["failing"], each["fixed"]) for each in asking["feedback"]],
                         [("way, hinted", "hint", 1, 1)])
        self.assertEqual(self.spooled(), [])

    def test_feedback_names_its_program(self):
        answers = {"one": [variant(TAIL, 1), RIGHT, variant(TAIL, 2), variant(RIGHT, 3)],
                   "two": [UNBUILT, variant(TAIL, 1), UNBUILT, variant(RIGHT, 2)],
                   "three": [RIGHT, variant(UNBUILT, 1), variant(TAIL, 2), variant(RIGHT, 3)]}
        for parent in ("last", "best"):
            with self.subTest(parent=parent), TaskServer(answers) as server:
                self.store = self.root / f"{parent}.kloupe"
                self.generate(server, strategy={**SERIAL, "rounds": 4, "parent": parent},
                              feedback={"history": "all"})
                told = 0
                for task in answers:
                    told += self.check_told(f"Math/{task}")
                self.assertEqual(told, 9)
                shown = self.sql("SELECT round, parent_round FROM v_lineage l JOIN v_dialogue d ON d.dialogue_id = "
                                 "l.dialogue_id WHERE d.task = 'Math/three' ORDER BY 1")
                self.assertEqual(shown, [(1, 0), (2, 1), (3, 2)] if parent == "last" else [(1, 0), (2, 0), (3, 0)])

    def check_told(self, task):
        """Each feedback must name the evaluation of the program shown in its request."""
        sources = dict(self.sql(f"SELECT round, source_sha256 FROM v_candidate WHERE task = '{task}'"))
        dialogue = json.loads(self.kloupe("dialogue", "--task", task, "--json"))
        feedback = [each for each in dialogue["messages"] if each["kind"] == "feedback"]
        for message in feedback:
            asked = [json.loads(each["body"])["messages"] for each in dialogue["requests"]
                     if each["round"] == message["round"]]
            for messages in asked:
                shown = messages[1]["content"].removeprefix("```cpp\n").removesuffix("```")
                self.assertEqual(hashlib.sha256(shown.encode()).hexdigest(), sources[message["told"]["round"]])
                self.assertEqual(messages[2]["content"], message["body"])
                self.assertIn(f"your program of round {message['told']['round']}.", message["body"])
        return len(feedback)

    def test_feedback_contains_no_secrets(self):
        answers = {name: [variant(TAIL, i), variant(UNBUILT, i), variant(TAIL, i + 9), RIGHT]
                   for i, name in enumerate(("one", "two", "three"))}
        with TaskServer(answers) as server:
            self.generate(server, strategy={**SERIAL, "rounds": 4}, feedback={"history": "all"})
            sent = "\n".join(each["body"] for each in server.requests)
        seeds = [seed for seed, in self.sql("SELECT DISTINCT seed FROM v_trial") if seed]
        self.assertGreater(len(seeds), 2)
        for secret in seeds + [str(self.root), "/tmp/", "spiky", "\\u001b"]:
            self.assertNotIn(secret, sent)
        self.assertIsNone(re.search(r"expected -?\d|got -?\d", sent), "no value is told")

    def test_an_answer_without_a_program_is_requested_again(self):
        with TaskServer({"one": [NOTHING, RIGHT], "two": [NOTHING, NOTHING, RIGHT], "three": [RIGHT]}) as server:
            document = self.generate(server, strategy={**SERIAL, "rounds": 2, "reminder": True}, parameters={"seed": 7})
            self.assertEqual((document["candidates"], document["with_code"], document["requests"]), (6, 5, 8))
            reminder = server.messages("one")[1]
            self.assertEqual([each["role"] for each in reminder], ["user", "assistant", "user"])
            self.assertEqual(reminder[1]["content"], NOTHING["content"])
            self.assertIn("```cpp", reminder[2]["content"])
            self.assertEqual(len(server.messages("two")[2]), 1, "there is nothing to go on from")
            self.assertEqual(self.sql("SELECT round, verdict FROM v_evaluation WHERE task = 'Math/two' ORDER BY 1"),
                             [(0, "empty_submission"), (1, "correct")])
            self.assertEqual(self.sql("SELECT requests, messages FROM v_dialogue WHERE task = 'Math/one'"), [(3, 6)])

    def test_samples_end_by_their_rules_and_more_rounds_resume(self):
        with TaskServer({"one": [TAIL, RIGHT], "two": [UNBUILT, UNBUILT], "three": [RIGHT]}) as server:
            rules = {**SERIAL, "rounds": 5, "stop": {"correct": True, "same_code": True}}
            document = self.generate(server, strategy=rules)
            self.assertEqual(document["stopped"], {"solved": 2, "same_code": 1})
            self.assertEqual(document["candidates"], 5)
            self.assertEqual(len(server.requests), 5)
        with TaskServer({"one": [TAIL, variant(TAIL, 1), RIGHT], "two": [RIGHT], "three": [RIGHT]}) as server:
            self.store = self.root / "more.kloupe"
            first = self.generate(server, strategy={**SERIAL, "rounds": 2})
            self.assertEqual(first["candidates"], 6)
            more = self.generate(server, "--resume", "--rounds", "3", strategy={**SERIAL, "rounds": 2})
            self.assertEqual((more["candidates"], more["evaluation"]["evaluated"]), (9, 3))
            self.assertEqual(len(server.requests), 9)
            refused = self.generate(server, "--resume", code=3, strategy={**SERIAL, "parent": "best"})
            self.assertIn("another profile", refused["error"]["message"])

    def test_refines_the_best_of_many_samples(self):
        with TaskServer({"one": [UNBUILT, TAIL, RIGHT]}) as server:
            # Requests of all samples are equal except for the temperature.
            document = self.generate(server, "--tasks", "one", parameters={"temperature": [0.1, 0.2, 0.3]},
                                     strategy={"kind": "best_then_refine", "samples": 3, "rounds": 2, "width": 1,
                                               "confirm": False})
            self.assertEqual(document["stopped"], {"not_chosen": 2, "rounds": 1})
            self.assertEqual(document["candidates"], 4)
            self.assertEqual(self.sql("SELECT sample FROM v_evaluation WHERE round = 1"), [(2,)])

    def test_results_are_confirmed_with_fresh_inputs(self):
        answers = {"one": [RIGHT, variant(TAIL, 1)], "two": [UNBUILT, variant(TAIL, 1)], "three": [TAIL, RIGHT]}
        strategy = {"kind": "serial", "rounds": 2}
        with TaskServer(answers) as server:
            document = self.generate(server, strategy=strategy, budget={"requests": 5})
            self.assertEqual(document["confirmation"]["evaluated"], 2, "of the samples that have ended")
            document = self.generate(server, "--resume", strategy=strategy)
            self.assertEqual((document["confirmation"]["evaluated"], document["confirmation"]["already_done"]), (1, 2))
            document = self.generate(server, "--resume", strategy=strategy)
            self.assertEqual(document["confirmation"]["already_done"], 3)
        self.assertEqual(self.sql("SELECT task, round, verdict FROM v_evaluation WHERE run = 'try, confirmed' AND "
                                  "method = 'way, confirmed' ORDER BY task"),
                         [("Math/one", 0, "correct"), ("Math/three", 1, "correct"), ("Math/two", 1, "unwritten")])
        seeds = {run: {seed for seed, in self.sql(f"SELECT t.seed FROM v_trial t JOIN v_evaluation e ON e.evaluation_id "
                                                  f"= t.evaluation_id WHERE e.run = '{run}'")}
                 for run in ("try", "try, confirmed")}
        self.assertTrue(seeds["try"] and seeds["try, confirmed"])
        self.assertEqual(seeds["try"] & seeds["try, confirmed"], set())
        self.assertEqual(self.sql("SELECT sum(c.requests) FROM v_candidate c"), [(6,)], "what it cost is counted once")

    def test_a_budget_holds_across_rounds(self):
        with TaskServer({name: [TAIL, RIGHT] for name in ("one", "two", "three")}) as server:
            document = self.generate(server, strategy=SERIAL, budget={"requests": 5})
            self.assertEqual((document["end"], document["candidates"]), ("budget", 5))
            self.assertEqual(document["evaluation"]["evaluated"], 5)
            self.assertEqual(len(server.requests), 5)
            narrow = self.generate(server, "--resume", strategy=SERIAL, budget={"requests": 7, "per_task": {"requests": 2}})
            self.assertEqual((narrow["end"], len(server.requests)), ("budget", 6))
            document = self.generate(server, "--resume", strategy=SERIAL)
            self.assertEqual((document["end"], document["candidates"], len(server.requests)), ("answered", 9, 9))

    def test_a_cassette_replays_all_rounds(self):
        cassette = self.root / "c.jsonl"
        texts = ("SELECT d.task, d.state, d.stop_reason, m.ordinal, m.round, m.role, m.kind, b.sha256 FROM v_message m "
                 "JOIN v_dialogue d ON d.dialogue_id = m.dialogue_id JOIN v_blob b ON b.blob_id = m.body_blob_id "
                 "ORDER BY 1, m.ordinal")
        strategy = {**SERIAL, "reminder": True}
        with TaskServer({"one": [UNBUILT, TAIL, RIGHT], "two": [NOTHING, RIGHT], "three": [RIGHT]}) as server:
            self.generate(server, "--record", cassette, strategy=strategy)
            first = self.sql(VERDICTS), self.sql(texts)
        self.environment.pop("LOUPE_TEST_KEY", None)
        for name in ("b", "c"):
            self.store = self.root / f"{name}.kloupe"
            self.generate(server, "--replay", cassette, "--replay-exact", strategy=strategy)  # the server is gone
            self.assertEqual((self.sql(VERDICTS), self.sql(texts)), first)

    def test_a_failing_later_round_keeps_judged_results(self):
        with TaskServer({"one": [TAIL, refusal(400, "the context is too long"), RIGHT], "two": [TAIL, RIGHT],
                         "three": [RIGHT]}) as server:
            document = self.generate(server, code=1, strategy=SERIAL)
            self.assertEqual((document["end"], document["candidates"], document["stopped"]),
                             ("endpoint", 7, {"rounds": 2}))
            server.answers["one"] = [TAIL, RIGHT]
            document = self.generate(server, "--resume", strategy=SERIAL)
            self.assertEqual((document["end"], document["candidates"]), ("answered", 9))


class Kills(Case):
    """Three tasks with three rounds each: nine answers."""
    ANSWERS = {"one": [UNBUILT, TAIL, RIGHT], "two": [TAIL, variant(TAIL, 1), RIGHT], "three": [RIGHT, variant(RIGHT, 1)]}

    def finish(self, server, before):
        document = self.generate(server, "--resume", strategy=SERIAL)
        self.assertEqual((document["candidates"], document["end"]), (9, "answered"))
        self.assertEqual([(r, v) for t, s, r, v in self.sql(VERDICTS) if t != "Math/three"],
                         [(0, "compile_error"), (1, "unwritten"), (2, "correct"),
                          (0, "unwritten"), (1, "unwritten"), (2, "correct")])
        self.assertEqual(self.sql("SELECT count(*) FROM v_response WHERE is_complete = 1"), [(9,)])
        self.assertEqual(self.sql("SELECT count(*) FROM v_message WHERE kind = 'feedback' AND told_evaluation_id "
                                  "IS NOT NULL"), [(6,)])
        self.assertEqual(self.sql("SELECT DISTINCT state FROM v_dialogue"), [("stopped",)])
        self.assertEqual(self.spooled(), [])
        unknown = self.sql("SELECT count(*) FROM v_request WHERE state = 'unknown'")[0][0]
        # The kill may come before a request was sent.
        self.assertIn(len(server.requests), range(9, 9 + unknown + 1))
        self.assertLessEqual(unknown, before, "only what was open may be asked twice")

    def test_killed_while_asking(self):
        for moment in (1, 3, 4, 5, 6, 7, 9):
            with self.subTest(moment=moment), TaskServer(self.ANSWERS) as server:
                self.store = self.root / f"asking{moment}.kloupe"
                self.kill_at(server, moment, strategy=SERIAL)
                self.finish(server, 1)

    def test_killed_while_evaluating(self):
        for wave, number in enumerate((1, 2, 3)):
            for at in ("planned", "judged", "last"):
                with self.subTest(wave=wave, at=at), TaskServer(self.ANSWERS) as server:
                    self.store = self.root / f"evaluating{wave}{at}.kloupe"
                    self.kill_in_wave(server, number, at, 3, strategy=SERIAL)
                    self.finish(server, 0)

    def test_killed_while_results_are_confirmed(self):
        strategy = {**SERIAL, "confirm": True}
        with TaskServer(self.ANSWERS) as server:
            self.kill_at(server, 0, at="on new inputs", strategy=strategy)
            self.assertEqual(len(server.requests), 9)
            document = self.generate(server, "--resume", strategy=strategy)
            confirmed = document["confirmation"]
            self.assertEqual(confirmed["evaluated"] + confirmed["already_done"], 3)
            self.assertEqual(self.sql("SELECT verdict, count(*) FROM v_evaluation WHERE run = 'try, confirmed' GROUP BY 1"),
                             [("correct", 3)])
            self.assertEqual(len(server.requests), 9)

    def test_interrupted_in_a_later_round(self):
        with TaskServer(self.ANSWERS) as server:
            process = subprocess.Popen(self.command(server, strategy=SERIAL), env=self.environment, text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            server.watch = lambda number: process.send_signal(signal.SIGINT) if number == 5 else None
            out, err = process.communicate(timeout=PATIENCE)
            server.watch = None
            self.assertEqual(process.returncode, 5, err)
            document = json.loads(out)
            self.assertEqual((document["end"], document["waiting"] + 3), ("stopped", document["candidates"]))
            self.finish(server, 1)


if __name__ == "__main__":
    main()
