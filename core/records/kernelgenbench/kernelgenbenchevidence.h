// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/kernelgenbench/kernelgenbenchrecord.h"
#include "core/records/reading/recordproblems.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What lies beside the results of one run of KernelGenBench: verification logs, reports of its
/// checks against hacks, how long each operator took.
struct KernelGenBenchEvidence {
    std::map<int, std::map<std::string, KernelGenBenchVerification>>
        verifications;                         ///< by log, then operator
    std::map<std::string, std::string> hacked; ///< operator to reason
    std::set<std::string> passed; ///< operators, by the reports of the checks against hacks
    std::string report;           ///< of those checks, as it was
    std::map<std::string, double> seconds;       ///< of generation
    std::map<std::string, std::string> progress; ///< operator to its record in progress.json
    std::map<std::string, bool> hasCode;         ///< operator to what progress.json says

    const KernelGenBenchVerification *verification(int log, const std::string &op) const;
};

/// Reads the files whose names begin with `prefix` (the run's folder, "" or with "/" at its end).
/// An error where one is not what its name claims; bad records go to `bad`.
Result<KernelGenBenchEvidence>
readKernelGenBenchEvidence(const FileTree &tree, const std::string &prefix, RecordProblems &bad);

} // namespace loupe
