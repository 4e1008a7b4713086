// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/generation.h"

#include "core/base/digest.h"
#include "core/endpoints/spool/cassette.h"
#include "core/endpoints/spool/spoolreader.h"

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

/// Answers come from a cassette; what would be evaluated is looked at instead.
class GenerationTest : public test::FolderTest
{
protected:
    void SetUp() override
    {
        FolderTest::SetUp();
        for (const char *name : {"one", "two"}) {
            Json task = doubleTask();
            task["name"] = name;
            writeTask(task, std::string("suite/Math/") + name);
        }
        write("suite/abi/loupe_kernel.h", "// the interface\n");
    }

    GenerationRequest request(int samples, const Json &more = Json::object()) const
    {
        Json profile{{"format", 1},
                     {"name", "way"},
                     {"endpoint", {{"url", "http://127.0.0.1:1/v1"}}},
                     {"model", "m"},
                     {"strategy", {{"kind", "independent"}, {"samples", samples}}}};
        profile.update(more);
        GenerationRequest out;
        const auto read = parseProfile(profile.dump(), "p.json");
        EXPECT_TRUE(read) << read.error().text();
        out.profile = *read;
        out.run.suite = root() / "suite";
        out.run.store = root() / "s.kloupe";
        out.replay = root() / "c.jsonl";
        return out;
    }

    void record(const std::string &task, int sample, const std::string &content,
                const std::string &purpose = "start", const std::string &finish = "stop",
                std::int64_t attempt = 1) const
    {
        auto writer = CassetteWriter::open(root() / "c.jsonl");
        ASSERT_TRUE(writer) << writer.error().text();
        const Json answer{
            {"choices", {{{"message", {{"content", content}}}, {"finish_reason", finish}}}},
            {"usage", {{"prompt_tokens", 10}, {"completion_tokens", 20}}}};
        const std::string body = "{}";
        ASSERT_TRUE(writer->add({{task, sample, 0, purpose, attempt},
                                 body,
                                 sha256Hex(body),
                                 {200, {{"content-type", "application/json"}}},
                                 {{1, answer.dump()}},
                                 "whole"}));
    }

    Result<GenerationOutcome> run(const GenerationRequest &request)
    {
        GenerationTools tools;
        tools.say = [this](const std::string &line) { m_said += line + "\n"; };
        tools.evaluate = [this](const RunRequest &given) {
            m_evaluated = given;
            return Result<RunOutcome>(RunOutcome{given.name, RunId{1}, 0, 0, 0, 0, 0, false});
        };
        return generate(request, tools, {});
    }

    std::string m_said;
    std::optional<RunRequest> m_evaluated;
};

const std::string program = "```cpp\nint loupe_kernel() { return 0; }\n```";

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
    EXPECT_EQ(given.dialogues.at(0).requests.at(0).uuid, given.candidates[0].request);
    EXPECT_NE(given.dialogues.at(0).messages.at(0).body.find("// the interface"),
              std::string::npos);
}

TEST_F(GenerationTest, AnAnswerAtItsCeilingIsAskedForAgain)
{
    record("Math/one", 0, "```cpp\nint loupe_ker", "start", "length");
    record("Math/one", 0, program, "truncated");
    GenerationRequest asked = request(1);
    asked.run.taskFilter = "one";
    const auto outcome = run(asked);
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->requests, 2);
    EXPECT_EQ(outcome->withCode, 1);
    const Dialogue &dialogue = m_evaluated->given.at(0).dialogues.at(0);
    const Json first = Json::parse(dialogue.requests.at(0).body);
    const Json second = Json::parse(dialogue.requests.at(1).body);
    EXPECT_EQ(second.at("messages"), first.at("messages"));
    EXPECT_EQ(second.at("max_tokens"), 2 * first.at("max_tokens").get<int>());
    EXPECT_EQ(m_evaluated->given[0].candidates.at(0).cost.outputTokens, 40);
}

TEST_F(GenerationTest, AnEarlierStartIsGoneOnWithOnlyWhereThatIsSaid)
{
    record("Math/one", 0, program);
    GenerationRequest asked = request(1);
    const auto partly = run(asked); // of the other task the cassette has nothing
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
    EXPECT_EQ(m_evaluated->given.at(0).dialogues.size(), 2U);
}

TEST_F(GenerationTest, OtherQuestionsHaveAnotherSpool)
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

TEST_F(GenerationTest, ADryRunAsksNothing)
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

TEST_F(GenerationTest, WhatCannotBeIsRefusedBeforeAnythingIsAsked)
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
    GenerationRequest nothing = request(1);
    nothing.run.resume = true;
    EXPECT_EQ(run(nothing).error().code, Errc::NotFound);
    const auto silent = run(request(1));
    ASSERT_FALSE(silent) << "no cassette is there";
    EXPECT_FALSE(m_evaluated);
}

} // namespace loupe
