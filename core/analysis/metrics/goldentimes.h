// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/goldenrecord.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Recorded times of references of one suite on one device with one baseline, over all tasks and
/// inputs; milliseconds.
struct GoldenTimes {
    std::string suite;
    std::string device;
    std::string baseline;
    int records = 0;
    double leastMs = 0.0;
    double medianMs = 0.0;
    double mostMs = 0.0;
};

/// One for each suite, device and baseline, in the order of their names.
std::vector<GoldenTimes> goldenTimes(std::span<const StoredGoldenRecord> records);

} // namespace loupe
