// SPDX-License-Identifier: Apache-2.0
// Charts and trajectories of more than worthASecondThread rows are computed on two threads. The
// results must be the same.
#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/trajectories.h"
#include "core/analysis/statistics/twothreads.h"

#include <atomic>
#include <map>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

/// Returns rows in random order, including several attempts at a round.
std::vector<MetricRow> scatteredRows(int count)
{
    std::mt19937 random(11); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same rows every time
    std::vector<MetricRow> rows = randomRows(3, count);
    for (MetricRow &row : rows) {
        row.run = "run" + std::to_string(random() % 3);
        row.task = row.category + "/t" + std::to_string(random() % 20);
        row.method = "m" + std::to_string(random() % 4);
        row.sample = static_cast<int>(random() % 6);
        row.round = static_cast<int>(random() % 4);
        row.taskSound = random() % 50 != 0;
        row.isWithheld = random() % 40 == 0;
        row.cost.outputTokens = 1 + static_cast<std::int64_t>(random() % 1000);
    }
    return rows;
}

/// Key of a sample, for computing trajectories the slow way.
using SampleName = std::tuple<std::string, std::string, std::string, int>;
struct PlainTrajectory {
    SampleName name;
    std::map<int, std::pair<bool, std::int64_t>> rounds; ///< of the attempt that counts: known, id
};

std::vector<PlainTrajectory> plainTrajectories(const std::vector<MetricRow> &rows)
{
    std::vector<PlainTrajectory> out;
    std::map<SampleName, std::size_t> places;
    for (const MetricRow &row : rows) {
        if (!row.taskSound)
            continue;
        const SampleName name{row.run.text(), row.task.text(), row.method.text(), row.sample};
        const auto [place, isNew] = places.try_emplace(name, out.size());
        if (isNew)
            out.push_back({name, {}});
        const bool isKnown = isJudged(outcomeOf(row.verdict));
        const std::pair<bool, std::int64_t> attempt{isKnown, row.id.value};
        const auto [known, isFirst] = out[place->second].rounds.try_emplace(row.round, attempt);
        if (!isFirst && attempt > known->second)
            known->second = attempt;
    }
    return out;
}

} // namespace

TEST(ManyRows, EachIsWorkedOnOnce)
{
    for (const std::size_t rows : {std::size_t{1}, worthASecondThread}) {
        std::vector<std::atomic<int>> seen(1000);
        eachOnTwoThreads(seen.size(), rows, [&](std::size_t i) { ++seen[i]; });
        for (const auto &each : seen)
            EXPECT_EQ(each, 1);
        eachOnTwoThreads(0, rows, [](std::size_t) { ADD_FAILURE(); });
    }
}

TEST(ManyRows, TrajectoriesAreThoseOfAPlainWalk)
{
    for (const int count : {500, 30001}) {
        const std::vector<MetricRow> rows = scatteredRows(count);
        TrajectoryRules rules;
        rules.soundTasksOnly = true;
        rules.flagsWithheld = true;
        const Trajectories found = trajectoriesOf(rows, rules);
        std::vector<PlainTrajectory> plain = plainTrajectories(rows);
        ASSERT_EQ(found.size(), plain.size());
        std::map<SampleName, const PlainTrajectory *> byName;
        for (const PlainTrajectory &each : plain)
            byName[each.name] = &each;
        std::map<SampleName, std::size_t> firstRow;
        for (std::size_t i = 0; i < rows.size(); ++i)
            firstRow.try_emplace({rows[i].run, rows[i].task, rows[i].method, rows[i].sample}, i);
        std::size_t used = 0;
        std::size_t next = 0;
        for (const Trajectory &each : found) {
            const SampleName name{each.run.text(), each.task.text(), each.method.text(),
                                  each.sample};
            ASSERT_TRUE(byName.contains(name));
            EXPECT_GE(firstRow[name], next);
            next = firstRow[name] + 1;
            const auto &rounds = byName[name]->rounds;
            ASSERT_EQ(each.rounds.size(), rounds.size());
            auto expected = rounds.begin();
            for (const RoundEntry &entry : each.rounds) {
                EXPECT_EQ(entry.round, expected->first);
                EXPECT_EQ(entry.isKnown(), expected->second.first);
                EXPECT_EQ(entry.id.value, expected->second.second);
                EXPECT_EQ(rows[entry.place].id, entry.id);
                ++expected;
            }
        }
        for (const MetricRow &row : rows)
            used += row.taskSound ? 1 : 0;
        EXPECT_EQ(found.counts().used, used);
        EXPECT_EQ(found.counts().unsound, rows.size() - used);
    }
}

TEST(ManyRows, AGroupIsDrawnAsIfItWereAlone)
{
    const std::vector<MetricRow> rows = scatteredRows(static_cast<int>(worthASecondThread) + 5000);
    for (const ChartKind kind : {ChartKind::FastPCurve, ChartKind::PassAtK, ChartKind::CostCurve}) {
        ChartRequest request;
        request.kind = kind;
        request.withIntervals = false;
        const auto together = buildChart(rows, request);
        ASSERT_TRUE(together) << together.error().text();
        ASSERT_EQ(together->panels.size(), 1U);
        ASSERT_EQ(together->panels[0].lines.size(), 5U);
        for (const ChartLine &line : together->panels[0].lines) {
            std::vector<MetricRow> own;
            for (const MetricRow &row : rows) {
                if (row.category == line.name)
                    own.push_back(row);
            }
            const auto alone = buildChart(own, request);
            ASSERT_TRUE(alone) << alone.error().text();
            const ChartLine &same = alone->panels.at(0).lines.at(0);
            ASSERT_EQ(line.points.size(), same.points.size());
            for (std::size_t i = 0; i < line.points.size(); ++i) {
                EXPECT_EQ(line.points[i].x, same.points[i].x);
                EXPECT_EQ(line.points[i].y, same.points[i].y);
                EXPECT_EQ(line.points[i].mark.members, same.points[i].mark.members);
                EXPECT_EQ(line.points[i].mark.text, same.points[i].mark.text);
            }
        }
    }
}

} // namespace loupe::test
