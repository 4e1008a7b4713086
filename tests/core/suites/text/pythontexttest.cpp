// SPDX-License-Identifier: Apache-2.0
#include "core/suites/text/pythontext.h"

#include "core/suites/text/jsonelements.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(PythonTextTest, OutlineListsTheTopLevelOnly)
{
    const PythonOutline outline = pythonOutline(R"(import os, torch.nn as nn
from triton import jit
from .local import thing
"""
def in_a_string(): ...
"""
text = '''
class InAString: ...
'''
@jit
def kernel(x):
    def inner(): ...
    y = 1
class Model: ...
size: int = 3
quoted = "a ''' b"
def last(): ...
if size == 3:
    pass
else: ...
try: ...
except: ...
matrix = [
cell, row
] # an import, of nothing
)");
    EXPECT_EQ(outline.imports, (std::vector<std::string>{"os", "torch", "triton"}));
    EXPECT_EQ(outline.functions, (std::vector<std::string>{"kernel", "last"}));
    EXPECT_EQ(outline.classes, std::vector<std::string>{"Model"});
    EXPECT_EQ(outline.assigned, (std::vector<std::string>{"text", "size", "quoted", "matrix"}));
    EXPECT_TRUE(outline.defines("size"));
    EXPECT_FALSE(outline.defines("inner"));
}

TEST(PythonTextTest, OutlineReadsLogicalLines)
{
    const PythonOutline outline
        = pythonOutline("\xEF\xBB\xBFimport a\n\f import b\n \fclass \\\n C: ...\n"
                        "def \\\nf(): ...\nN \\\n= 3\nlambda: 0\nclass D:\n"
                        "    \\\ndef method(self): ...\n");
    EXPECT_EQ(outline.imports, std::vector<std::string>{"a"});
    EXPECT_EQ(outline.classes, (std::vector<std::string>{"C", "D"}));
    EXPECT_EQ(outline.functions, std::vector<std::string>{"f"});
    EXPECT_EQ(outline.assigned, std::vector<std::string>{"N"});
    EXPECT_EQ(pythonOutline("f(\nN=3,\n)\nsizes = {\nM: 3,\nk: 4}\n").assigned,
              std::vector<std::string>{"sizes"});
}

TEST(PythonTextTest, AKeywordAtColumnZeroEndsOpenBrackets)
{
    const PythonOutline outline
        = pythonOutline("x = f((1)\nM = 2\nimport a\nN = 3\ndef g(): ...\n    y = 1\n)\nP = 4\n");
    EXPECT_EQ(outline.assigned, (std::vector<std::string>{"x", "N", "P"}));
    EXPECT_EQ(outline.imports, std::vector<std::string>{"a"});
    EXPECT_EQ(outline.functions, std::vector<std::string>{"g"});
}

/// Repeats texts at which a search from each of them to the end would take many minutes.
TEST(PythonTextTest, LongOutlinesTakeLinearTime)
{
    constexpr std::size_t count = 50'000;
    std::string lists;
    std::string names;
    for (std::size_t i = 0; i < count; ++i) {
        lists += i % 2 == 0 ? "import (\n" : "from . import (a,\n";
        names += "def f" + std::to_string(i) + "(): ...\n";
    }
    EXPECT_TRUE(pythonOutline(lists).imports.empty());
    EXPECT_EQ(pythonOutline(names).functions.size(), count);
}

TEST(PythonTextTest, CallsAreCallsOfThatName)
{
    const auto calls
        = [](std::string_view source) { return calledNames(source).contains("plain"); };
    EXPECT_TRUE(calls("y = plain(x)"));
    EXPECT_TRUE(calls("plain[grid](x)"));
    EXPECT_TRUE(calls("plain.apply(x)"));
    EXPECT_TRUE(calls("def test_plain():\n    plain (1)\n"));
    EXPECT_TRUE(calls("x = '#'; plain(1)"));
    EXPECT_TRUE(calls("print(f'{plain(1)}')"));
    EXPECT_TRUE(calls("print(f'{x:{plain(1)}}')"));
    EXPECT_FALSE(calls("print(f'call plain(x) of {f(1)}')"));
    EXPECT_FALSE(calls("print(f'{{plain(x)}}')"));
    EXPECT_FALSE(calls("def plain(x): ..."));
    EXPECT_FALSE(calls("class plain(Base): ..."));
    EXPECT_FALSE(calls("torch.plain(x)"));
    EXPECT_FALSE(calls("explain(x) + plain_two(y)"));
    EXPECT_FALSE(calls("# plain(x)"));
    EXPECT_FALSE(calls("'''\nplain(x)\n'''"));
    EXPECT_FALSE(calls("plain = 3"));
}

