# SPDX-License-Identifier: Apache-2.0
"""Small tasks in KernelBench's form, one for each kind of value that a reference takes or returns.

Each is (name, body of the model's forward, result of get_inputs, further parts). The test submits
every reference as its own candidate."""

HEAD = """import collections
import dataclasses
import enum
from typing import NamedTuple

import torch
import torch.nn as nn
import torch.nn.functional as F

"""

X = "torch.randn(16, 32)"


def text(task):
    """Returns the file of a task."""
    lines = [HEAD, task.get("before", "")]
    lines += ["", "", "class Model(nn.Module):"]
    if "init" in task:
        lines += [f"    def __init__(self{task.get('takes', '')}):", "        super().__init__()"]
        lines += ["        " + line for line in task["init"].splitlines()] + [""]
    lines += [f"    def forward(self, {task.get('names', 'x')}):"]
    lines += ["        " + line for line in task["forward"].splitlines()]
    lines += ["", "", "def get_inputs():"]
    lines += ["    " + line for line in task.get("inputs", f"return [{X}]").splitlines()]
    lines += ["", "", "def get_init_inputs():", f"    return {task.get('arguments', '[]')}", ""]
    return "\n".join(lines)


def one(name, forward, inputs=X, names="x", **more):
    return {"name": name, "forward": forward, "inputs": f"return [{inputs}]", "names": names, **more}


