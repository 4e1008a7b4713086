// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/pairfacets.h"

#include "core/analysis/population/countedresults.h"
#include "core/model/saved/filteredit.h"
#include "core/store/read/pairselection.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace loupe {

namespace {

using Counts = std::vector<FacetCount>;

Counts countsOf(const Population &population, const std::string &field)
{
    Counts out;
    for (ValueCount &each : valueCounts(population.cells(), field))
        out.push_back({std::move(each.value), each.count});
    return out;
}

/// Counts each value by applying the filter that a click on it would set.
Result<Counts> clickCounts(StoreReader &reader, PairCache &cache, const Filter &others,
                           const Scope &scope, const std::string &field,
                           const std::stop_token &stop)
{
    // Recorded speedups may match where those of the scope do not, and the other way round.
    auto values = reader.facet(field, withoutSpeedups(others), stop);
    if (!values)
        return std::move(values).error();
    for (FacetCount &each : *values) {
        const auto shown
            = cache.population(reader, includingValue(others, field, each.value), scope, stop);
        if (!shown)
            return shown.error();
        each.count = static_cast<std::int64_t>(countResults(shown->cells()));
    }
    std::erase_if(*values, [](const FacetCount &each) { return each.count == 0; });
    std::ranges::stable_sort(*values, std::greater(), &FacetCount::count);
    return values;
}

} // namespace

Result<std::vector<std::vector<FacetCount>>> pairFacets(StoreReader &reader, PairCache &cache,
                                                        const Filter &filter,
                                                        const Population &population,
                                                        std::span<const std::string> fields,
                                                        const std::stop_token &stop)
{
    // A device is a condition, so choosing one changes the attempts. A status always refers to the
    // run's verdict, whichever verdict counts.
    const bool isStrict = population.scope().verdict == CountedVerdict::Strict;
    std::vector<Counts> out;
    out.reserve(fields.size());
    for (const std::string &field : fields) {
        const Filter others = withoutField(filter, field);
        const bool isNamed = others.terms.size() < filter.terms.size();
        const bool isOneByOne = (field == "status" && isStrict)
            || (field == "device"
                && (isNamed || population.condition(GroupBy::Device).hasSeveral()));
        if (isOneByOne) {
            auto counts = clickCounts(reader, cache, others, population.scope(), field, stop);
            if (!counts)
                return std::move(counts).error();
            out.push_back(std::move(*counts));
        } else if (isNamed) {
            const auto shown = cache.population(reader, others, population.scope(), stop);
            if (!shown)
                return shown.error();
            out.push_back(countsOf(*shown, field));
        } else {
            out.push_back(countsOf(population, field));
        }
    }
    return out;
}

} // namespace loupe
