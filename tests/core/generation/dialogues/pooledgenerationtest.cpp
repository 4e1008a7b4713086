// SPDX-License-Identifier: Apache-2.0
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/loop/generation.h"
#include "core/store/read/storereader.h"

#include "tests/core/generation/generationfixture.h"

namespace loupe {

using test::answerOf;

namespace {

/// Tests strategies that use programs of other samples, from a cassette to a store.
class PooledGenerationTest : public test::GenerationFixture
{
protected:
    GenerationRequest pooled(const Json &strategy, const Json &more = Json::object()) const
    {
        Json sections = more;
        sections["strategy"] = strategy;
        GenerationRequest out = request(1, sections);
        out.run.taskFilter = "one";
        return out;
    }

    Dialogue stored(int sample) const
    {
        const auto reader = StoreReader::open(root() / "s.kloupe");
        EXPECT_TRUE(reader);
        const auto rows = (*reader)->dialogues({});
        for (const DialogueRow &row : *rows) {
            auto dialogue = (*reader)->dialogue(row.id, RawBytes::LeftOut);
            EXPECT_TRUE(dialogue);
            if (dialogue->sample == sample)
                return *dialogue;
        }
        ADD_FAILURE() << "no dialogue of sample " << sample;
        return {};
    }

    /// Returns the program that was evaluated for this sample and round.
    std::string programOf(int sample, int round) const
    {
        for (const Candidate &each : m_evaluated->given.at(0).candidates) {
            if (each.sample == sample && each.round == round)
                return each.source.toString();
        }
        return "none";
    }
};

const Json crossing{{"kind", "evolve"}, {"islands", 1},     {"children", 2},
                    {"rounds", 2},      {"crossover", 1.0}, {"confirm", false}};

} // namespace

TEST_F(PooledGenerationTest, BeamContinuesFromTheBestOfOtherSamples)
{
    record("Math/one", 0, answerOf("wrong"));
    record("Math/one", 1, answerOf("slow"));
    record("Math/one", 0, answerOf("fast"), "optimise", "stop", 1, 1);
    record("Math/one", 1, answerOf("wrong again"), "optimise", "stop", 1, 1);
    const auto outcome = run(pooled({{"kind", "beam"}, {"children", 2}, {"rounds", 2}}));
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->end, AskingEnd::Answered) << m_said;
    EXPECT_EQ(outcome->candidates, 4);
    EXPECT_EQ(outcome->stopped, (std::map<std::string, int>{{"rounds", 2}}));
    const Dialogue dialogue = stored(0);
    EXPECT_EQ(dialogue.lineage, (std::vector<Lineage>{{1, 1, 0, "refined"}}));
    EXPECT_EQ(dialogue.messages.at(2).told, (ToldEvaluation{1, 0, 0}));
    EXPECT_EQ(dialogue.strategy, "beam, the best 1 program with 2 children each, 2 rounds");
    EXPECT_EQ(dialogue.island, std::nullopt);
    ASSERT_TRUE(outcome->confirmed);
    EXPECT_EQ(outcome->confirmed->evaluated, 1) << "the samples have one result together";
    EXPECT_NE(programOf(0, 1).find("fast"), std::string::npos);
    EXPECT_EQ(m_evaluated->name, "native: way, confirmed");
}

