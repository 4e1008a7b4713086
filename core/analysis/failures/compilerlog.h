// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict/diagnostic.h"

#include <string_view>
#include <vector>

namespace loupe {

/// Parses the diagnostics in the output of g++, clang++, nvcc and the linker, at most 200, in log
/// order. The first error is marked as first cause. `sourceFile` is the file name of the candidate.
std::vector<Diagnostic> parseCompilerLog(std::string_view log, std::string_view sourceFile);

/// Returns true if the output reports a linker failure.
bool isLinkFailure(std::string_view log);

/// Returns true if the compiler was killed from outside (memory, a signal), so that a retry may
/// work.
bool isCompilerDeath(std::string_view log);

} // namespace loupe
