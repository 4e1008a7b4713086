// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/layout/suitelayout.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Returns all layouts of the folder (a checkout of TritonBench has two); empty if unknown.
std::vector<SuiteLayout> detectLayouts(const std::filesystem::path &folder);

/// Returns the folder's layout; if there are several, the first in the enumeration's order.
/// NotFound if the folder does not exist, InvalidInput for an unknown layout, with the layouts
/// tried.
Result<SuiteLayout> detectLayout(const std::filesystem::path &folder);

} // namespace loupe
