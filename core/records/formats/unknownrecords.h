// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <span>
#include <string_view>

namespace loupe {

/// Format with the comma-separated keys or columns of its records.
struct FormatKeys {
    std::string_view name;
    std::string_view keys;
};

/// Returns the error for a file or folder without a known format. The message counts the data files
/// seen. The detail lists some of them with their keys, and the nearest format with its missing
/// keys.
Error unknownRecords(const std::filesystem::path &source, std::span<const FormatKeys> formats);

} // namespace loupe
