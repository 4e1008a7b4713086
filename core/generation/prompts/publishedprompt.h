// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/dialogue.h"
#include "core/suites/suitelayout.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// Which of a benchmark's own prompts. What is empty is the benchmark's own default.
struct PublishedChoice {
    std::string backend;   ///< its name for what kernels are written with; empty: the platform's
    std::string option;    ///< of KernelBench and MultiKernelBench: which examples
    std::string precision; ///< of KernelBench
    friend bool operator==(const PublishedChoice &, const PublishedChoice &) = default;
};

/// How a benchmark asks, as templates.
struct PublishedPrompts {
    PromptTemplate start;
    std::optional<PromptTemplate> fix; ///< nothing: it publishes none
    /// Each later question is the prompt alone, without the first one before it.
    bool isAlone = false;
};

/// Put together from the texts of the user's checkout, which are not shipped. `platform`:
/// promptPlatform(). Unsupported: the suite publishes no prompts, or none for this backend.
/// NotFound, InvalidInput: as the functions of the suites' own headers beside this one.
Result<PublishedPrompts> publishedPrompts(SuiteLayout layout, const std::filesystem::path &checkout,
                                          const std::string &platform,
                                          const PublishedChoice &choice);

} // namespace loupe
