// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace loupe {

/// The first bytes of a regular file; empty where it cannot be read. For telling formats apart.
std::string beginningOf(const std::filesystem::path &file, std::size_t bytes = 4096);

} // namespace loupe