# Tasks that both verdicts can judge.
RIGHT = [
    # Layouts of results.
    one("ExpandedColumn", "return x[:, :1].expand(16, 32)"),
    one("ExpandedMean", "return x.mean(0).expand(8, 32)"),
    one("BroadcastPart", "return torch.broadcast_tensors(x[:, :1], x)[0]"),
    one("ViewOfInput", "return x.view(-1)"),
    one("SliceOfInput", "return x[::2, 1:]"),
    one("InputItself", "return x"),
    one("Transposed", "return x.transpose(0, 1)"),
    one("TransposedProduct", "return (x @ x.t() + 1).t()"),
    one("Diagonal", "return torch.diagonal(x)"),
    one("UnfoldedWindows", "return (x[0] * 2).unfold(0, 16, 1)"),
    one("WindowsOfInput", "return x[0].unfold(0, 16, 1)"),
    one("ChannelsLast", "return (x * 2).contiguous(memory_format=torch.channels_last)",
        "torch.randn(2, 3, 8, 8)"),
    one("RealViewOfComplex", "return torch.view_as_real(torch.fft.fft(x))"),
    one("ImaginaryPart", "return torch.fft.fft(x).imag"),
    one("ConjugateView", "return torch.fft.fft(x).conj()"),
    one("ScalarResult", "return x.sum()"),
    one("EmptyAndFull", "return x.clamp(min=0)", "torch.randn(1, 1)"),
    # Layouts of inputs.
    one("ExpandedInput", "return x * 2", "torch.randn(1, 32).expand(16, 32)"),
    one("ExpandedScalarInput", "return x * y", X + ", torch.randn(()).expand(16, 32)", "x, y"),
    one("TransposedInput", "return x * 2", "torch.randn(32, 16).t()"),
    one("OverlappingInput", "return x * 2", "torch.randn(64).unfold(0, 16, 1)"),
    one("GradientInput", "return x * 2", "torch.randn(4, 4, requires_grad=True)"),
    one("ParameterInput", "return x * 2", "nn.Parameter(torch.randn(4, 4))"),
    one("SameInputTwice", "return x + y", names="x, y",
        **{"inputs_text": "x = torch.randn(16, 32)\nreturn [x, x]"}),
    one("SharedMemoryInputs", "return x + y", names="x, y",
        **{"inputs_text": "x = torch.randn(16, 32)\nreturn [x, x[:]]"}),
    # Kinds of tensors.
    one("ParameterResult", "return nn.Parameter(x * 2)"),
    one("OwnParameter", "return self.weight", init="self.weight = nn.Parameter(torch.randn(8, 8))"),
    one("OwnBuffer", "return self.table",
        init="self.register_buffer('table', torch.randn(8, 8))"),
    one("GradientInside", "with torch.enable_grad():\n    y = x.detach().requires_grad_(True)\n"
        "    (g,) = torch.autograd.grad((y ** 3).sum(), y)\nreturn g"),
    one("OutArgument", "y = torch.empty_like(x)\ntorch.add(x, 1, out=y)\nreturn y"),
    one("SparseResult", "return (x * (x > 1)).to_sparse()"),
    one("SparseRowsResult", "return (x * (x > 1)).to_sparse_csr()"),
    one("SparseInput", "return torch.sparse.mm(a, x)",
        "(torch.randn(16, 16) * (torch.rand(16, 16) > 0.7)).to_sparse(), " + X, "a, x"),
    one("UncoalescedInput", "return torch.sparse.mm(a, x)",
        "torch.sparse_coo_tensor(torch.tensor([[0, 0, 3], [1, 1, 2]]), torch.randn(3), (16, 16)), "
        + X, "a, x"),
    one("SparseRowsInput", "assert a.layout == torch.sparse_csr\nreturn a @ x",
        "(torch.randn(16, 16) * (torch.rand(16, 16) > 0.7)).to_sparse_csr(), " + X, "a, x"),
    one("SparseColumnsInput", "assert a.layout == torch.sparse_csc\nreturn a.to_dense() @ x",
        "(torch.randn(16, 16) * (torch.rand(16, 16) > 0.7)).to_sparse_csc(), " + X, "a, x"),
    # Element types.
    one("Float64", "return x * 2", "torch.randn(16, 32, dtype=torch.float64)"),
    one("Float16", "return x * 2", "torch.randn(16, 32).half()"),
    one("BFloat16", "return (x * 2).bfloat16()"),
    one("Complex64", "return torch.fft.fft(x)"),
    one("ComplexInput", "return x * x.conj()", "torch.randn(16, 32, dtype=torch.complex64)"),
    one("BoolResult", "return x > 0"),
    one("Int64Result", "return (x * 10).long()"),
    one("Int32Result", "return (x * 10).int()"),
    one("Int16Result", "return (x * 10).short()"),
    one("Int8Result", "return (x * 10).to(torch.int8)"),
    one("UInt8Result", "return (x.abs() * 10).to(torch.uint8)"),
    one("UInt16Result", "return (x.abs() * 1000).int().to(torch.uint16)"),
    one("UInt32Result", "return (x.abs() * 1e6).long().mul(5000).to(torch.uint32)"),
    one("UInt64Result", "return (x.abs() * 1000).long().to(torch.uint64)"),
    one("UInt16Input", "assert codes.dtype == torch.uint16\nreturn table[codes.long()]",
        "torch.randint(0, 100, (64,)).to(torch.uint16), torch.randn(100, 8)", "codes, table"),
    one("UInt32Input", "assert seed.dtype == torch.uint32\nreturn x + seed.long().sum()",
        X + ", torch.arange(4).to(torch.uint32)", "x, seed"),
    one("Complex32Result", "return torch.complex(x, x).to(torch.complex32)"),
    one("Float8Result", "return x.to(torch.float8_e4m3fn)"),
    one("Float8WideResult", "return x.to(torch.float8_e5m2)"),
    one("Float8OtherZeroResult", "return x.to(torch.float8_e4m3fnuz)"),
    one("Float8WideOtherZeroResult", "return x.to(torch.float8_e5m2fnuz)"),
    one("PowersOfTwoResult", "return x.abs().to(torch.float8_e8m0fnu)"),
    one("PowersOfTwoInput", "return x.view(-1, 32) * scale.float().view(-1, 1)",
        "torch.randn(512), torch.randint(120, 134, (16,), dtype=torch.uint8)"
        ".view(torch.float8_e8m0fnu)", "x, scale"),
    one("PackedHalvesInput", "codes = packed.view(torch.uint8)\n"
        "return torch.stack((codes & 15, codes >> 4), -1).float()",
        "torch.randint(0, 256, (16, 32), dtype=torch.uint8).view(torch.float4_e2m1fn_x2)", "packed"),
    one("PackedHalvesResult", "return (x.abs() * 50).to(torch.uint8).view(torch.float4_e2m1fn_x2)"),
    # Structures.
    one("TupleResult", "return x * 2, x.sum(-1)"),
    one("ListResult", "return [x * 2, [x + 1]]"),
    one("DictResult", "return {'a': x * 2, 1: {'b': x + 1}}"),
    one("TorchNamedTuple", "return torch.max(x, dim=-1)"),
    one("NamedTupleResult", "return Pair(x * 2, x + 1)",
        before="class Pair(NamedTuple):\n    twice: torch.Tensor\n    more: torch.Tensor\n"),
    one("DataClassResult", "return Output(x * 2, {'more': x + 1})",
        before="@dataclasses.dataclass\nclass Output:\n    twice: torch.Tensor\n    rest: dict\n"),
    one("NamedTupleInput", "return pair.left + pair.right", f"Pair({X}, {X})", "pair",
        before="Pair = collections.namedtuple('Pair', 'left right')\n"),
    one("DataClassInput", "return pair.left + pair.right * pair.factor", f"Pair({X}, {X}, 3.0)",
        "pair", before="@dataclasses.dataclass\nclass Pair:\n    left: torch.Tensor\n"
        "    right: torch.Tensor\n    factor: float = 1.0\n"),
    one("EnumArgument", "return x * 2 if self.mode is Mode.TWICE else x", takes=", mode",
        init="self.mode = mode", arguments="[Mode.TWICE]",
        before="class Mode(enum.Enum):\n    ONCE = 'once'\n    TWICE = 'twice'\n"),
    one("EnumResult", "return x * 2, Mode.TWICE",
        before="class Mode(enum.Enum):\n    ONCE = 1\n    TWICE = 2\n"),
    one("ListsAndDicts", "return parts[0] + parts[1] * named['z'][0]",
        f"[{X}, {X}], {{'z': ({X},)}}", "parts, named"),
    one("NumberInputs", "return x * scale + (y if flag else 0)", X + ", 2.5, True, 3",
        "x, scale, flag, y"),
    one("NoneInput", "return x if mask is None else x * mask", X + ", None", "x, mask"),
    one("TextInput", "return F.interpolate(x, scale_factor=2, mode=mode)",
        "torch.randn(2, 3, 8, 8), 'nearest'", "x, mode"),
    one("NoneResult", "return x * 2, None"),
    one("NumberResults", "return x * 2, 3, 2.5, True, 'done'"),
    one("OnlyANumber", "return float(x.numel())"),
    one("SizeResult", "return x * 2, x.shape"),
    one("TypeArgument", "return x.to(self.dtype)", takes=", dtype", init="self.dtype = dtype",
        arguments="[torch.float16]"),
    one("NamedArguments", "return self.layer(x) * self.scale", takes=", size, scale=1.0",
        init="self.layer = nn.Linear(size, size)\nself.scale = scale",
        arguments="[[], {'size': 32, 'scale': 2.0}]"),
    one("PlaceAndNamed", "return self.layer(x) * self.scale", takes=", size, scale=1.0",
        init="self.layer = nn.Linear(size, size)\nself.scale = scale",
        arguments="[[32], {'scale': 2.0}]"),
    one("EmptyAndNoNames", "return x * 2", arguments="[[], {}]"),
    # Values.
    one("NotANumber", "return torch.log(x)"),
    one("Infinite", "return 1 / (x * 0)"),
    one("Overflowing", "return (x * 1e6).half()"),
    one("IntegerOverflow", "return (x * 100).to(torch.int8)"),
    one("InPlace", "return torch.relu_(x)"),
    one("InPlaceAndNew", "x.add_(1)\nreturn x * 2"),
    one("GrowingBuffer", "self.seen += 1\nreturn x * 2",
        init="self.register_buffer('seen', torch.zeros(()))"),
    # Random numbers.
    one("Dropout", "return F.dropout(x, 0.5, training=True)"),
    one("RandomNoise", "return x + torch.randn_like(x)"),
    one("DropoutLayer", "return self.layer(x)", init="self.layer = nn.Dropout(0.3)"),
    # Integers used as indices.
    one("SortBoth", "return torch.sort(x, dim=-1)"),
    one("SortIndices", "return torch.sort(x, dim=-1).indices"),
    one("TopK", "return torch.topk(x, 4, dim=-1)"),
    one("ArgMax", "return x.argmax(-1)"),
    one("KthValue", "return torch.kthvalue(x, 5, dim=-1).indices"),
    one("MedianPlace", "return torch.median(x, dim=-1).indices"),
    one("Unique", "return torch.unique((x * 4).round())"),
    one("NonZero", "return torch.nonzero(x > 1)"),
    one("Histogram", "return torch.bincount(labels, minlength=10)",
        "torch.randint(0, 10, (100,))", "labels"),
    one("Embedding", "return self.table(codes)", "torch.randint(0, 50, (4, 8))", "codes",
        init="self.table = nn.Embedding(50, 8)"),
    # Models.
    one("LinearNorm", "return self.norm(self.layer(x))",
        init="self.layer = nn.Linear(32, 32)\nself.norm = nn.LayerNorm(32)"),
    one("Convolution", "return self.layer(x)", "torch.randn(2, 3, 8, 8)",
        init="self.layer = nn.Conv2d(3, 4, 3)"),
    one("BatchNorm", "return self.layer(x)", "torch.randn(4, 3, 8, 8)",
        init="self.layer = nn.BatchNorm2d(3)"),
    one("Recurrent", "return self.layer(x)", "torch.randn(4, 6, 8)",
        init="self.layer = nn.GRU(8, 8)"),
    one("Float64Inside", "return x.double().cumsum(-1).float()"),
]

