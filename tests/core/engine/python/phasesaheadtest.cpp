// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/phasesahead.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Reference that takes as long as the test decides.
class SlowReference
{
public:
    PhasesAhead::Make maker()
    {
        return [this](const std::stop_token &stop) -> PhasesAhead::Made {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, stop, [this] { return m_isMade; });
            m_wasStopped = !m_isMade;
            if (m_wasStopped)
                return Error{Errc::Cancelled, "the run was cancelled"};
            return &m_phases;
        };
    }
    void finish()
    {
        const std::lock_guard lock(m_mutex);
        m_isMade = true;
        m_changed.notify_all();
    }
    const std::vector<PythonPhase> &phases() const { return m_phases; }
    bool wasStopped() const { return m_wasStopped; } ///< before it was finished

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_isMade = false;
    std::atomic<bool> m_wasStopped = false;
    std::vector<PythonPhase> m_phases{1};
};

} // namespace

TEST(PhasesAhead, AreTakenOnce)
{
    SlowReference reference;
    PhasesAhead ahead;
    EXPECT_FALSE(ahead.isBegun());
    ahead.begin(reference.maker(), {});
    EXPECT_TRUE(ahead.isBegun());
    reference.finish();
    const auto made = ahead.take();
    ASSERT_TRUE(made);
    EXPECT_EQ(*made, &reference.phases());
    EXPECT_FALSE(ahead.isBegun());
}

TEST(PhasesAhead, StopsDroppedPhases)
{
    SlowReference reference; // would never finish
    PhasesAhead ahead;
    ahead.begin(reference.maker(), {});
    ahead.drop();
    ahead.wait();
    EXPECT_TRUE(reference.wasStopped());
}

TEST(PhasesAhead, ForwardsTheStopOfTheRun)
{
    SlowReference reference;
    std::stop_source run;
    PhasesAhead ahead;
    ahead.begin(reference.maker(), run.get_token());
    run.request_stop();
    const auto made = ahead.take();
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, Errc::Cancelled);
}

TEST(PhasesAhead, DroppingOneLeavesTheRunAlone)
{
    SlowReference reference;
    const std::stop_source run;
    PhasesAhead ahead;
    ahead.begin(reference.maker(), run.get_token());
    ahead.drop();
    EXPECT_FALSE(run.stop_requested());
}

TEST(PhasesAhead, EndWithTheirThread)
{
    SlowReference reference;
    std::stop_source run;
    std::jthread other;
    {
        PhasesAhead ahead;
        ahead.begin(reference.maker(), run.get_token());
        other = std::jthread([&] { run.request_stop(); }); // possibly after the wait has begun
    }
    EXPECT_TRUE(reference.wasStopped());
}

TEST(PhasesAhead, WaitReturnsAtOnceWithoutPhases)
{
    PhasesAhead ahead;
    ahead.drop();
    ahead.wait();
    EXPECT_FALSE(ahead.isBegun());
}

} // namespace loupe
