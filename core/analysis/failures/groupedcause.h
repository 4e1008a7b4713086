// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Returns the cause that a failure is grouped by, from its stored summary:
/// - The name of the trial before it is dropped: "odd/normal: ".
/// - A quoted name becomes "…", since the same mistake has another name in each kernel.
std::string groupedCause(std::string_view summary);

/// Returns the summary without the name of the trial, for a group in which all have the same.
std::string_view withoutTrial(std::string_view summary);

} // namespace loupe
