// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/pace/ledger.h"
#include "core/endpoints/pace/ratewindow.h"
#include "core/endpoints/pace/waits.h"

#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

using std::chrono::seconds;
using std::chrono::system_clock;

TEST(WaitsTest, RetryAfterIsSecondsOrADate)
{
    const system_clock::time_point now
        = system_clock::from_time_t(784111777); // 1994-11-06 08:49:37
    EXPECT_EQ(retryAfterSeconds("2", now), 2);
    EXPECT_EQ(retryAfterSeconds("0.5", now), 0.5);
    EXPECT_EQ(retryAfterSeconds("Sun, 06 Nov 1994 08:49:47 GMT", now), 10);
    EXPECT_EQ(retryAfterSeconds("Sun, 06 Nov 1994 08:00:00 GMT", now), 0) << "it is past";
    for (const char *value : {"", "-1", "soon", "2s", "inf", "nan", "1e400",
                              "Sun, 06 Foo 1994 08:49:47 GMT", "Sun, 06 Nov 1994 08:49:47 CET"})
        EXPECT_FALSE(retryAfterSeconds(value, now)) << value;
}

TEST(WaitsTest, BackoffDoublesUpToItsMaximumWithFullJitter)
{
    EXPECT_EQ(backoffSeconds(1, 1, 60, 1), 1);
    EXPECT_EQ(backoffSeconds(4, 1, 60, 1), 8);
    EXPECT_EQ(backoffSeconds(4, 1, 60, 0.5), 4);
    EXPECT_EQ(backoffSeconds(4, 1, 60, 0), 0);
    EXPECT_EQ(backoffSeconds(1000, 1, 60, 1), 60);
}

TEST(RateWindowTest, NoMinuteExceedsTheRate)
{
    std::mt19937 random(7);
    for (const std::int64_t limit : {1, 7, 100}) {
        RateWindow window(limit);
        std::vector<std::pair<RateWindow::TimePoint, std::int64_t>> left;
        RateWindow::TimePoint now{};
        for (int i = 0; i < 400; ++i) {
            const std::int64_t amount = 1 + static_cast<std::int64_t>(random() % limit);
            now += std::chrono::milliseconds(random() % 20000);
            now = std::max(now, window.earliest(amount, now));
            window.take(std::to_string(i), amount, now);
            left.emplace_back(now, amount);
        }
        for (std::size_t first = 0; first < left.size(); ++first) {
            std::int64_t sum = 0;
            for (std::size_t i = first;
                 i < left.size() && left[i].first < left[first].first + seconds(60); ++i)
                sum += left[i].second;
            ASSERT_LE(sum, limit) << first;
        }
    }
}

TEST(RateWindowTest, SendsAsEarlyAsAllowed)
{
    const RateWindow::TimePoint start{};
    RateWindow window(10);
    window.take("a", 4, start);
    window.take("b", 4, start + seconds(10));
    EXPECT_EQ(window.earliest(2, start + seconds(20)), start + seconds(20));
    EXPECT_EQ(window.earliest(5, start + seconds(20)), start + seconds(60));
    EXPECT_EQ(window.earliest(9, start + seconds(20)), start + seconds(70));
    EXPECT_EQ(window.earliest(1000, start + seconds(20)), start + seconds(70)) << "more than all";
    window.correct("b", 1);
    EXPECT_EQ(window.earliest(5, start + seconds(20)), start + seconds(20));
    window.correct("b", 9);
    EXPECT_EQ(window.earliest(5, start + seconds(20)), start + seconds(20)) << "only less counts";
    EXPECT_EQ(RateWindow(std::nullopt).earliest(1'000'000, start), start);
}

TEST(RateWindowTest, ServerCanOnlyLowerTheRate)
{
    RateWindow window(10);
    for (const std::int64_t rate : {0, -1, 20})
        window.narrow(rate);
    EXPECT_EQ(window.limit(), 10);
    window.narrow(3);
    EXPECT_EQ(window.limit(), 3);
    RateWindow none(std::nullopt);
    none.narrow(-1);
    EXPECT_FALSE(none.limit());
}

