// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/sidesummary.h"

#include "core/analysis/comparison/groupspeeds.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

class Sides
{
public:
    /// Adds a task with its verdicts on both sides, and the milliseconds if correct.
    Sides &task(const std::string &name, Verdict first, double firstMs, Verdict second,
                double secondMs, std::optional<int> level = std::nullopt)
    {
        add("A", name, first, firstMs, level);
        add("B", name, second, secondMs, level);
        return *this;
    }
    Sides &onlyOnFirst(const std::string &name)
    {
        add("A", name, Verdict::Correct, 1, std::nullopt);
        return *this;
    }

    RunComparison compared(SpeedMeasure measure = SpeedMeasure::Times) const
    {
        ComparisonOptions options;
        options.measure = measure;
        options.floor.source = "assumed";
        options.bootstrap.resamples = 200;
        return compareRuns(m_rows, "A", "B", options).value();
    }
    const std::vector<MetricRow> &rows() const { return m_rows; }

private:
    void add(const char *side, const std::string &name, Verdict verdict, double ms,
             std::optional<int> level)
    {
        MetricRow row = metricRow("c", verdict);
        row.id = {static_cast<std::int64_t>(m_rows.size()) + 1};
        row.run = side;
        row.task = name;
        row.method = std::string("method of ") + side;
        row.level = level;
        if (verdict == Verdict::Correct)
            row.candidateMs = ms;
        m_rows.push_back(row);
    }

    std::vector<MetricRow> m_rows;
};

/// Returns tasks of which both sides solve four: A is twice as fast on two, half as fast on one,
/// and 4 % faster on one. Only A solves seven, only B none, neither one. One is not judged, and one
/// is missing on a side.
Sides manyOfA()
{
    Sides out;
    out.task("faster 1", Verdict::Correct, 1, Verdict::Correct, 2, 1)
        .task("faster 2", Verdict::Correct, 5, Verdict::Correct, 10, 1)
        .task("slower", Verdict::Correct, 8, Verdict::Correct, 4, 2)
        .task("alike", Verdict::Correct, 1, Verdict::Correct, 1.04, 2);
    for (int i = 0; i < 7; ++i)
        out.task("alone " + std::to_string(i), Verdict::Correct, 1, Verdict::WrongValue, 0, 3);
    return out.task("neither", Verdict::Crashed, 0, Verdict::CompileError, 0, 3)
        .task("unjudged", Verdict::Correct, 1, Verdict::InfraError, 0, 3)
        .onlyOnFirst("alone on A");
}

} // namespace

TEST(SidesSummary, CountsSolvedAndFasterTasksOfEachSide)
{
    const Sides sides = manyOfA();
    const RunComparison compared = sides.compared();
    const SidesSummary found = summaryOf(compared, "codex", "deepseek");
    EXPECT_EQ(found.judged, 12);
    EXPECT_EQ(found.solvedByBoth, 4);
    EXPECT_EQ(found.onlyFirst, 7);
    EXPECT_EQ(found.onlySecond, 0);
    EXPECT_EQ(found.neither, 1);
    EXPECT_EQ(found.notJudged, 1);
    EXPECT_EQ(found.missing, 1);
    EXPECT_EQ(found.timed, 4);
    EXPECT_EQ(found.firstFaster, 2);
    EXPECT_EQ(found.firstSlower, 1);
    EXPECT_EQ(found.unclear, 1);
    // By hand: the two-sided sign test of 7 against 0 is 2 / 2^7.
    EXPECT_DOUBLE_EQ(found.solvesP, 2.0 / 128);
    EXPECT_EQ(found.solves, SideLead::First);
    // By hand: the fourth root of 2 · 2 · 1/2 · 1.04.
    ASSERT_TRUE(found.geometricMean);
    EXPECT_NEAR(found.geometricMean->estimate, 1.2009, 1e-4);
    EXPECT_LE(found.geometricMean->low, found.geometricMean->estimate);
    EXPECT_GE(found.geometricMean->high, found.geometricMean->estimate);
    EXPECT_EQ(found.speed, SideLead::Unclear);
}

TEST(SidesSummary, WritesAPlainSentence)
{
    const Sides sides = manyOfA();
    const SidesSummary found = summaryOf(sides.compared(), "codex", "deepseek");
    const auto parts = sentenceOf(found);
    EXPECT_EQ(
        plainText(parts),
        "codex solves more; neither is clearly faster. Of the 4 tasks that both solve, codex is "
        "faster on 2, slower on 1, unclear on 1. codex alone solves 7, deepseek alone 0; 1 is "
        "solved by neither. 1 is not evaluated on both sides. 1 is tried by one side only.");
    EXPECT_EQ(parts.front().tone, SentencePart::Tone::Strong);
    const SentencePart faster{"faster on 2", SentencePart::Tone::Faster};
    EXPECT_NE(std::ranges::find(parts, faster), parts.end());
    const auto lines = testLines(found);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0], "Correct: 11 against 4 of 12, exact McNemar p = 0.016");
    EXPECT_NE(lines[1].find("codex 1.20× as fast, geometric mean ["), std::string::npos)
        << lines[1];
    EXPECT_EQ(lines[2], "Noise band ±5 % (assumed)");
}

