// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/dialogue.h"
#include "core/suites/layout/suitelayout.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// Selection of one of a benchmark's own prompts. Empty fields mean the benchmark's default.
struct PublishedChoice {
    std::string backend;   ///< the benchmark's name of the kernel language; empty: the platform's
    std::string option;    ///< examples, for KernelBench and MultiKernelBench
    std::string precision; ///< for KernelBench
    friend bool operator==(const PublishedChoice &, const PublishedChoice &) = default;
};

/// Templates of a benchmark's prompts.
struct PublishedPrompts {
    PromptTemplate start;
    std::optional<PromptTemplate> fix; ///< absent if it publishes none
    /// A later request is the prompt alone, without the first one.
    bool isAlone = false;
};

/// Assembles the prompts from the user's checkout; they are not shipped. `platform`:
/// promptPlatform(). Unsupported: the suite publishes no prompts, or none for this backend.
/// NotFound, InvalidInput: see the functions of each suite.
Result<PublishedPrompts> publishedPrompts(SuiteLayout layout, const std::filesystem::path &checkout,
                                          const std::string &platform,
                                          const PublishedChoice &choice);

} // namespace loupe
