// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Returns the sorted files of /dev whose names start with one of `beginnings`, without hidden
/// ones. Candidates see only these devices.
std::vector<std::filesystem::path> deviceNodes(std::span<const std::string> beginnings,
                                               std::span<const std::filesystem::path> hidden);

} // namespace loupe