TEST(PythonTextTest, ImportsNameModules)
{
    const auto modulesOf = [](std::string_view source) {
        const std::vector<PythonToken> tokens = pythonTokens(source);
        const ImportedModules modules = importedModules(std::span(tokens).subspan(1));
        std::string out = modules.isRelative ? "." : "";
        for (const std::string_view name : modules.names)
            out.append(out.empty() ? "" : " ").append(name);
        return out;
    };
    EXPECT_EQ(modulesOf("import a.b as c, d # , e\n"), "a d");
    EXPECT_EQ(modulesOf("from a.b import c, d"), "a");
    EXPECT_EQ(modulesOf("from ...a import b"), ". a");
    EXPECT_EQ(modulesOf("from . import (a, # one\n  b as c,)\nimport d"), ". a b");
    EXPECT_EQ(modulesOf("import a; b, c"), "a");
    EXPECT_EQ(modulesOf("important, b"), "");
    EXPECT_EQ(modulesOf("from"), "");
    EXPECT_EQ(modulesOf("import a, \\\n b \\\n as c, d"), "a b d");
    EXPECT_EQ(modulesOf("import \\\n a"), "a");
    EXPECT_EQ(modulesOf("from . \\\n import a"), ". a");
    EXPECT_EQ(modulesOf("from . import (a,\nimport b"), ". a");
    EXPECT_EQ(modulesOf("from . import (a,\n(b"), ". a");
    EXPECT_EQ(modulesOf("import a."), "a");
    EXPECT_EQ(modulesOf("import a as"), "a");
    EXPECT_EQ(modulesOf("import (a, b)"), "");
}

TEST(PythonTextTest, SplitsAtTheSeparatorAsPythonDoes)
{
    const std::string bar(146, '#');
    const std::string text = "a\n" + bar + "\nb\n" + bar + "\nc";
    const SeparatedSource parts = splitAtSeparator(text);
    EXPECT_TRUE(parts.isSeparated);
    EXPECT_EQ(parts.implementation, "a\n") << "the first piece";
    EXPECT_EQ(parts.test, "\nc") << "the last piece";
    const std::string shorter = "a\n" + std::string(145, '#') + "\nb";
    EXPECT_FALSE(splitAtSeparator(shorter).isSeparated);
    EXPECT_EQ(splitAtSeparator(shorter).implementation, shorter);
}

TEST(PythonTextTest, NormalisesLineEndings)
{
    EXPECT_EQ(withUnixLines("a\r\nb\rc\n\r"), "a\nb\nc\n\n");
}

TEST(JsonElementsTest, FindsElementsAndTheirLines)
{
    const std::string text = "[\n {\"a\": \"],}\\\"\"},\n\n {\"b\": [1, 2]}, 3\n] rest";
    const auto elements = jsonElements(text);
    ASSERT_EQ(elements.size(), 4u);
    EXPECT_EQ(elements[0].text, R"({"a": "],}\""})");
    EXPECT_EQ(elements[0].line, 2);
    EXPECT_EQ(elements[1].text, "{\"b\": [1, 2]}");
    EXPECT_EQ(elements[1].line, 4);
    EXPECT_EQ(elements[2].text, "3");
    EXPECT_EQ(elements[3].text, "rest") << "what follows is an element that cannot parse";
}

TEST(JsonElementsTest, RefusesDeepNesting)
{
    const std::string deep
        = "{\"file\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}";
    const auto refused = parseElement({deep, 7}, "list.json");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "list.json:7");
    EXPECT_TRUE(parseElement({R"({"text": "[[[[{{{{"})", 1}, "list.json"));
}

TEST(JsonElementsTest, LinesWithoutABracketAreElements)
{
    const auto elements = jsonElements("{\"a\": 1}\n\n  {\"b\"\n");
    ASSERT_EQ(elements.size(), 2u);
    EXPECT_EQ(elements[1].text, "{\"b\"");
    EXPECT_EQ(elements[1].line, 3);
    EXPECT_TRUE(jsonElements(" \n ").empty());
    EXPECT_TRUE(jsonElements("[").empty());
}

} // namespace loupe
