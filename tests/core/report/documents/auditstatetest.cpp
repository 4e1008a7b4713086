// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/auditstate.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

StoredFinding found(std::int64_t id, const char *rule, FindingSeverity severity)
{
    StoredFinding out;
    out.evaluation = {id};
    out.finding.rule = rule;
    out.finding.severity = severity;
    return out;
}

Review decided(std::int64_t id, ReviewDecision decision)
{
    Review out;
    out.evaluation = {id};
    out.decision = decision;
    return out;
}

TEST(AuditState, EachResultCountsOnceByItsWorstFinding)
{
    const std::vector findings{
        found(1, "a", FindingSeverity::Note),      found(1, "b", FindingSeverity::Suspicion),
        found(1, "b", FindingSeverity::Suspicion), found(2, "b", FindingSeverity::Suspicion),
        found(3, "c", FindingSeverity::Proof),     found(3, "b", FindingSeverity::Suspicion),
        found(4, "a", FindingSeverity::Note)};
    const std::vector reviews{decided(2, ReviewDecision::Confirmed),
                              decided(2, ReviewDecision::Cleared)};
    const AuditState state = auditState(findings, reviews);
    EXPECT_EQ(state.proven, 1);
    EXPECT_EQ(state.suspected, 1);
    EXPECT_EQ(state.cleared, 1); // the last decision counts
    EXPECT_EQ(state.noted, 1);
    EXPECT_EQ(state.unreviewed, 2);
    EXPECT_EQ(state.byRule, (std::map<std::string, std::int64_t>{{"b", 3}, {"c", 1}}));
}

TEST(AuditState, AReopenedReviewIsASuspicionAgain)
{
    const std::vector findings{found(1, "b", FindingSeverity::Suspicion)};
    const std::vector reviews{decided(1, ReviewDecision::Cleared),
                              decided(1, ReviewDecision::Reopened)};
    EXPECT_EQ(auditState(findings, reviews).suspected, 1);
}

TEST(AuditState, WritesSentences)
{
    EXPECT_EQ(sentencesOf(auditState({}, {})).size(), 1U);
    const std::vector findings{found(1, "rule", FindingSeverity::Proof)};
    EXPECT_EQ(sentencesOf(auditState(findings, {})),
              (std::vector<std::string>{"1 result with a proof of cheating.", "1 result to review.",
                                        "rule: 1"}));
}

} // namespace
} // namespace loupe
