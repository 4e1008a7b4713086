// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/visitchanges.h"

#include "core/base/counted.h"
#include "core/report/tables/overviewtables.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t maxNamedRuns = 5;

std::vector<const RunSummary *> runsAfter(std::int64_t last, std::span<const RunSummary> runs)
{
    std::vector<const RunSummary *> out;
    out.reserve(runs.size());
    for (const RunSummary &each : runs) {
        if (each.id.value > last)
            out.push_back(&each);
    }
    return out;
}

} // namespace

StudyVisit visitOf(const Population &population, const Scoreboard &board,
                   std::span<const RunSummary> runs, std::string now)
{
    StudyVisit out;
    out.leftAt = std::move(now);
    for (const RunSummary &each : runs) {
        out.evaluations += each.evaluations;
        out.lastRun = std::max(out.lastRun, each.id.value);
    }
    out.tasks = static_cast<std::int64_t>(board.tasks);
    out.solved = static_cast<std::int64_t>(board.solvedByAny);
    out.headline = overviewHeadline(population, board);
    return out;
}

std::vector<std::string> changesSince(const StudyVisit &before, const StudyVisit &now,
                                      std::span<const RunSummary> runs)
{
    std::vector<std::string> out;
    const auto added = runsAfter(before.lastRun, runs);
    std::int64_t ofNewRuns = 0;
    for (std::size_t i = 0; i < added.size(); ++i) {
        ofNewRuns += added[i]->evaluations;
        if (i < maxNamedRuns)
            out.push_back(
                fmt::format("New run {}: {}", added[i]->run.name,
                            counted(static_cast<std::size_t>(added[i]->evaluations), "result")));
    }
    if (added.size() > maxNamedRuns)
        out.push_back(fmt::format("and {} more", counted(added.size() - maxNamedRuns, "run")));
    const std::int64_t further = now.evaluations - before.evaluations - ofNewRuns;
    if (further > 0)
        out.push_back(counted(static_cast<std::size_t>(further), "further result")
                      + " of known runs");
    if (further < 0)
        out.push_back(counted(static_cast<std::size_t>(-further), "result") + " fewer than then");
    if (now.solved != before.solved || now.tasks != before.tasks)
        out.push_back(fmt::format("Solved by at least one: {} of {} → {} of {} tasks",
                                  groupedDigits(before.solved), groupedDigits(before.tasks),
                                  groupedDigits(now.solved), groupedDigits(now.tasks)));
    if (out.empty())
        out.emplace_back("Nothing has changed.");
    return out;
}

} // namespace loupe
