// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/generation.h"

#include "core/base/digest.h"
#include "core/endpoints/spool/spoolreader.h"
#include "core/generation/loop/generationpreview.h"
#include "core/store/read/storereader.h"

#include <map>

#include "tests/core/generation/generationfixture.h"

namespace loupe {

using test::answerOf;
using test::program;

namespace {

class GenerationTest : public test::GenerationFixture
{
};

} // namespace

TEST_F(GenerationTest, EveryAnswerBecomesACandidateWithItsDialogue)
{
    record("Math/one", 0, program);
    record("Math/two", 0, "I cannot.");
    record("Math/one", 1, program);
    record("Math/two", 1, program);
    const auto outcome = run(request(2));
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->end, AskingEnd::Answered) << m_said;
    EXPECT_EQ(outcome->settled, 4);
    EXPECT_EQ(outcome->withCode, 3);
    EXPECT_EQ(outcome->spent.output, 80);
    ASSERT_TRUE(m_evaluated);
    EXPECT_EQ(m_evaluated->name, "native: way");
    EXPECT_FALSE(m_evaluated->resume);
    ASSERT_EQ(m_evaluated->given.size(), 1U);
    const GivenCandidates &given = m_evaluated->given[0];
    ASSERT_EQ(given.candidates.size(), 4U);
    EXPECT_EQ(given.candidates[0].language, "cpp");
    EXPECT_EQ(given.dialogues.at(0)->requests.at(0).uuid, given.candidates[0].request);
    EXPECT_NE(given.dialogues.at(0)->messages.at(0).body.view().find("// the interface"),
              std::string::npos);
}

TEST_F(GenerationTest, RepeatsAnswersAtTheOutputLimit)
{
    record("Math/one", 0, "```cpp\nint loupe_ker", "start", "length");
    record("Math/one", 0, program, "truncated");
    GenerationRequest asked = request(1, {{"parameters", {{"max_output", 20}}}});
    asked.run.taskFilter = "one";
    const auto outcome = run(asked);
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->requests, 2);
    EXPECT_EQ(outcome->withCode, 1);
    const Dialogue &dialogue = *m_evaluated->given.at(0).dialogues.at(0);
    const Json first = Json::parse(dialogue.requests.at(0).body);
    const Json second = Json::parse(dialogue.requests.at(1).body);
    EXPECT_EQ(second.at("messages"), first.at("messages"));
    EXPECT_EQ(second.at("max_tokens"), 2 * first.at("max_tokens").get<int>());
    EXPECT_EQ(m_evaluated->given[0].candidates.at(0).cost.outputTokens, 40);
}

TEST_F(GenerationTest, MovesRawAnswersFromSpoolToStore)
{
    record("Math/one", 0, program);
    GenerationRequest asked = request(1);
    asked.run.taskFilter = "one";
    ASSERT_TRUE(run(asked)) << m_said;
    const Dialogue &given = *m_evaluated->given.at(0).dialogues.at(0);
    EXPECT_EQ(given.requests.at(0).response->raw, "") << "nobody holds it meanwhile";
    const auto reader = StoreReader::open(asked.run.store);
    ASSERT_TRUE(reader);
    const auto rows = (*reader)->dialogues({});
    ASSERT_EQ(rows->size(), 1U);
    const auto stored = (*reader)->dialogue(rows->front().id, RawBytes::Read);
    ASSERT_TRUE(stored) << stored.error().text();
    const std::string &raw = stored->requests.at(0).response->raw;
    EXPECT_NE(raw.find("\"finish_reason\""), std::string::npos) << raw;
    EXPECT_EQ(readSpooledBytes(setUpGeneration(asked)->spool, given.requests[0].uuid).value(), "");
}

TEST_F(GenerationTest, ResumesOnlyOnRequest)
{
    record("Math/one", 0, program);
    GenerationRequest asked = request(1);
    const auto partly = run(asked); // the cassette lacks the other task
    ASSERT_TRUE(partly) << partly.error().text();
    EXPECT_EQ(partly->end, AskingEnd::Endpoint);
    EXPECT_EQ(partly->settled, 1);
    EXPECT_NE(partly->why, "");
    const auto again = run(asked);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, Errc::InvalidInput);
    EXPECT_NE(again.error().hint.find("--resume"), std::string::npos);
    asked.run.resume = true;
    record("Math/two", 0, "I cannot.", "start", "stop", 2);
    record("Math/one", 0, "never asked again", "start", "stop", 2);
    const auto resumed = run(asked);
    ASSERT_TRUE(resumed) << resumed.error().text();
    EXPECT_EQ(resumed->end, AskingEnd::Answered) << m_said;
    EXPECT_EQ(resumed->settled, 2);
    EXPECT_EQ(resumed->withCode, 1) << "the first answer counts";
    ASSERT_EQ(m_evaluated->given.at(0).dialogues.size(), 1U) << "the store has the other one";
    EXPECT_EQ(m_evaluated->given.at(0).dialogues[0]->task, "Math/two");
}