TEST_F(PooledGenerationTest, CrossoverShowsFeedbackOfTwoPrograms)
{
    record("Math/one", 0, answerOf("wrong"));
    record("Math/one", 1, answerOf("slow"));
    record("Math/one", 0, answerOf("fast"), "cross", "stop", 1, 1);
    record("Math/one", 1, answerOf("both"), "cross", "stop", 1, 1);
    const auto outcome = run(pooled(crossing));
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->end, AskingEnd::Answered) << m_said;
    EXPECT_EQ(outcome->candidates, 4);
    EXPECT_NE(said("Math/one", 0, 1, 1).find("slow"), std::string::npos) << "the better first";
    EXPECT_NE(said("Math/one", 0, 1, 2).find("It is right"), std::string::npos);
    EXPECT_NE(said("Math/one", 0, 1, 2).find("Show another"), std::string::npos);
    EXPECT_NE(said("Math/one", 0, 1, 3).find("wrong"), std::string::npos);
    EXPECT_NE(said("Math/one", 0, 1, 4).find("not right yet: wrong value"), std::string::npos);
    EXPECT_NE(said("Math/one", 0, 1, 4).find("joins what is good in both"), std::string::npos);
    const Dialogue dialogue = stored(1);
    EXPECT_EQ(dialogue.island, 0);
    EXPECT_EQ(dialogue.lineage, (std::vector<Lineage>{{1, 0, 0, "crossed"}, {1, 1, 0, "crossed"}}));
    ASSERT_EQ(dialogue.messages.size(), 5U);
    EXPECT_EQ(dialogue.messages[2].told, (ToldEvaluation{1, 0, 0}));
    EXPECT_EQ(dialogue.messages[3].told, (ToldEvaluation{0, 0, 0}));
    EXPECT_EQ(dialogue.messages[3].made->name, "any.cross");
    for (const Candidate &each : m_evaluated->given.at(0).candidates) {
        if (each.round == 1) {
            EXPECT_EQ(each.feedback,
                      dialogue.messages[2].body.toString() + "\n\n"
                          + dialogue.messages[3].body.toString());
        }
    }
}

/// Stored feedback must name the evaluation of the program shown before it in the request.
TEST_F(PooledGenerationTest, FeedbackBelongsToTheShownCode)
{
    Json strategy = crossing;
    strategy["children"] = 3;
    strategy["islands"] = 2;
    strategy["rounds"] = 4;
    strategy["crossover"] = 0.5;
    for (int round = 0; round < 4; ++round) {
        for (int sample = 0; sample < 6; ++sample) {
            const char *kind = sample % 3 == round % 3 ? "wrong" : sample % 2 == 0 ? "fast" : "";
            const std::string answer = answerOf(kind + std::to_string(round * 6 + sample)
                                                + std::string(sample * 20U, 'x'));
            for (const char *purpose : {"start", "fix", "optimise", "cross"})
                record("Math/one", sample, answer, purpose, "stop", 1, round);
        }
    }
    const auto outcome = run(pooled(strategy));
    ASSERT_TRUE(outcome) << outcome.error().text();
    ASSERT_EQ(outcome->candidates, 24) << m_said;
    int told = 0;
    int crossed = 0;
    for (int sample = 0; sample < 6; ++sample) {
        const Dialogue dialogue = stored(sample);
        for (const Request &request : dialogue.requests) {
            std::vector<const DialogueMessage *> feedbacks;
            for (const DialogueMessage &message : dialogue.messages) {
                if (message.round == request.round && message.kind == "feedback")
                    feedbacks.push_back(&message);
            }
            const auto shown = shownIn(request.body);
            ASSERT_EQ(shown.size(), feedbacks.size());
            crossed += shown.size() == 2 ? 1 : 0;
            for (std::size_t i = 0; i < shown.size(); ++i) {
                ASSERT_TRUE(feedbacks[i]->told);
                const ToldEvaluation &of = *feedbacks[i]->told;
                EXPECT_LT(of.round, request.round);
                EXPECT_EQ(shown[i].program, shownProgram(programOf(of.sample, of.round), "cpp"));
                EXPECT_EQ(shown[i].told, feedbacks[i]->body);
                ++told;
            }
        }
    }
    EXPECT_GT(crossed, 3);
    EXPECT_EQ(told, 18 + crossed);
}

