// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict/diagnostic.h"

#include <optional>
#include <string>
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

/// Something that this machine lacks and without which a build failed.
struct MachineLack {
    std::string what; ///< "the linker finds no library foo on this machine"
    std::string fix;  ///< instruction for the user

    std::string text() const { return what + "; " + fix; }
};

/// Returns what the machine lacks, from the output of a failed build: a build tool, a library, a
/// system header, or disk space. Returns nullopt if the output names nothing of the kind, names a
/// file of the candidate or torch, or has an error in the source first.
std::optional<MachineLack> machineLack(std::string_view buildOutput);

} // namespace loupe
