// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/nextstep.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

ModelParameters ceilings(std::int64_t first, std::int64_t last)
{
    ModelParameters parameters;
    parameters.maxOutput = first;
    parameters.maxOutputLimit = last;
    return parameters;
}

std::vector<ProgramPosition> from(int round)
{
    return {{0, round}};
}

/// One sample that is requested, answered and judged step by step.
class Sample
{
public:
    explicit Sample(Strategy strategy) : m_strategy(strategy) { }

    void request(const std::string &state, const std::string &purpose, int round,
                 ExtractionOutcome outcome = ExtractionOutcome::Code)
    {
        Request request;
        request.purpose = purpose;
        request.round = round;
        request.state = state;
        if (state == "answered") {
            request.response.emplace();
            request.response->extractions.emplace_back().outcome = outcome;
        }
        m_dialogue.requests.push_back(std::move(request));
    }

    /// Answers the next request with a program, and judges it.
    void round(Verdict verdict, std::optional<double> speedup, std::string_view source,
               bool isWithheld = false)
    {
        const NextStep step = next();
        ASSERT_EQ(step.kind, NextStep::Kind::Ask);
        request("answered", step.wanted.purpose, step.wanted.round);
        EXPECT_EQ(next().kind, NextStep::Kind::Wait);
        m_state.judged.push_back({step.wanted.round, verdict, speedup, isWithheld, source});
    }

    NextStep next(const ModelParameters &parameters = ceilings(100, 1000))
    {
        m_state.dialogue = m_dialogue.requests.empty() ? nullptr : &m_dialogue;
        return nextStep(m_strategy, parameters, std::span(&m_state, 1), 0);
    }

    const SampleSoFar &state() const { return m_state; }
    const Dialogue &dialogue() const { return m_dialogue; }
    Request &last() { return m_dialogue.requests.back(); }

private:
    Strategy m_strategy;
    Dialogue m_dialogue;
    SampleSoFar m_state;
};

Strategy serial(int rounds)
{
    Strategy strategy;
    strategy.kind = Strategy::Kind::Serial;
    strategy.rounds = rounds;
    return strategy;
}

std::string endOf(Sample &sample)
{
    const NextStep step = sample.next();
    return step.kind == NextStep::Kind::Stop ? step.stopReason : "goes on";
}

} // namespace

TEST(NextStepTest, RequestsUntilARoundIsAnswered)
{
    Sample sample{Strategy()};
    EXPECT_EQ(sample.next().wanted, (WantedRequest{0, "start", 1, 100}));
    sample.request("failed", "start", 0);
    sample.request("unknown", "start", 0);
    EXPECT_EQ(sample.next().wanted, (WantedRequest{0, "start", 3, 100}));
    sample.request("answered", "start", 0);
    EXPECT_EQ(sample.next().kind, NextStep::Kind::Wait);
    sample.last().response->isComplete = false;
    EXPECT_EQ(sample.next().kind, NextStep::Kind::Ask) << "half an answer is none";
}

TEST(NextStepTest, RaisesTheOutputLimitAtMostTwice)
{
    Sample sample{Strategy()};
    sample.request("answered", "start", 0, ExtractionOutcome::Truncated);
    EXPECT_EQ(sample.next().wanted, (WantedRequest{0, "truncated", 1, 200}));
    EXPECT_EQ(sample.next(ceilings(100, 150)).wanted, (WantedRequest{0, "truncated", 1, 150}));
    EXPECT_EQ(sample.next(ceilings(100, 100)).kind, NextStep::Kind::Wait) << "no higher allowed";
    sample.request("answered", "truncated", 0, ExtractionOutcome::Truncated);
    EXPECT_EQ(sample.next().wanted, (WantedRequest{0, "truncated", 2, 400}));
    EXPECT_EQ(sample.next(ceilings(100, 150)).kind, NextStep::Kind::Wait);
    sample.request("answered", "truncated", 0, ExtractionOutcome::Truncated);
    EXPECT_EQ(sample.next().kind, NextStep::Kind::Wait);
}

