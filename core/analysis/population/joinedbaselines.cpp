// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/joinedbaselines.h"

#include "core/analysis/population/countedresults.h"
#include "core/analysis/rows/grouping.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace loupe {

namespace {

bool isTimedWithReferences(const MetricRow &row)
{
    return row.references && outcomeOf(row.verdict) == Outcome::Correct
        && isUsableTime(row.candidateMs);
}

bool canBeJoined(const MetricRow &row)
{
    return isTimedWithReferences(row) && !row.speedup && !row.baselineMs && row.baseline.empty();
}

/// Returns true if the row has its own speedup, and its references are those of further baselines.
bool hasFurther(const MetricRow &row)
{
    return isTimedWithReferences(row) && row.speedup && row.joinedReference == -1;
}

bool isUsable(const ReferenceTime &reference)
{
    return !reference.isDisputed && isUsableTime(reference.milliseconds);
}

MetricRow withBaseline(MetricRow row, std::size_t place)
{
    const ReferenceTime &reference = (*row.references)[place];
    row.joinedReference = static_cast<std::int32_t>(place);
    row.baseline = reference.baseline;
    row.baselineMs = reference.milliseconds;
    row.speedup = reference.milliseconds / *row.candidateMs;
    return row;
}

void addJoined(const MetricRow &row, std::vector<MetricRow> &out)
{
    const std::size_t before = out.size();
    if (row.speedup)
        out.push_back(row);
    for (std::size_t place = 0; place < row.references->size(); ++place) {
        const ReferenceTime &each = (*row.references)[place];
        if (isUsable(each) && row.baseline != each.baseline)
            out.push_back(withBaseline(row, place));
    }
    if (out.size() == before)
        out.push_back(row);
}

} // namespace

bool joinBaselines(std::vector<MetricRow> &rows)
{
    const auto isExtended
        = [](const MetricRow &row) { return canBeJoined(row) || hasFurther(row); };
    const auto first = std::ranges::find_if(rows, isExtended);
    if (first == rows.end())
        return false;
    std::vector<MetricRow> out(rows.begin(), first);
    out.reserve(rows.size());
    for (auto row = first; row != rows.end(); ++row) {
        if (isExtended(*row))
            addJoined(*row, out);
        else
            out.push_back(std::move(*row));
    }
    rows = std::move(out);
    return true;
}

bool joinBaseline(MetricRow &row, std::string_view baseline)
{
    if (!canBeJoined(row) && (baseline.empty() || !hasFurther(row)))
        return false;
    const auto found = std::ranges::find_if(*row.references, [&](const ReferenceTime &each) {
        return isUsable(each) && (baseline.empty() || each.baseline == baseline);
    });
    if (found == row.references->end())
        return false;
    row = withBaseline(row, static_cast<std::size_t>(found - row.references->begin()));
    return true;
}

JoinedBaselines joinedBaselines(std::span<const MetricRow> rows)
{
    JoinedBaselines out;
    std::map<std::pair<std::string, std::string>, std::size_t> counts;
    std::vector<MetricRow> disputed;
    for (const MetricRow &row : rows) {
        if (const ReferenceTime *reference = row.joined())
            ++counts[{reference->run, reference->baseline}];
        else if (canBeJoined(row)
                 && std::ranges::any_of(*row.references, &ReferenceTime::isDisputed))
            disputed.push_back(row);
    }
    out.disputed = countResults(disputed);
    out.from.reserve(counts.size());
    for (const auto &[from, count] : counts)
        out.from.push_back({from.first, from.second, count});
    return out;
}

} // namespace loupe
