# SPDX-License-Identifier: Apache-2.0
"""Tests resources/worker/loupe_inspect on small sources. Every expectation was derived by reading
the source."""

import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_inspect.facts import facts_of  # noqa: E402


def names(facts, kind):
    return [one["name"] for one in facts[kind]]


class Names(unittest.TestCase):
    def test_imports_and_aliases_are_followed(self):
        facts = facts_of(
            "import torch as t\nfrom torch.nn import functional as F\nrelu = F.relu\n"
            "def f(x):\n    t.matmul(x, x)\n    relu(x)\n    getattr(t, 'soft' + 'max')(x)\n"
            "    x.sum()\n    return x @ x\n"
        )
        self.assertEqual(
            names(facts, "calls"),
            ["torch.matmul", "torch.nn.functional.relu", "torch.softmax", "getattr", ".sum",
             "operator.matmul"],
        )  # fmt: skip

    def test_members_are_assigned_by_the_constructor(self):
        facts = facts_of(
            "import torch.nn as nn\nclass M(nn.Module):\n  def __init__(self):\n"
            "    self.linear = nn.Linear(1, 2)\n  def forward(self, x):\n    return self.linear(x)\n",
            "M",
        )
        self.assertIn("torch.nn.Linear()", names(facts, "calls"))

    def test_writes_to_imported_modules(self):
        facts = facts_of(
            "import torch\ntorch.cuda.Event.elapsed_time = None\nsetattr(torch, 'all' 'close', 1)\n"
            "own = object()\nown.value = 3\ndel torch.relu\n"
        )
        self.assertEqual(
            names(facts, "writes"),
            ["torch.cuda.Event.elapsed_time", "torch.allclose", "torch.relu"],
        )
        self.assertEqual([one["how"] for one in facts["writes"]], ["assign", "setattr", "delete"])

    def test_syntax_errors_have_a_line(self):
        facts = facts_of("x = 1\nif x\n")
        self.assertFalse(facts["parsed"])
        self.assertEqual(facts["line"], 2)

    def test_nesting_is_bounded(self):
        self.assertFalse(facts_of("x = " + "(" * 5000 + ")" * 5000)["parsed"])


