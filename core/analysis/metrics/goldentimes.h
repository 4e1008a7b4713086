// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/goldenrecord.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Recorded reference times of one suite, device and baseline, over all tasks and inputs; in
/// milliseconds.
struct GoldenTimes {
    std::string suite;
    std::string device;
    std::string baseline;
    int records = 0;
    double minMs = 0.0;
    double medianMs = 0.0;
    double maxMs = 0.0;
};

/// Returns one entry per suite, device and baseline, sorted by name.
std::vector<GoldenTimes> goldenTimes(std::span<const StoredGoldenRecord> records);

} // namespace loupe
