// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/fairdeadline.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace loupe {

using namespace std::chrono_literals;

namespace {

const FairDeadline::Clock::time_point start{100s};

class FairDeadlineTest : public testing::Test
{
protected:
    ProcessorWaits m_waits{{7, 2s}, {8, 1s}};
    FairDeadline m_deadline{start, start + 5s, [this] { return m_waits; }};
};

} // namespace

TEST_F(FairDeadlineTest, PassesAtItsTimeWithoutWaits)
{
    m_deadline.beginCounting();
    EXPECT_FALSE(m_deadline.hasPassed(start + 4s));
    EXPECT_TRUE(m_deadline.hasPassed(start + 5s));
}

TEST_F(FairDeadlineTest, ExcludesTheLongestWait)
{
    m_deadline.beginCounting();
    m_waits = {{7, 4s}, {8, 1s}, {9, 1s}};
    m_deadline.beginCounting(); // only the first call counts
    EXPECT_FALSE(m_deadline.hasPassed(start + 6s));
    EXPECT_EQ(m_deadline.end(), start + 7s);
    EXPECT_TRUE(m_deadline.hasPassed(start + 7s));
}

TEST_F(FairDeadlineTest, IncludesTasksStartedLater)
{
    m_deadline.beginCounting();
    m_waits[9] = 3s;
    EXPECT_FALSE(m_deadline.hasPassed(start + 7s));
    EXPECT_TRUE(m_deadline.hasPassed(start + 8s));
}

TEST_F(FairDeadlineTest, MovesToEightTimesTheAllowedTimeAtMost)
{
    m_deadline.beginCounting();
    m_waits[7] = 1h;
    EXPECT_FALSE(m_deadline.hasPassed(start + 39s));
    EXPECT_TRUE(m_deadline.hasPassed(start + 40s));
}

TEST_F(FairDeadlineTest, CountsNothingBeforeItsStart)
{
    m_waits[7] = 1h;
    EXPECT_TRUE(m_deadline.hasPassed(start + 5s));
}

TEST_F(FairDeadlineTest, IsMovedAndLimited)
{
    m_deadline.moveBy(2s);
    EXPECT_FALSE(m_deadline.hasPassed(start + 6s));
    m_deadline.limitTo(start + 6s);
    EXPECT_TRUE(m_deadline.hasPassed(start + 6s));
}

TEST(ProcessorWaits, AreCountedForEachTask)
{
    EXPECT_TRUE(processorWaits(getpid()).contains(getpid()));
    EXPECT_TRUE(processorWaits(0).empty());
}

} // namespace loupe
