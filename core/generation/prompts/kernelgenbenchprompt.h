// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe {

/// The two prompts of KernelGenBench's pass@k script with --reflection.
struct KernelGenBenchTemplates {
    std::string start; ///< of its build_new()
    std::string fix;   ///< of its build_fix(), which is a whole question by itself
};

/// They are put together from the texts of a checkout (src/generator/torch_prompt_builder.py), as
/// templates (templatetext.h) that its operators of PyTorch have the values for. On a device of
/// NVIDIA, without advice, and without the parameters of the test that failed, which nobody is
/// told here. For vLLM and cuBLAS its script with --reflection ends in an error: there is nothing
/// to be compared with. NotFound: the checkout has no such texts; Unsupported: they are put
/// together in another way than is known here.
Result<KernelGenBenchTemplates> kernelGenBenchTemplates(const std::filesystem::path &checkout);

} // namespace loupe
