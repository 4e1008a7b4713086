// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Returns an SQL condition on `evaluation e` that selects the representative round of each sample
/// in its run. `choice` is "last", "first" or "best"; returns an empty string for another word. The
/// last judged of several attempts at a round counts; unjudged rows are never selected.
std::string choiceCondition(std::string_view choice);

} // namespace loupe
