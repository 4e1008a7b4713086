// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Selection of one of MultiKernelBench's prompts.
struct MultiKernelBenchPrompt {
    std::string backend = "cuda";
    std::string option = "add_shot"; ///< or selected_shot: an example of the task's category
};

/// Assembles MultiKernelBench's prompt from a checkout (prompt_generators, the table in dataset.py
/// and the examples in prompts/) as a template (templatetext.h). Rendering fails for a task of a
/// category without an example, as its script does. NotFound: there are no such texts; Unsupported:
/// they have an unknown form, such as those for a direct launch of Ascend C.
Result<std::string> multiKernelBenchTemplate(const std::filesystem::path &checkout,
                                             const MultiKernelBenchPrompt &choice);

} // namespace loupe
