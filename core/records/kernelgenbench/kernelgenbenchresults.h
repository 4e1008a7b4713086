// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the runs of KernelGenBench. A folder may be one run or hold several; a single file may be
/// `pass_at_k_results.json`, `results.json`, `progress.json`, a verification's `result.json` or a
/// report of the checks against hacks; the folder of a verification or of one of its logs will do.
///
/// - Generation by a model: `pass_at_k_results.json` says which kernels there were and which passed
///   first, `verification/log_<r>` how. Its rounds are independent samples; with --reflection they
///   are rounds of one sample.
/// - Generation by an agent: `results.json` says what passed, `kernels` holds the code,
///   `progress.json` the seconds and the transcripts in `workspaces` the tokens; the transcripts
///   themselves are not kept.
///
/// Speedup is the geometric mean over the timed cases without the "avg" rows. A verification that
/// contradicts the results is an old one, which the suite's merging of logs has kept: it is stored
/// in a run of its own, flagged `stale_record`. An operator without a test is "not recorded". What
/// the suite's checks call a hack has a finding and stays outside headline numbers.
Result<std::vector<RecordBatch>> readKernelGenBenchResults(const std::filesystem::path &source,
                                                           const ReadOptions &options);

/// One of those files by its beginning, or a folder with such a file in it or below.
bool isKernelGenBenchResults(const std::filesystem::path &source);

} // namespace loupe
