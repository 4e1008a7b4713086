// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/parents.h"

#include "tests/core/generation/pool.h"

namespace loupe {

using test::Fate;
using test::Pool;
using test::right;
using test::wrong;

namespace {

using Places = std::vector<std::vector<ProgramPosition>>;

Strategy beam(int width, int children, int rounds)
{
    return test::pooledStrategy(Strategy::Kind::Beam, width, children, rounds);
}

} // namespace

TEST(BeamTest, EachRoundContinuesFromTheBestSoFar)
{
    Pool pool(beam(2, 2, 4));
    const auto first = pool.round({wrong(Verdict::CompileError, "a"), right(1.0, "b"),
                                   wrong(Verdict::WrongTail, "c"), wrong(Verdict::Crashed, "d")});
    for (const WantedRequest &each : first) {
        EXPECT_EQ(each.purpose, "start");
        EXPECT_TRUE(each.parents.empty());
    }
    EXPECT_EQ(pool.parents(), (Places{{{1, 0}}, {{2, 0}}, {{1, 0}}, {{2, 0}}}));
    EXPECT_EQ(pool.next(0).wanted.purpose, "optimise");
    EXPECT_EQ(pool.next(1).wanted.purpose, "fix");
    pool.round(
        {right(1.5, "e"), right(1.2, "f"), wrong(Verdict::WrongValue, "g"), right(3.0, "h")});
    EXPECT_EQ(pool.parents(), (Places{{{3, 1}}, {{0, 1}}, {{3, 1}}, {{0, 1}}}));
    pool.round({right(1.1, "i"), right(1.1, "j"), right(1.1, "k"), right(1.1, "l")});
    EXPECT_EQ(pool.parents(), (Places{{{3, 1}}, {{0, 1}}, {{3, 1}}, {{0, 1}}}))
        << "parents stay as long as no child is better";
    const auto line = lineOf(beam(2, 2, 4), pool.parameters(), pool.samples(), {0, 2});
    ASSERT_EQ(line.size(), 3U);
    EXPECT_EQ(line[0].place(), (ProgramPosition{2, 0}));
    EXPECT_EQ(line[1].place(), (ProgramPosition{3, 1}));
    EXPECT_EQ(line[2].place(), (ProgramPosition{0, 2}));
}

TEST(BeamTest, RoundStartsAfterTheLastIsJudged)
{
    Pool pool(beam(1, 2, 3));
    pool.answer(0, {});
    pool.judge(0, 0, right(1.0, "a"));
    EXPECT_EQ(pool.end(0), "waits");
    EXPECT_EQ(pool.end(1), "goes on");
    pool.answer(1, {});
    EXPECT_EQ(pool.end(1), "waits");
    pool.judge(1, 0, right(2.0, "b"));
    EXPECT_EQ(pool.parents(), (Places{{{1, 0}}, {{1, 0}}}));
}

TEST(BeamTest, EqualProgramsShareOneSlot)
{
    Pool pool(beam(2, 1, 3));
    pool.round({right(2.0, "int a;\n"), right(1.9, " int  a;")});
    EXPECT_EQ(pool.parents(), (Places{{{0, 0}}, {{0, 0}}}));
    pool.round({right(1.0, "int a;"), right(1.0, "int b;")});
    EXPECT_EQ(pool.parents(), (Places{{{0, 0}}, {{1, 1}}}));
}

TEST(BeamTest, NeverContinuesFromFlaggedOrEmptyPrograms)
{
    Pool pool(beam(2, 1, 5));
    pool.round({{Verdict::Correct, 900.0, "cheat", true},
                {Verdict::EmptySubmission, {}, "", false, ExtractionOutcome::NoCode}});
    EXPECT_EQ(pool.parents(), (Places{{}, {}})) << "the first question once more";
    EXPECT_EQ(pool.next(0).wanted.purpose, "start");
    EXPECT_EQ(pool.next(0).wanted.round, 1);
    pool.round({wrong(Verdict::TooLargeForDevice, "large"), wrong(Verdict::CompileError, "x")});
    EXPECT_EQ(pool.parents(), (Places{{{1, 1}}, {{1, 1}}}));
    pool.round({wrong(Verdict::CompileError, "y"), {Verdict::Correct, 800.0, "cheat 2", true}});
    EXPECT_EQ(pool.parents(), (Places{{{0, 2}}, {{1, 1}}})) << "of what fails the later first";
}

TEST(BeamTest, AllSamplesOfATaskEndTogether)
{
    Strategy fast = beam(1, 2, 9);
    fast.stop.speedup = 2;
    Pool solved(fast);
    solved.round({right(1.9, "a"), wrong(Verdict::WrongValue, "b")});
    EXPECT_EQ(solved.end(), "goes on");
    solved.round({right(1.0, "c"), right(2.0, "d")});
    EXPECT_EQ(solved.end(0), "solved");
    EXPECT_EQ(solved.end(1), "solved");

    Strategy correct = beam(1, 2, 9);
    correct.stop.isCorrectEnough = true;
    Pool cheated(correct);
    cheated.round({{Verdict::Correct, 9.0, "cheat", true}, wrong(Verdict::WrongValue, "b")});
    EXPECT_EQ(cheated.end(), "goes on") << "what is withheld solves nothing";

    Strategy stale = beam(1, 2, 9);
    stale.stop.noProgress = 2;
    Pool noProgress(stale);
    noProgress.round({right(1.0, "a"), right(1.5, "b")});
    noProgress.round({right(1.4, "c"), right(1.51, "d")});
    EXPECT_EQ(noProgress.end(), "goes on");
    noProgress.round({right(1.4, "e"), wrong(Verdict::WrongValue, "f")});
    EXPECT_EQ(noProgress.end(), "no_progress");

    Pool rounds(beam(1, 2, 2));
    rounds.round({right(1.0, "a"), right(1.5, "b")});
    EXPECT_EQ(rounds.end(), "goes on");
    rounds.round({right(1.0, "c"), right(1.5, "d")});
    EXPECT_EQ(rounds.end(), "rounds");

    Pool unjudged(beam(1, 2, 9));
    unjudged.round({wrong(Verdict::TooLargeForDevice, "a"), right(1.5, "b")});
    EXPECT_EQ(unjudged.end(), "goes on");
    unjudged.round(
        {wrong(Verdict::TooLargeForDevice, "c"), wrong(Verdict::TooLargeForDevice, "d")});
    EXPECT_EQ(unjudged.end(), "not_judged");

    const Fate refusal{Verdict::EmptySubmission, {}, "", false, ExtractionOutcome::Refused};
    Pool refused(beam(1, 2, 9));
    refused.round({refusal, right(1.5, "b")});
    EXPECT_EQ(refused.end(), "goes on") << "the model still answers";
    refused.round({refusal, refusal});
    EXPECT_EQ(refused.end(), "refused");
}

} // namespace loupe
