// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/sideclocks.h"

#include "core/analysis/metrics/suitespeedup.h"
#include "core/base/result.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace loupe {

namespace {

using Clocks = std::pair<std::string, std::string>;

/// Returns the clock of the times behind the speedup, else of the candidate's times.
std::string clockOf(const Evaluation &evaluation)
{
    std::string chosen = chooseTimes(evaluation.timings).clock;
    if (!chosen.empty())
        return chosen;
    const auto own = std::ranges::find(evaluation.timings, "candidate", &TimingSeries::role);
    return own == evaluation.timings.end() ? std::string() : own->clock;
}

std::vector<RowId> timedIds(const RunComparison &comparison)
{
    std::vector<RowId> out;
    out.reserve(2 * comparison.pairs.size());
    for (const ComparedPair &pair : comparison.pairs) {
        if (!pair.ratio)
            continue;
        out.push_back(pair.baseline->id);
        out.push_back(pair.other->id);
    }
    return out;
}

} // namespace

Result<std::optional<UnlikeClocks>> unlikeClocks(const RunComparison &comparison,
                                                 StoreReader &reader, const std::stop_token &stop)
{
    constexpr std::size_t idsAtOnce = 512;
    const std::vector<RowId> ids = timedIds(comparison);
    std::map<Clocks, int> unlike;
    int known = 0;
    for (std::size_t begin = 0; begin < ids.size(); begin += idsAtOnce) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "cancelled"};
        const auto measured = reader.measurements(
            std::span(ids).subspan(begin, std::min(idsAtOnce, ids.size() - begin)));
        if (!measured)
            return measured.error();
        for (std::size_t i = 0; i + 1 < measured->size(); i += 2) {
            const Clocks clocks{clockOf((*measured)[i]), clockOf((*measured)[i + 1])};
            if (clocks.first.empty() || clocks.second.empty())
                continue;
            ++known;
            if (clocks.first != clocks.second)
                ++unlike[clocks];
        }
    }
    const auto most
        = std::ranges::max_element(unlike, {}, [](const auto &each) { return each.second; });
    if (most == unlike.end() || 2 * most->second <= known)
        return std::optional<UnlikeClocks>();
    return std::optional(UnlikeClocks{most->first.first, most->first.second});
}

} // namespace loupe
