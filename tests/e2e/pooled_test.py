# SPDX-License-Identifier: Apache-2.0
"""Tests `kloupe generate` with strategies that use programs of other samples (beam, evolve),
against a scripted server. Checks prompts and feedback, that a kill does not change later requests,
and that a cassette reproduces the run.

usage: pooled_test.py KLOUPE SOURCES [TEST…]
"""
import hashlib
import json
import subprocess

from generationcase import KLOUPE, PATIENCE, RIGHT, TAIL, UNBUILT, Case, main
from rounds_test import TaskServer, variant

BEAM = {"kind": "beam", "width": 2, "children": 2, "rounds": 3, "confirm": False}
EVOLVE = {"kind": "evolve", "islands": 2, "children": 2, "rounds": 3, "migration": 1, "crossover": 0.5, "confirm": False}
SEEDED = {"seed": 7}  # so that the first requests of samples differ
# The n-th request gets the n-th answer: four per round.
ANSWERS = [UNBUILT, TAIL, RIGHT, variant(TAIL, 1),
           variant(RIGHT, 2), variant(TAIL, 3), variant(RIGHT, 4), variant(UNBUILT, 5),
           variant(RIGHT, 6), variant(RIGHT, 7), variant(TAIL, 8), variant(RIGHT, 9)]
COURSE = ("SELECT e.sample, e.round, e.verdict, c.source_sha256 FROM v_evaluation e JOIN v_candidate c ON "
          "c.candidate_id = e.candidate_id WHERE e.run = 'try' ORDER BY 1, 2")
LINEAGE = "SELECT sample, round, parent_sample, parent_round, role FROM v_lineage ORDER BY 1, 2, 3, 4"
TOLD = ("SELECT d.sample, m.ordinal, m.round, m.kind, b.sha256 FROM v_message m JOIN v_dialogue d ON d.dialogue_id = "
        "m.dialogue_id JOIN v_blob b ON b.blob_id = m.body_blob_id ORDER BY 1, 2")


