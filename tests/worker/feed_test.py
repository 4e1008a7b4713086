# SPDX-License-Identifier: Apache-2.0
"""Tests that the reference's process makes other inputs for each timed call, and that every process
calls on the values that it is handed."""

import os
import sys
import tempfile
import unittest

try:
    import torch
except ModuleNotFoundError:
    print("torch is not installed: skipped")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker import othervalues, tensors  # noqa: E402
from loupe_worker.feed import Feed, same_values  # noqa: E402
from loupe_worker.operations import Operations  # noqa: E402
from loupe_worker.values import Encoder  # noqa: E402


def filled(number, size=4):
    return [torch.full((size,), float(number)), number], {"named": torch.tensor([number])}


class FeedTest(unittest.TestCase):
    def test_values_come_to_the_addresses_of_the_first_slot(self):
        first = filled(1)
        feed = Feed(first, None)
        feed.lay([filled(2), filled(3)])
        self.assertIs(feed.slots[0][0][0], first[0][0])
        self.assertEqual(first[0][0].tolist(), [2, 2, 2, 2])
        self.assertEqual([slot[0][1] for slot in feed.slots], [2, 3], "numbers are handed over, too")
        self.assertEqual(feed.slots[1][1]["named"].tolist(), [3])

    def test_addresses_stay_unless_a_call_changed_the_memory(self):
        feed = Feed(None, None)
        feed.lay([filled(1)])
        held = feed.slots[0][0][0]
        feed.lay([filled(2)])
        self.assertIs(feed.slots[0][0][0], held)
        held.resize_(100, 100)
        feed.lay([filled(3)])
        self.assertEqual(feed.slots[0][0][0].tolist(), [3, 3, 3, 3])

    def test_memory_that_was_handed_over_is_not_what_calls_get(self):
        given = filled(1)
        feed = Feed(None, None)
        feed.lay([given])
        given[0][0].fill_(9)
        self.assertEqual(feed.slots[0][0][0].tolist(), [1, 1, 1, 1])

    def test_expanded_inputs_are_written_once(self):
        feed = Feed(([torch.tensor([1.0]).expand(4)], {}), None)
        feed.lay([([torch.tensor([2.0]).expand(4)], {})])
        self.assertEqual(feed.slots[0][0][0].tolist(), [2, 2, 2, 2])
        self.assertEqual(feed.slots[0][0][0].stride(), (0,))

    def test_arrays_are_made_anew(self):
        feed = Feed(None, lambda given: ([each.numpy().copy() for each in given[0]], {}))
        feed.lay([([torch.ones(2)], {})])
        first = feed.slots[0][0][0]
        feed.lay([([torch.zeros(2)], {})])
        self.assertIsNot(feed.slots[0][0][0], first)
        self.assertEqual(feed.slots[0][0][0].tolist(), [0, 0])

    def test_values_are_the_same_by_their_bits(self):
        nan = float("nan")
        self.assertTrue(same_values([torch.tensor([nan]), 1], [torch.tensor([nan]), 1]))
        self.assertFalse(same_values([torch.tensor([0.0]), 1], [torch.tensor([-0.0]), 1]))
        self.assertFalse(same_values([torch.tensor([0.0]), 1], [torch.tensor([0.0]), 2]))


class OtherValuesTest(unittest.TestCase):
    def test_a_number_in_a_tensor_is_changed(self):
        changed, why = othervalues.made([torch.tensor(2.0), torch.ones(3)], 5)
        self.assertEqual(why, "")
        self.assertLess(float(changed[0]), 2)
        self.assertEqual(changed[0].shape, ())

    def test_labels_of_two_values_keep_them(self):
        labels = torch.tensor([-1.0, 1.0] * 32)
        changed, _ = othervalues.made([torch.rand(64), labels], 5)
        self.assertTrue(torch.equal(changed[1], labels))


class Child:
    """A child's operations, without its process."""

    def __init__(self, test, role, source):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.operations = Operations({"role": role, "device": "cpu", "threads": 1}, folder.name)
        self.ask({"do": "load", "source": source, "file_name": "t.py"})

    def ask(self, request, value=None):
        if value is None:
            return self.operations.perform(request, [])
        encoder = Encoder()
        request = request | {"value": encoder.encode(value)}
        request["tensors"], descriptor = tensors.write(encoder.tensors)
        try:
            return self.operations.perform(request, [descriptor])
        finally:
            os.close(descriptor)


TASK = """
import random, torch
def get_inputs():
    return [torch.rand(3, 2), torch.randint(0, 10**6, (4,)), random.random()]
def get_input_groups():
    return [[torch.rand(2)], [torch.rand(5)]]
def constant():
    return [torch.ones(3)]
def double(x):
    return x * 2
"""
CANDIDATE = "seen = []\ndef f(x, times=2):\n    seen.append(x.clone())\n    return x * times\n"


