// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/topmovers.h"

#include <algorithm>
#include <functional>

namespace loupe {

namespace {

using MoverList = std::vector<const ComparedPair *>;

MoverList moversWhere(const RunComparison &comparison,
                      const std::function<bool(const ComparedPair &)> &isWanted)
{
    MoverList out;
    for (const ComparedPair &pair : comparison.pairs) {
        if (isWanted(pair))
            out.push_back(&pair);
    }
    return out;
}

/// Moves the first `most` into `into` and returns how many there were.
int takeFirst(MoverList from, std::size_t most, MoverList &into)
{
    const auto count = static_cast<int>(from.size());
    from.resize(std::min(most, from.size()));
    into.insert(into.end(), from.begin(), from.end());
    return count;
}

} // namespace

TopMovers topMovers(const RunComparison &comparison, std::size_t ofEachKind)
{
    const auto inState = [&](PairState state) {
        return moversWhere(comparison,
                           [state](const ComparedPair &pair) { return pair.state == state; });
    };
    const auto inVerdict = [&](PairVerdict verdict) {
        MoverList found = moversWhere(comparison, [verdict](const ComparedPair &pair) {
            return pair.verdict == verdict && pair.ratio;
        });
        std::ranges::stable_sort(found, [verdict](const ComparedPair *a, const ComparedPair *b) {
            return verdict == PairVerdict::Slower ? *a->ratio < *b->ratio : *a->ratio > *b->ratio;
        });
        return found;
    };
    TopMovers out;
    out.broken = takeFirst(inState(PairState::Broken), ofEachKind, out.pairs);
    out.fixed = takeFirst(inState(PairState::Fixed), ofEachKind, out.pairs);
    out.slower = takeFirst(inVerdict(PairVerdict::Slower), ofEachKind, out.pairs);
    out.faster = takeFirst(inVerdict(PairVerdict::Faster), ofEachKind, out.pairs);
    return out;
}

} // namespace loupe
