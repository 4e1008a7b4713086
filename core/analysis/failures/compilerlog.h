// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/diagnostic.h"

#include <string_view>
#include <vector>

namespace loupe {

/// The diagnostics in the output of g++, clang++ or nvcc and the linker, in its order; the first
/// error is marked as first cause. At most 200. `sourceFile` is the name the candidate was given.
std::vector<Diagnostic> parseCompilerLog(std::string_view log, std::string_view sourceFile);

/// Whether the output tells of a linker that failed.
bool isLinkFailure(std::string_view log);

/// Whether the compiler was stopped from outside (memory, a signal): another time it may work.
bool isCompilerDeath(std::string_view log);

} // namespace loupe
