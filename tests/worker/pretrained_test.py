# SPDX-License-Identifier: Apache-2.0
"""Tests models of Hugging Face's transformers: a configuration survives a round trip as text, and
the model's memory is known without its weights."""

import os
import sys
import unittest

try:
    import torch
    import transformers
except ModuleNotFoundError:
    print("torch or transformers is not installed: skipped")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker import sizes  # noqa: E402
from loupe_worker.failures import Failure  # noqa: E402
from loupe_worker.values import Decoder, Encoder  # noqa: E402

WIDTH, WORDS = 8, 100


def small():
    return transformers.GPT2Config(n_embd=WIDTH, n_layer=1, n_head=2, n_positions=16, vocab_size=WORDS)


class Language(torch.nn.Module):
    """Model like those of KernelBench's level 4."""

    def __init__(self, name, config):
        super().__init__()
        self.model = transformers.AutoModelForCausalLM.from_pretrained(name, config=config)

    def forward(self, x):
        return self.model(x).logits


class PretrainedTest(unittest.TestCase):
    def test_configurations_round_trip(self):
        sent = small()
        name, back = Decoder([], "cpu").decode(Encoder().encode(["made/up", sent]))
        self.assertEqual(name, "made/up")
        self.assertIs(type(back), transformers.GPT2Config)
        self.assertEqual(back.to_dict(), sent.to_dict())

    def test_other_objects_are_refused(self):
        written = Encoder().encode(transformers.GenerationConfig())
        self.assertEqual(written["k"], "other")
        self.assertRaises(Failure, Decoder([], "cpu").decode, written)

    def test_sizes_need_no_weights(self):
        found = sizes.of_model(
            lambda: [torch.randint(0, WORDS, (3, 16))], Language, lambda: ["made/up", small()]
        )
        self.assertEqual(found["bytes"], 3 * 16 * 8)
        self.assertEqual(found["result"], 3 * 16 * WORDS * 4)
        # Token and position embeddings, one layer (two norms, four products with biases), a norm,
        # and the tied output embedding, which is the same tensor.
        layer = 4 * WIDTH + WIDTH * 12 * WIDTH + (3 + 1 + 4 + 1) * WIDTH
        self.assertEqual(found["weights"], 4 * (2 * WORDS * WIDTH + 16 * WIDTH + layer + 2 * WIDTH))
        self.assertGreaterEqual(found["peak"], found["result"])


if __name__ == "__main__":
    unittest.main()