class Usage(unittest.TestCase):
    def test_a_variable_named_half_is_no_conversion(self):
        triton = (
            "import torch\nimport triton\nimport triton.language as tl\n@triton.jit\n"
            "def k(x, n, BLOCK: tl.constexpr):\n    half = BLOCK // 2\n"
            "    i = tl.arange(0, half)\n    tl.store(x + i, tl.load(x + half + i))\n"
            "class ModelNew(torch.nn.Module):\n  def forward(self, x):\n    half = x.shape[-1] // 2\n"
            "    y = torch.empty(x.shape, device=x.device)\n    k[(1,)](%s, half, 64)\n    return y\n"
        )
        honest = facts_of(triton % "x[..., :half]", "ModelNew")
        self.assertNotIn(".half", names(honest, "calls"))
        self.assertIn(".half", names(facts_of(triton % "x.half()", "ModelNew"), "calls"))
        rotated = "def f(x):\n  half = x.shape[-1] // 2\n  return half * x[..., half:] + int(half)\n"
        self.assertNotIn(".half", names(facts_of(rotated), "calls"))
        self.assertIn(".half", names(facts_of(rotated + "def g(x):\n  return x.half()\n"), "calls"))

    def test_a_compiler_and_a_file_for_it(self):
        facts = facts_of(
            "import subprocess\ncommand = ['g++', '-shared']\nsubprocess.run(command)\n"
            "subprocess.run(['renice', 'g++'])\nopen('a', 'w')\nopen('a', mode='r+')\nopen('a')\n"
        )
        self.assertEqual(
            names(facts, "calls"),
            ["subprocess.run[compiler]", "subprocess.run", "open[write]", "open", "open"],
        )

    def test_a_switch_of_precision_that_asks_for_full_float32(self):
        facts = facts_of(
            "import torch\ntorch.backends.cudnn.allow_tf32 = False\n"
            "torch.backends.cuda.matmul.allow_tf32 = True\n"
            "torch.backends.cuda.matmul.fp32_precision = 'ieee'\n"
            "torch.backends.cudnn.enabled = False\n"
            "torch.set_float32_matmul_precision('highest')\n"
            "torch.set_float32_matmul_precision('high')\n"
            "torch.set_default_dtype(torch.float32)\ntorch.set_default_dtype(torch.float16)\n"
        )
        self.assertEqual(
            [name.removeprefix("torch.backends.") for name in names(facts, "writes")],
            ["cudnn.allow_tf32[exact]", "cuda.matmul.allow_tf32",
             "cuda.matmul.fp32_precision[exact]", "cudnn.enabled"],
        )  # fmt: skip
        self.assertEqual(
            [name.removeprefix("torch.set_") for name in names(facts, "calls")],
            ["float32_matmul_precision[exact]", "float32_matmul_precision",
             "default_dtype[exact]", "default_dtype"],
        )  # fmt: skip

    def thread(self, body):
        source = "import threading\ndef f(x, out):\n  t = threading.Thread(target=g)\n  t.start()\n"
        return [n for n in names(facts_of(source + body), "calls") if n.startswith("threading")]

    def test_a_join_with_a_timeout_does_not_count(self):
        self.assertEqual(self.thread("  t.join()\n"), ["threading.Thread[joined]"])
        self.assertEqual(self.thread("  t.join(0.01)\n"), ["threading.Thread"])
        self.assertEqual(self.thread("  ', '.join(x)\n"), ["threading.Thread"])
        self.assertEqual(
            self.thread("  t.join()\ndef h(p):\n  p.submit(f)\n"), ["threading.Thread"]
        )

    def pool(self, body):
        source = "import concurrent.futures as cf\ndef f(x):\n  pool = cf.ThreadPoolExecutor(2)\n"
        return [n for n in names(facts_of(source + body), "calls") if n.startswith("concurrent")][0]

    def test_reading_results_joins_a_pool(self):
        waited, unwaited = "concurrent.futures.ThreadPoolExecutor[joined]", "concurrent.futures.ThreadPoolExecutor"
        self.assertEqual(self.pool("  return list(pool.map(g, x))\n"), waited)
        self.assertEqual(self.pool("  for y in pool.map(g, x):\n    h(y)\n"), waited)
        self.assertEqual(self.pool("  jobs = pool.map(g, x)\n  pool.shutdown(wait=True)\n"), waited)
        self.assertEqual(self.pool("  jobs = pool.map(g, x)\n"), unwaited)
        self.assertEqual(self.pool("  pool.map(g, x)\n  pool.shutdown(wait=False)\n"), unwaited)
        self.assertEqual(
            self.pool("  jobs = [pool.submit(g, p) for p in x]\n  for j in cf.as_completed(jobs):\n    j\n"),
            waited,
        )
        self.assertEqual(self.pool("  pool.submit(g, x)\n"), unwaited)

    def test_thread_results_depend_on_their_arguments(self):
        started = "t = Thread(target=%s, args=(x, 0))\n    t.join()\n    return %s\n"
        method = "class M:\n  def w(self, p, i):\n    self.%s = p\n  def f(self, x):\n    "
        inner = "class M:\n  def f(self, x):\n    out = [None]\n    def w(p, i):\n      %s[i] = p\n    "
        each = "ts = [Thread(target=w, args=(p, i)) for i, p in x]\n    return %s\n"
        for source, depends in (
            (method % "out" + started % ("self.w", "self.out"), True),
            (method % "other" + started % ("self.w", "self.out"), False),
            (method % "out" + "self.w(x, 0)\n    return self.out\n", True),
            (method % "out" + "self.w(1, 0)\n    return self.out\n", False),
            (inner % "out" + started % ("w", "out"), True),
            (inner % "other" + started % ("w", "out"), False),
            (inner % "out" + each % "out", True),
        ):
            facts = facts_of(source, "M")
            self.assertEqual([one["from_inputs"] for one in facts["returns"]], [depends], source)

    def test_variables_of_the_environment_by_their_names(self):
        facts = facts_of("import os\nos.environ['CC'] = 'gcc'\nos.environ[name] = 'x'\n")
        self.assertEqual(names(facts, "writes"), ["os.environ[CC]", "os.environ[*]"])

    def test_concatenated_names(self):
        facts = facts_of(
            "import sys, torch\ngetattr(torch, f'float{n}')\ngetattr(sys, ''.join(p))\n"
            "getattr(torch, 'relu')\ngetattr(own, name)\nframe.f_back\ngetattr(e, 'tb_frame')\n"
        )
        self.assertEqual(names(facts, "computed"), ["torch[built]", "sys[made]"])
        self.assertEqual(names(facts, "mentions"), ["f_back", "tb_frame"])

    def test_writes_of_inner_functions_are_not_constant(self):
        facts = facts_of(
            "def forward(x):\n  out = torch.empty_like(x)\n  def work():\n    out.copy_(x)\n"
            "  run(work)\n  return out\n"
        )
        self.assertEqual([one["from_inputs"] for one in facts["returns"]], [True])

    def test_preparation_at_the_first_call(self):
        source = "class M:\n  def f(self):\n    self.n += 1\n    if self.n == 1:\n      "
        self.assertEqual(names(facts_of(source + "self.w = 1\n"), "counters"), ["self.n[first]"])
        self.assertEqual(names(facts_of(source + "return 1\n"), "counters"), ["self.n"])

    def test_printed_counters(self):
        source = "class M:\n  def f(self, x):\n    self.n += 1\n    if self.n % 9 == 0:\n      "
        for line, found in (
            ("print(f'{self.n} of {tuple(x.shape)}', file=sys.stderr)", "self.n[prints]"),
            ("print(self.skip())", "self.n"),
            ("print(y := self.old)", "self.n"),
            ("print(1); self.w = 1", "self.n"),
            ("print(1)\n    else:\n      self.w = 1", "self.n"),
        ):
            self.assertEqual(names(facts_of(source + line + "\n"), "counters"), [found], line)


