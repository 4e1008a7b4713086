// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/generationboard.h"

#include "core/generation/loop/generationpreview.h"
#include "core/generation/loop/unfinishedgeneration.h"
#include "core/generation/loop/watchedevaluation.h"

#include <stop_token>

#include "tests/core/generation/generationfixture.h"

namespace loupe {

using test::answerOf;
using test::program;

namespace {

class GenerationBoardTest : public test::GenerationFixture
{
protected:
    void SetUp() override
    {
        GenerationFixture::SetUp();
        m_board = &board;
    }

    GenerationRequest serial(int rounds) const
    {
        return request(1,
                       {{"endpoint", {{"url", "http://127.0.0.1:1/v1"}, {"lanes", 2}}},
                        {"strategy", {{"kind", "serial"}, {"rounds", rounds}, {"confirm", false}}},
                        {"budget", {{"requests", 50}}}});
    }

    void recordTwoRounds() const
    {
        record("Math/one", 0, answerOf("wrong"));
        record("Math/two", 0, answerOf("slow"));
        record("Math/one", 0, answerOf("fast"), "fix", "stop", 1, 1);
        record("Math/two", 0, answerOf("fast"), "optimise", "stop", 1, 1);
    }

    GenerationBoard board;
};

AskEvent eventOf(AskEvent::Kind kind, const std::string &ask)
{
    AskEvent event;
    event.kind = kind;
    event.ask = ask;
    return event;
}

/// Board with one task of two samples, without a run.
class BoardAloneTest : public GenerationBoardTest
{
protected:
    void SetUp() override
    {
        GenerationBoardTest::SetUp();
        GenerationRequest asked = serial(2);
        asked.samples = 2;
        asked.run.taskFilter = "one";
        setup = std::make_unique<GenerationSetup>(*setUpGeneration(asked));
        board.begin(*setup, asked.profile, DialogueBook(setup->origin));
    }

    RoundState stateOf(std::size_t sample, std::size_t round) const
    {
        return board.progress().samples.at(sample).rounds.at(round).state;
    }

