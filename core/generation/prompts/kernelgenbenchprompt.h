// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Two prompts of KernelGenBench's pass@k script with --reflection.
struct KernelGenBenchTemplates {
    std::string start; ///< from build_new()
    std::string fix;   ///< from build_fix(); a complete prompt of its own
};

/// Assembles the templates (templatetext.h) for PyTorch operators from a checkout
/// (src/generator/torch_prompt_builder.py). They target NVIDIA devices and leave out the advice and
/// the parameters of the failed test, which feedback never reveals. vLLM and cuBLAS are left out,
/// because the script with --reflection fails for them. NotFound: the checkout has no such texts;
/// Unsupported: the script has an unknown form.
Result<KernelGenBenchTemplates> kernelGenBenchTemplates(const std::filesystem::path &checkout);

} // namespace loupe