class Reached(unittest.TestCase):
    SOURCE = (
        "import triton\n"
        "@triton.jit\ndef used(x): pass\n"
        "@triton.jit\ndef unused(x): pass\n"
        "def helper(x): used[(1,)](x)\n"
        "def other(x): unused[(1,)](x)\n"
        "class M:\n  def forward(self, x):\n    return helper(x)\n"
    )

    def test_only_functions_reachable_from_the_entry(self):
        facts = facts_of(self.SOURCE, "M")
        reached = {one["name"]: one["reached"] for one in facts["functions"]}
        self.assertEqual(
            reached,
            {"used": True, "unused": False, "helper": True, "other": False, "M.forward": True},
        )

    def test_without_an_entry_public_functions_are_entries(self):
        facts = facts_of(self.SOURCE)
        self.assertTrue(all(one["reached"] for one in facts["functions"]))

    def test_a_wrapped_kernel_is_reached_through_its_name(self):
        facts = facts_of(
            "def inner(x): pass\nwrapped = tuned(inner)\n"
            "class M:\n  def forward(self, x): return wrapped(x)\n",
            "M",
        )
        self.assertTrue(facts["functions"][0]["reached"])


class Flow(unittest.TestCase):
    def returned(self, body, parameters="x"):
        source = f"import torch\ndef f({parameters}):\n" + "".join(
            f"    {line}\n" for line in body.split("\n")
        )
        return [one["from_inputs"] for one in facts_of(source, "f")["returns"]]

    def test_a_constant_of_the_shape_is_constant(self):
        self.assertEqual(self.returned("return torch.zeros(x.shape)"), [False])
        self.assertEqual(self.returned("return torch.zeros_like(x)"), [False])
        self.assertEqual(self.returned("return torch.full(x.size(), 0.5)"), [False])

    def test_values_flow_through_names_and_loops(self):
        self.assertEqual(self.returned("y = x * 2\nz = y\nreturn z"), [True])
        self.assertEqual(self.returned("a = 0\nfor i in x:\n    a = a + i\nreturn a"), [True])

    def test_a_kernel_writes_into_its_arguments(self):
        self.assertEqual(
            self.returned("out = torch.empty_like(x)\nkernel[(1,)](x, out)\nreturn out"), [True]
        )
        self.assertEqual(self.returned("out = torch.empty_like(x)\nreturn out"), [False])

    def test_a_view_that_is_written_writes_its_origin(self):
        self.assertEqual(
            self.returned(
                "out = torch.empty_like(x)\nfor part, to in zip(x.chunk(2), out.chunk(2)):\n"
                "    kernel[(1,)](part, to)\nreturn out"
            ),
            [True],
        )

    def test_counters_and_branches_on_values(self):
        facts = facts_of(
            "class M:\n  def forward(self, x):\n    self.n += 1\n    if self.n > 5: return 0\n"
            "    if x.sum().item() > 1: return x\n    if x.shape[0] > 3: return x\n    return x\n",
            "M",
        )
        self.assertEqual([(c["name"], c["line"]) for c in facts["counters"]], [("self.n", 4)])
        self.assertEqual([one["line"] for one in facts["branches"]], [5])

    def counters(self, body):
        source = "class M:\n  def forward(self, x):\n" + body
        return [one["name"] for one in facts_of(source, "M")["counters"]]

    def test_scaling_a_weight_is_not_a_counter(self):
        self.assertEqual(
            self.counters(
                "    self.conv.weight.data *= s\n    if self.conv.bias is not None:\n"
                "      self.conv.bias.data *= s\n"
            ),
            [],
        )
        self.assertEqual(self.counters("    self.w *= s\n    if self.w.shape[0] > 3: pass\n"), [])

    def test_counters_are_found_however_they_are_held(self):
        for add, test, name in (
            ("self.n.data += 1", "self.n > 5", "self.n.data"),
            ("self.n[0] += 1", "x[self.n[0]] > 5", "self.n"),
            ("self.h.n += 1", "self.h.ready()", "self.h.n"),
            ("self.n *= 2", "self.n.item() > 32", "self.n"),
            ("self.n += 1", "self.table[self.n].x", "self.n"),
        ):
            body = f"    {add}\n    if {test}: return 0\n"
            self.assertEqual(self.counters(body), [name], add)

    def test_a_docstring_is_not_an_address_unless_read(self):
        documented = '"""https://arxiv.org/abs/1"""\ndef f(x):\n  "see http://a.b"\n  return x\n'
        self.assertEqual(facts_of(documented)["texts"], [])
        self.assertEqual(len(facts_of(documented + "get(f.__doc__)\n")["texts"]), 2)
        self.assertEqual(len(facts_of("u = 'http://a.b'\n")["texts"]), 1)

    def test_keys_by_identity_also_by_a_name_that_holds_it(self):
        facts = facts_of(
            "class M:\n  def forward(self, x):\n    key = (x.data_ptr(), tuple(x.shape))\n"
            "    address = x.data_ptr()\n    launch(address)\n    return self.kept[key]\n",
            "M",
        )
        self.assertEqual([one["line"] for one in facts["keyed_by_identity"]], [6])

    def test_suppressed_exceptions_are_a_fallback(self):
        facts = facts_of(
            "import contextlib, torch\nclass M:\n  def forward(self, x):\n"
            "    out = torch.relu(x)\n    with contextlib.suppress(Exception):\n"
            "      kernel[(1,)](x, out)\n    return out\n",
            "M",
        )
        self.assertEqual(facts["fallbacks"][0]["tries"], ["kernel"])
        self.assertIn("torch.relu", facts["fallbacks"][0]["falls_back_to"])

    def test_keys_by_identity_but_not_alias_checks(self):
        facts = facts_of(
            "kept = {}\ndef f(x, y):\n    if x.data_ptr() == y.data_ptr(): return x\n"
            "    if id(x) in kept: return kept[id(x)]\n    return kept.get(x.data_ptr())\n"
        )
        lines = [one["line"] for one in facts["keyed_by_identity"]]
        self.assertEqual(sorted(set(lines)), [4, 5])


if __name__ == "__main__":
    unittest.main()
