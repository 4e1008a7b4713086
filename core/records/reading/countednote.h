// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A note about several things of a kind: {"record", "without a time"}. The text has no verb, so
/// that it fits any count. The plural of `what` must end in s.
struct CountedNote {
    std::string_view what;
    std::string_view text;
};

/// Appends "1 record without a time" or "3 records without a time" if the count is above 0.
void addNote(std::size_t count, const CountedNote &note, std::vector<std::string> &notes);

} // namespace loupe
