// SPDX-License-Identifier: Apache-2.0
//
// Tests a reference that gives back its turn on the device while a compiler works for it.
#include <chrono>
#include <thread>

#include "tests/core/platforms/python/pythonfixture.h"

namespace loupe::test {

namespace {

/// Fake module in place of Triton's compiler, because test machines may have no GPU.
constexpr const char *compiling = R"(
import sys, types

compiler = types.ModuleType("triton.compiler")
compiler.compile = lambda source: print("compiles", source)
sys.modules["triton.compiler"] = compiler

def run():
    for source in ("one", "two"):
        sys.modules["triton.compiler"].compile(source)
    return 1

def fails():
    compiler.compile = None
    raise ValueError("before it compiles")
)";

Json call(const char *function, bool givesTurnBack)
{
    Json request{{"do", "forward"}, {"function", function}};
    if (givesTurnBack)
        request["gives_turn_back"] = true;
    return request;
}

} // namespace

class PythonTurn : public PythonTest
{
protected:
    std::vector<bool> told;

    std::unique_ptr<PythonChild> listenedTo(PythonRole role)
    {
        auto child = childWith(compiling, role);
        child->onTurnGivenBack([this](bool isGivenBack) { told.push_back(isGivenBack); });
        return child;
    }
};

TEST_F(PythonTurn, IsReleasedWhileAReferenceCompiles)
{
    const auto oracle = listenedTo(PythonRole::Oracle);
    ASSERT_EQ(ask(*oracle, call("run", true)).outcome.verdict, Verdict::Correct);
    EXPECT_EQ(told, (std::vector<bool>{true, false, true, false}));
    EXPECT_EQ(oracle->output(), "compiles one\ncompiles two\n");

    told.clear();
    ASSERT_EQ(ask(*oracle, call("run", false)).outcome.verdict, Verdict::Correct);
    EXPECT_TRUE(told.empty()) << "nobody asked it to";
    EXPECT_NE(ask(*oracle, call("fails", true)).outcome.verdict, Verdict::Correct);
    EXPECT_TRUE(told.empty());
}

TEST_F(PythonTurn, WaitingDoesNotCountTowardsTheTimeLimit)
{
    const auto oracle = childWith(compiling, PythonRole::Oracle);
    constexpr double seconds = 10; // the two waits together take twelve
    oracle->onTurnGivenBack([&](bool isGivenBack) {
        if (!isGivenBack)
            std::this_thread::sleep_for(std::chrono::duration<double>(0.6 * seconds));
    });
    EXPECT_EQ(ask(*oracle, call("run", true), nullptr, seconds).outcome.verdict, Verdict::Correct);
}

} // namespace loupe::test
