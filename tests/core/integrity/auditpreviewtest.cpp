// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/auditpreview.h"

#include "tests/core/integrity/recordfixture.h"

namespace loupe::test {

namespace {

RecordFinding finding(FindingSeverity severity, std::initializer_list<std::int64_t> ids,
                      const std::string &message)
{
    RecordFinding out;
    out.finding = {"rule", RuleLayer::Static, severity, message, 7};
    out.evaluations = rows(ids);
    out.sourceLine = "line of " + message;
    return out;
}

constexpr FindingSeverity note = FindingSeverity::Note;
constexpr FindingSeverity suspicion = FindingSeverity::Suspicion;
constexpr FindingSeverity proof = FindingSeverity::Proof;

} // namespace

TEST(AuditPreviewTest, ListsCorrectResultsFirstWithTheMostSevereFinding)
{
    Records records;
    records.addFailed("failed", 0);
    records.add("right", 0, 1.5);
    records.add("other", 0, 1.5).row.method = "another";
    records.add("flagged", 0, 1.5).row.isWithheld = true;
    records.add("noted", 0, 1.5);
    const std::vector<RecordFinding> findings{finding(note, {2, 5}, "a"),
                                              finding(suspicion, {1, 2, 4}, "b"),
                                              finding(proof, {2, 3}, "c")};
    const AuditPreview preview = previewOf(findings, records.states);
    ASSERT_EQ(preview.results.size(), 4U);
    EXPECT_EQ(preview.results[0].task, "right");
    EXPECT_EQ(preview.results[0].finding.message, "c");
    EXPECT_EQ(preview.results[0].sourceLine, "line of c");
    EXPECT_EQ(preview.results[1].method, "another");
    EXPECT_EQ(preview.results[2].task, "flagged");
    EXPECT_TRUE(preview.results[2].isFlagged);
    EXPECT_EQ(preview.results[3].task, "failed");
    EXPECT_FALSE(preview.results[3].isCorrect);
    EXPECT_EQ(text(preview),
              "this would flag 4 results of 2 methods (3 correct); flagged already: 1");
}

TEST(AuditPreviewTest, ClearedResultsAreFlaggedAgainOnlyByProof)
{
    Records records;
    records.add("a", 0, 1.5);
    records.add("b", 0, 1.5);
    const std::vector<RecordFinding> findings{finding(suspicion, {1, 2}, "s"),
                                              finding(proof, {2}, "p")};
    const std::set<RowId> cleared{RowId{1}, RowId{2}};
    const AuditPreview preview = previewOf(findings, records.states, cleared);
    ASSERT_EQ(preview.results.size(), 1U);
    EXPECT_EQ(preview.results[0].task, "b");
    EXPECT_EQ(text(preview), "this would flag 1 result of 1 method (1 correct)");
}

TEST(AuditPreviewTest, NotesDoNotFlag)
{
    Records records;
    records.add("a", 0, 1.5);
    const std::vector<RecordFinding> findings{finding(note, {1}, "n")};
    EXPECT_EQ(text(previewOf(findings, records.states)), "this would flag no result");
}

} // namespace loupe::test
