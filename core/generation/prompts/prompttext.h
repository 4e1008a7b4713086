// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/dialogue.h"

#include <string>
#include <vector>

namespace loupe {

/// The prompts that are shipped, by name, with the names of their variables.
Result<std::vector<PromptTemplate>> shippedPrompts();

/// One of these by its name ("cpu.start"), or the user's own: the path of a file named
/// PLATFORM.PURPOSE.txt, of at most 1 MiB. NotFound names those that there are; InvalidInput where
/// the text is no template (templatetext.h).
Result<PromptTemplate> findPrompt(const std::string &name);

/// How the prompt of a platform's candidates is called: of native tasks "cpu.start" and
/// "cuda.start"; of benchmarks in Python "triton.start", "torch-cuda.start" and so on.
std::string startPromptOf(const std::string &platform, bool isNative);

} // namespace loupe
