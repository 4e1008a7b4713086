// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/dialogue.h"

#include <string>
#include <vector>

namespace loupe {

/// Returns the shipped prompts by name, with the names of their variables.
Result<std::vector<PromptTemplate>> shippedPrompts();

/// Finds a shipped prompt by its name ("cpu.start"), or reads the user's own: a file
/// PLATFORM.PURPOSE.txt of at most 1 MiB. NotFound lists the existing ones; InvalidInput if the
/// text is not a valid template (templatetext.h).
Result<PromptTemplate> findPrompt(const std::string &name);

/// Returns the platform's name in prompts: "cpu" and "cuda" for native tasks; "triton",
/// "torch-cuda" and so on for Python benchmarks.
std::string promptPlatform(const std::string &platform, bool isNative);

/// Returns the prompt of a purpose (start, fix, optimise, reminder). `named` is as in findPrompt().
/// If it is empty: the shipped prompt of the platform, else of "any".
Result<PromptTemplate> promptFor(const std::string &named, const std::string &platform,
                                 const std::string &purpose);

} // namespace loupe
