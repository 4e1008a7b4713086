// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// SQL over `evaluation e` that holds for the round that speaks for its sample in its run: of
/// "last", "first" or "best"; empty for another word. Of several attempts at a round the last
/// judged one counts, and what was not judged never speaks.
std::string choiceCondition(std::string_view choice);

} // namespace loupe
