// SPDX-License-Identifier: Apache-2.0
#include "core/base/ratedprogress.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

using std::chrono::milliseconds;

class HandClock final : public Clock
{
public:
    std::chrono::steady_clock::time_point steadyNow() const override { return m_now; }
    std::chrono::system_clock::time_point wallNow() const override { return {}; }
    void pass(milliseconds time) { m_now += time; }

private:
    std::chrono::steady_clock::time_point m_now;
};

} // namespace

TEST(RatedProgress, ReportsAtMostTenTimesASecond)
{
    HandClock clock;
    RatedProgress progress(clock, "read", "records", milliseconds(0), milliseconds(100));
    int said = 0;
    for (int i = 1; i <= 2000; ++i) {
        said += progress.report(i, 4000) ? 1 : 0;
        clock.pass(milliseconds(1));
    }
    EXPECT_EQ(said, 20);
}

TEST(RatedProgress, ReportsCountTotalAndRate)
{
    HandClock clock;
    RatedProgress progress(clock, "read", "files", milliseconds(0), milliseconds(100));
    EXPECT_EQ(progress.report(0, 60), "read 0 of 60 files");
    clock.pass(milliseconds(4000));
    EXPECT_EQ(progress.report(10, 60), "read 10 of 60 files, 2.5 a second");
    clock.pass(milliseconds(1000));
    EXPECT_EQ(progress.report(55, 60), "read 55 of 60 files, 11 a second");
}

TEST(RatedProgress, ReportsTheEndAfterEarlierReports)
{
    HandClock clock;
    RatedProgress spoken(clock, "read", "files", milliseconds(0), milliseconds(100));
    EXPECT_TRUE(spoken.report(1, 3));
    EXPECT_FALSE(spoken.report(2, 3));
    EXPECT_EQ(spoken.report(3, 3), "read 3 of 3 files");
    EXPECT_FALSE(spoken.report(3, 3));

    RatedProgress silent(clock, "read", "files", milliseconds(5000), milliseconds(5000));
    EXPECT_FALSE(silent.report(1, 3));
    EXPECT_FALSE(silent.report(3, 3)) << "what was quick needs no words";
}

} // namespace loupe
