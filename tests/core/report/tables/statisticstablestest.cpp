// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/statisticstables.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

Interval intervalOf(double estimate, double low, double high)
{
    Interval out;
    out.estimate = estimate;
    out.low = low;
    out.high = high;
    return out;
}

/// Returns one line with a value and its interval, and one without either.
std::vector<FigureLine> figureLines()
{
    FigureLine known;
    known.group = "Math";
    known.name = "pass@1";
    known.figure.value = 0.123456;
    known.figure.used = 3;
    known.figure.total = 4;
    known.interval = intervalOf(0.123456, 0.1, 0.2);
    FigureLine unknown;
    unknown.group = "all";
    unknown.name = "fast_1";
    unknown.figure.total = 7;
    return {known, unknown};
}

ExplainedDeviance explained(const char *model, double share)
{
    ExplainedDeviance out;
    out.model = model;
    out.degrees = 2;
    out.explained = 12.345;
    out.share = share;
    out.perDegree = 6.1725;
    out.adjusted = -0.01;
    out.p = 0.00012345;
    return out;
}

DevianceTable deviances()
{
    DevianceTable out;
    out.outcomes = 40;
    out.successes = 10;
    out.nullDeviance = 44.987;
    out.first = explained("category", 0.25);
    out.second = explained("method", 0.125);
    out.both = explained("category + method", 0.375);
    out.firstGivenSecond = explained("category given method", 0.25);
    out.secondGivenFirst = explained("method given category", 0.125);
    return out;
}

} // namespace

TEST(StatisticsTables, IntervalSummaryHasALineForEachGroup)
{
    Interval interval;
    interval.estimate = 0.5;
    interval.low = 0.25;
    interval.high = 0.75;
    const std::vector<GroupIntervals> groups{
        {"Math", 4, {{"correct", interval, 4, 4}, {"median", std::nullopt, 0, 2}}},
        {"all", 1, {{"correct", std::nullopt, 1, 1}, {"median", interval, 2, 2}}}};
    BootstrapOptions options;
    options.resamples = 500;
    options.seed = 7;
    EXPECT_EQ(toText(intervalSummaryText(groups, "category", options)),
              "category  tasks            correct             median\n"
              "--------  -----  -----------------  -----------------\n"
              "Math          4  0.5 (0.25 – 0.75)                  –\n"
              "all           1                  –  0.5 (0.25 – 0.75)\n"
              "95 % intervals by percentile bootstrap, 500 resamples of whole tasks, seed 7: "
              "evaluations of a task stay together. Shares are of the judged, averages over the "
              "correct with usable numbers. – : fewer than two tasks, or no value.\n");
    EXPECT_TRUE(intervalSummaryText({}, "category", options).rows.empty());
}

TEST(StatisticsTables, MissingFigureIsNotZero)
{
    const Table table = figureTableText(figureLines(), "category");
    EXPECT_EQ(table.columns[0].title, "category");
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[0],
              (std::vector<std::string>{"Math", "pass@1", "0.1235", "0.1 – 0.2", "3", "4"}));
    EXPECT_EQ(table.rows[1], (std::vector<std::string>{"all", "fast_1", "–", "–", "0", "7"}));
    // Chen et al., Evaluating Large Language Models Trained on Code (2021), equation 1.
    EXPECT_NE(table.caption.find("1 - C(n-c, k) / C(n, k)"), std::string::npos);
}

TEST(StatisticsTables, FiguresWithoutIntervalsHaveNoColumnForThem)
{
    const auto tables
        = {averageTableText(figureLines(), "method"), utilisationTableText(figureLines(), "method"),
           equalWorkTableText(figureLines(), "method")};
    std::vector<std::string> captions;
    for (const Table &table : tables) {
        ASSERT_EQ(table.columns.size(), 5U);
        EXPECT_EQ(table.columns[0].title, "method");
        EXPECT_EQ(table.rows.at(0),
                  (std::vector<std::string>{"Math", "pass@1", "0.1235", "3", "4"}));
        EXPECT_EQ(table.rows.at(1), (std::vector<std::string>{"all", "fast_1", "–", "0", "7"}));
        captions.push_back(table.caption);
    }
    EXPECT_NE(captions[0].find("speedup = baseline time / candidate time"), std::string::npos);
    EXPECT_NE(captions[1].find("IOU = bytes / time / memory bandwidth"), std::string::npos);
    EXPECT_NE(captions[2].find("equal work"), std::string::npos);
}

TEST(StatisticsTables, IntervalsNameTheirMethod)
{
    const std::vector<GroupIntervals> groups{
        {"Math", 4, {{"correct", intervalOf(0.5, 0.25, 0.75), 4, 6}}},
        {"all", 1, {{"correct", std::nullopt, 0, 6}}}};
    BootstrapOptions options;
    options.confidence = 0.9;
    options.kind = IntervalKind::Bca;
    options.resamples = 99;
    options.seed = 12;
    const Table table = intervalTableText(groups, "category", options);
    EXPECT_EQ(table.rows.at(0),
              (std::vector<std::string>{"Math", "correct", "0.5", "0.25", "0.75", "4", "6", "4"}));
    EXPECT_EQ(table.rows.at(1),
              (std::vector<std::string>{"all", "correct", "–", "–", "–", "0", "6", "1"}));
    EXPECT_TRUE(table.caption.starts_with(
        "90 % intervals by bca bootstrap, 99 resamples of whole tasks, seed 12:"))
        << table.caption;
}