TEST_F(GenerationTest, OtherRequestsHaveAnotherSpool)
{
    GenerationRequest first = request(1);
    GenerationRequest cheaper = request(7, {{"budget", {{"requests", 3}}}});
    GenerationRequest hotter = request(1, {{"parameters", {{"temperature", {0.9}}}}});
    GenerationRequest renamed = request(1);
    renamed.run.name = "another";
    const auto spool = [](GenerationRequest &each) {
        const auto setup = setUpGeneration(each);
        EXPECT_TRUE(setup) << setup.error().text();
        return setup ? setup->spool : std::filesystem::path();
    };
    EXPECT_EQ(spool(first), spool(cheaper)) << "limits and counts change no question";
    EXPECT_NE(spool(first), spool(hotter));
    EXPECT_NE(spool(first), spool(renamed));
    GenerationRequest changed = request(1);
    const auto before = spool(changed);
    Json task = doubleTask();
    task["name"] = "one";
    task["description"] = "y = 3 x";
    writeTask(task, "suite/Math/one");
    EXPECT_NE(spool(changed), before) << "nor is an answer about another task one about this";
}

TEST_F(GenerationTest, DryRunSendsNothing)
{
    GenerationRequest asked = request(3, {{"parameters", {{"max_output", 100}}}});
    asked.run.dryRun = true;
    asked.replay = root() / "nowhere.jsonl";
    const auto outcome = run(asked);
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->most.requests, 6);
    EXPECT_EQ(outcome->most.output, 600);
    EXPECT_GT(outcome->most.input, 6000) << "a token for each byte of the prompts";
    EXPECT_EQ(outcome->requests, 0);
    EXPECT_FALSE(m_evaluated);
    EXPECT_FALSE(std::filesystem::exists(root() / "s.kloupe.spool"));
}

TEST_F(GenerationTest, APreviewCountsTheTasksWithRecordedAnswers)
{
    record("Math/two", 0, "an answer");
    record("Math/gone", 0, "of a task outside the suite");
    const auto preview = previewGeneration(request(1));
    ASSERT_TRUE(preview) << preview.error().text();
    EXPECT_EQ(preview->prompts.size(), 2U);
    EXPECT_EQ(preview->recordedTasks, 1);
}

TEST_F(GenerationTest, MissingAnswerFailsOnlyItsTask)
{
    record("Math/two", 0, answerOf("fast"));
    const auto outcome = run(request(1));
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->settled, 1) << m_said;
    ASSERT_TRUE(outcome->evaluated);
    EXPECT_EQ(outcome->evaluated->evaluated, 1);
}

TEST_F(GenerationTest, RoundsContinueFromJudgedPrograms)
{
    record("Math/one", 0, answerOf("wrong"));
    record("Math/one", 0, answerOf("slow"), "fix", "stop", 1, 1);
    record("Math/one", 0, "I cannot.", "optimise", "stop", 1, 2);
    record("Math/one", 0, answerOf("fast"), "reminder", "stop", 1, 2);
    record("Math/two", 0, answerOf("fast"));
    const auto outcome = run(request(
        1,
        {{"strategy",
          {{"kind", "serial"}, {"rounds", 3}, {"confirm", false}, {"stop", {{"speedup", 2}}}}}}));
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->end, AskingEnd::Answered) << m_said;
    EXPECT_EQ(outcome->candidates, 4);
    EXPECT_EQ(outcome->settled, 2);
    EXPECT_EQ(outcome->requests, 5);
    EXPECT_EQ(outcome->evaluated->evaluated, 4);
    EXPECT_EQ(outcome->stopped, (std::map<std::string, int>{{"solved", 2}}));
    EXPECT_NE(said("Math/one", 0, 1, 1).find("wrong"), std::string::npos);
    EXPECT_NE(said("Math/one", 0, 1, 2).find("round 0. It is not right yet: wrong value"),
              std::string::npos);
    EXPECT_NE(said("Math/one", 0, 2, 1).find("slow"), std::string::npos);
    EXPECT_NE(said("Math/one", 0, 2, 2).find("Make it faster"), std::string::npos);
    const auto reader = StoreReader::open(root() / "s.kloupe");
    const auto rows = (*reader)->dialogues({});
    ASSERT_EQ(rows->size(), 2U);
    const auto dialogue = (*reader)->dialogue(rows->at(0).id, RawBytes::LeftOut);
    EXPECT_EQ(dialogue->state, "stopped");
    EXPECT_EQ(dialogue->stopReason, "solved");
    EXPECT_EQ(dialogue->messages.size(), 8U) << "two more of the reminder";
    EXPECT_EQ(dialogue->lineage.size(), 2U);
}