    std::unique_ptr<GenerationSetup> setup;
};

} // namespace

TEST_F(GenerationBoardTest, AfterARunEverythingIsJudged)
{
    recordTwoRounds();
    const auto outcome = run(serial(2));
    ASSERT_TRUE(outcome) << outcome.error().text();
    const GenerationProgress progress = board.progress();
    EXPECT_EQ(progress.phase, GenerationPhase::Ended);
    EXPECT_EQ(progress.run, "native: way");
    EXPECT_EQ(progress.rounds, 4);
    EXPECT_EQ(progress.asked, 4);
    EXPECT_EQ(progress.answered, 4);
    EXPECT_EQ(progress.judged, 4);
    EXPECT_EQ(progress.failed, 0);
    EXPECT_EQ(progress.spent.requests, 4);
    EXPECT_EQ(progress.spent.output, 80);
    EXPECT_EQ(progress.reserved, Cost());
    EXPECT_EQ(progress.limits.requests, 50);
    ASSERT_EQ(progress.lanes.size(), 2U);
    EXPECT_EQ(progress.lanes, std::vector<AskLane>(2)) << "nothing is open any more";
    ASSERT_EQ(progress.samples.size(), 2U);
    EXPECT_EQ(progress.samples[0].task, "Math/one");
    EXPECT_EQ(progress.samples[0].rounds[0].verdict, Verdict::WrongValue);
    EXPECT_EQ(progress.samples[0].rounds[1].speedup, 2.0);
    const auto turns = board.turns("Math/one", 0);
    ASSERT_EQ(turns.size(), 4U) << "question and answer of two rounds";
    EXPECT_EQ(turns[3].text, answerOf("fast"));
    EXPECT_NE(turns[2].text.find("wrong value"), std::string::npos) << "the feedback";
}

TEST_F(GenerationBoardTest, ResumedGenerationStartsFromStoredAnswers)
{
    record("Math/one", 0, program);
    GenerationRequest asked = serial(1);
    ASSERT_TRUE(run(asked)) << "of the other task the cassette has nothing";
    EXPECT_EQ(board.progress().failed, 1);
    GenerationBoard later;
    m_board = &later;
    asked.run.resume = true;
    record("Math/two", 0, program, "start", "stop", 2);
    ASSERT_TRUE(run(asked));
    EXPECT_EQ(later.progress().answered, 2);
    EXPECT_EQ(later.progress().spent.output, 40) << "of both sessions";
    EXPECT_EQ(later.turns("Math/one", 0).size(), 1U);
}

TEST_F(GenerationBoardTest, InterruptedGenerationCanBeResumed)
{
    EXPECT_TRUE(unfinishedGenerations(root() / "s.kloupe")->empty());
    record("Math/one", 0, program);
    GenerationRequest asked = serial(1);
    asked.rounds = 2;
    asked.run.timing.enabled = false;
    ASSERT_TRUE(run(asked));
    const auto left = unfinishedGenerations(root() / "s.kloupe");
    ASSERT_TRUE(left) << left.error().text();
    ASSERT_EQ(left->size(), 1U);
    GenerationRequest again = left->front();
    EXPECT_TRUE(again.run.resume);
    EXPECT_FALSE(again.run.timing.enabled);
    EXPECT_EQ(again.run.name, "native: way");
    EXPECT_EQ(again.replay, root() / "c.jsonl");
    EXPECT_EQ(readStrategy(again.profile)->rounds, 2);
    const auto preview = previewGeneration(again);
    ASSERT_TRUE(preview) << preview.error().text();
    EXPECT_EQ(preview->outlook.settled, 1);
    EXPECT_EQ(preview->outlook.most.requests, 3);
    record("Math/two", 0, program, "start", "stop", 2);
    record("Math/one", 0, program, "optimise", "stop", 1, 1);
    record("Math/one", 0, program, "optimise", "stop", 2, 1);
    record("Math/two", 0, program, "optimise", "stop", 1, 1);
    const auto resumed = run(again);
    ASSERT_TRUE(resumed) << resumed.error().text();
    EXPECT_EQ(resumed->end, AskingEnd::Answered) << m_said;
    EXPECT_TRUE(unfinishedGenerations(root() / "s.kloupe")->empty());
    EXPECT_FALSE(std::filesystem::exists(root() / "s.kloupe.spool")) << "nothing is left in it";
}

TEST_F(GenerationBoardTest, MarksGenerationsEndedByBudget)
{
    record("Math/one", 0, program);
    record("Math/two", 0, program);
    ASSERT_TRUE(run(request(1, {{"budget", {{"requests", 1}}}})));
    auto left = unfinishedGenerations(root() / "s.kloupe");
    ASSERT_TRUE(left) << left.error().text();
    ASSERT_EQ(left->size(), 1U);
    EXPECT_TRUE(left->front().hasSpentBudget);
    GenerationRequest more = request(1);
    more.run.resume = true;
    ASSERT_TRUE(run(more));
    EXPECT_TRUE(unfinishedGenerations(root() / "s.kloupe")->empty());
}

TEST_F(GenerationBoardTest, StoppedGenerationLosesNothing)
{
    recordTwoRounds();
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = run(serial(2), stop.get_token());
    ASSERT_TRUE(stopped) << stopped.error().text();
    EXPECT_EQ(stopped->end, AskingEnd::Stopped);
    EXPECT_EQ(board.progress().lanes, std::vector<AskLane>(2));
    const auto left = unfinishedGenerations(root() / "s.kloupe");
    ASSERT_EQ(left->size(), 1U);
    const auto resumed = run(left->front());
    // Nothing had been requested, so only the generation itself is resumed.
    ASSERT_TRUE(resumed) << resumed.error().text();
    EXPECT_EQ(resumed->candidates, 4);
}

TEST_F(GenerationBoardTest, ABrokenRequestIsNamed)
{
    write("s.kloupe.spool/abc/generation.json", R"({"kloupe_generation": 1, "key": "secret"})");
    const auto left = unfinishedGenerations(root() / "s.kloupe");
    ASSERT_FALSE(left);
    EXPECT_EQ(left.error().code, Errc::InvalidInput);
    EXPECT_NE(left.error().text().find("generation.json"), std::string::npos);
}

TEST_F(GenerationBoardTest, PreviewShowsPromptsAndMaximumCost)
{
    GenerationRequest asked = request(
        2,
        {{"endpoint", {{"url", "http://127.0.0.1:1/v1"}, {"key", "env:KLOUPE_TEST_NO_SUCH_KEY"}}},
         {"parameters", {{"max_output", 1000}}},
         {"prices", {{"input", 0}, {"output", 2}, {"date", "2026-11-25"}}}});
    asked.replay.clear();
    const auto preview = previewGeneration(asked);
    ASSERT_TRUE(preview) << preview.error().text();
    ASSERT_EQ(preview->prompts.size(), 2U);
    EXPECT_EQ(preview->prompt, "cpu.start");
    EXPECT_EQ(preview->prompts[1].task, "Math/two");
    EXPECT_NE(preview->prompts[1].text.find("// the interface"), std::string::npos);
    RunRequest render = asked.run;
    render.taskFilter = "Math/two";
    EXPECT_EQ(preview->prompts[1].text, renderPrompt(render, {})->text);
    EXPECT_EQ(preview->outlook.most.requests, 4);
    EXPECT_DOUBLE_EQ(preview->outlook.most.money.dollars(), 4 * 1000 * 2e-6);
    EXPECT_TRUE(preview->outlook.mayAskAgain);
    EXPECT_TRUE(preview->hasPrices);
    EXPECT_EQ(preview->key, "env:KLOUPE_TEST_NO_SUCH_KEY");
    EXPECT_TRUE(preview->isKeyMissing);
    asked.replay = root() / "nowhere.jsonl";
    EXPECT_EQ(previewGeneration(asked).error().code, Errc::NotFound);
    GenerationRequest once
        = request(1, {{"parameters", {{"max_output", 1000}, {"max_output_limit", 1000}}}});
    once.replay.clear();
    const auto exact = previewGeneration(once);
    ASSERT_TRUE(exact) << exact.error().text();
    EXPECT_FALSE(exact->outlook.mayAskAgain);
}

TEST_F(BoardAloneTest, RequestOccupiesALaneUntilAnswered)
{
    board.ask({"a", {"Math/one", 0, 0, "start", 1}, "{}"}, "the task");
    board.ask({"b", {"Math/one", 1, 0, "start", 1}, "{}"}, "the task");
    EXPECT_EQ(stateOf(0, 0), RoundState::InLine);
    EXPECT_EQ(board.progress().asked, 0);
    AskEvent sent = eventOf(AskEvent::Kind::Sent, "b");
    sent.reserved.requests = 1;
    board.hear(sent);
    EXPECT_EQ(board.progress().asked, 1);
    EXPECT_EQ(board.progress().reserved.requests, 1);
    EXPECT_TRUE(board.progress().lanes[0].isBusy);
    EXPECT_EQ(board.progress().lanes[0].sample, 1);
    AskEvent part = eventOf(AskEvent::Kind::Delta, "b");
    part.text = "int x";
    board.hear(part);
    part.text = " = 1;";
    board.hear(part);
    EXPECT_EQ(stateOf(1, 0), RoundState::Answering);
    EXPECT_EQ(board.progress().lanes[0].bytes, 10U);
    EXPECT_EQ(board.turns("Math/one", 1).back(),
              (DialogueTurn{DialogueTurn::Kind::Answer, 0, "int x = 1;", 10}));
    EXPECT_EQ(board.latest(), (std::pair<std::string, int>{"Math/one", 1}));
    board.hear(eventOf(AskEvent::Kind::Answered, "b"));
    board.settle({"Math/one", 1, 0, "start", 1}, "int x = 1; // all", "hm");
    board.answered({"Math/one", 1, 0, "start", 1});
    EXPECT_FALSE(board.progress().lanes[0].isBusy);
    EXPECT_EQ(stateOf(1, 0), RoundState::Answered);
    EXPECT_EQ(board.turns("Math/one", 1).size(), 3U) << "what was streamed is replaced";
    EXPECT_EQ(board.turns("Math/one", 1).back().text, "int x = 1; // all");
}

TEST_F(BoardAloneTest, FailedTryIsRetriedAfterAWait)
{
    board.ask({"a", {"Math/one", 0, 0, "start", 1}, "{}"}, "the task");
    board.hear(eventOf(AskEvent::Kind::Sent, "a"));
    AskEvent failed = eventOf(AskEvent::Kind::Failed, "a");
    failed.waitSeconds = 12;
    board.hear(failed);
    EXPECT_EQ(stateOf(0, 0), RoundState::Waiting);
    EXPECT_EQ(board.progress().lanes[0].waitSeconds, 12);
    board.hear(eventOf(AskEvent::Kind::Sent, "a"));
    EXPECT_EQ(stateOf(0, 0), RoundState::Asking);
    failed.isFinal = true;
    board.hear(failed);
    EXPECT_EQ(stateOf(0, 0), RoundState::Failed);
    EXPECT_EQ(board.progress().failed, 1);
    EXPECT_EQ(board.progress().asked, 1) << "one round, however often it was tried";
    board.hear(eventOf(AskEvent::Kind::Delta, "a")); // arrives too late
    EXPECT_EQ(stateOf(0, 0), RoundState::Failed);
}

TEST_F(BoardAloneTest, KeepsTheEndOfALongAnswer)
{
    board.ask({"a", {"Math/one", 0, 0, "start", 1}, "{}"}, "the task");
    std::string longText(20'000, 'x');
    for (int i = 0; i < 5000; ++i)
        longText += "\u00e9";
    board.settle({"Math/one", 0, 0, "start", 1}, longText, {});
    const DialogueTurn turn = board.turns("Math/one", 0).back();
    EXPECT_EQ(turn.bytes, 30'000U);
    EXPECT_LE(turn.text.size(), 8000U);
    EXPECT_EQ(turn.text.substr(0, 2), "\u00e9") << "no character is cut";
}

TEST_F(BoardAloneTest, ForwardsEvents)
{
    struct Counter final : RunObserver {
        int finished = 0;
        int loads = 0;
        void itemFinished(const ItemResult &, int, int) override { ++finished; }
        void loadTold(const RunLoad &) override { ++loads; }
    } counter;
    WatchedEvaluation watch(board, counter);
    const ItemInfo item{"Math/one", "Math", setup->method.name, 1, 0};
    watch.itemStarted(item, Stage::Build);
    EXPECT_EQ(stateOf(1, 0), RoundState::Judging);
    watch.itemFinished({item, {1}, Verdict::Correct, "", 1.5}, 1, 1);
    EXPECT_EQ(stateOf(1, 0), RoundState::Judged);
    EXPECT_EQ(board.progress().judged, 1);
    watch.itemFinished({item, {1}, Verdict::InfraError, "", {}}, 1, 1);
    EXPECT_EQ(stateOf(1, 0), RoundState::Answered) << "it was not judged";
    ItemInfo confirmed = item;
    confirmed.method += ", confirmed";
    watch.itemFinished({confirmed, {2}, Verdict::Correct, "", {}}, 1, 1);
    EXPECT_EQ(stateOf(1, 0), RoundState::Answered) << "that is another method";
    EXPECT_EQ(counter.finished, 3);
    watch.loadTold({});
    EXPECT_EQ(counter.loads, 1);
}

} // namespace loupe
