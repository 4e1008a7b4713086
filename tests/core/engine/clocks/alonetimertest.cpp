// SPDX-License-Identifier: Apache-2.0
//
// Tests the timing of one process without a counterpart, with scripted children.
#include "core/base/median.h"
#include "core/engine/clocks/pairedclocks.h"

#include <gtest/gtest.h>

#include "tests/core/engine/toldchild.h"

namespace loupe {

namespace {

using test::clockOf;
using test::ToldChild;

} // namespace

TEST(AloneTimer, GivesTheTimeOfACallByTheChosenClock)
{
    for (const TimingMethod method :
         {TimingMethod::Cupti, TimingMethod::CudaEvent, TimingMethod::Host}) {
        ToldChild child;
        child.busyMs = 2;
        child.eventMs = 3;
        child.wallMsPerCall = 5;
        CallClock clock = clockOf(child, method);
        ASSERT_TRUE(settleAlone(clock, method));
        const auto samples = timeAlone(clock, {}, method, TimingPolicy(), {});
        ASSERT_TRUE(samples) << samples.error().text();
        EXPECT_GE(samples->size(), 8U);
        const double expected = method == TimingMethod::Cupti ? 2
            : method == TimingMethod::CudaEvent               ? 3
                                                              : 5;
        EXPECT_NEAR(medianOf(*samples), expected, 1e-6);
        EXPECT_FALSE(child.wasAskedWhileHeld);
        EXPECT_FALSE(child.isHeld) << "it is released at the end";
    }
}

TEST(AloneTimer, WritesOtherInputsBeforeEachBlock)
{
    ToldChild child;
    CallClock clock = clockOf(child, TimingMethod::Host);
    ASSERT_TRUE(settleAlone(clock, TimingMethod::Host));
    int placed = 0;
    const CallsAlone calls{[&](int) {
                               ++placed;
                               return CallOutcome();
                           },
                           3};
    const auto samples = timeAlone(clock, calls, TimingMethod::Host, TimingPolicy(), {});
    ASSERT_TRUE(samples) << samples.error().text();
    EXPECT_GE(placed, static_cast<int>(samples->size()));
    for (const Json &request : child.requests)
        EXPECT_LE(request.value("calls", 0), 3);
}

TEST(AloneTimer, RefusesAnotherClock)
{
    ToldChild child;
    child.records = false;
    child.refusal = "CUPTI is in use";
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    const Status settled = settleAlone(clock, TimingMethod::Cupti);
    ASSERT_FALSE(settled);
    EXPECT_NE(settled.error().message.find("CUPTI is in use"), std::string::npos);
}

TEST(AloneTimer, AFailureHasItsReason)
{
    ToldChild child;
    CallClock clock = clockOf(child, TimingMethod::Host);
    ASSERT_TRUE(settleAlone(clock, TimingMethod::Host));
    child.otherwise = Verdict::Crashed;
    const auto samples = timeAlone(clock, {}, TimingMethod::Host, TimingPolicy(), {});
    ASSERT_FALSE(samples);
    EXPECT_EQ(samples.error().code, Errc::Unsupported);
    std::stop_source stopped;
    stopped.request_stop();
    child.otherwise = Verdict::Correct;
    const auto cancelled
        = timeAlone(clock, {}, TimingMethod::Host, TimingPolicy(), stopped.get_token());
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, Errc::Cancelled);
}

} // namespace loupe