TEST(StatisticsTables, DevianceHasMarginalJointAndConditionalShares)
{
    const Table table = devianceTableText(deviances());
    ASSERT_EQ(table.rows.size(), 5U);
    EXPECT_EQ(table.rows[0],
              (std::vector<std::string>{"category", "2", "12.35", "25.00 %", "6.17", "-1.00 %",
                                        "0.000123", "–", "–"}));
    EXPECT_EQ(table.rows[2][0], "category + method");
    EXPECT_EQ(table.rows[4][0], "method given category");
    EXPECT_TRUE(table.caption.starts_with("Correct or not of 40 judged evaluations (10 correct), "
                                          "binomial deviance of the mean 44.99."))
        << table.caption;
    EXPECT_EQ(table.caption.find("Excluded"), std::string::npos);
    EXPECT_EQ(table.caption.find("separated"), std::string::npos);
}

TEST(StatisticsTables, ReportsUnidentifiableRegressions)
{
    DevianceTable deviance = deviances();
    deviance.leftOut = {"m1", "m2"};
    deviance.first.separatedLevels = {"Math"};
    deviance.both.isSeparated = true;
    deviance.second.permutations = 500;
    deviance.second.permuted = "outcomes within tasks";
    deviance.second.permutedShare = 0.02;
    deviance.second.permutedP = 0.25;
    const Table table = devianceTableText(deviance);
    EXPECT_EQ(table.rows[1][7], "2.00 %");
    EXPECT_EQ(table.rows[1][8], "0.25");
    for (const char *said :
         {" Excluded, no success: m1, m2.", " category: separated by Math, which never or always",
          " category + method: separated by a combination of levels",
          " method: 500 permutations of outcomes within tasks."})
        EXPECT_NE(table.caption.find(said), std::string::npos) << said << "\n" << table.caption;
}

// The parts of a change add up by definition: 1.5 - 1.25 = 0.1 + 0.2 - 0.05.
TEST(StatisticsTables, ShowsTheChangeOfAMeanWithItsParts)
{
    RoundChange change;
    change.toRound = 1;
    change.before = 4;
    change.after = 5;
    change.persistent = 3;
    change.meanBefore = 1.25;
    change.meanAfter = 1.5;
    change.within = 0.1;
    change.rescued = {2, 0.2};
    change.broken = {1, -0.05};
    EXPECT_NEAR(change.within + change.composition(), change.change(), 1e-12);
    const Table table = compositionTableText(std::vector{change});
    EXPECT_EQ(table.rows.at(0),
              (std::vector<std::string>{"0 → 1", "1.2500 (n 4)", "1.5000 (n 5)", "+0.2500",
                                        "+0.1000 (n 3)", "+0.2000 (n 2)", "+0.0000 (n 0)",
                                        "-0.0500 (n 1)", "+0.0000 (n 0)"}));
    EXPECT_EQ(table.rows[0].size(), table.columns.size());
    EXPECT_TRUE(compositionTableText({}).rows.empty());
}

TEST(StatisticsTables, MarksRoundsWithoutABestSpeedup)
{
    std::vector<SurvivalRound> survival(3);
    survival[0] = {0, 10, 4, 1, 0.6};
    survival[1] = {1, 5, 0, 0, 0.6};
    survival[2] = {2, 5, 5, 0, 0.0};
    std::vector<RoundFigure> best(2);
    best[0].round = 0;
    best[0].fast.value = 0.25;
    best[0].bestMean = 1.5;
    best[0].bestTimed = 4;
    best[1].round = 2;
    const Table table = survivalTableText(survival, best);
    EXPECT_EQ(table.rows.at(0),
              (std::vector<std::string>{"0", "10", "4", "1", "0.6000", "0.25", "1.5000 (n 4)"}));
    EXPECT_EQ(table.rows.at(1), (std::vector<std::string>{"1", "5", "0", "0", "0.6000", "–", "–"}))
        << "a round of which the figure does not speak";
    EXPECT_EQ(table.rows.at(2), (std::vector<std::string>{"2", "5", "5", "0", "0.0000", "–", "–"}));
    EXPECT_NE(table.caption.find("Kaplan and Meier"), std::string::npos);
}

TEST(StatisticsTables, PortabilityListsTheLargestRatiosAndCountsAll)
{
    PortabilityTable portability;
    portability.devices = 3;
    for (int i = 0; i < 3; ++i) {
        TaskPortability &task = portability.tasks.emplace_back();
        task.task = "task " + std::to_string(i);
        task.method = "m";
        task.devices = 3;
        task.correctOn = 2;
    }
    portability.tasks[0].ratio = 4.0;
    portability.tasks[0].fastest = "H200";
    portability.tasks[0].slowest = "A100";
    portability.tasks[0].score = 0.0;
    portability.maxRatio = 4.0;
    portability.medianRatio = 4.0;
    portability.withRatio = 1;
    portability.withScore = 1;
    portability.meanScore = 0.0;
    const Table table = portabilityTableText(portability, 2);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[0],
              (std::vector<std::string>{"task 0", "m", "3", "2", "4", "H200", "A100", "0"}));
    EXPECT_EQ(table.rows[1], (std::vector<std::string>{"task 1", "m", "3", "2", "–", "", "", "–"}));
    EXPECT_TRUE(table.caption.starts_with("3 devices, 3 tasks evaluated on two or more."))
        << table.caption;
    EXPECT_NE(table.caption.find("largest 4, median 4 (n 1)"), std::string::npos);
    EXPECT_TRUE(portabilityTableText(PortabilityTable(), 10).rows.empty());
}

} // namespace loupe
