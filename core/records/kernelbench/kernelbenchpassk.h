// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

#include <map>
#include <string>
#include <vector>

namespace loupe {

/// Of one problem.
struct SampleCounts {
    int samples = 0;
    int correct = 0;
    friend bool operator==(const SampleCounts &, const SampleCounts &) = default;
};

/// Reads KernelBench's `pass_at_k_results.json` where the results themselves are not beside it. It
/// says how many samples of a problem were right, not which: the first are taken to be, the others
/// are "not correct" without a reason, all marked `from_counts`. Its averages are checked against
/// its counts (each pass@k by the unbiased estimator) and differences noted, never trusted.
Result<std::vector<RecordBatch>> readKernelBenchPassAtK(const std::filesystem::path &source,
                                                        const ReadOptions &options);

/// A JSON file with `averages` and `problems` that is not beside an `eval_results.json`.
bool isKernelBenchPassAtK(const std::filesystem::path &source);

/// One sentence for each way in which the file differs from what the results themselves give.
std::vector<std::string> comparePassAtK(const std::string &content, const std::string &file,
                                        const std::map<int, SampleCounts> &recomputed);

/// The share of draws of k out of `counts.samples` that hold a right one: 1 - C(n-c,k)/C(n,k).
/// 1 where fewer than k are wrong.
double unbiasedPassAtK(const SampleCounts &counts, int k);

} // namespace loupe
