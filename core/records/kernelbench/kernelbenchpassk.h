// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

#include <map>
#include <string>
#include <vector>

namespace loupe {

/// Counts of one problem.
struct SampleCounts {
    int samples = 0;
    int correct = 0;
    friend bool operator==(const SampleCounts &, const SampleCounts &) = default;
};

/// Reads KernelBench's `pass_at_k_results.json` if the results themselves are missing. It states
/// how many samples of a problem were right, not which. The first ones are therefore stored as
/// correct, the others as "not correct" without a reason, all flagged `from_counts`. Its averages
/// are checked against its counts (each pass@k by the unbiased estimator); differences are noted,
/// and averages never used.
Result<std::vector<RecordBatch>> readKernelBenchPassAtK(const std::filesystem::path &source,
                                                        const ReadOptions &options);

/// Returns true for a JSON file with `averages` and `problems` without an `eval_results.json` next
/// to it.
bool isKernelBenchPassAtK(const std::filesystem::path &source);

/// Returns one sentence per difference between the file and the results themselves.
std::vector<std::string> comparePassAtK(const std::string &content, const std::string &file,
                                        const std::map<int, SampleCounts> &recomputed);

/// Returns the probability that k of `counts.samples` samples contain a right one: 1 -
/// C(n-c,k)/C(n,k). 1 if fewer than k are wrong.
double unbiasedPassAtK(const SampleCounts &counts, int k);

} // namespace loupe
