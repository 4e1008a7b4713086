// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/filetree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What names and settings say of one run of KernelGenBench.
struct KernelGenBenchPlace {
    std::string run;    ///< name of its folder
    std::string method; ///< "normal_cc", or the model's name; with the model where both are known
    bool isAgent = false;
    bool hasReflection = false; ///< later rounds saw the failures of earlier ones
};
KernelGenBenchPlace kernelGenBenchPlaceOf(const FileTree &tree, const std::string &prefix);

/// Whether a file of this name, relative to a folder of runs, belongs to a run.
bool isKernelGenBenchFile(std::string_view name);

/// Whether this names a report of the suite's checks against hacks.
bool isKernelGenBenchHackReport(std::string_view file);

/// Whether this names a report of the tokens that a whole run took.
bool isKernelGenBenchTokenReport(std::string_view file);

/// The verification log that a file lies in.
struct KernelGenBenchLog {
    std::string prefix; ///< of the run's files, as kernelGenBenchRunFolders gives it
    int number = 0;     ///< 3 of "verification/log_3/"
};
/// Nothing for a file that lies in none. The log itself, or the folder of logs, may be the tree.
std::optional<KernelGenBenchLog> kernelGenBenchLogOf(const FileTree &tree, std::string_view name);

/// The folders of runs in the tree: "" or ending in "/". A folder is a run where a file that sums
/// up lies in it, or a verification below it.
std::vector<std::string> kernelGenBenchRunFolders(const FileTree &tree);

/// The name that a file with this content has in a run: "results.json" …; empty: it is none.
std::string_view kernelGenBenchKindOf(std::string_view content);

} // namespace loupe
