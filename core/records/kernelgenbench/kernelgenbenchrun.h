// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/kernelgenbench/kernelgenbenchevidence.h"
#include "core/records/kernelgenbench/kernelgenbenchnames.h"
#include "core/records/reading/recordproblems.h"

#include <string>
#include <vector>

namespace loupe {

/// Run of KernelGenBench among the files of a source.
struct KernelGenBenchSource {
    std::string prefix; ///< prefix of its file names: "" or ending in "/"
    std::string part;   ///< distinguishes it from other runs of the source; may be empty
    std::string digest; ///< digest of the whole source
};

/// Reads one run and adds it to `runs`: its results, and separately the contradicting
/// verifications. kernelgenbenchresults.h describes the results.
Status readKernelGenBenchRun(const FileTree &tree, const KernelGenBenchSource &source,
                             const ReadOptions &options, RecordProblems &bad,
                             std::vector<BatchBuilder> &runs);

} // namespace loupe
