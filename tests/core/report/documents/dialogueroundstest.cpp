// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/dialoguerounds.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

Extraction taken(std::vector<ByteRange> ranges)
{
    Extraction out;
    out.ruleVersion = 1;
    out.outcome = ExtractionOutcome::Code;
    out.segmentation = "lines";
    out.blocks = 3;
    out.chosen = 1;
    out.ranges = std::move(ranges);
    return out;
}

Dialogue twoRounds()
{
    Dialogue out;
    out.sample = 2;
    out.messages = {{0, 0, "user", "task", {}, "Write it.", "", {}, ""},
                    {1, 0, "assistant", "answer", {}, "so: CODE.", "", {}, "a"},
                    {2, 1, "user", "feedback", {}, "Wrong.", "", ToldEvaluation{2, 0, 0}, ""},
                    {3, 1, "user", "hint", {}, "Tile it.", "Ada", ToldEvaluation{5, 1, 0}, ""}};
    Request failed;
    failed.uuid = "f";
    failed.state = "failed";
    failed.httpStatus = 503;
    failed.errorText = "Loading model";
    Request answered;
    answered.uuid = "a";
    answered.state = "answered";
    answered.response.emplace();
    answered.response->content = "so: CODE.";
    answered.response->reasoning = "hm hm";
    answered.response->finishReason = "stop";
    answered.response->inputTokens = 1200;
    answered.response->cachedTokens = 200;
    answered.response->outputTokens = 34;
    answered.response->dollars = 0.0125;
    answered.response->extractions = {taken({{4, 8}})};
    out.requests = {failed, answered};
    out.lineage = {{1, 2, 0, "refined"}, {1, 5, 1, "crossed"}};
    return out;
}

} // namespace

TEST(DialogueRoundsTest, ListPromptAnswerCodeAndCost)
{
    const auto rounds = dialogueRounds(twoRounds());
    ASSERT_EQ(rounds.size(), 2U);
    EXPECT_EQ(rounds[0].told, (std::vector<ToldText>{{"task", "Write it."}}));
    EXPECT_EQ(rounds[0].answer,
              (std::vector<AnswerPiece>{{"so: ", false}, {"CODE", true}, {".", false}}));
    EXPECT_EQ(rounds[0].outcome,
              "code: block 2 of 3, by lines, bytes 4 to 8; the answer ended with \"stop\"");
    EXPECT_EQ(rounds[0].trouble, "request failed, status 503: Loading model");
    EXPECT_EQ(rounds[0].cost,
              "2 requests, 1\u202F200 tokens in (200 cached), 34 tokens out, $0.0125");
    EXPECT_EQ(rounds[0].origin, "");
    EXPECT_EQ(rounds[1].told,
              (std::vector<ToldText>{{"feedback on round 0", "Wrong."},
                                     {"hint on sample 5, round 1 by Ada", "Tile it."}}));
    EXPECT_EQ(rounds[1].origin, "refined from round 0, crossed from sample 5, round 1");
    EXPECT_TRUE(rounds[1].answer.empty());
    EXPECT_EQ(rounds[1].cost, "") << "nothing is known, which is not 0";
}

TEST(DialogueRoundsTest, UserChoiceOverridesTheNewestRule)
{
    Dialogue dialogue = twoRounds();
    auto &extractions = dialogue.requests[1].response->extractions;
    extractions.push_back(taken({{0, 2}}));
    extractions.back().ruleVersion = 2;
    EXPECT_EQ(dialogueRounds(dialogue)[0].answer.front(), (AnswerPiece{"so", true}));
    extractions.insert(extractions.begin(), taken({{8, 9}}));
    extractions.front().person = "Ada";
    const DialogueRound round = dialogueRounds(dialogue)[0];
    EXPECT_EQ(round.answer.back(), (AnswerPiece{".", true}));
    EXPECT_NE(round.outcome.find("chosen by Ada"), std::string::npos);
}

TEST(DialogueRoundsTest, PiecesAreWithinTheText)
{
    const std::string text = "abcdef";
    EXPECT_EQ(answerPieces(text, taken({{4, 5}, {1, 2}})),
              (std::vector<AnswerPiece>{
                  {"a", false}, {"b", true}, {"cd", false}, {"e", true}, {"f", false}}));
    EXPECT_EQ(answerPieces(text, taken({{-5, 99}})), (std::vector<AnswerPiece>{{text, true}}));
    EXPECT_EQ(answerPieces(text, taken({{5, 2}})),
              (std::vector<AnswerPiece>{{"abcde", false}, {"f", false}}));
    EXPECT_TRUE(answerPieces("", taken({{0, 1}})).empty());
}

TEST(DialogueRoundsTest, TextFoldsReasoning)
{
    const std::string folded = dialogueText(twoRounds(), false);
    EXPECT_NE(folded.find("== round 0\n-- task\nWrite it.\n-- reasoning: 5 bytes\n-- answer\nso: \n"
                          ">>> taken\nCODE\n<<< taken\n.\n"),
              std::string::npos)
        << folded;
    EXPECT_NE(folded.find("== round 1, refined from round 0"), std::string::npos);
    EXPECT_NE(folded.find("-- no answer\n"), std::string::npos);
    EXPECT_NE(dialogueText(twoRounds(), true).find("-- reasoning\nhm hm\n"), std::string::npos);
}

} // namespace loupe
