// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Kinds of generated texts, in the order of compilation.
inline constexpr std::array<std::string_view, 6> generatedKinds{"ttir", "ttgir",  "llir",
                                                                "ptx",  "amdgcn", "sass"};

/// Text that a compiler generated for one kernel of a candidate, on the way from its source to the
/// machine code. An entry without a text explains why there is none.
struct GeneratedCode {
    std::string kernel; ///< readable name; empty: the entry is about all kernels
    std::string kind;   ///< one of generatedKinds; empty: the entry is about all kinds
    std::string text;
    std::optional<std::int64_t> registers;   ///< of a thread
    std::optional<std::int64_t> localBytes;  ///< of a thread: spilled registers and local arrays
    std::optional<std::int64_t> sharedBytes; ///< of a block, without what a launch adds
    std::string note;                        ///< why the text is cut or missing; else empty
    friend bool operator==(const GeneratedCode &, const GeneratedCode &) = default;
};

} // namespace loupe
