// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Which of KernelBench's prompts, in its own words.
struct KernelBenchPrompt {
    std::string backend = "cuda";
    std::string option = "one_shot"; ///< zero_shot, one_shot, few_shot
    std::string precision = "fp32";
};

/// What KernelBench asks, put together from the texts of a checkout
/// (src/kernelbench/prompts/prompts.toml and the examples that it names) as its
/// render_prompt_by_option() does, as a template (templatetext.h) with one place, {{reference}}.
/// NotFound: the checkout has no such texts; InvalidInput: they are not what is expected, or a name
/// of the choice is not among theirs.
Result<std::string> kernelBenchTemplate(const std::filesystem::path &checkout,
                                        const KernelBenchPrompt &choice);

} // namespace loupe