TEST_F(PooledGenerationTest, ARequestThatShowsAnUnknownProgramIsRefused)
{
    const auto setup = [&] {
        GenerationRequest asked = pooled(crossing);
        return *setUpGeneration(asked);
    }();
    DialogueBook book(setup.origin);
    const auto bodyOf = [](const std::string &second) {
        return Json{{"messages",
                     {{{"role", "user"}, {"content", "Double it."}},
                      {{"role", "assistant"}, {"content", shownProgram("int a;\n", "cpp")}},
                      {{"role", "user"}, {"content", "It is right."}},
                      {{"role", "assistant"}, {"content", shownProgram(second, "cpp")}},
                      {{"role", "user"}, {"content", "It is wrong."}}}}}
            .dump();
    };
    const auto answered = [](const char *uuid, const char *purpose, int round) {
        Request out;
        out.uuid = uuid;
        out.purpose = purpose;
        out.round = round;
        out.state = "answered";
        out.response.emplace().extractions.emplace_back().outcome = ExtractionOutcome::Code;
        return out;
    };
    int sample = 0;
    for (const char *source : {"int a;\n", "int b;\n"}) {
        book.add("Math/one", sample, answered(sample == 0 ? "u-0" : "u-1", "start", 0));
        Evaluation judged;
        judged.candidate.task = "Math/one";
        judged.candidate.sample = sample++;
        judged.candidate.source = source;
        judged.verdict = Verdict::Correct;
        book.addJudged(judged, false);
    }
    Request crossed = answered("u-2", "cross", 1);
    crossed.body = bodyOf("int b;\n");
    book.add("Math/one", 0, crossed);
    EXPECT_TRUE(book.dialogues());
    Request other = answered("u-3", "cross", 1);
    other.body = bodyOf("int c;\n");
    book.add("Math/one", 1, other);
    const auto refused = book.dialogues();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::Corrupt);
    EXPECT_NE(refused.error().message.find("u-3"), std::string::npos);
}

TEST_F(PooledGenerationTest, DryRunCountsAllSlotsOfAllRounds)
{
    const Json limits{{"parameters", {{"max_output", 100}}}, {"feedback", {{"bytes", 1000}}}};
    GenerationRequest beam
        = pooled({{"kind", "beam"}, {"width", 2}, {"children", 3}, {"rounds", 4}}, limits);
    beam.run.dryRun = true;
    const auto ofBeam = run(beam);
    ASSERT_TRUE(ofBeam) << ofBeam.error().text();
    EXPECT_EQ(ofBeam->most.requests, 2 * 3 * 4);
    EXPECT_EQ(ofBeam->most.output, 2400);
    Json strategy{{"kind", "evolve"}, {"islands", 2}, {"children", 3}, {"rounds", 4}};
    strategy["crossover"] = 0;
    GenerationRequest plain = pooled(strategy, limits);
    plain.run.dryRun = true;
    strategy["crossover"] = 0.1;
    GenerationRequest crossed = pooled(strategy, limits);
    crossed.run.dryRun = true;
    const auto ofPlain = run(plain);
    const auto ofCrossed = run(crossed);
    ASSERT_TRUE(ofPlain && ofCrossed);
    EXPECT_EQ(ofPlain->most.input, ofBeam->most.input);
    EXPECT_GE(ofCrossed->most.input, ofPlain->most.input + 18 * 1100) << "a second program each";
}

TEST_F(PooledGenerationTest, OnlyTheProfileSetsTheNumberOfSamples)
{
    GenerationRequest asked = pooled(crossing);
    asked.samples = 3;
    const auto refused = run(asked);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "--samples");
    Json more = crossing;
    more["children"] = 3;
    Json longer = crossing;
    longer["rounds"] = 9;
    EXPECT_NE(questionDigest(pooled(more).profile), questionDigest(pooled(crossing).profile));
    EXPECT_EQ(questionDigest(pooled(longer).profile), questionDigest(pooled(crossing).profile));
}

TEST_F(PooledGenerationTest, ValidatesTheCrossoverPromptBeforeSending)
{
    write("cpu.mix.txt", "{{#if turn = second}}\n{{biuld}}\n{{/if}}\n");
    const auto wrong
        = run(pooled(crossing, {{"prompt", {{"cross", (root() / "cpu.mix.txt").string()}}}}));
    ASSERT_FALSE(wrong);
    EXPECT_TRUE(wrong.error().where.ends_with(":2")) << wrong.error().text();
    EXPECT_FALSE(m_evaluated);
}

} // namespace loupe
