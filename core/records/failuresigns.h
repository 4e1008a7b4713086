// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict.h"

#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// What words in the text of an error say of a candidate.
struct FailureSign {
    std::string_view words;
    Verdict verdict;
};

/// The verdict of the first sign whose words occur in the text; nothing where none do.
std::optional<Verdict> failureIn(std::string_view text, std::span<const FailureSign> signs);

} // namespace loupe
