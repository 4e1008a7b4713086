// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// The 15 categories of the native suite; KernelBench-X's own.
bool isNativeCategory(std::string_view name);
/// All of them, comma-separated, for messages.
std::string nativeCategoryList();

} // namespace loupe
