// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Selection of one of KernelBench's prompts, with its own terms.
struct KernelBenchPrompt {
    std::string backend = "cuda";
    std::string option = "one_shot"; ///< zero_shot, one_shot, few_shot
    std::string precision = "fp32";
};

/// Assembles KernelBench's prompt from a checkout (src/kernelbench/prompts/prompts.toml and its
/// examples), as render_prompt_by_option() does. Returns a template (templatetext.h) with the
/// placeholder {{reference}}. NotFound: the checkout has no such texts; InvalidInput: they have an
/// unexpected form, or lack a name of `choice`.
Result<std::string> kernelBenchTemplate(const std::filesystem::path &checkout,
                                        const KernelBenchPrompt &choice);

} // namespace loupe