class PooledCase(Case):
    def evolve(self, server, *options, strategy=EVOLVE, **more):
        return self.generate(server, "--tasks", "one", *options, strategy=strategy, parameters=SEEDED, **more)

    def kloupe(self, *words):
        done = subprocess.run([KLOUPE, words[0], self.store, *words[1:]], env=self.environment, text=True,
                              capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def course(self):
        return self.sql(COURSE), self.sql(LINEAGE), self.sql(TOLD)

    def check_told(self, samples=4):
        """Each feedback must name the evaluation of the program shown before it in the request."""
        sources = {(s, r): sha for s, r, sha in self.sql("SELECT sample, round, source_sha256 FROM v_candidate")}
        told = 0
        for sample in range(samples):
            dialogue = json.loads(self.kloupe("dialogue", "--task", "Math/one", "--sample", str(sample), "--json"))
            for request in dialogue["requests"]:
                messages = json.loads(request["body"])["messages"]
                feedback = [each for each in dialogue["messages"]
                            if each["kind"] == "feedback" and each["round"] == request["round"]]
                self.assertEqual(len(messages), 1 + 2 * len(feedback))
                for place, message in enumerate(feedback):
                    shown = messages[1 + 2 * place]["content"].removeprefix("```cpp\n").removesuffix("```")
                    of = message["told"]
                    self.assertEqual(hashlib.sha256(shown.encode()).hexdigest(), sources[of["sample"], of["round"]])
                    self.assertEqual(messages[2 + 2 * place]["content"], message["body"])
                    self.assertIn(f"of round {of['round']}.", message["body"])
                    told += 1
        return told


class Pooled(PooledCase):
    def test_a_beam_continues_from_the_best(self):
        with TaskServer({"one": ANSWERS}) as server:
            document = self.evolve(server, strategy={**BEAM, "confirm": True})
            self.assertEqual((document["candidates"], document["stopped"]), (12, {"rounds": 4}))
            self.assertEqual(document["confirmation"]["evaluated"], 1)
        # Of the first four, one is correct and two ran. Of these the lower sample comes first.
        parents = {(s, r): (ps, pr) for s, r, ps, pr, _ in self.sql(LINEAGE)}
        self.assertEqual([parents[s, 1] for s in range(4)], [(2, 0), (1, 0), (2, 0), (1, 0)])
        self.assertEqual([parents[s, 2] for s in range(4)], [(2, 0), (0, 1), (2, 0), (0, 1)])
        self.assertEqual({role for *_, role in self.sql(LINEAGE)}, {"refined"})
        self.assertEqual(self.check_told(), 8)
        self.assertIn("== round 1, refined from sample 2, round 0",
                      self.kloupe("dialogue", "--task", "Math/one", "--sample", "0"))
        self.assertIn("feedback on sample 2, round 0",
                      self.kloupe("dialogue", "--task", "Math/one", "--sample", "0"))
        self.assertEqual(self.sql("SELECT sample, round, verdict FROM v_evaluation WHERE run = 'try, confirmed'"),
                         [(2, 0, "correct")])

    def test_islands_migrate_and_cross(self):
        with TaskServer({"one": ANSWERS}) as server:
            document = self.evolve(server)
            self.assertEqual((document["candidates"], document["requests"], document["end"]), (12, 12, "answered"))
        self.assertEqual(self.sql("SELECT sample, island FROM v_dialogue ORDER BY 1"), [(0, 0), (1, 1), (2, 0), (3, 1)])
        lineage = self.sql(LINEAGE)
        crossed = [each for each in lineage if each[4] == "crossed"]
        self.assertEqual(len(crossed) % 2, 0)
        self.assertTrue(0 < len(crossed) < len(lineage), lineage)
        self.assertEqual(self.check_told(), len(lineage))
        shown = "".join(self.kloupe("dialogue", "--task", "Math/one", "--sample", str(s)) for s in range(4))
        self.assertRegex(shown, r"== round \d, crossed from (sample \d, )?round \d, crossed from")
        self.assertIn("joins what is good in both", shown)
        self.assertTrue(any(round > 0 and parent % 2 != sample % 2 for sample, round, parent, *_ in lineage),
                        "migrants are gone on from")

    def test_a_dry_run_prints_the_maximum(self):
        with TaskServer({"one": ANSWERS}) as server:
            document = self.generate(server, "--dry-run", strategy=EVOLVE)
            self.assertEqual(document["open_at_most"]["requests"], 3 * 12)
            self.assertEqual(server.requests, [])

    def test_unsupported_strategy_settings_are_refused(self):
        with TaskServer({"one": ANSWERS}) as server:
            for strategy, place in (({**EVOLVE, "width": 2}, "strategy.width"), ({**BEAM, "samples": 2}, "strategy.samples"),
                                    ({**BEAM, "stop": {"same_code": True}}, "strategy.stop.same_code")):
                error = self.evolve(server, code=3, strategy=strategy)["error"]
                self.assertIn(place, error["where"])
            self.assertEqual(self.evolve(server, "--samples", "3", code=3)["error"]["where"], "--samples")
            self.assertEqual(server.requests, [])

    def test_more_rounds_resume(self):
        with TaskServer({"one": ANSWERS}) as server:
            first = self.evolve(server, strategy={**EVOLVE, "rounds": 2})
            self.assertEqual(first["candidates"], 8)
            more = self.evolve(server, "--resume", "--rounds", "3", strategy={**EVOLVE, "rounds": 2})
            self.assertEqual((more["candidates"], more["evaluation"]["evaluated"]), (12, 4))
            course = self.course()
        with TaskServer({"one": ANSWERS}) as server:
            self.store = self.root / "whole.kloupe"
            self.evolve(server)
            self.assertEqual(self.course(), course)

    def test_a_budget_holds_and_a_larger_one_resumes(self):
        with TaskServer({"one": ANSWERS}) as server:
            document = self.evolve(server, budget={"requests": 6})
            self.assertEqual((document["end"], document["candidates"], len(server.requests)), ("budget", 6, 6))
            document = self.evolve(server, "--resume")
            self.assertEqual((document["end"], document["candidates"], len(server.requests)), ("answered", 12, 12))

    def test_a_cassette_replays_all_of_it(self):
        cassette = self.root / "c.jsonl"
        with TaskServer({"one": ANSWERS}) as server:
            self.evolve(server, "--record", cassette)
            first = self.course()
        self.environment.pop("LOUPE_TEST_KEY", None)
        self.store = self.root / "again.kloupe"
        self.evolve(server, "--replay", cassette, "--replay-exact")  # the server is gone
        self.assertEqual(self.course(), first)


class Kills(PooledCase):
    """Whatever killed it, later requests must equal those of an undisturbed run."""
    def setUp(self):
        super().setUp()
        with TaskServer({"one": ANSWERS}) as server:
            self.store = self.root / "whole.kloupe"
            self.evolve(server)
            self.whole = self.course()

    def finish(self, server, before):
        document = self.evolve(server, "--resume")
        self.assertEqual((document["candidates"], document["end"]), (12, "answered"))
        self.assertEqual(self.course(), self.whole)
        self.assertEqual(self.sql("SELECT count(*) FROM v_response WHERE is_complete = 1"), [(12,)])
        self.assertEqual(self.sql("SELECT DISTINCT state FROM v_dialogue"), [("stopped",)])
        self.assertEqual(self.spooled(), [])
        unknown = self.sql("SELECT count(*) FROM v_request WHERE state = 'unknown'")[0][0]
        # The kill may come before a request was sent.
        self.assertIn(len(server.requests), range(12, 12 + unknown + 1))
        self.assertLessEqual(unknown, before, "only what was open may be asked twice")

    def test_killed_while_asking(self):
        for moment in (1, 4, 5, 7, 8, 9, 12):
            with self.subTest(moment=moment), TaskServer({"one": ANSWERS}) as server:
                self.store = self.root / f"asking{moment}.kloupe"
                self.kill_at(server, moment, "--tasks", "one", strategy=EVOLVE, parameters=SEEDED)
                self.finish(server, 1)

    def test_killed_while_evaluating(self):
        for wave in (1, 2, 3):
            for at in ("planned", "judged", "last"):
                with self.subTest(wave=wave, at=at), TaskServer({"one": ANSWERS}) as server:
                    self.store = self.root / f"evaluating{wave}{at}.kloupe"
                    self.kill_in_wave(server, wave, at, 4, "--tasks", "one", strategy=EVOLVE, parameters=SEEDED)
                    self.finish(server, 0)


if __name__ == "__main__":
    main()
