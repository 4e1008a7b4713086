// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Files of /dev whose names begin so, but those that are hidden: what a candidate is shown of a
/// machine's devices. Sorted.
std::vector<std::filesystem::path> deviceNodes(std::span<const std::string> beginnings,
                                               std::span<const std::filesystem::path> hidden);

} // namespace loupe
