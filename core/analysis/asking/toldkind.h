// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace loupe {

/// What a round's question told of a program.
enum class ToldKind {
    Nothing,     ///< a first question, or one asked anew
    Build,       ///< what compiler or loader said
    Run,         ///< how it died, or which shape or type it got wrong
    Compare,     ///< where its values are wrong
    Speed,       ///< its time beside the reference's, and what it makes of its device
    Verdict,     ///< that it is wrong or right, and no more
    Hint,        ///< a person's words
    TwoPrograms, ///< what became of two, to be joined
    NotRecorded,
};
inline constexpr std::size_t toldKinds = 9;
std::string_view name(ToldKind kind);  ///< "build", "compare" …
std::string_view label(ToldKind kind); ///< in words

} // namespace loupe
