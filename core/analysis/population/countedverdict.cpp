// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/countedverdict.h"

#include "core/model/record/protocolname.h"

#include <unordered_map>

namespace loupe {

std::string_view name(CountedVerdict verdict)
{
    return verdict == CountedVerdict::Strict ? "strict" : "run";
}

std::size_t countStrictly(std::vector<MetricRow> &rows)
{
    std::unordered_map<Name, Name> strictOf;
    for (MetricRow &row : rows) {
        const auto [known, isNew] = strictOf.try_emplace(row.protocol);
        if (isNew)
            known->second = strictPartOf(row.protocol);
        row.protocol = known->second;
        row.verdict = row.strictVerdict;
        if (outcomeOf(row.verdict) == Outcome::Correct)
            continue;
        row.takeSpeedup();
        row.candidateMs = {};
        row.references = {};
    }
    return std::erase_if(
        rows, [](const MetricRow &row) { return outcomeOf(row.verdict) == Outcome::Unknown; });
}

} // namespace loupe
