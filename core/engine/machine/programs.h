// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Where the parts of an installation lie.
struct ProgramPaths {
    std::filesystem::path host;  ///< kloupe-host
    std::filesystem::path judge; ///< kloupe-judge
    std::filesystem::path cache; ///< writable: built libraries by content
};

/// Finds the helper programs beside this one (or in $KLOUPE_PROGRAMS) and the cache folder
/// ($KLOUPE_CACHE, $XDG_CACHE_HOME/kernelloupe, ~/.cache/kernelloupe), which it creates.
Result<ProgramPaths> findPrograms();

/// The library that records what a GPU does, beside the helper programs; empty when it was not
/// built.
std::filesystem::path findInjection(const ProgramPaths &programs);

/// The library that draws what torch would draw, likewise.
std::filesystem::path findDraws(const ProgramPaths &programs);

/// Where kloupe-ask lies or would lie: beside this program, or in $KLOUPE_PROGRAMS. It need not be
/// there: a build without libcurl has none.
std::filesystem::path askProgram();

/// Where kloupe lies or would lie, likewise.
std::filesystem::path kloupeProgram();

/// The folder of the shipped native suite: beside the installation, or the source tree it was
/// built from. NotFound when neither exists.
Result<std::filesystem::path> findNativeSuite();

/// The folder of the Python worker: beside the installation, or in the source tree.
Result<std::filesystem::path> findWorker();

/// The interpreter for benchmarks in Python: `asked`, else $KLOUPE_PYTHON, else python3 of the
/// search path. Environment when there is none.
Result<std::filesystem::path> findPython(const std::filesystem::path &asked);

/// The first program of that name in the folders of $PATH; empty when there is none.
std::filesystem::path findInPath(const std::string &program);

/// The folder with loupe_kernel.h: the suite's own `abi`, or the shipped one.
Result<std::filesystem::path> findAbi(const std::filesystem::path &suiteFolder);

} // namespace loupe
