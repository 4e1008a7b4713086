// SPDX-License-Identifier: Apache-2.0
#include "core/answers/pythonsyntax.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

std::string problemOf(const std::string &source)
{
    const auto problem = pythonSyntaxProblem(source);
    return problem ? std::to_string(problem->line) + ": " + problem->message : "";
}

} // namespace

/// Compares with Python 3.11 (ast.parse) on each of these texts.
TEST(PythonSyntaxTest, AcceptsValidPython)
{
    for (const char *source : {
             "",
             "\n\n",
             "# only a comment",
             "\xEF\xBB\xBFx = 1",
             "x = 1;",
             "x = 1; y = 2\n",
             "if x: pass\nelif y:\n  pass\nelse: z = 1 if x else 2\n",
             "try:\n\tpass\nexcept (A, B) as e:\n\traise X from e\nfinally:\n\tpass",
             "def f(a, /, b: torch.Tensor = None, *, c=1, **k) -> int:\n    return",
             "async def f(a, /, *args):\n    async with a as b:\n        await b\n    return",
             "class A(B, metaclass=C):\n    x: int\n    y: int = 3\n",
             "x, = values\n*a, b = c\nx[1:2, ::3, ..., None] = y\n",
             "f = lambda x, *, k=2: x + k\ng = (lambda: 0)\nd = {**a, 'b': 1, 'c': lambda q: q}\n",
             "from . import x\nfrom .. import y as z\nfrom a.b import (c, d,)\nfrom m import *\n",
             "@triton.jit\ndef k(p, B: tl.constexpr):\n    tl.store(p, -1.5e-3 if B else 0x1F)\n",
             "k[(grid,)](a, b, num_warps=4)\nk[lambda m: (1,)](a)\n",
             "s = '''a\n\"b\nc'''\nt = rb'\\'' f\"{x}\" 'more'\nu = \"a\\\nb\"\n",
             "x = (1 +\n# comment\n   2)\ny = 1 + \\\n    2\n",
             "match x:\n    case [a, b]:\n        pass\n    case {'k': v}:\n        pass\n",
             "match = 1\nprint(match)\ncase: int = 2\ntype(x)\n",
             "x = not a in b and c is not d or e\nwhile (n := f()) > 0: continue\n",
             "for i, (a, b) in enumerate(x): break\nassert x, 'no'\ndel a[0], b\nglobal q\n",
             "r = [i async for i in x if i for j in i]\ng = (yield)\ny = yield x\n",
             "größe = 1\nx @= y\nz = a @ b ** -c // ~d\n",
             "a = 1\r\nif a:\r\n    pass\r\n",
             "def f(): ...\nclass A: ...\n",
             "x = 1_000.0_1e+1_0 + 0b1_0 + 1j\n",
         })
        EXPECT_EQ(problemOf(source), "") << source;
}

TEST(PythonSyntaxTest, RefusesInvalidPython)
{
    for (const char *source : {
             "Here is the code",
             "This kernel: fast",
             "1. First step",
             "- item one",
             "**Bold** text",
             "x = ",
             "x = 1 +",
             "f(1, 2",
             "f(1]",
             ")",
             "x = [1, 2\ny = 3",
             "'open",
             "x = \"open\n",
             "'''never",
             "def f():\npass",
             "def f(x)\n    pass",
             "if x:\n",
             "  x = 1",
             "if x:\n    "
             "a\n  b",
             "x = 1\n    y = 2",
             "def linalg.svd(A): pass",
             "class : pass",
             "k[grid=1](x)",
             "load(x, torch.dtype=y)",
             "import a-b",
             "x ? y",
             "a = $b",
             "x = \xE2\x80\x9Cq\xE2\x80\x9D",
             "print \"x\"",
             "3x = 1",
             "a b",
             "f(x) g(y)",
             "for x y:",
             "return return",
             "pass x",
             "x = 1 \\ 2",
             "a,, b",
             "x = * / y",
             "`x`",
             "def",
             "x.\n",
             "lambda",
             "(a for)",
             ", a",
         })
        EXPECT_NE(problemOf(source), "") << source;
}

TEST(PythonSyntaxTest, NamesTheLine)
{
    EXPECT_EQ(problemOf("a = 1\nb = '''x\ny'''\nc = (1,\n2\n\nd = 4 5\n"),
              "7: two values without an operator between them");
    EXPECT_EQ(problemOf("a = 1\nb = 2\0"), "");
    EXPECT_EQ(problemOf(std::string("a = 1\nb = '\0'\n", 14)), "2: a byte of value 0");
    EXPECT_EQ(problemOf("if a:\n    b\n   c\n"), "3: indentation fits no block around it");
}

} // namespace loupe
