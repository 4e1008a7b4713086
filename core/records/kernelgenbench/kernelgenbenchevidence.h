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

/// Files next to the results of one KernelGenBench run: verification logs, reports of its hack
/// checks, durations by operator.
struct KernelGenBenchEvidence {
    std::map<int, std::map<std::string, KernelGenBenchVerification>>
        verifications;                         ///< by log, then operator
    std::map<std::string, std::string> hacked; ///< operator to reason
    std::set<std::string> passed; ///< operators that passed their tests, from the hack reports
    std::string report;           ///< unchanged report of those checks
    std::map<std::string, double> seconds;       ///< of generation
    std::map<std::string, std::string> progress; ///< operator to its record in progress.json
    std::map<std::string, bool> hasCode;         ///< operator to the flag in progress.json

    const KernelGenBenchVerification *verification(int log, const std::string &op) const;
};

/// Reads the files whose names begin with `prefix` (the run's folder: "" or ending in "/"). Fails
/// if a file contradicts its name; malformed records are added to `bad`.
Result<KernelGenBenchEvidence>
readKernelGenBenchEvidence(const FileTree &tree, const std::string &prefix, RecordProblems &bad);

} // namespace loupe
