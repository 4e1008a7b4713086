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

/// What prompts call a platform: of native tasks "cpu" and "cuda"; of benchmarks in Python
/// "triton", "torch-cuda" and so on.
std::string promptPlatform(const std::string &platform, bool isNative);

/// The prompt of a purpose (start, fix, optimise, reminder): `named` as findPrompt() takes it;
/// where that is empty the platform's own, else the one that is shipped for "any".
Result<PromptTemplate> promptFor(const std::string &named, const std::string &platform,
                                 const std::string &purpose);

} // namespace loupe
