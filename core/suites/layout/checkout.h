// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace loupe {

/// Returns the commit checked out in `folder` or up to three folders above it, as 40 hexadecimal
/// digits. Reads .git itself (HEAD, loose and packed references, linked work trees) without running
/// git. Empty if there is none. Ignores uncommitted changes.
std::string checkoutCommit(const std::filesystem::path &folder);

} // namespace loupe
