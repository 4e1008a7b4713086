// SPDX-License-Identifier: Apache-2.0
//
// The readers of files of KernelBench-X and of the GEAK agent.
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the results of one KernelBench-X evaluation. The source is the folder with `metrics.json`
/// or `results_{call,exe,eff}.jsonl` or their shards (also in its `intermediate/`), or one of these
/// files. It may also be a `controller_state.json`, or a `summary.json` alone. `metrics.json` takes
/// precedence. Contradictions of the stages' files are noted, and their additional facts (such as
/// the text of a mismatch) are used. `summary.json` is compared. Numbers may be "N/A". Method,
/// round and device come from `summary.json`, `controller_state.json` and the names of folders
/// (`<gpu>/<agent>/metrics.json`), noted if guessed. A task that failed the first stage has no line
/// in the second, so it is "no build", not unknown.
Result<std::vector<RecordBatch>> readKernelBenchXResults(const std::filesystem::path &source,
                                                         const ReadOptions &options);

/// Returns true for such a folder or file, by names and beginnings.
bool isKernelBenchXResults(const std::filesystem::path &source);

/// Reads the files collected by KernelBench-X's controller: `good_fixes.jsonl`,
/// `good_changes.jsonl`, `good_implementations.jsonl` and `error_samples.jsonl`, given as their
/// folder or one of them. A fix or change becomes two rounds of one sample and the transition
/// between them, the others one evaluation each. Samples are numbered by task and model in the
/// order of the files. Only stated facts are stored. The state before a fix failed its stage; a
/// kernel that passed the first stage may still be wrong. An error sample may be of any stage, so
/// it is "not recorded" with its text (flag `error_sample`).
Result<std::vector<RecordBatch>> readKernelBenchXCollected(const std::filesystem::path &source,
                                                           const ReadOptions &options);

/// Returns true for one of these files, or a folder with one.
bool isKernelBenchXCollected(const std::filesystem::path &source);

/// Reads KernelBench-X's `all_records.jsonl`: one transition of the GEAK agent per line, with the
/// states before and after it. Each state becomes one evaluation; a state in two records must be
/// equal in both. Rounds without a record become evaluations that are "not recorded", never
/// failures. Flags: `identical_code` (as in the previous round), `collapsed_whitespace` (the code
/// lost its line breaks), `not_in_current_set` (the task is not in the current 176),
/// `renamed_task`.
Result<std::vector<RecordBatch>> readKernelBenchXCorpus(const std::filesystem::path &file,
                                                        const ReadOptions &options);

/// Returns true for a *.jsonl file whose first line has the fields of a transition.
bool isKernelBenchXCorpus(const std::filesystem::path &source);

/// Reads the files of the GEAK agent: `<out>_<i>.jsonl`, one line per problem with the output of
/// iteration i, and `<out>_mem_<i>.json`, its memory. The source is their folder or one of them.
/// Each iteration is a round. An output is the best so far (flag `best_so_far`), so a round is
/// never worse than the previous one; identical text is flagged `identical_code`. If the memory
/// states that the round's own candidate failed, the round failed. Otherwise a speedup above 0
/// means right and timed. Without a speedup the memory states the progress, and without a memory it
/// is unknown. A memory alone does not identify the suite.
Result<std::vector<RecordBatch>> readGeak(const std::filesystem::path &source,
                                          const ReadOptions &options);

/// Returns true for `<out>_<i>.jsonl` whose first line has the fields of an output, or a folder
/// with such a file.
bool isGeak(const std::filesystem::path &source);

/// Reads the golden results of KernelBench-X and TritonBench. A machine's folder holds one
/// `<task>.json` per task, a list of {input_size, ms, GB/s, TFLOPS}. The source is such a folder, a
/// folder of them, or one such file. Each row becomes a golden record of the eager reference, and
/// each machine a run. A run's device is its folder's name, if that is a device or lies in
/// `golden_results`. Device and suite stay unrecorded if the folders' names do not state them. A
/// row's case is its input_size as compact JSON; the n-th row of one size gets " #n".
Result<std::vector<RecordBatch>> readGoldenResults(const std::filesystem::path &source,
                                                   const ReadOptions &options);

/// Returns true for such a folder or file, except below `perf_results`, whose rows are of
/// candidates.
bool isGoldenResults(const std::filesystem::path &source);

/// Returns the name of a row's input in golden records and timings: "[[1024,16]]".
std::string goldenCaseName(const Json &inputSize);

} // namespace loupe