TEST(SidesSummary, OmitsSpeedWithoutTimes)
{
    const Sides sides = manyOfA();
    const SidesSummary found = summaryOf(sides.compared(SpeedMeasure::Nothing), "a", "b");
    EXPECT_EQ(found.timed, 0);
    EXPECT_EQ(found.speed, SideLead::NotKnown);
    EXPECT_EQ(plainText(sentenceOf(found)),
              "a solves more. Both solve 4 tasks. a alone solves 7, b alone 0; 1 is solved by "
              "neither. 1 is not evaluated on both sides. 1 is tried by one side only.");
    EXPECT_EQ(testLines(found).size(), 1U);
}

TEST(SidesSummary, MentionsALeadInBothOnce)
{
    Sides sides;
    for (int i = 0; i < 30; ++i)
        sides.task("t" + std::to_string(i), Verdict::Correct, 3.0 + i, Verdict::Correct,
                   1.0 + i / 3.0);
    for (int i = 0; i < 8; ++i)
        sides.task("u" + std::to_string(i), Verdict::WrongValue, 0, Verdict::Correct, 1);
    const SidesSummary found = summaryOf(sides.compared(), "slow", "quick");
    EXPECT_EQ(sentenceOf(found).front().text, "quick solves more and is faster.");
    EXPECT_NEAR(found.geometricMean->estimate, 1 / 3.0, 1e-9);
}

TEST(SidesSummary, DoesNotCallGainsFaster)
{
    std::vector<MetricRow> rows;
    for (int i = 0; i < 4; ++i) {
        for (const char *device : {"A100", "H100"}) {
            MetricRow row = metricRow("c", Verdict::Correct, device == std::string("A100") ? 4 : 2);
            row.id = {static_cast<std::int64_t>(rows.size()) + 1};
            row.task = "t" + std::to_string(i);
            row.run = row.device = device;
            row.baseline = "eager";
            rows.push_back(row);
        }
    }
    ComparisonOptions options;
    EXPECT_FALSE(compareRuns(rows, "A100", "H100", options)) << "other devices";
    options.measure = SpeedMeasure::Gains;
    const auto compared = compareRuns(rows, "A100", "H100", options);
    ASSERT_TRUE(compared) << compared.error().text();
    const std::string said = plainText(sentenceOf(summaryOf(*compared, "A100", "H100")));
    EXPECT_NE(said.find("kernels gain more on A100"), std::string::npos) << said;
    EXPECT_NE(said.find("the speedup over eager on A100 is larger on 4"), std::string::npos)
        << said;
    EXPECT_EQ(said.find("faster"), std::string::npos) << said;
}

TEST(GroupSpeeds, LevelsHaveTheirOwnCounts)
{
    const Sides sides = manyOfA();
    const RunComparison compared = sides.compared();
    EXPECT_EQ(groupingOf(compared), GroupBy::Level);
    const std::vector<GroupSpeeds> found = groupSpeeds(compared, GroupBy::Level, 8);
    ASSERT_EQ(found.size(), 4U) << "three levels, and a task without one";
    const auto level = [&](const std::string &name) {
        return *std::ranges::find(found, name, &GroupSpeeds::group);
    };
    EXPECT_EQ(level("level 1"), (GroupSpeeds{"level 1", 2, 2, 2, 0, 0}));
    EXPECT_EQ(level("level 2"), (GroupSpeeds{"level 2", 2, 2, 0, 1, 1}));
    EXPECT_EQ(level("level 3"), (GroupSpeeds{"level 3", 0, 0, 0, 0, 0}));
    const auto most = groupSpeeds(compared, GroupBy::Level, 2);
    ASSERT_EQ(most.size(), 2U);
    EXPECT_EQ(most.back().group, "all others");
    EXPECT_EQ(most.front().timed + most.back().timed, 4);
}

TEST(GroupSpeeds, OrdersByRatioInEitherDirection)
{
    Sides sides;
    sides.task("twice", Verdict::Correct, 1, Verdict::Correct, 2)
        .task("tenth", Verdict::Correct, 10, Verdict::Correct, 1)
        .task("failed", Verdict::WrongValue, 0, Verdict::Correct, 1)
        .task("alike", Verdict::Correct, 1, Verdict::Correct, 1);
    const RunComparison compared = sides.compared();
    const auto found = topDifferences(compared);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0]->task, "tenth");
    EXPECT_DOUBLE_EQ(*firstRatio(*found[0]), 0.1);
    EXPECT_EQ(found[1]->task, "twice");
    EXPECT_DOUBLE_EQ(*firstRatio(*found[1]), 2.0);
    EXPECT_EQ(found[2]->task, "alike");
}

TEST(GroupSpeeds, RoundsRatiosForDisplay)
{
    EXPECT_EQ(ratioWords(1093.2), "1\u202F093×");
    EXPECT_EQ(ratioWords(150), "150×");
    EXPECT_EQ(ratioWords(21.21), "21.2×");
    EXPECT_EQ(ratioWords(0.88), "0.88×");
    EXPECT_EQ(ratioWords(0.0243), "0.024×");
    EXPECT_EQ(ratioWords(0.00006), "0.00006×");
}

TEST(TransitionMatrix, SumsAreOfRowsAndColumns)
{
    const Sides sides = manyOfA();
    const TransitionMatrix found = transitionMatrix(sides.compared());
    EXPECT_EQ(found.total, 14);
    // Rows: correct (4 + 7 + 1 unjudged + 1 missing), crash; columns: missing, correct, wrong,
    // no build, infra error.
    EXPECT_EQ(found.baselineTotals, (std::vector<int>{13, 1}));
    EXPECT_EQ(found.otherTotals, (std::vector<int>{1, 4, 7, 1, 1}));
}

} // namespace loupe::test
