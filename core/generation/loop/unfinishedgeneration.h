// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/loop/generationsetup.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Keeps what a generation was asked to do in its spool, from before its first request until it has
/// ended: so that it can be gone on with wherever it was broken off. As the profile, it holds no
/// key.
Status keepGenerationRequest(const GenerationRequest &request, const GenerationSetup &setup);

/// Whether it was begun and has not ended, though nothing may have been asked.
bool hasGenerationRequest(const GenerationSetup &setup);

/// It has ended by itself: there is nothing to go on with. A spool that is empty then goes, too.
Status dropGenerationRequest(const GenerationSetup &setup);

/// What was kept with the store and has not ended, ready to go on, the one begun last at the front.
/// Empty where there is none. Files that are no such request are errors with their names: what is
/// paid for lies beside them.
Result<std::vector<GenerationRequest>> unfinishedGenerations(const std::filesystem::path &store);

} // namespace loupe