# Tasks that KernelBench's own comparison cannot judge. It takes one tensor without NaN, casts every
# input, lets a candidate draw random numbers after the reference, and reuses inputs that the
# reference has written.
STRICT_ONLY = {
    "DataClassResult", "DictResult", "Dropout", "DropoutLayer", "Embedding", "EnumResult", "Histogram",
    "InPlace", "InPlaceAndNew", "ListResult", "NamedTupleResult", "NoneResult", "NotANumber",
    "NumberResults", "OnlyANumber", "PackedHalvesInput", "RandomNoise", "Recurrent", "SizeResult",
    "SortBoth", "TopK", "TorchNamedTuple", "TupleResult", "UInt16Input", "UInt32Input",
}

# Tasks that cannot be judged at all, each with a part of the expected message.
LIMITS = [
    (one("Quantised", "return torch.quantize_per_tensor(x, 0.1, 0, torch.qint8)"), "qint8"),
    (one("ObjectResult", "return x * 2, object()"), "object"),
    (one("SetResult", "return x * 2, {1, 2}"), "set"),
    (one("GeneratorInput", "return x + torch.rand(x.shape, generator=g)",
         X + ", torch.Generator()", "x, g"), "Generator"),
]

# Tasks whose result depends on roundings, so that only the suite's rules can judge them.
ROUNDING = [
    one("OrderOfEqualSums", "rows = torch.stack([x[0].roll(i) for i in range(32)])\n"
        "return (rows * 0.3).sum(-1).argsort()"),
]

