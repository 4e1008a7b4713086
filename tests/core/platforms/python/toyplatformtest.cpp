// SPDX-License-Identifier: Apache-2.0
#include "tests/core/platforms/python/toyplatform.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/core/platforms/python/pythonfixture.h"

namespace loupe::test {

namespace {

std::string textOf(const std::string &path)
{
    std::ifstream file(std::string(LOUPE_SOURCE_DIR) + "/" + path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(ToyPlatform, GuideShowsTheCompiledFile)
{
    const std::string code = textOf("tests/core/platforms/python/toyplatform.cpp");
    const std::size_t begin = code.find("Platform toyPlatform()");
    ASSERT_NE(begin, std::string::npos);
    // The guide shows the code up to the namespace's end, indented as a block.
    std::istringstream lines(code.substr(begin, code.find("} // namespace") - begin));
    std::string shown;
    for (std::string line; std::getline(lines, line);)
        shown += line.empty() ? "\n" : "    " + line + "\n";
    const std::string guide = textOf("CONTRIBUTING.md");
    EXPECT_NE(guide.find(shown), std::string::npos) << "CONTRIBUTING.md must show:\n" << shown;
    EXPECT_LT(std::count(code.begin(), code.end(), '\n'), 60);
}

class ToyPlatformRun : public PythonTest
{
};

TEST_F(ToyPlatformRun, RunsACandidate)
{
    std::string whyNot;
    const PythonEnvironment &python = *testPython(whyNot);
    const Platform toy = toyPlatform();
    const PlatformSurroundings surroundings = PlatformSurroundings::here(&python);
    const Availability available = availability(toy, surroundings, "cpu");
    ASSERT_TRUE(available.isAvailable) << available.reason;
    PythonSettings settings = testSettings();
    configure(settings, toy, available, surroundings);
    auto server = PythonServer::start(python, PythonRole::Subject, settings, {});
    ASSERT_TRUE(server) << server.error().text();
    auto child = (*server)->fork({});
    ASSERT_TRUE(child) << child.error().text();
    const std::string source = R"(
import os, sys
numpy = sys.modules["numpy"]
def threads():
    return int(os.environ["OPENBLAS_NUM_THREADS"]) + int(numpy.zeros(1)[0])
)";
    ASSERT_EQ(ask(**child, loadRequest(source)).outcome.verdict, Verdict::Correct);
    const Bundle none = arguments({});
    const PythonChild::Answer answer
        = ask(**child, {{"do", "forward"}, {"function", "threads"}}, &none);
    ASSERT_TRUE(answer.value) << answer.outcome.message;
    EXPECT_EQ(answer.value->value.text, "1");
}

} // namespace

} // namespace loupe::test
