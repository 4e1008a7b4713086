// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/suitelayout.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Every layout the folder has: a checkout of TritonBench has two. Empty for an unknown folder.
std::vector<SuiteLayout> detectLayouts(const std::filesystem::path &folder);

/// The folder's layout; of several the first in the order of the enumeration. NotFound when there
/// is no such folder, InvalidInput for an unknown layout, with everything that was looked for.
Result<SuiteLayout> detectLayout(const std::filesystem::path &folder);

} // namespace loupe
