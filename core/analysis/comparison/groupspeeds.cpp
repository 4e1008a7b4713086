// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/groupspeeds.h"

#include "core/analysis/rows/grouping.h"
#include "core/base/counted.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

const MetricRow &eitherRow(const ComparedPair &pair)
{
    return pair.baseline != nullptr ? *pair.baseline : *pair.other;
}

void count(const ComparedPair &pair, GroupSpeeds &into)
{
    into.solvedByBoth += pair.state == PairState::BothCorrect ? 1 : 0;
    if (!pair.ratio)
        return;
    ++into.timed;
    into.firstFaster += pair.verdict == PairVerdict::Slower ? 1 : 0;
    into.firstSlower += pair.verdict == PairVerdict::Faster ? 1 : 0;
    into.unclear += pair.verdict == PairVerdict::Unclear ? 1 : 0;
}

void add(const GroupSpeeds &from, GroupSpeeds &into)
{
    into.solvedByBoth += from.solvedByBoth;
    into.timed += from.timed;
    into.firstFaster += from.firstFaster;
    into.unclear += from.unclear;
    into.firstSlower += from.firstSlower;
}

double size(const ComparedPair *pair)
{
    return std::abs(std::log(*pair->ratio));
}

} // namespace

GroupBy groupingOf(const RunComparison &comparison)
{
    std::set<std::optional<int>> levels;
    for (const ComparedPair &pair : comparison.pairs)
        levels.insert(eitherRow(pair).level);
    levels.erase(std::nullopt);
    return levels.size() > 1 ? GroupBy::Level : GroupBy::Category;
}

std::vector<GroupSpeeds> groupSpeeds(const RunComparison &comparison, GroupBy groupBy,
                                     std::size_t most)
{
    std::map<std::string, GroupSpeeds> groups;
    for (const ComparedPair &pair : comparison.pairs)
        count(pair, groups[groupName(eitherRow(pair), groupBy)]);
    std::vector<GroupSpeeds> out;
    out.reserve(groups.size());
    for (auto &[group, speeds] : groups) {
        speeds.group = group;
        out.push_back(std::move(speeds));
    }
    if (groupBy != GroupBy::Level)
        std::ranges::stable_sort(out, std::greater(), &GroupSpeeds::timed);
    if (out.size() <= most || most == 0)
        return out;
    GroupSpeeds others;
    others.group = "all others";
    for (std::size_t i = most - 1; i < out.size(); ++i)
        add(out[i], others);
    out.resize(most - 1);
    out.push_back(std::move(others));
    return out;
}

std::optional<double> firstRatio(const ComparedPair &pair)
{
    return pair.ratio ? std::optional(1 / *pair.ratio) : std::nullopt;
}

std::string ratioWords(double ratio)
{
    constexpr double grouped = 100;
    if (ratio >= grouped)
        return groupedDigits(std::llround(ratio)) + "×";
    constexpr int most = 9;
    const int decimals = ratio >= 10 ? 1
        : ratio >= 0.1               ? 2
        : ratio >= 0.01              ? 3
                        : std::min(most, static_cast<int>(std::ceil(-std::log10(ratio))));
    return fmt::format("{:.{}f}×", ratio, decimals);
}

std::vector<const ComparedPair *> topDifferences(const RunComparison &comparison)
{
    std::vector<const ComparedPair *> out;
    for (const ComparedPair &pair : comparison.pairs) {
        if (pair.ratio)
            out.push_back(&pair);
    }
    std::ranges::stable_sort(out, std::greater(), size);
    return out;
}

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
