// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/runload.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::array occupationNames{"build",           "draw",          "start",
                                     "wait_for_memory", "wait_for_turn", "device",
                                     "wait_for_timing", "time"};
static_assert(occupationNames.size() == occupations);
constexpr std::size_t bounds = 7;

void addShares(LoadShares &sum, const LoadShares &part, double weight)
{
    sum.building += weight * part.building;
    sum.drawing += weight * part.drawing;
    sum.device += weight * part.device;
    sum.timing += weight * part.timing;
}

/// Returns the bound with most votes, the first of equals. Nothing is returned only if there are no
/// other votes.
RunBound topVoted(std::array<int, bounds> votes)
{
    votes[static_cast<std::size_t>(RunBound::Nothing)] = 0;
    const auto most = std::ranges::max_element(votes);
    return *most > 0 ? static_cast<RunBound>(most - votes.begin()) : RunBound::Nothing;
}

} // namespace

const char *name(Occupation occupation)
{
    return occupationNames[static_cast<std::size_t>(occupation)];
}

const char *name(RunBound bound)
{
    switch (bound) {
    case RunBound::Nothing:
        return "nothing";
    case RunBound::Builds:
        return "builds";
    case RunBound::Draws:
        return "draws";
    case RunBound::Starts:
        return "starts";
    case RunBound::Memory:
        return "memory";
    case RunBound::Device:
        return "device";
    case RunBound::Timing:
        return "timing";
    }
    return "nothing";
}

RunLoad together(const std::map<std::string, RunLoad> &parts)
{
    RunLoad out;
    std::array<int, bounds> votes{};
    std::array<int, bounds> votesSoFar{};
    const auto atWork
        = std::ranges::count_if(parts, [](const auto &part) { return part.second.isAtWork(); });
    const double all = 1.0 / static_cast<double>(std::max<std::size_t>(1, parts.size()));
    const double live = atWork > 0 ? 1.0 / static_cast<double>(atWork) : all;
    for (const auto &[where, load] : parts) {
        out.second = std::max(out.second, load.second);
        for (std::size_t i = 0; i < occupations; ++i)
            out.now[i] += load.now[i];
        addShares(out.all, load.all, all);
        ++votesSoFar[static_cast<std::size_t>(load.boundSoFar)];
        if (atWork > 0 && !load.isAtWork())
            continue;
        addShares(out.latest, load.latest, live);
        addShares(out.recent, load.recent, live);
        ++votes[static_cast<std::size_t>(load.bound)];
    }
    out.bound = topVoted(votes);
    out.boundSoFar = topVoted(votesSoFar);
    return out;
}

} // namespace loupe
