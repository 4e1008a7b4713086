// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The one of `known` that `word` is most likely a slip of the hand for: its beginning, its last
/// words, or off by few letters that were added, left out, mistaken, or exchanged with their
/// neighbour. Upper and lower case, `-` and `_` are the same. Nothing where none is near: a word of
/// n letters may be off by a third of them, by 3 at most.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string> &known);

/// A hint that names the nearest, if there is one, before what else helps:
/// `did you mean "query"? kloupe --help lists the commands`.
std::string hintWithNearest(std::string_view word, const std::vector<std::string> &known,
                            const std::string &hint);

} // namespace loupe
