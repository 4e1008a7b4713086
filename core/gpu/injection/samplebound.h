// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace loupe::injection {

using SampleCounts = std::map<std::size_t, std::uint64_t>; ///< samples, by number of the reason

/// Keeps the `most` instructions with the most samples; of equal ones the first. Returns the number
/// of samples of the others, without which shares of what is left would be too large.
template <typename Instruction>
std::uint64_t keepMostSampled(std::map<Instruction, SampleCounts> &samples, std::size_t most)
{
    if (samples.size() <= most)
        return 0;
    using Place = typename std::map<Instruction, SampleCounts>::iterator;
    std::vector<std::pair<std::uint64_t, Place>> totals;
    for (Place at = samples.begin(); at != samples.end(); ++at) {
        std::uint64_t sum = 0;
        for (const auto &[reason, count] : at->second)
            sum += count;
        totals.emplace_back(sum, at);
    }
    std::stable_sort(totals.begin(), totals.end(),
                     [](const auto &a, const auto &b) { return a.first > b.first; });
    std::uint64_t omitted = 0;
    for (std::size_t i = most; i < totals.size(); ++i) {
        omitted += totals[i].first;
        samples.erase(totals[i].second);
    }
    return omitted;
}

} // namespace loupe::injection