class DrawTest(unittest.TestCase):
    def setUp(self):
        self.oracle = Child(self, "oracle", TASK)

    def drawn(self, seed, **more):
        request = {"do": "draw", "function": "get_inputs", "hand_over": True, "seed_random": True}
        return self.oracle.ask(request | {"seed": seed, "count": 2} | more)

    def test_each_call_has_its_inputs(self):
        answer, sets, is_given = self.drawn(1)
        self.assertTrue(is_given and answer["differ"])
        self.assertTrue(same_values(sets, self.drawn(1)[1]))
        self.assertFalse(same_values(sets, self.drawn(2)[1]))
        for index in range(3):
            self.assertFalse(same_values(sets[0]["args"][index], sets[1]["args"][index]))

    def test_a_generator_without_chance_is_told(self):
        self.assertFalse(self.drawn(1, function="constant")[0]["differ"])

    def test_groups_are_made_anew_and_those_of_the_trials_stay(self):
        groups = {"do": "inputs", "groups": "get_input_groups", "index": 1}
        kept = self.oracle.ask(groups | {"seed": 7})[1]
        answer, sets, _ = self.drawn(1, groups="get_input_groups", index=1, anew=True)
        self.assertTrue(answer["differ"])
        self.assertEqual(sets[0]["args"][0].shape, (5,))
        self.assertTrue(same_values(self.oracle.ask(groups)[1], kept))

    def test_a_recorded_call_has_its_values_changed(self):
        values = [torch.full((4,), 8.0), torch.arange(4)]
        request = {"do": "draw", "hand_over": True, "one": True, "seed": 1, "count": 2}
        answer, sets, _ = self.oracle.ask(request, values)
        self.assertTrue(answer["differ"])
        ratios = sets[0]["args"][0] / 8
        self.assertTrue(bool(((ratios > 0.5) & (ratios <= 1)).all()))
        self.assertTrue(torch.equal(sets[0]["args"][1], torch.arange(4)))
        del request["one"]
        again = self.oracle.ask(request)[1]
        self.assertTrue(same_values(sets, again), "of the same values, without sending them")

    def test_what_is_kept_is_not_what_calls_write_to(self):
        self.oracle.ask({"do": "give", "function": "double"}, [torch.zeros(2)])
        self.drawn(1, groups="get_input_groups", index=0, anew=True, keep=True, hand_over=False)
        self.oracle.ask({"do": "lay"})
        held = self.oracle.operations._feed.slots[0][0][0]
        before = held.clone()
        held.zero_()
        self.oracle.ask({"do": "lay"})
        self.assertTrue(torch.equal(held, before))

    def test_inputs_of_a_held_result_can_be_laid_again(self):
        self.oracle.ask({"do": "give", "function": "double"}, [torch.zeros(2)])
        groups = {"groups": "get_input_groups", "index": 0, "anew": True}
        sets = self.drawn(1, keep=True, **groups)[1]
        self.oracle.ask({"do": "lay"})
        self.oracle.ask({"do": "time", "function": "double", "method": "host", "calls": 1})
        self.oracle.ask({"do": "hold_result", "held": 0})
        self.drawn(2, keep=True, **groups)
        self.oracle.ask({"do": "lay"})
        self.oracle.ask({"do": "lay", "held": 0, "slot": 1})
        self.assertTrue(torch.equal(self.oracle.operations._args[0], sets[1]["args"][0]))

    def test_a_candidate_draws_nothing(self):
        candidate = Child(self, "subject", CANDIDATE)
        with self.assertRaisesRegex(Exception, "does not do draw"):
            candidate.ask({"do": "draw", "function": "get_inputs", "seed": 1, "count": 1})


