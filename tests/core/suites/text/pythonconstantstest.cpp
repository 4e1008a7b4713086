// SPDX-License-Identifier: Apache-2.0
//
// Tests which statements of a reference are constants, and what other values make of its text.
#include "core/suites/text/pythonconstants.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns "name=value" of each constant.
std::vector<std::string> constantsIn(std::string_view source)
{
    std::vector<std::string> out;
    for (const PythonConstant &each : pythonConstants(source)) {
        const std::string_view value = source.substr(each.begin, each.end - each.begin);
        out.push_back(each.name + "=" + std::string(value));
    }
    return out;
}

using Constants = std::vector<std::string>;

} // namespace

TEST(PythonConstantsTest, AreAssignedAtTheTopLevelOnly)
{
    EXPECT_EQ(constantsIn(R"(import torch
batch_size = 16  # of the paper
dim: int = 4 * 1024; other = 3
"""
hidden = 3
"""
text = '''
quoted = 1
'''
sizes = [
batch_size,
    8,
]
kinds = dict(
shape=3, b={1: 2}
)
long = 1 + \
    2
def get_inputs():
    inner = 1; last = 2
    return [torch.rand(batch_size, dim)]
if dim == 3:
    other = 4
)"),
              (Constants{"batch_size=16", "dim=4 * 1024", "text='''\nquoted = 1\n'''",
                         "sizes=[\nbatch_size,\n    8,\n]", "kinds=dict(\nshape=3, b={1: 2}\n)",
                         "long=1 + \\\n    2"}));
}

TEST(PythonConstantsTest, SeveralNamesOrTargetsAreIgnored)
{
    EXPECT_EQ(constantsIn("a = b = 3\nc, d = 1, 2\ne == 3\nf.g = 1\nh[0] = 1\ni += 1\n1a = 2\n"),
              Constants());
    EXPECT_EQ(constantsIn("same = a == b\nless = a <= b\nname = '= #'\ncall = f(x=1)"),
              (Constants{"same=a == b", "less=a <= b", "name='= #'", "call=f(x=1)"}));
}

TEST(PythonConstantsTest, BlocksAndAnnotationsAreNoValues)
{
    EXPECT_EQ(constantsIn("if a: b = 1\nelse: c = 2\ntry: d = 3\n"), Constants());
    EXPECT_EQ(constantsIn("kind: Literal['='] = 4\nsize: int\n"), Constants{"kind=4"});
}

TEST(PythonConstantsTest, OtherStatementsMentionNamesWhoseValuesMayChange)
{
    const auto mentioned = [](std::string_view source) {
        std::vector<std::string> out;
        for (const PythonMention &each : otherMentions(source)) {
            EXPECT_EQ(source.substr(each.at, each.name.size()), each.name);
            out.push_back(each.name);
        }
        return out;
    };
    EXPECT_EQ(mentioned("n *= 2\nh, w = a\n(p) = q = b\ns.append(c)\nm = (k := d)\n"),
              (Constants{"n", "h", "w", "a", "p", "q", "b", "s", "append", "c", "m", "k", "d"}));
    EXPECT_EQ(mentioned("x = 4; n += x # rows\nif x:\n    y = 8\n"),
              (Constants{"n", "x", "if", "x", "y"}));
    EXPECT_EQ(mentioned("globals()['n'] = 5\nexec('\\nm = 3')\n"),
              (Constants{"globals", "n", "exec", "nm", "m"}))
        << "strings may be code";
    EXPECT_EQ(mentioned("print(f'{(n := 8)}')\nm = f'{k:{(n := 8)}}'\n"),
              (Constants{"print", "n", "m", "k", "n"}));
    EXPECT_EQ(mentioned("'n'\n'''m'''\nn = f'{m:=8} :='\n"), Constants());
    EXPECT_EQ(mentioned("n = m * 2  # m += 1\nclass Model:\n    n: int\n\n# note\n    def f(n):\n"
                        "        n += 1; m = 2\n@lru\ndef g(n=n):\n  n = 1\nk = 2\n"),
              Constants());
}

TEST(PythonConstantsTest, OtherValuesReplaceOnlyTheirText)
{
    const std::string source = "M = 4 # rows\nN = M * 2\r\ntext = 'M = 4'\nM = 5\n";
    EXPECT_EQ(withConstants(source, {{"M", "64"}, {"unknown", "1"}}),
              "M = 64 # rows\nN = M * 2\r\ntext = 'M = 4'\nM = 64\n");
    EXPECT_EQ(withConstants(source, {{"N", "-1.5"}}),
              "M = 4 # rows\nN = -1.5\r\ntext = 'M = 4'\nM = 5\n");
    EXPECT_EQ(withConstants(source, {}), source);
}

TEST(PythonConstantsTest, LinesKeepTheirNumbers)
{
    EXPECT_EQ(withConstants("shape = (\n    1,\n    2,\n)\nrest = 1", {{"shape", "(8, 9)"}}),
              "shape = ((8, 9)\n\n\n)\nrest = 1");
}

TEST(PythonConstantsTest, BrokenSourcesEnd)
{
    EXPECT_EQ(constantsIn("a = (1"), Constants{"a=(1"});
    EXPECT_EQ(constantsIn("a = '''"), Constants{"a='''"});
    EXPECT_EQ(constantsIn("a = 'x\nb = 2"), (Constants{"a='x", "b=2"}));
    EXPECT_EQ(constantsIn("a =\nb = )\\"), Constants{"b=)\\"});
    EXPECT_EQ(constantsIn(""), Constants());
}

} // namespace loupe
