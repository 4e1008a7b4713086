// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/configurationdiff.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns the label of a setting's key for tables: "main memory" for "environment.memory_bytes".
/// Keys of run presets stay as the user writes them.
std::string settingLabel(std::string_view key);

/// Returns the values of a setting with their units: "135.1 GB"; "–" if not recorded. Values that
/// differ also differ as text.
std::vector<std::string> settingTexts(const ConfigurationSetting &setting);

} // namespace loupe