TEST_F(GenerationTest, PermanentFailureOfASampleDoesNotStopOthers)
{
    record("Math/one", 0, answerOf("wrong"));
    record("Math/two", 0, answerOf("wrong"));
    record("Math/two", 0, answerOf("slow"), "fix", "stop", 1, 1);
    record("Math/two", 0, answerOf("fast"), "optimise", "stop", 1, 2);
    recordRefusal({"Math/one", 0, 1, "fix", 1}, 400, "the context is too long");
    GenerationRequest asked
        = request(1, {{"strategy", {{"kind", "serial"}, {"rounds", 3}, {"confirm", false}}}});
    const auto partly = run(asked);
    ASSERT_TRUE(partly) << partly.error().text();
    EXPECT_EQ(partly->end, AskingEnd::Endpoint);
    EXPECT_EQ(partly->candidates, 4) << m_said;
    EXPECT_EQ(partly->stopped, (std::map<std::string, int>{{"rounds", 1}}));
    record("Math/one", 0, answerOf("slow"), "fix", "stop", 2, 1);
    asked.run.resume = true;
    asked.rounds = 2;
    const auto resumed = run(asked);
    ASSERT_TRUE(resumed) << resumed.error().text();
    EXPECT_EQ(resumed->end, AskingEnd::Answered) << m_said;
    EXPECT_EQ(resumed->candidates, 5);
    EXPECT_EQ(resumed->evaluated->evaluated, 1);
    EXPECT_EQ(resumed->stopped, (std::map<std::string, int>{{"rounds", 2}}));
}

TEST_F(GenerationTest, ADryRunCountsAllRounds)
{
    GenerationRequest asked
        = request(1,
                  {{"parameters", {{"max_output", 100}}},
                   {"feedback", {{"bytes", 1000}}},
                   {"strategy",
                    {{"kind", "best_then_refine"}, {"samples", 4}, {"rounds", 3}, {"width", 2}}}});
    asked.run.dryRun = true;
    const auto outcome = run(asked);
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->most.requests, 2 * (4 + 2 * 2)) << "of each of two tasks";
    EXPECT_EQ(outcome->most.output, 1600);
}

TEST_F(GenerationTest, RefusesInvalidRequestsBeforeSending)
{
    GenerationRequest noTask = request(1);
    noTask.run.taskFilter = "nothing";
    EXPECT_EQ(run(noTask).error().code, Errc::InvalidInput);
    EXPECT_EQ(run(request(1, {{"prompt", {{"start", "cpu.begin"}}}})).error().code, Errc::NotFound);
    write("cpu.mine.txt", "Write\n{{titel}}\n");
    const auto wrong
        = run(request(1, {{"prompt", {{"start", (root() / "cpu.mine.txt").string()}}}}));
    ASSERT_FALSE(wrong);
    EXPECT_TRUE(wrong.error().where.ends_with(":2")) << wrong.error().text();
    write("cpu.mend.txt", "{{#if build}}\n{{bild}}\n{{/if}}\n");
    const auto later = run(request(1,
                                   {{"strategy", {{"kind", "serial"}, {"rounds", 2}}},
                                    {"prompt", {{"fix", (root() / "cpu.mend.txt").string()}}}}));
    ASSERT_FALSE(later) << "of a prompt of later rounds, too";
    EXPECT_TRUE(later.error().where.ends_with(":2")) << later.error().text();
    GenerationRequest more = request(1);
    more.rounds = 2;
    EXPECT_EQ(run(more).error().where, "--rounds");
    GenerationRequest nothing = request(1);
    nothing.run.resume = true;
    EXPECT_EQ(run(nothing).error().code, Errc::NotFound);
    const auto silent = run(request(1));
    ASSERT_FALSE(silent) << "no cassette is there";
    EXPECT_FALSE(m_evaluated);
}

} // namespace loupe