# Tasks whose result is open, each with a part of the expected message.
OPEN = [
    (one("HalfWritten", "y = torch.empty_like(x)\ny[:, :16] = x[:, :16]\nreturn y"), "unwritten"),
    (one("TopOfWholeNumbers", "return torch.topk(x, 5).indices", "torch.randint(0, 9, (16, 64))"),
     "equal numbers"),
]

# Tasks that prove nothing about any candidate.
EMPTY = [
    one("EmptyInput", "return x * 2", "torch.empty(0, 4)"),
    one("EmptyResult", "return x[:0]"),
]

for _task in RIGHT:
    if "inputs_text" in _task:
        _task["inputs"] = _task.pop("inputs_text")

# Candidates other than the references: (task, body of the candidate's forward, correct or not).
OTHERS = [
    (one("KthByOrder", "return torch.kthvalue(x, 5, dim=-1).indices", "torch.randn(16, 64)"),
     "order = torch.argsort(x.flip(-1), dim=-1, stable=True)\n"
     "return (x.shape[-1] - 1 - order)[:, 4]", True),
    (one("LastFirst", "return torch.sort(x, dim=-1).indices", "torch.randn(16, 512)"),
     "return x.shape[-1] - 1 - torch.argsort(x.flip(-1), dim=-1, stable=True)", True),
    (one("TwoExperts", "gates, experts = torch.topk(x, 2, dim=-1)\n"
         "return (torch.softmax(gates, -1) * (1.0 + experts)).sum(-1)", "torch.randn(64, 8)"),
     "order = torch.argsort(x.flip(-1), dim=-1, descending=True, stable=True)[:, :2]\n"
     "experts = x.shape[-1] - 1 - order\n"
     "return (torch.softmax(x.gather(-1, experts), -1) * (1.0 + experts)).sum(-1)", True),
    # Rows of as many zeros and ones have equal sums, but for their roundings.
    (one("OrderOfSums", "return torch.softmax(x, -1).square().sum(-1).argsort()", "torch.randn(6, 64)"),
     "e = torch.exp(x.flip(-1) - x.amax(-1, keepdim=True))\n"
     "return (e.square().sum(-1) / e.sum(-1).square()).argsort()", True),
    (one("RoutedLayer", "best, place = torch.softmax(self.gate(x), -1).topk(2, -1)\n"
         "return x * (best * (1.0 + place)).sum(-1, keepdim=True)", init="self.gate = nn.Linear(32, 8)"),
     "score = x @ self.gate.weight.t() + self.gate.bias\nplace = score.topk(2, -1).indices\n"
     "best = torch.softmax(score, -1).gather(-1, place)\n"
     "return x * (best * (1.0 + place)).sum(-1, keepdim=True)", True),
    (one("RoutedToTheNext", "best, place = torch.softmax(self.gate(x), -1).topk(2, -1)\n"
         "return x * (best * (1.0 + place)).sum(-1, keepdim=True)", init="self.gate = nn.Linear(32, 8)"),
     "best, place = torch.softmax(self.gate(x), -1).topk(3, -1)\n"
     "return x * (best * (1.0 + place))[:, ::2].sum(-1, keepdim=True)", False),
    (one("FourOfABlock", "return torch.topk(x, 8, dim=-1).values", "torch.randn(16, 1024)"),
     "best = torch.topk(x.view(16, -1, 64), 4, dim=-1).values\n"
     "return torch.topk(best.reshape(16, -1), 8, dim=-1).values", False),
    (one("Capacity", "route = torch.argmax(x, dim=-1)\nreturn x * (1.0 + route)[:, None]",
         "torch.randn(64, 8)"),
     "route = torch.argmax(x, dim=-1)\nseen = F.one_hot(route, 8).cumsum(0)\n"
     "kept = seen.gather(1, route[:, None]) <= 24\nreturn x * (1.0 + route)[:, None] * kept", False),
    (one("OnePass", "return F.layer_norm(x, (256,))", "torch.randn(16, 256)"),
     "mean = x.mean(-1, keepdim=True)\nvariance = (x * x).mean(-1, keepdim=True) - mean * mean\n"
     "return (x - mean) * torch.rsqrt(variance + 1e-5)", False),
    (one("TwoPasses", "return F.layer_norm(x, (256,))", "torch.randn(16, 256)"),
     "off = x - x.mean(-1, keepdim=True)\n"
     "return off * torch.rsqrt((off * off).mean(-1, keepdim=True) + 1e-5)", True),
    (one("BySquares", "return ((x[:, None] - x[None]) ** 2).sum(-1)", "torch.randn(64, 32)"),
     "s = (x * x).sum(-1)\nreturn (s[:, None] + s[None, :] - 2 * x @ x.t()).clamp_min(0)", False),
    (one("ByDifferences", "return torch.cdist(x, x)", "torch.randn(64, 32)"),
     "return (x[:, None] - x[None]).square().sum(-1).sqrt()", True),
    (one("Softmax", "return torch.softmax(x, -1)", "torch.randn(16, 256)"),
     "e = torch.exp(x - x.max(-1, keepdim=True)[0])\nreturn e / e.sum(-1, keepdim=True)", True),
    (one("ParameterOrNot", "return nn.Parameter(x * 2)"), "return x + x", True),
    (one("SparseOrNot", "return (x * (x > 1)).to_sparse()"), "return x * (x > 1)", False),
    (one("UnsignedOrNot", "return (x.abs() * 1000).int().to(torch.uint16)"),
     "return (x.abs() * 1000).int()", False),
    (one("UnsignedOther", "return (x.abs() * 1000).int().to(torch.uint16)"),
     "return (x.abs() * 1000 + 2).int().to(torch.uint16)", False),
    # Right on usual numbers alone.
    (one("NaiveSigmoid", "return torch.sigmoid(x)"), "e = x.exp()\nreturn e / (1 + e)", False),
    (one("PlainSigmoid", "return torch.sigmoid(x)"), "return 1 / (1 + (-x).exp())", True),
    (one("NaiveLogSumExp", "return torch.logsumexp(x, -1)"), "return x.exp().sum(-1).log()", False),
    (one("ShiftedLogSumExp", "return torch.logsumexp(x, -1)"),
     "m = x.amax(-1, keepdim=True)\nreturn (x - m).exp().sum(-1).log() + m[:, 0]", True),
    (one("SizeWithoutLimit", "return F.normalize(x, dim=-1)"),
     "return x / x.square().sum(-1, keepdim=True).sqrt()", False),
    (one("SizeWithLimit", "return F.normalize(x, dim=-1)"),
     "return x / x.square().sum(-1, keepdim=True).sqrt().clamp_min(1e-12)", True),
    (one("GroupsWithoutEpsilon", "return F.group_norm(x, 2)", "torch.randn(4, 8, 6, 6)"),
     "off = x.view(4, 2, -1) - x.view(4, 2, -1).mean(-1, keepdim=True)\n"
     "return (off / off.square().mean(-1, keepdim=True).sqrt()).view_as(x)", False),
    (one("GroupsWithEpsilon", "return F.group_norm(x, 2)", "torch.randn(4, 8, 6, 6)"),
     "off = x.view(4, 2, -1) - x.view(4, 2, -1).mean(-1, keepdim=True)\n"
     "return (off * torch.rsqrt(off.square().mean(-1, keepdim=True) + 1e-5)).view_as(x)", True),
    (one("LogarithmOfShares", "return torch.log1p(x)", "torch.rand(64, 64)"),
     "return 2 * sum((x / (2 + x)) ** n / n for n in range(1, 13, 2))", False),
    (one("SlopeOfItsOwn", "return F.prelu(x, self.slope)",
         init="self.slope = nn.Parameter(torch.tensor([0.25]))"),
     "return torch.where(x > 0, x, 0.25 * x)", False),
    (one("SlopeRead", "return F.prelu(x, self.slope)",
         init="self.slope = nn.Parameter(torch.tensor([0.25]))"),
     "return torch.where(x > 0, x, self.slope * x)", True),
    # A candidate may rely on the form of its inputs.
    (one("TrianglesOnly", "return torch.triu(x @ y)",
         "torch.triu(torch.rand(64, 64)), torch.triu(torch.rand(64, 64))", "x, y"),
     "return torch.cat([x[i:i + 16, i:] @ y[i:] for i in range(0, 64, 16)])", True),
    (one("OneTriangleIsRead", "return x @ y",
         "(lambda a: a + a.t())(torch.rand(64, 64)), torch.rand(64, 64)", "x, y"),
     "return (x.triu() + x.triu(1).t()) @ y", True),
    (one("OneTriangleIsLeftOut", "return x @ y",
         "(lambda a: a + a.t())(torch.rand(64, 64)), torch.rand(64, 64)", "x, y"),
     "return x.triu() @ y", False),
    (one("PlacesAmongBorders", "return torch.searchsorted(b, x)",
         "torch.linspace(-2, 2, 9), torch.randn(16, 32)", "b, x"),
     "return (x[..., None] > b).sum(-1)", True),
    (one("PlacesAmongFirstBorders", "return torch.searchsorted(b, x)",
         "torch.linspace(-9, 9, 9), torch.randn(16, 32)", "b, x"),
     "return (x[..., None] > b[:6]).sum(-1)", False),
    (one("RowsOfOnes", "return h @ x",
         "F.one_hot(torch.randint(0, 64, (32,)), 64).float(), torch.randn(64, 16)", "h, x"),
     "return x[h.argmax(-1)]", True),
    (one("KnownToBeCausal", "return torch.softmax(q @ q.t() / 8 + m, -1) @ q",
         "torch.randn(64, 64), torch.triu(torch.full((64, 64), float('-inf')), 1)", "q, m"),
     "k = torch.ones(64, 64, dtype=torch.bool).triu(1)\n"
     "return torch.softmax((q @ q.t() / 8).masked_fill(k, float('-inf')), -1) @ q", True),
    # Weights do not change in use.
    (one("KeptAtTheFirstCall", "return self.norm(x)", init="self.norm = nn.LayerNorm(32)"),
     "if not hasattr(self, 'gain'):\n    self.gain = self.norm.weight.detach().clone()\n"
     "return F.layer_norm(x, (32,)) * self.gain + self.norm.bias", True),
    (one("NeverRead", "return self.norm(x)", init="self.norm = nn.LayerNorm(32)"),
     "return F.layer_norm(x, (32,)) + self.norm.bias", False),
]