TEST(NextStepTest, RequestsNoMoreThanTheServerAllows)
{
    Sample sample{Strategy()};
    sample.request("answered", "start", 0, ExtractionOutcome::Truncated);
    Response &first = *sample.last().response;
    first.outputTokens = 60;
    EXPECT_EQ(sample.next().kind, NextStep::Kind::Wait) << "its context ended, not the ceiling";
    EXPECT_TRUE(isCutByServer(sample.dialogue(), 0, ceilings(100, 1000)));
    first.reasoningTokens = 40;
    EXPECT_EQ(sample.next().kind, NextStep::Kind::Ask) << "reasoning may be counted beside";
    first.reasoningTokens.reset();
    first.outputTokens = 99;
    EXPECT_EQ(sample.next().kind, NextStep::Kind::Ask) << "nobody counts to the token";
    EXPECT_FALSE(isCutByServer(sample.dialogue(), 0, ceilings(100, 1000)));
    sample.request("answered", "truncated", 0, ExtractionOutcome::Truncated);
    sample.last().response->outputTokens = 120;
    EXPECT_EQ(sample.next().kind, NextStep::Kind::Wait) << "raised to 200, and no more came";
}

TEST(NextStepTest, RemindsOnceOfTheAnswerFormat)
{
    for (const ExtractionOutcome outcome :
         {ExtractionOutcome::NoCode, ExtractionOutcome::Empty, ExtractionOutcome::Unparseable}) {
        Sample sample{Strategy()};
        sample.request("answered", "start", 0, outcome);
        EXPECT_EQ(sample.next().wanted, (WantedRequest{0, "reminder", 1, 100}));
        sample.request("answered", "reminder", 0, outcome);
        EXPECT_EQ(sample.next().kind, NextStep::Kind::Wait);
    }
    Sample refused{Strategy()};
    refused.request("answered", "start", 0, ExtractionOutcome::Refused);
    EXPECT_EQ(refused.next().kind, NextStep::Kind::Wait) << "who declines is not pressed";
    Sample raised{Strategy()};
    raised.request("answered", "start", 0, ExtractionOutcome::Truncated);
    raised.request("answered", "truncated", 0, ExtractionOutcome::NoCode);
    EXPECT_EQ(raised.next().wanted, (WantedRequest{0, "reminder", 1, 200}));
    Strategy forbids;
    forbids.hasReminder = false;
    Sample plain{forbids};
    plain.request("answered", "start", 0, ExtractionOutcome::NoCode);
    EXPECT_EQ(plain.next().kind, NextStep::Kind::Wait);
}

TEST(NextStepTest, ContinuesFromTheLastUntilItsRoundsEnd)
{
    Sample sample{serial(4)};
    sample.round(Verdict::CompileError, {}, "a");
    EXPECT_EQ(sample.next().wanted, (WantedRequest{1, "fix", 1, 100, from(0)}));
    sample.round(Verdict::Correct, 2.0, "b");
    EXPECT_EQ(sample.next().wanted, (WantedRequest{2, "optimise", 1, 100, from(1)}));
    sample.round(Verdict::WrongTail, {}, "c");
    EXPECT_EQ(sample.next().wanted, (WantedRequest{3, "fix", 1, 100, from(2)}));
    sample.round(Verdict::Correct, 1.0, "d");
    EXPECT_EQ(endOf(sample), "rounds");
}

TEST(NextStepTest, ContinuesFromTheBest)
{
    Strategy strategy = serial(9);
    strategy.parent = Strategy::Parent::Best;
    Sample sample{strategy};
    sample.round(Verdict::WrongValue, {}, "a");
    EXPECT_EQ(sample.next().wanted.parents, from(0)) << "none is right: the last";
    sample.round(Verdict::Correct, 2.0, "b");
    sample.round(Verdict::Correct, 1.5, "c");
    EXPECT_EQ(sample.next().wanted, (WantedRequest{3, "optimise", 1, 100, from(1)}));
    sample.round(Verdict::CompileError, {}, "d");
    EXPECT_EQ(sample.next().wanted.parents, from(1));
    sample.round(Verdict::Correct, 2.0, "e");
    EXPECT_EQ(sample.next().wanted.parents, from(1)) << "of equal ones the earlier";
}

TEST(NextStepTest, NeverContinuesFromFlaggedOrEmptyPrograms)
{
    for (const Strategy::Parent parent : {Strategy::Parent::Last, Strategy::Parent::Best}) {
        Strategy strategy = serial(9);
        strategy.parent = parent;
        strategy.stop.speedup = 10;
        Sample sample{strategy};
        sample.round(Verdict::EmptySubmission, {}, "");
        EXPECT_EQ(sample.next().wanted, (WantedRequest{1, "start", 1, 100}));
        sample.round(Verdict::Correct, 900.0, "cheat", true);
        EXPECT_EQ(sample.next().wanted, (WantedRequest{2, "start", 1, 100}));
        sample.round(Verdict::Correct, 1.1, "honest");
        sample.round(Verdict::Correct, 800.0, "cheat 2", true);
        EXPECT_EQ(sample.next().wanted.parents, from(2));
    }
}

