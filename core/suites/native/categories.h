// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Returns true for one of the native suite's 15 categories, which are those of KernelBench-X.
bool isNativeCategory(std::string_view name);
/// Returns all of them, comma-separated, for messages.
std::string nativeCategoryList();

} // namespace loupe
