// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns the one of `known` that `word` is most likely a mistyped form of. Matches are prefixes,
/// last parts, and words with few inserted, deleted, substituted or transposed letters. Case is
/// ignored, and `-` equals `_`. Nothing if no word is close: a third of the letters may differ, at
/// most 3.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string> &known);

/// Returns a hint that names the nearest word, if any, followed by `hint`: `did you mean "query"?
/// kloupe --help lists the commands`.
std::string hintWithNearest(std::string_view word, const std::vector<std::string> &known,
                            const std::string &hint);

} // namespace loupe
