// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// One setting that is not the same in all runs.
struct ConfigurationDifference {
    std::string key; ///< "precision", "profile.timing.trials", "environment.driver"
    std::vector<std::optional<std::string>> values; ///< of each run; nullopt: not recorded
};

/// Everything recorded about how runs were made, their profile and environment (JSON) by path, and
/// of that only what differs: device, driver, clocks, suite version, protocol, prompts. Names, ids
/// and times of day are left out. Text that is no JSON is compared as it is. `methods` names those
/// of each run; none: not compared.
std::vector<ConfigurationDifference>
configurationDifferences(std::span<const Run> runs, std::span<const std::string> methods = {});

} // namespace loupe
