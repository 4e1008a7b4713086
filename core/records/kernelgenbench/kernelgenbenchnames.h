// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/filetree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Identity of one KernelGenBench run, from names and settings.
struct KernelGenBenchIdentity {
    std::string run;    ///< name of its folder
    std::string method; ///< "normal_cc", or the model's name; combined if both are known
    bool isAgent = false;
    bool hasReflection = false; ///< later rounds saw the failures of earlier ones
};
KernelGenBenchIdentity kernelGenBenchIdentityOf(const FileTree &tree, const std::string &prefix);

/// Returns true if a file of this name, relative to a folder of runs, belongs to a run.
bool isKernelGenBenchFile(std::string_view name);

/// Returns true for a report of the suite's hack checks.
bool isKernelGenBenchHackReport(std::string_view file);

/// Returns true for a report of the tokens used by a whole run.
bool isKernelGenBenchTokenReport(std::string_view file);

/// Verification log of a file.
struct KernelGenBenchLog {
    std::string prefix; ///< prefix of the run's files, as in kernelGenBenchRunFolders()
    int number = 0;     ///< 3 of "verification/log_3/"
};
/// Returns nothing for a file in no log. The tree may be the log itself, or the folder of logs.
std::optional<KernelGenBenchLog> kernelGenBenchLogOf(const FileTree &tree, std::string_view name);

/// Returns the folders of runs in the tree: "" or ending in "/". A run's folder contains a summary
/// file, or a verification below it.
std::vector<std::string> kernelGenBenchRunFolders(const FileTree &tree);

/// Returns the usual name of a file with this content in a run, e.g. "results.json"; empty for
/// other files.
std::string_view kernelGenBenchKindOf(std::string_view content);

} // namespace loupe
