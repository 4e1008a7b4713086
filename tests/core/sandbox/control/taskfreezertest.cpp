// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/taskfreezer.h"

#include "core/sandbox/confinement/bubblewrap.h"

#include <thread>

#include "tests/core/sandbox/sandboxedshell.h"

namespace loupe {

namespace {

using namespace std::chrono_literals;

class TaskFreezerTest : public SandboxedShell
{
protected:
    void start(const std::string &script)
    {
        ASSERT_NO_FATAL_FAILURE(startShell(script));
        m_freezer = std::make_unique<TaskFreezer>(std::move(m_processes), m_child->firstProcess());
    }

    std::unique_ptr<TaskFreezer> m_freezer;
};

} // namespace

TEST_F(TaskFreezerTest, FreezesTheWholeSandboxUntilContinued)
{
    start("for i in 1 2 3; do (while :; do :; done) & done; (setsid sh -c 'while :; do :; done') &"
          " echo go; while :; do :; done");
    ASSERT_TRUE(m_freezer->freeze());
    EXPECT_TRUE(m_freezer->isFrozen());
    EXPECT_GE(m_freezer->usage().tasks, 5);
    const TaskUsage before = m_freezer->usage();
    std::this_thread::sleep_for(30ms);
    // The stop may arrive late once, which costs microseconds.
    EXPECT_LT(m_freezer->ranFor().value_or(0), 5'000'000U);
    m_freezer->thaw();
    EXPECT_FALSE(m_freezer->isFrozen());
    // Even on a busy machine the tasks run again eventually.
    TaskUsage after = before;
    for (int i = 0; i < 2000 && after.nanoseconds <= before.nanoseconds; ++i) {
        std::this_thread::sleep_for(5ms);
        ASSERT_TRUE(m_freezer->freeze());
        after = m_freezer->usage();
        m_freezer->thaw();
    }
    EXPECT_GT(after.nanoseconds, before.nanoseconds);
}

TEST_F(TaskFreezerTest, DetectsThatAContinuedProcessRan)
{
    start("echo go; while :; do :; done");
    auto again = m_child->processes();
    ASSERT_TRUE(again);
    TaskFreezer other(std::move(*again), FirstProcess::IsStopped);
    std::optional<std::uint64_t> ran;
    for (int i = 0; i < 200 && ran.value_or(0) < 5'000'000U; ++i) {
        ASSERT_TRUE(m_freezer->freeze());
        other.thaw();
        std::this_thread::sleep_for(50ms);
        ran = m_freezer->ranFor();
    }
    EXPECT_GE(ran.value_or(0), 5'000'000U);
}

TEST_F(TaskFreezerTest, SkipsAnUnreachableFirstProcess)
{
    const auto &how = confinement();
    ASSERT_TRUE(how);
    EXPECT_EQ(isFirstApart({}, *how),
              how->way == Confinement::Way::OwnUser || how->landlock.isActive);
    ChildSpec alone;
    alone.isFirstProcess = true;
    EXPECT_FALSE(isFirstApart(alone, *how)) << "it is the candidate's";
    start("echo go; while :; do :; done");
    ASSERT_TRUE(m_freezer->freeze());
    auto again = m_child->processes();
    ASSERT_TRUE(again);
    TaskFreezer whole(std::move(*again), FirstProcess::IsStopped);
    ASSERT_TRUE(whole.freeze());
    const int first = m_child->firstProcess() == FirstProcess::StaysOut ? 1 : 0;
    EXPECT_EQ(whole.usage().tasks, m_freezer->usage().tasks + first);
    whole.thaw();
}

TEST_F(TaskFreezerTest, TheFirstProcessOfTheSandboxCannotBeInspected)
{
    // The first process stays out of the freeze. With its memory open, a candidate could work in it
    // while all others are stopped.
    start("(: > /proc/1/mem) 2>/dev/null && echo open || echo closed; echo go; "
          "exec sleep 1000");
    if (m_child->firstProcess() == FirstProcess::IsStopped)
        GTEST_SKIP() << "here it is stopped with the others";
    EXPECT_NE(m_child->outputSoFar().find("closed"), std::string::npos) << m_child->outputSoFar();
}

TEST_F(TaskFreezerTest, FrozenProcessesCanBeKilled)
{
    start("echo go; while :; do :; done");
    ASSERT_TRUE(m_freezer->freeze());
    m_child->kill();
    EXPECT_EQ(m_child->wait(std::chrono::steady_clock::now() + 20s, {}).kind,
              ChildEnd::Kind::Signalled);
}

TEST(TaskFreezerWithoutSandbox, ProcessesOfAChildAreUnsupported)
{
    ChildSpec spec;
    spec.argv = {"/bin/true"};
    spec.mode = SandboxMode::None;
    auto child = ChildProcess::start(spec);
    ASSERT_TRUE(child);
    const auto processes = (*child)->processes();
    ASSERT_FALSE(processes);
    EXPECT_EQ(processes.error().code, Errc::Unsupported);
}

} // namespace loupe
