// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/run.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// One setting that is recorded by at least one of the runs.
struct ConfigurationSetting {
    std::string key; ///< "precision", "profile.timing.trials", "environment.driver"
    std::vector<std::optional<std::string>> values; ///< per run; nullopt if not recorded
    bool differs = false;                           ///< not the same in all runs
};

/// Returns all recorded settings of the runs, by key: device, driver, clocks, suite version,
/// protocol, prompts. Profiles and environments (JSON) are split by path. Names, ids and times of
/// day are excluded. Text that is not JSON is compared verbatim. `methods` has the methods of each
/// run; if empty, they are not a setting.
std::vector<ConfigurationSetting> configurationSettings(std::span<const Run> runs,
                                                        std::span<const std::string> methods = {});

} // namespace loupe
