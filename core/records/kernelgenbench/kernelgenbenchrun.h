// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/kernelgenbench/kernelgenbenchevidence.h"
#include "core/records/kernelgenbench/kernelgenbenchnames.h"
#include "core/records/reading/recordproblems.h"

#include <string>
#include <vector>

namespace loupe {

/// One run of KernelGenBench among the files that were read.
struct KernelGenBenchSource {
    std::string prefix; ///< of its files' names: "" or ending in "/"
    std::string part;   ///< what tells it from the other runs of the source; may be empty
    std::string digest; ///< of the whole source
};

/// Reads one run and adds it to `runs`: its results, and apart from them the verifications that
/// contradict them. What the results are made of: kernelgenbenchresults.h.
Status readKernelGenBenchRun(const FileTree &tree, const KernelGenBenchSource &source,
                             const ReadOptions &options, RecordProblems &bad,
                             std::vector<BatchBuilder> &runs);

} // namespace loupe