class CallsTest(unittest.TestCase):
    """A candidate's process that times calls on what was laid."""

    def setUp(self):
        self.child = Child(self, "subject", CANDIDATE)
        self.child.ask({"do": "give", "function": "f"}, [torch.full((4,), 3.0)])

    def lay(self, numbers):
        sets = [{"args": [torch.full((4,), float(each))], "kwargs": {}} for each in numbers]
        self.child.ask({"do": "lay", "place": "slots"}, sets)

    def test_calls_use_the_slots_in_turn(self):
        self.lay([10, 20, 30])
        self.child.ask({"do": "time", "function": "f", "method": "host", "calls": 3, "first": 2})
        seen = self.child.operations._module.seen
        self.assertEqual([int(each[0]) for each in seen], [30, 10, 20])
        last = self.child.ask({"do": "last_result"})[1]
        self.assertEqual(last.tolist(), [40] * 4)

    def test_the_arguments_of_a_result_are_those_of_its_call(self):
        self.lay([10, 20, 30])
        self.child.ask({"do": "time", "function": "f", "method": "host", "calls": 2, "first": 0})
        handed = self.child.ask({"do": "last_result", "return_arguments": True})[1]
        self.assertEqual(handed["result"].tolist(), [40] * 4)
        self.assertEqual(handed["arguments"]["args"][0].tolist(), [20] * 4)

    def test_the_first_slot_is_at_the_address_of_what_was_given(self):
        held = self.child.operations._args[0]
        self.lay([10])
        self.assertIs(self.child.operations._args[0], held)
        self.assertEqual(held.tolist(), [10] * 4)

    def test_arguments_that_are_given_in_their_place_are_called(self):
        held = self.child.operations._args[0]
        self.lay([10, 20])
        self.child.ask({"do": "give", "function": "f", "place": "same"}, [torch.full((4,), 5.0)])
        self.assertIs(self.child.operations._args[0], held)
        self.child.ask({"do": "time", "function": "f", "method": "host", "calls": 1})
        self.assertEqual(int(self.child.operations._module.seen[-1][0]), 5)

    def test_a_number_beside_a_tensor_that_stays_is_the_new_one(self):
        self.child.ask({"do": "give", "function": "f"}, [torch.ones(4), 3])
        self.child.ask({"do": "give", "function": "f", "place": "same"}, [torch.ones(4), 5])
        self.child.ask({"do": "time", "function": "f", "method": "host", "calls": 1})
        self.assertEqual(self.child.ask({"do": "last_result"})[1].tolist(), [5] * 4)


class Shelf:
    """Memory to which the engine writes, and which a child maps once."""

    def __init__(self, test, sets):
        encoder = Encoder()
        self.request = {"do": "lay", "place": "slots", "shares": True, "value": encoder.encode(sets)}
        specs, sealed = tensors.write(encoder.tensors)
        self.request["tensors"] = specs
        self.descriptor = os.memfd_create("shelf")
        test.addCleanup(os.close, self.descriptor)
        self.fill(sealed)

    def fill(self, sealed):
        os.pwrite(self.descriptor, os.pread(sealed, 1 << 20, 0), 0)
        os.close(sealed)


class SharedInputsTest(unittest.TestCase):
    def setUp(self):
        self.child = Child(self, "subject", CANDIDATE)
        self.child.ask({"do": "give", "function": "f"}, [torch.ones(4)])

    def results(self, first_values, later_values):
        """Calls on values, then on others in the same memory; returns their results."""
        sets = [[{"args": [each], "kwargs": {}}] for each in (first_values, later_values)]
        shelf = Shelf(self, sets[0])
        self.child.operations.perform(shelf.request, [shelf.descriptor])
        seen = [self.call()]
        encoder = Encoder()
        encoder.encode(sets[1])
        shelf.fill(tensors.write(encoder.tensors)[1])
        self.child.ask({"do": "lay", "place": "slots", "again": True})
        return [*seen, self.call()]

    def call(self):
        self.child.ask({"do": "time", "function": "f", "method": "host", "calls": 1, "first": 0})
        return self.child.ask({"do": "last_result"})[1].tolist()

    def test_calls_see_what_the_engine_writes(self):
        self.assertEqual(
            self.results(torch.full((4,), 3.0), torch.full((4,), 5.0)), [[6] * 4, [10] * 4]
        )
        first = self.child.operations._feed.slots[0][0][0]
        self.child.ask({"do": "lay", "place": "slots", "again": True})
        second = self.child.operations._feed.slots[0][0][0]
        self.assertEqual(second.data_ptr(), first.data_ptr(), "the address stays")
        self.assertIsNot(second, first)

    def test_what_a_call_did_to_its_arguments_is_gone_in_the_next(self):
        source = "def f(x):\n    y = x * 2\n    x.resize_(1)\n    return y\n"
        self.child = Child(self, "subject", source)
        self.child.ask({"do": "give", "function": "f"}, [torch.ones(4)])
        self.test_calls_see_what_the_engine_writes()

    def test_values_that_are_copied_when_they_arrive_are_copied_again(self):
        self.assertEqual(
            self.results(torch.tensor([3.0]).expand(4), torch.tensor([5.0]).expand(4)),
            [[6] * 4, [10] * 4],
        )

    def test_a_call_may_write_to_its_inputs(self):
        self.child = Child(self, "subject", "def f(x):\n    return x.mul_(2)\n")
        self.child.ask({"do": "give", "function": "f"}, [torch.ones(4)])
        self.test_calls_see_what_the_engine_writes()


if __name__ == "__main__":
    unittest.main()
