// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <span>
#include <string_view>

namespace loupe {

/// A format and the keys or columns that its records have, with commas between.
struct FormatKeys {
    std::string_view name;
    std::string_view keys;
};

/// The refusal of a file or folder in which no known format was found. Its message counts the data
/// files that were seen, its detail lists some of them with their keys and names the nearest format
/// with the keys that it lacks.
Error unknownRecords(const std::filesystem::path &source, std::span<const FormatKeys> formats);

} // namespace loupe
