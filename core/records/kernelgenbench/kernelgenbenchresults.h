// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the runs of KernelGenBench. A folder may be one run or contain several. A single file may
/// be `pass_at_k_results.json`, `results.json`, `progress.json`, a verification's `result.json` or
/// a report of the hack checks. The folder of a verification or of one of its logs is also
/// accepted.
///
/// - Generation by a model: `pass_at_k_results.json` lists the kernels and the first passing ones,
///   `verification/log_<r>` the details. Its rounds are independent samples, or rounds of one
///   sample with --reflection.
/// - Generation by an agent: `results.json` lists the passing kernels, `kernels` holds the code,
///   `progress.json` the seconds and the transcripts in `workspaces` the tokens. The transcripts
///   themselves are not stored.
///
/// Speedup is the geometric mean over the timed cases without the "avg" rows. A verification that
/// contradicts the results is outdated, left by the suite's merging of logs. It is stored in a
/// separate run, flagged `stale_record`. An operator without a test is "not recorded". Kernels that
/// the suite's checks call hacks get a finding and are flagged.
Result<std::vector<RecordBatch>> readKernelGenBenchResults(const std::filesystem::path &source,
                                                           const ReadOptions &options);

/// Returns true for one of those files by its beginning, or a folder with such a file in or below
/// it.
bool isKernelGenBenchResults(const std::filesystem::path &source);

} // namespace loupe
