// SPDX-License-Identifier: Apache-2.0
//
// Tests the occupations of evaluations, reported by their threads or derived from stages.
#include "core/engine/contract/occupationlog.h"
#include "core/engine/python/watchedchild.h"
#include "core/engine/run/stageoccupations.h"
#include "core/engine/submissions/timedcalls.h"

#include <array>
#include <initializer_list>
#include <memory>

#include <gtest/gtest.h>

#include "tests/core/engine/quietchild.h"

namespace loupe {

namespace {

using Counts = std::array<int, occupations>;

Counts counts(std::initializer_list<Occupation> all)
{
    Counts out{};
    for (const Occupation each : all)
        ++out[static_cast<std::size_t>(each)];
    return out;
}

/// Child that records its evaluation's occupation during each answer.
class NotingChild final : public QuietChild
{
public:
    NotingChild(OccupationLog &log, Counts &seen) : m_log(log), m_seen(seen) { }
    Answer ask(Json /*request*/, const Bundle * /*given*/,
               std::chrono::duration<double> /*deadline*/,
               const std::stop_token & /*stop*/) override
    {
        m_seen = m_log.tell().now;
        return {{Verdict::Correct, {}, 0}, Json::object(), {}};
    }

private:
    OccupationLog &m_log;
    Counts &m_seen;
};

class Occupations : public testing::Test
{
protected:
    Counts now() { return log->tell().now; }

    std::shared_ptr<OccupationLog> log = std::make_shared<OccupationLog>(4);
    OccupationReporter reporter{log, "cuda:0"};
};

} // namespace

TEST_F(Occupations, NestedOccupationReplacesTheOuterOne)
{
    {
        const OccupationReporter::Scope waiting(reporter, Occupation::WaitForTurn);
        EXPECT_EQ(now(), counts({Occupation::WaitForTurn}));
        {
            const OccupationReporter::Scope atWork(reporter, Occupation::Device);
            EXPECT_EQ(now(), counts({Occupation::Device}));
        }
        EXPECT_EQ(now(), counts({Occupation::WaitForTurn}));
    }
    EXPECT_EQ(now(), Counts{});
}

TEST_F(Occupations, ATimingThreadStaysInTiming)
{
    TimingLease lease;
    {
        const TimedAlone alone(lease, reporter);
        EXPECT_EQ(now(), counts({Occupation::Time}));
        const OccupationReporter::Scope atWork(reporter, Occupation::Device);
        EXPECT_EQ(now(), counts({Occupation::Time}));
    }
    EXPECT_EQ(now(), Counts{});
}

TEST_F(Occupations, ClassifiesRequests)
{
    TimingLease lease;
    const Room room = Room::Shared;
    const auto during = [&](Json request, TimingLease *turns) {
        Counts seen{};
        watched(std::make_unique<NotingChild>(*log, seen), PythonRole::Subject, reporter, turns,
                room)
            ->ask(std::move(request), nullptr, std::chrono::seconds(1), {});
        return seen;
    };
    EXPECT_EQ(during({{"do", "load"}}, &lease), counts({Occupation::Build}));
    EXPECT_EQ(during({{"do", "forward"}}, &lease), counts({Occupation::Device}));
    EXPECT_EQ(during({{"do", "inputs"}, {"stays_on_host", true}}, &lease),
              counts({Occupation::Draw}));
    EXPECT_EQ(during({{"do", "inputs"}, {"make_on", "device"}}, &lease),
              counts({Occupation::Device}));
    EXPECT_EQ(during({{"do", "inputs"}}, nullptr), counts({Occupation::Draw}))
        << "the device is the processor";
    EXPECT_EQ(now(), Counts{});
}

TEST_F(Occupations, ProcessorStagesWaitForTiming)
{
    StageOccupations stages(log);
    const int a = 0;
    const int b = 0;
    const int c = 0;
    stages.entered(&a, Stage::Verify, "cpu");
    stages.entered(&b, Stage::Time, "cpu");
    EXPECT_EQ(now(), counts({Occupation::Device, Occupation::WaitForTiming}));
    stages.entered(&c, Stage::Build, "cpu");
    EXPECT_EQ(now(),
              counts({Occupation::Device, Occupation::WaitForTiming, Occupation::WaitForTurn}));
    stages.entered(&a, Stage::Time, "cpu");
    EXPECT_EQ(now(),
              counts({Occupation::Time, Occupation::WaitForTiming, Occupation::WaitForTurn}));
    stages.left(&b);
    EXPECT_EQ(now(), counts({Occupation::Time, Occupation::WaitForTurn}))
        << "timers go one after the other";
    stages.left(&a);
    EXPECT_EQ(now(), counts({Occupation::Build}));
    stages.left(&c);
    stages.left(&c);
    EXPECT_EQ(now(), Counts{});
}

TEST_F(Occupations, BuildsContinueDuringGpuTiming)
{
    StageOccupations stages(log);
    const int a = 0;
    const int b = 0;
    const int c = 0;
    stages.entered(&a, Stage::Build, "cuda:0");
    stages.entered(&b, Stage::Time, "cuda:0");
    stages.entered(&c, Stage::Time, "cuda:1");
    EXPECT_EQ(now(), counts({Occupation::Build, Occupation::Time, Occupation::Time}));
    stages.entered(&a, Stage::Verify, "cuda:0");
    EXPECT_EQ(now(), counts({Occupation::WaitForTurn, Occupation::Time, Occupation::Time}));
}

} // namespace loupe
