// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/roomretry.h"

#include <deque>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

Evaluation with(Verdict suite, Verdict strict)
{
    Evaluation evaluation;
    evaluation.verdict = suite;
    evaluation.strictVerdict = strict;
    evaluation.message = "said";
    return evaluation;
}

const Error noRoom{Errc::Busy, "the GPU has too little memory left to map tensors", {}, {}, {}};

/// Scripted results of attempts, and the room of each attempt made.
struct Told {
    std::deque<Result<Evaluation>> results;
    std::vector<Room> rooms = {};
    std::string others = {}; ///< other holders of device memory

    Result<Evaluation> run(const std::stop_token &stop = {})
    {
        Candidate candidate;
        candidate.task = "1_relu";
        return withRoom(
            candidate,
            [this](Room room) {
                rooms.push_back(room);
                Result<Evaluation> next = results.front();
                results.pop_front();
                return next;
            },
            [this] { return others; }, stop);
    }
};

const std::vector<Room> once{Room::Shared};
const std::vector<Room> twice{Room::Shared, Room::Whole};

} // namespace

TEST(RoomRetry, AttemptsOnceIfMemorySuffices)
{
    for (const Verdict verdict : {Verdict::Correct, Verdict::WrongValue, Verdict::Crashed}) {
        Told told{{with(verdict, verdict)}};
        const auto done = told.run();
        ASSERT_TRUE(done);
        EXPECT_EQ(done->verdict, verdict);
        EXPECT_EQ(done->runLog, "");
        EXPECT_EQ(told.rooms, once);
    }
    Told broken{{Error{Errc::Internal, "the judge died"}}};
    EXPECT_EQ(broken.run().error().code, Errc::Internal);
    EXPECT_EQ(broken.rooms, once);
}

TEST(RoomRetry, RetriesOutOfMemoryOnASharedDevice)
{
    const Result<Evaluation> beside[] = {with(Verdict::OutOfMemory, Verdict::OutOfMemory),
                                         with(Verdict::Correct, Verdict::OutOfMemory), noRoom};
    for (const auto &first : beside) {
        Told told{{first, with(Verdict::Correct, Verdict::Correct)}};
        const auto done = told.run();
        ASSERT_TRUE(done);
        EXPECT_EQ(done->verdict, Verdict::Correct);
        EXPECT_EQ(done->strictVerdict, Verdict::Correct);
        EXPECT_NE(done->runLog.find("no other job on the device"), std::string::npos);
        EXPECT_EQ(told.rooms, twice);
    }
}

TEST(RoomRetry, LackOfMemoryWithExclusiveUseIsOutOfMemory)
{
    Told candidate{{noRoom, with(Verdict::OutOfMemory, Verdict::OutOfMemory)}};
    EXPECT_EQ(candidate.run()->verdict, Verdict::OutOfMemory);
    Told reference{{noRoom, noRoom}};
    const auto skipped = reference.run();
    ASSERT_TRUE(skipped);
    EXPECT_EQ(skipped->verdict, Verdict::TooLargeForDevice);
    EXPECT_EQ(skipped->candidate.task, "1_relu");
    EXPECT_EQ(skipped->message, noRoom.message);
}

TEST(RoomRetry, MemoryOfOtherProgramsIsNotAFailure)
{
    const Result<Evaluation> alone[]
        = {with(Verdict::OutOfMemory, Verdict::OutOfMemory), Result<Evaluation>(noRoom)};
    for (const auto &second : alone) {
        Told told{{noRoom, second}, {}, "2 other processes use it"};
        const auto done = told.run();
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().code, Errc::Busy);
        EXPECT_NE(done.error().message.find("2 other processes"), std::string::npos);
        EXPECT_EQ(told.rooms, twice);
    }
    Told enough{{noRoom, with(Verdict::Correct, Verdict::WrongValue)}, {}, "2 other processes"};
    const auto judged = enough.run();
    ASSERT_TRUE(judged) << "what they left was enough";
    EXPECT_EQ(judged->strictVerdict, Verdict::WrongValue);
}

TEST(RoomRetry, CancelledRunIsNotRetried)
{
    std::stop_source source;
    source.request_stop();
    Told told{{noRoom}};
    EXPECT_FALSE(told.run(source.get_token()));
    EXPECT_EQ(told.rooms, once);
}

} // namespace loupe
