// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict/verdict.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// Text in an error message with the verdict it implies.
struct FailureSign {
    std::string_view words;
    Verdict verdict;
};

/// Returns the verdict of the first sign whose words occur in the text; nothing if none do.
std::optional<Verdict> failureIn(std::string_view text, std::span<const FailureSign> signs);

/// Returns a sentence if the text shows that the device or its software could run nothing, or that
/// the disk was full; else nothing. A kernel missing for the device's architecture is the
/// candidate's fault if its source selects architectures.
std::optional<std::string> machineryFaultIn(std::string_view text, std::string_view source);

} // namespace loupe
