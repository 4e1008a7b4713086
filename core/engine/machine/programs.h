// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Locations of the parts of an installation.
struct ProgramPaths {
    std::filesystem::path host;  ///< kloupe-host
    std::filesystem::path judge; ///< kloupe-judge
    std::filesystem::path cache; ///< writable; built libraries by content
};

/// Finds the helper programs next to this one (or in $KLOUPE_PROGRAMS), and creates the cache
/// folder: $KLOUPE_CACHE, $XDG_CACHE_HOME/kernelloupe or ~/.cache/kernelloupe.
Result<ProgramPaths> findPrograms();

/// Returns the library that records GPU activity, near the helper programs; empty if it was not
/// built.
std::filesystem::path findInjection(const ProgramPaths &programs);

/// Returns the library that draws torch's random values; empty if it was not built.
std::filesystem::path findDraws(const ProgramPaths &programs);

/// Returns the path of kloupe-ask, next to this program or in $KLOUPE_PROGRAMS. It may not exist: a
/// build without libcurl lacks it.
std::filesystem::path askProgram();

/// Returns the path of kloupe in the same folder.
std::filesystem::path kloupeProgram();

/// Returns the folder of the native suite, from the installation or the source tree; NotFound if
/// neither exists.
Result<std::filesystem::path> findNativeSuite();

/// Returns the folder of the demonstration's recorded answers, from the installation or the source
/// tree: dialogue.json, dialogue.jsonl and tasks.txt. NotFound if neither exists.
Result<std::filesystem::path> findRecordedAnswers();

/// Returns the folder of the Python worker, from the installation or the source tree.
Result<std::filesystem::path> findWorker();

/// Returns the interpreter for benchmarks in Python: `asked`, else $KLOUPE_PYTHON, else python3 of
/// the search path; Environment if there is none.
Result<std::filesystem::path> findPython(const std::filesystem::path &asked);

/// Returns the first program of that name in the folders of $PATH; empty if there is none.
std::filesystem::path findInPath(const std::string &program);

/// Returns the folder with loupe_kernel.h: the suite's own `abi`, or the shipped one.
Result<std::filesystem::path> findAbi(const std::filesystem::path &suiteFolder);

} // namespace loupe
