// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// What words in the text of an error say of a candidate.
struct FailureSign {
    std::string_view words;
    Verdict verdict;
};

/// The verdict of the first sign whose words occur in the text; nothing where none do.
std::optional<Verdict> failureIn(std::string_view text, std::span<const FailureSign> signs);

/// A sentence where the text says that the device or its software could run nothing, or that the
/// disk was full; nothing of other texts. A kernel that the device's architecture lacks is the
/// candidate's own fault where its source chooses architectures.
std::optional<std::string> machineryFaultIn(std::string_view text, std::string_view source);

} // namespace loupe