namespace {

RequestKey placeOf(const std::string &task, std::int64_t sample)
{
    return {task, sample, 0, "start", 1};
}

Cost dollars(double amount)
{
    return {1, 10, 20, *Money::fromDollars(amount)};
}

} // namespace

TEST(LedgerTest, RefusesReservationsBeyondTheLimit)
{
    Budget budget;
    budget.run.dollars = Money::fromDollars(1);
    budget.task.requests = 3;
    budget.dialogue.outputTokens = 50;
    Ledger ledger(budget);
    EXPECT_FALSE(ledger.reserve("a", placeOf("t", 0), dollars(0.4)));
    EXPECT_FALSE(ledger.reserve("b", placeOf("t", 0), dollars(0.4)));
    EXPECT_NE(ledger.reserve("c", placeOf("t", 0), dollars(0.1))->find("a dialogue is 50 output"),
              std::string::npos);
    EXPECT_NE(ledger.reserve("c", placeOf("t", 1), dollars(0.3))->find("the run is $1.0"),
              std::string::npos);
    EXPECT_FALSE(ledger.reserve("c", placeOf("t", 1), dollars(0.2)));
    EXPECT_NE(ledger.reserve("d", placeOf("t", 2), dollars(0))->find("a task is 3 requests"),
              std::string::npos);
    EXPECT_EQ(ledger.reserved(), (Cost{3, 30, 60, *Money::fromDollars(1)}));
    ledger.settle("a", {1, 5, 5, *Money::fromDollars(0.1)});
    ledger.keep("b");
    ledger.release("c");
    EXPECT_EQ(ledger.reserved(), Cost());
    EXPECT_EQ(ledger.spent(), (Cost{2, 15, 25, *Money::fromDollars(0.5)}));
    ledger.settle("a", dollars(9));
    EXPECT_EQ(ledger.spent().money, *Money::fromDollars(0.5)) << "nothing is settled twice";
}

TEST(LedgerTest, CountsEarlierSpending)
{
    Budget budget;
    budget.run.requests = 2;
    Ledger ledger(budget);
    ledger.addSpent(placeOf("t", 0), {2, 0, 0, {}});
    EXPECT_TRUE(ledger.reserve("a", placeOf("u", 0), {1, 0, 0, {}}));
}

TEST(LedgerTest, TheSumNeverExceedsTheLimitUnderRandomInterleavings)
{
    const Money limit = *Money::fromDollars(1);
    Budget budget;
    budget.run.dollars = limit;
    Ledger ledger(budget);
    std::atomic<bool> hasExceeded = false;
    std::atomic<int> refused = 0;
    const auto lane = [&](unsigned seed) {
        std::mt19937 random(seed);
        for (int i = 0; i < 500; ++i) {
            const std::string id = std::to_string(seed) + "-" + std::to_string(i);
            const Money worst{static_cast<std::int64_t>(random() % 50'000'000'000)};
            if (ledger.reserve(id, placeOf("t", seed), {1, 1, 1, worst})) {
                ++refused;
                continue;
            }
            // Reads spent first, so that a move in between cannot hide an excess.
            if (ledger.spent().money > limit || ledger.reserved().money > limit)
                hasExceeded = true;
            switch (random() % 3) {
            case 0:
                ledger.settle(id, {1, 1, 1, {static_cast<std::int64_t>(worst.pico / 7)}});
                break;
            case 1:
                ledger.keep(id);
                break;
            default:
                ledger.release(id);
            }
        }
    };
    std::vector<std::thread> lanes;
    for (unsigned seed = 1; seed <= 8; ++seed)
        lanes.emplace_back(lane, seed);
    for (std::thread &each : lanes)
        each.join();
    EXPECT_FALSE(hasExceeded);
    EXPECT_GT(refused, 0) << "the limit was never met: the test shows nothing";
    EXPECT_LE(ledger.spent().money, limit);
    EXPECT_EQ(ledger.reserved(), Cost());
}

} // namespace loupe
