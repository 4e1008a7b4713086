// SPDX-License-Identifier: Apache-2.0
#include "core/answers/embeddedcode.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

using enum CodePart;
using Parts = std::vector<std::pair<std::string, CodePart>>;

/// Returns the spans with their text, without spans that are only blanks.
Parts partsOf(const std::string &python)
{
    Parts out;
    for (const CodeSpan &span : embeddedCode(python)) {
        const std::string text = python.substr(span.begin, span.length);
        if (text.find_first_not_of(" \n") != std::string::npos)
            out.emplace_back(text, span.part);
    }
    return out;
}

} // namespace

TEST(EmbeddedCode, FindsThePartsOfCudaInATripleQuotedString)
{
    const std::string python = "import torch\n"
                               "cuda_sources = r'''\n"
                               "#include <a.h> // why\n"
                               "__global__ void k(float *x) { x[0] = 1.5f; } /* \"no\" */\n"
                               "char c = '\\''; auto s = \"int # //\";\n"
                               "'''\n"
                               "x = 'int'\n";
    EXPECT_EQ(partsOf(python),
              (Parts{{"#include <a.h> ", Directive},
                     {"// why", Comment},
                     {"__global__", Keyword},
                     {"void", Keyword},
                     {" k(", Plain},
                     {"float", Keyword},
                     {" *x) { x[", Plain},
                     {"0", Number},
                     {"] = ", Plain},
                     {"1.5f", Number},
                     {"; } ", Plain},
                     {"/* \"no\" */", Comment},
                     {"char", Keyword},
                     {" c = ", Plain},
                     {"'\\''", Text},
                     {"; ", Plain},
                     {"auto", Keyword},
                     {" s = ", Plain},
                     {"\"int # //\"", Text},
                     {";\n", Plain}}));
}

TEST(EmbeddedCode, SpansCoverTheContentOfTheString)
{
    const std::string content = "#define A \\\n  1\n__device__ int a; // ü\n#x\n/* open";
    const std::string python = "s = \"\"\"" + content + "\"\"\"\n";
    std::size_t at = python.find(content);
    for (const CodeSpan &span : embeddedCode(python)) {
        EXPECT_EQ(span.begin, at);
        EXPECT_GT(span.length, 0U);
        at += span.length;
    }
    EXPECT_EQ(at, python.find(content) + content.size());
    EXPECT_EQ(partsOf(python).front(), (Parts::value_type{"#define A \\\n  1", Directive}));
    EXPECT_EQ(partsOf(python).back(), (Parts::value_type{"/* open", Comment}));
}

TEST(EmbeddedCode, SeparatorsAndRawStringsAreNoQuotes)
{
    EXPECT_EQ(partsOf("s = '''__device__ int a = 1'000; auto c = R\"(int\" )\";'''\n"),
              (Parts{{"__device__", Keyword},
                     {"int", Keyword},
                     {" a = ", Plain},
                     {"1'000", Number},
                     {"; ", Plain},
                     {"auto", Keyword},
                     {" c = ", Plain},
                     {"R\"(int\" )\"", Text},
                     {";", Plain}}));
}

TEST(EmbeddedCode, OtherTextIsNotCode)
{
    EXPECT_TRUE(embeddedCode("s = '''int x = 1;'''\n").empty());
    EXPECT_TRUE(embeddedCode("s = '#include <a.h>'\n").empty()); // one line is not looked into
    EXPECT_TRUE(embeddedCode("# '''\n#include <a.h>\n# '''\n").empty());
    EXPECT_TRUE(embeddedCode("").empty());
    for (const std::string sign :
         {"__global__", "__device__", "#include", "extern \"C\"", "torch::Tensor"})
        EXPECT_FALSE(embeddedCode("f(cpp_sources='''" + sign + " x''')\n").empty()) << sign;
}

TEST(EmbeddedCode, EndsAtTextThatIsNotPython)
{
    const std::string code = "a = '''#include <a.h>'''\n";
    const auto alone = embeddedCode(code);
    EXPECT_EQ(embeddedCode(code + "'open\n" + code), alone);
    EXPECT_TRUE(embeddedCode("'''#include <a.h>").empty());
}

} // namespace loupe::test
