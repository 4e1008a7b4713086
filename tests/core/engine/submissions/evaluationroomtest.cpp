// SPDX-License-Identifier: Apache-2.0
//
// Tests the seats and memory of one evaluation, and that it releases them.
#include "core/engine/submissions/evaluationroom.h"

#include "core/judge/protocol.h"

#include <gtest/gtest.h>

#include "tests/core/engine/submissionparts.h"

namespace loupe {

namespace {

class EvaluationRooms : public testing::Test
{
protected:
    EvaluationRooms()
    {
        parts.context.suite = "kernelbench";
        parts.context.rules.judgedBy = JudgedBy::Both;
        parts.context.strict = strictProtocol();
        parts.context.seed = "seed";
        parts.context.memoryBytes = std::int64_t{64} << 30;
        parts.context.jobs = 2;
    }

    test::SubmissionParts parts;
    EvaluationHolds holds;
    PythonServers servers{parts.shared};
};

} // namespace

TEST_F(EvaluationRooms, ReservesMemoryForReferenceAndJudging)
{
    EvaluationRoom room(parts.shared, servers, parts.work, holds);
    ASSERT_TRUE(room.sit());
    ASSERT_TRUE(holds.onDevice);
    EXPECT_EQ(holds.onDevice->bytes(), 250); // half of the share of one of two jobs
    PythonPhase phase;
    phase.deviceBytes = 400;
    phase.trialBytes = 300;
    ASSERT_TRUE(room.holdForJudging(phase));
    EXPECT_EQ(holds.onDevice->bytes(), 400);
    EXPECT_EQ(holds.memory->bytes(), 300);
}

TEST_F(EvaluationRooms, ExclusiveRequestReservesTheWholeDevice)
{
    parts.work.room = Room::Whole;
    EvaluationRoom room(parts.shared, servers, parts.work, holds);
    ASSERT_TRUE(room.sit());
    EXPECT_EQ(holds.onDevice->bytes(), 1000);
    PythonPhase phase;
    phase.deviceBytes = 400;
    ASSERT_TRUE(room.holdForJudging(phase));
    EXPECT_EQ(holds.onDevice->bytes(), 1000);
}

TEST_F(EvaluationRooms, ReturnsTheReferenceProcessToThePool)
{
    for (int evaluation = 0; evaluation < 2; ++evaluation) {
        EvaluationHolds its;
        EvaluationRoom room(parts.shared, servers, parts.work, its);
        ASSERT_TRUE(room.sit());
    }
    // There is one seat. If the first evaluation kept it, the second would wait for ever.
    EXPECT_EQ(parts.servers, 1);
}

TEST_F(EvaluationRooms, PreparesPhasesInItsReferenceProcess)
{
    EvaluationRoom room(parts.shared, servers, parts.work, holds);
    ASSERT_TRUE(room.sit());
    EXPECT_FALSE(room.isAhead());
    const auto phases = room.phases();
    ASSERT_TRUE(phases) << phases.error().message;
    EXPECT_EQ((*phases)->size(), 2U); // the suite's phase and the strict one
    EXPECT_EQ(parts.stages, std::vector<Stage>{Stage::Load});
}

TEST_F(EvaluationRooms, DoesNotPrepareSmallTasksAhead)
{
    EvaluationRoom room(parts.shared, servers, parts.work, holds);
    ASSERT_TRUE(room.prepareAhead());
    EXPECT_FALSE(room.isAhead());
    EXPECT_EQ(parts.servers, 0);
}

TEST_F(EvaluationRooms, PreparesLargeTasksAheadOnce)
{
    parts.task.implementation = "batch_size = 65536\ndim = 65536\n";
    EvaluationRoom room(parts.shared, servers, parts.work, holds);
    ASSERT_TRUE(room.prepareAhead());
    ASSERT_TRUE(room.isAhead());
    const auto phases = room.phases();
    ASSERT_TRUE(phases) << phases.error().message;
    EXPECT_FALSE(room.isAhead());
}

TEST_F(EvaluationRooms, WaitsForUnusedPreparation)
{
    parts.task.implementation = "batch_size = 65536\ndim = 65536\n";
    {
        EvaluationRoom room(parts.shared, servers, parts.work, holds);
        ASSERT_TRUE(room.prepareAhead());
        room.dropAhead();
    }
    EXPECT_FALSE(holds.ahead.isBegun());
}

} // namespace loupe
