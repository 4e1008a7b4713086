// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// One setting that any of the runs records.
struct ConfigurationSetting {
    std::string key; ///< "precision", "profile.timing.trials", "environment.driver"
    std::vector<std::optional<std::string>> values; ///< of each run; nullopt: not recorded
    bool differs = false;                           ///< not the same in all runs
};

/// Everything recorded about how runs were made, by key, their profile and environment (JSON) by
/// path: device, driver, clocks, suite version, protocol, prompts. Names, ids and times of day are
/// left out. Text that is no JSON is compared as it is. `methods` names those of each run; none:
/// not among the settings.
std::vector<ConfigurationSetting> configurationSettings(std::span<const Run> runs,
                                                        std::span<const std::string> methods = {});

} // namespace loupe
