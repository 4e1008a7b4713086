// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/hint.h"

#include "core/store/read/storereader.h"

#include <algorithm>

#include "tests/core/generation/generationfixture.h"

namespace loupe {

using test::answerOf;

namespace {

class HintTest : public test::GenerationFixture
{
protected:
    /// Makes a store with one wrong program for each task.
    void SetUp() override
    {
        GenerationFixture::SetUp();
        record("Math/one", 0, answerOf("wrong"));
        record("Math/two", 0, answerOf("right"));
        const auto outcome = run(request(1));
        ASSERT_TRUE(outcome) << outcome.error().text();
    }

    Result<HintOutcome> hint(const std::string &text, RowId about,
                             const std::string &person = "Ada")
    {
        HintRequest asked;
        asked.store = root() / "s.kloupe";
        asked.evaluation = about;
        asked.hint = text;
        asked.person = person;
        asked.suite = root() / "suite";
        asked.replay = root() / "c.jsonl";
        GenerationTools tools;
        tools.say = [this](const std::string &line) { m_said += line + "\n"; };
        tools.evaluate = [this](const RunRequest &given) { return evaluate(given); };
        return askWithHint(asked, tools, {});
    }

    /// Returns the id of a round's evaluation under a method; 0 if there is none.
    RowId idOf(const std::string &method, const std::string &task, int round) const
    {
        const auto reader = StoreReader::open(root() / "s.kloupe");
        EXPECT_TRUE(reader);
        const auto rows = (*reader)->metricRows({});
        for (const MetricRow &row : *rows) {
            if (row.method.text() == method && row.task.text() == task && row.round == round)
                return row.id;
        }
        return {};
    }

    Dialogue dialogueOf(RowId id) const
    {
        const auto reader = StoreReader::open(root() / "s.kloupe");
        const auto dialogue = *(*reader)->dialogueOf(id);
        return dialogue ? *(*reader)->dialogue(*dialogue, RawBytes::LeftOut) : Dialogue();
    }
};

} // namespace

TEST_F(HintTest, StoresTheHintedProgramSeparatelyWithItsAuthor)
{
    record("Math/one", 0, answerOf("better, right"), "hint", "stop", 1, 1);
    const auto outcome = hint("Mind the tail, {{not a place}}.", idOf("way", "Math/one", 0));
    ASSERT_TRUE(outcome) << outcome.error().text() << m_said;
    EXPECT_EQ(outcome->run, "native: way, hinted");
    EXPECT_EQ(outcome->before, Verdict::WrongValue);
    EXPECT_EQ(outcome->verdict, Verdict::Correct);
    EXPECT_EQ(outcome->evaluation, idOf("way, hinted", "Math/one", 1));
    EXPECT_FALSE(idOf("way", "Math/one", 1)) << "the method that worked alone has no more rounds";
    EXPECT_TRUE(idOf("way, hinted", "Math/one", 0)) << "its program is judged beside it";
    const Dialogue dialogue = dialogueOf(outcome->evaluation);
    ASSERT_EQ(dialogue.messages.size(), 5U);
    EXPECT_EQ(dialogue.messages[0].kind, "task");
    EXPECT_EQ(dialogue.messages[2].kind, "feedback");
    EXPECT_EQ(dialogue.messages[2].told, (ToldEvaluation{0, 0, 0}));
    EXPECT_EQ(dialogue.messages[3].kind, "hint");
    EXPECT_EQ(dialogue.messages[3].author, "Ada");
    EXPECT_EQ(dialogue.messages[3].body, "Mind the tail, {{not a place}}.");
    EXPECT_EQ(dialogue.lineage, (std::vector<Lineage>{{1, 0, 0, "hinted"}}));
    const Json asked = Json::parse(dialogue.requests.at(0).body).at("messages");
    ASSERT_EQ(asked.size(), 3U);
    EXPECT_NE(asked[1].at("content").get<std::string>().find("// wrong"), std::string::npos);
    const auto told = asked[2].at("content").get<std::string>();
    EXPECT_NE(told.find("wrong value"), std::string::npos) << told;
    EXPECT_NE(told.find("Mind the tail, {{not a place}}."), std::string::npos) << told;
    std::error_code failed;
    for (const auto &spool : std::filesystem::directory_iterator(root() / "s.kloupe.spool", failed))
        EXPECT_FALSE(spool.path().filename().string().starts_with("hint-"));
}

TEST_F(HintTest, HintedProgramContinuesAndAnotherHintStartsASample)
{
    record("Math/one", 0, answerOf("still wrong"), "hint", "stop", 1, 1);
    record("Math/one", 0, answerOf("fast, right"), "hint", "stop", 1, 2);
    record("Math/one", 1, answerOf("right"), "hint", "stop", 1, 1);
    const RowId first = idOf("way", "Math/one", 0);
    ASSERT_TRUE(hint("One.", first)) << m_said;
    const auto further = hint("Two.", idOf("way, hinted", "Math/one", 1));
    ASSERT_TRUE(further) << further.error().text();
    EXPECT_EQ(further->round, 2);
    EXPECT_EQ(further->sample, 0);
    EXPECT_EQ(further->run, "native: way, hinted");
    EXPECT_EQ(dialogueOf(further->evaluation).lineage.back(), (Lineage{2, 0, 1, "hinted"}));
    const auto other = hint("Three.", first);
    ASSERT_TRUE(other) << other.error().text();
    EXPECT_EQ(other->sample, 1);
    EXPECT_EQ(other->round, 1);
}

TEST_F(HintTest, KeepsPaidAnswersAndRefusesInvalidHints)
{
    const RowId about = idOf("way", "Math/one", 0);
    const auto unanswered = hint("Mind the tail.", about); // the cassette is empty
    ASSERT_FALSE(unanswered);
    EXPECT_EQ(unanswered.error().code, Errc::Io) << unanswered.error().text();
    record("Math/one", 0, answerOf("right"), "hint", "stop", 2, 1); // the first request was sent
    const auto answered = hint("Mind the tail.", about);
    ASSERT_TRUE(answered) << answered.error().text();
    EXPECT_EQ(answered->sample, 0) << "its program stood there already";
    EXPECT_EQ(hint(" \n", about).error().code, Errc::InvalidInput);
    EXPECT_EQ(hint("x", about, "").error().code, Errc::InvalidInput);
    EXPECT_EQ(hint("x", RowId{999}).error().code, Errc::NotFound);
}

} // namespace loupe
