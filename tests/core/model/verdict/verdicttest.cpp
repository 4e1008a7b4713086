// SPDX-License-Identifier: Apache-2.0
#include "core/model/verdict/verdict.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace loupe::test {

TEST(Verdicts, IdsAreUniqueStableWords)
{
    std::set<std::string_view> ids;
    std::set<std::string_view> labels;
    for (const VerdictFacts &each : allVerdicts()) {
        EXPECT_TRUE(ids.insert(each.id).second) << each.id;
        EXPECT_TRUE(labels.insert(each.label).second) << each.label;
        EXPECT_EQ(each.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos);
        EXPECT_EQ(verdictFromId(each.id), each.verdict);
        EXPECT_EQ(&facts(each.verdict), &each);
        EXPECT_TRUE(each.meaning.ends_with("."));
    }
    EXPECT_EQ(verdictFromId("Correct"), std::nullopt);
    EXPECT_EQ(verdictFromId(""), std::nullopt);
}

TEST(Verdicts, OutcomesFollowTheStage)
{
    for (const VerdictFacts &each : allVerdicts()) {
        switch (each.outcome) {
        case Outcome::Wrong:
            EXPECT_EQ(each.stage, Stage::Verify) << each.id;
            break;
        case Outcome::NoBuild:
            EXPECT_TRUE(each.stage == Stage::Submit || each.stage == Stage::Build
                        || each.stage == Stage::Load)
                << each.id;
            break;
        case Outcome::Crash:
        case Outcome::Timeout:
            EXPECT_EQ(each.stage, Stage::Run) << each.id;
            break;
        default:
            EXPECT_EQ(each.stage, Stage::None) << each.id;
        }
    }
}

TEST(Verdicts, UnknownIsNeverAFailure)
{
    EXPECT_EQ(outcomeOf(Verdict::NotRecorded), Outcome::Unknown);
    EXPECT_EQ(outcomeOf(Verdict::InfraError), Outcome::InfraError);
    EXPECT_EQ(outcomeOf(Verdict::TooLargeForDevice), Outcome::Skipped);
    for (const Outcome outcome : {Outcome::Unknown, Outcome::InfraError, Outcome::Skipped}) {
        EXPECT_FALSE(isFailure(outcome));
        EXPECT_FALSE(isJudged(outcome));
    }
    EXPECT_TRUE(isJudged(Outcome::Correct));
    EXPECT_FALSE(isFailure(Outcome::Correct));
    int failures = 0;
    for (const Outcome outcome : allOutcomes()) {
        failures += isFailure(outcome) ? 1 : 0;
        EXPECT_TRUE(!isFailure(outcome) || isJudged(outcome));
    }
    EXPECT_EQ(failures, 4);
}

TEST(Verdicts, OutcomesHaveNamesLabelsAndSigns)
{
    std::set<std::string_view> names;
    std::set<std::string_view> signs;
    for (const Outcome outcome : allOutcomes()) {
        EXPECT_TRUE(names.insert(name(outcome)).second);
        EXPECT_TRUE(signs.insert(symbol(outcome)).second);
        EXPECT_FALSE(label(outcome).empty());
        EXPECT_EQ(outcomeFromName(name(outcome)), outcome);
    }
    EXPECT_EQ(outcomeFromName("failed"), std::nullopt);
    EXPECT_EQ(name(Outcome::InfraError), "infra_error");
    EXPECT_EQ(name(Stage::Verify), "verify");
}

} // namespace loupe::test
