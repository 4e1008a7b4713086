// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/goldentimes.h"

#include "core/base/median.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace loupe {

std::vector<GoldenTimes> goldenTimes(std::span<const StoredGoldenRecord> records)
{
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<double>> groups;
    for (const StoredGoldenRecord &each : records)
        groups[{each.suite, each.device, each.record.baseline}].push_back(each.record.milliseconds);
    std::vector<GoldenTimes> out;
    out.reserve(groups.size());
    for (auto &[key, times] : groups) {
        const auto [least, most] = std::ranges::minmax(times);
        const auto &[suite, device, baseline] = key;
        out.push_back({suite, device, baseline, static_cast<int>(times.size()), least,
                       medianInPlace(times), most});
    }
    return out;
}

} // namespace loupe
