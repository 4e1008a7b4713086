// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Which of MultiKernelBench's prompts.
struct MultiKernelBenchPrompt {
    std::string backend = "cuda";
    std::string option = "add_shot"; ///< or selected_shot: an example of the task's category
};

/// What MultiKernelBench asks, put together from the texts of a checkout (prompt_generators, the
/// table in dataset.py and the examples in prompts/), as a template (templatetext.h). A task of a
/// category without an example is refused when it is rendered, as its script fails there.
/// NotFound: there are no such texts; Unsupported: they are put together in another way than is
/// known here, as those for a direct launch of Ascend C.
Result<std::string> multiKernelBenchTemplate(const std::filesystem::path &checkout,
                                             const MultiKernelBenchPrompt &choice);

} // namespace loupe
