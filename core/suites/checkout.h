// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace loupe {

/// The commit that is checked out in `folder` or up to three folders above it: 40 hexadecimal
/// digits, read from .git itself (HEAD, loose and packed references, linked work trees) without
/// running git. Empty where there is none. Says nothing about changes that are not committed.
std::string checkoutCommit(const std::filesystem::path &folder);

} // namespace loupe
