// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe {

/// All that a file of the kernel says; empty where it cannot be read.
std::string groupText(const std::filesystem::path &file);

/// Kernel files take one write and say by it whether they like it.
Status writeToGroup(const std::filesystem::path &file, const std::string &text);

} // namespace loupe
