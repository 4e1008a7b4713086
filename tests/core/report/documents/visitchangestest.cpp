// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/visitchanges.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

RunSummary run(std::int64_t id, const char *name, int evaluations)
{
    RunSummary out;
    out.id = {id};
    out.run.name = name;
    out.evaluations = evaluations;
    return out;
}

const StudyVisit before{"2026-11-20T08:00:00Z", 100, 2, 50, 40, "headline"};

TEST(VisitChanges, NewRunsAndTasksAreNamed)
{
    const std::vector runs{run(1, "a", 60), run(2, "b", 45), run(3, "c", 10)};
    const StudyVisit now{"", 115, 3, 52, 44, {}};
    EXPECT_EQ(changesSince(before, now, runs),
              (std::vector<std::string>{"New run c: 10 results", "5 further results of known runs",
                                        "Solved by at least one: 40 of 50 → 44 of 52 tasks"}));
}

TEST(VisitChanges, ReportsFewerResults)
{
    const std::vector runs{run(1, "a", 60), run(2, "b", 39)};
    StudyVisit now = before;
    now.evaluations = 99;
    EXPECT_EQ(changesSince(before, now, runs),
              (std::vector<std::string>{"1 result fewer than then"}));
}

TEST(VisitChanges, ReportsNoChanges)
{
    const std::vector runs{run(1, "a", 60), run(2, "b", 40)};
    EXPECT_EQ(changesSince(before, before, runs),
              (std::vector<std::string>{"Nothing has changed."}));
}

TEST(VisitChanges, VisitsBelongToAStore)
{
    MetricRow row;
    row.suite = "s";
    row.task = "t";
    row.method = "m";
    row.verdict = Verdict::Correct;
    const Population population = populationOf({row}, {});
    const std::vector runs{run(4, "a", 7), run(2, "b", 3)};
    const StudyVisit visit = visitOf(population, scoreboard(population), runs, "now");
    EXPECT_EQ(visit.evaluations, 10);
    EXPECT_EQ(visit.lastRun, 4);
    EXPECT_EQ(visit.solved, 1);
    EXPECT_EQ(visit.headline, "m on 1 task: 1 solved, 0 not");
}

} // namespace
} // namespace loupe
