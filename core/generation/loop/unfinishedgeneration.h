// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/loop/generationsetup.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Saves the request of a generation in its spool before its first request, so that an interrupted
/// generation can be resumed. Like the profile, it holds no key.
Status keepGenerationRequest(const GenerationRequest &request, const GenerationSetup &setup);

/// Returns true if the generation was started and has not ended, even without any request sent.
bool hasGenerationRequest(const GenerationSetup &setup);

/// Deletes the saved request after a regular end, and the spool if that becomes empty.
Status dropGenerationRequest(const GenerationSetup &setup);

/// Returns the saved requests of a store that can be resumed, newest first. Invalid files are
/// errors that name them, because paid answers lie next to them.
Result<std::vector<GenerationRequest>> unfinishedGenerations(const std::filesystem::path &store);

} // namespace loupe