TEST(NextStepTest, EndsByItsRules)
{
    Strategy fast = serial(9);
    fast.stop.speedup = 2;
    Sample fastEnough{fast};
    fastEnough.round(Verdict::Correct, 1.9, "a");
    EXPECT_EQ(endOf(fastEnough), "goes on");
    fastEnough.round(Verdict::Correct, 2.0, "b");
    EXPECT_EQ(endOf(fastEnough), "solved");

    Strategy right = serial(9);
    right.stop.isCorrectEnough = true;
    Sample rightEnough{right};
    rightEnough.round(Verdict::WrongValue, {}, "a");
    rightEnough.round(Verdict::Correct, {}, "b");
    EXPECT_EQ(endOf(rightEnough), "solved");

    Strategy stale = serial(9);
    stale.stop.noProgress = 2;
    Sample noProgress{stale};
    noProgress.round(Verdict::CompileError, {}, "a");
    noProgress.round(Verdict::Correct, 1.0, "b");
    noProgress.round(Verdict::Correct, 1.01, "c");
    EXPECT_EQ(endOf(noProgress), "goes on");
    noProgress.round(Verdict::Correct, 1.5, "d");
    noProgress.round(Verdict::Correct, 1.4, "e");
    noProgress.round(Verdict::WrongValue, {}, "f");
    EXPECT_EQ(endOf(noProgress), "no_progress");

    Sample repeats{serial(9)};
    repeats.round(Verdict::WrongValue, {}, "int a;\n");
    repeats.round(Verdict::WrongValue, {}, " int  a;");
    EXPECT_EQ(repeatedRound(repeats.state().judged, 1), 0);
    EXPECT_EQ(endOf(repeats), "goes on");
    Strategy same = serial(9);
    same.stop.sameCode = true;
    Sample ends{same};
    ends.round(Verdict::WrongValue, {}, "int a;\n");
    ends.round(Verdict::WrongValue, {}, " int  a;");
    EXPECT_EQ(endOf(ends), "same_code");

    Sample unjudged{serial(9)};
    unjudged.round(Verdict::TooLargeForDevice, {}, "a");
    EXPECT_EQ(endOf(unjudged), "not_judged");

    Sample refused{serial(9)};
    refused.request("answered", "start", 0, ExtractionOutcome::Refused);
    SampleSoFar state = refused.state();
    Dialogue dialogue;
    dialogue.requests = {refused.last()};
    state.dialogue = &dialogue;
    state.judged = {{0, Verdict::EmptySubmission, {}, false, ""}};
    EXPECT_EQ(nextStep(serial(9), ceilings(1, 1), std::span(&state, 1), 0).stopReason, "refused");
}

TEST(NextStepTest, ContinuesTheBestOnceAllAreJudged)
{
    Strategy strategy = serial(3);
    strategy.kind = Strategy::Kind::BestThenRefine;
    strategy.samples = 5;
    strategy.width = 2;
    Dialogue answered;
    Request request;
    request.purpose = "start";
    request.state = "answered";
    request.response.emplace().extractions.emplace_back().outcome = ExtractionOutcome::Code;
    answered.requests = {request};
    std::vector<SampleSoFar> samples(5, {&answered, {}});
    const auto judge = [&](std::size_t sample, Verdict verdict, std::optional<double> speedup,
                           bool isWithheld = false) {
        samples[sample].judged = {{0, verdict, speedup, isWithheld, "x"}};
    };
    judge(0, Verdict::CompileError, {});
    judge(1, Verdict::WrongValue, {});
    judge(2, Verdict::Correct, 9.0, true);
    judge(3, Verdict::Correct, 1.0);
    const auto ends = [&](std::size_t sample) {
        const NextStep step = nextStep(strategy, ceilings(1, 1), samples, sample);
        return step.kind == NextStep::Kind::Wait ? "waits"
            : step.kind == NextStep::Kind::Ask   ? "goes on"
                                                 : step.stopReason;
    };
    EXPECT_EQ(ends(3), "waits") << "the last one is not judged yet";
    judge(4, Verdict::Crashed, {});
    EXPECT_EQ(ends(3), "goes on");
    EXPECT_EQ(ends(1), "goes on") << "it ran to its end";
    for (const std::size_t sample : {0U, 2U, 4U})
        EXPECT_EQ(ends(sample), "not_chosen") << sample;
}

} // namespace loupe
