// SPDX-License-Identifier: Apache-2.0
//
// The readers of files of KernelBench, and of projects with its layout.
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Reads KernelBench's `eval_results.json`, with one record per problem (before October 2025) or a
/// list of them, given as the file or its run folder. Kernels, configuration and
/// `pass_at_k_results.json` next to it are included. One run per device. The level comes from the
/// kernels' names, the configuration or the folder's name, because the file lacks it. A guess is
/// noted; without any level the file is refused. Of repeated samples the last counts (flag
/// `repeated_record`). A kernel without a result is "not recorded".
Result<std::vector<RecordBatch>> readKernelBenchResults(const std::filesystem::path &source,
                                                        const ReadOptions &options);

/// Returns true for `eval_results.json`, a JSON file with its fields, or a folder with the former.
bool isKernelBenchResults(const std::filesystem::path &source);

/// Reads KernelBench's baseline times (`results/timing/<machine>/baseline_time_torch*.json`): per
/// level and task mean, deviation, minimum and maximum in milliseconds. Each becomes a golden
/// record, with one run per device; the file's name determines the kind of baseline. A null is a
/// task without a time. Precision and versions are not in the file and stay unknown.
Result<std::vector<RecordBatch>> readKernelBenchBaseline(const std::filesystem::path &file,
                                                         const ReadOptions &options);

/// Returns true for a JSON file that begins with a level of tasks with mean and deviation.
bool isKernelBenchBaseline(const std::filesystem::path &source);

/// Returns true if this is one of KernelBench's published samples, or contains them:
/// `level<L>/<model>/problem_<P>/sample_<S>/kernel.json`.
bool isKernelBenchSamples(const std::filesystem::path &source);

/// Reads the kernels and their results, one run per model. A kernel with several evaluations
/// ("eval_0", "eval_1" …) has as many attempts; one without stays unknown.
Result<std::vector<RecordBatch>> readKernelBenchSamples(const std::filesystem::path &source,
                                                        const ReadOptions &options);

/// Reads an agent loop's `results.jsonl` around KernelBench's evaluator: one line per problem with
/// level, number, status and the evaluator's answer. The source is the file or its folder, with
/// `generated_kernels/` and a `summary.json` whose counts are compared. One run per device, model
/// and precision. Generated but unevaluated kernels are no build with the recorded reason
/// (`static_failed`), an empty submission (`extraction_failed`) or an infrastructure failure
/// (`evaluation_error`). For `generation_error` the traceback's origin decides.
Result<std::vector<RecordBatch>> readKernelBenchAgent(const std::filesystem::path &source,
                                                      const ReadOptions &options);

/// Returns true for a *.jsonl file with the fields of such a line, or a folder with such a
/// `results.jsonl`.
bool isKernelBenchAgent(const std::filesystem::path &source);

/// Reads Caesar's multi-turn logs on KernelBench: one `log.json`, or a run's folder with
/// `problem_<id>/sample_<id>/log.json` below it. Turn k becomes round k - 1 of its sample, with the
/// prompt that led to it; a turn without a result is "not recorded". `result`, a repeated
/// evaluation of the last kernel, is only stored in the record; if it differs, the last turn is
/// flagged `re_evaluation_differs`.
Result<std::vector<RecordBatch>> readCaesar(const std::filesystem::path &source,
                                            const ReadOptions &options);

/// Returns true for such a file or folder.
bool isCaesar(const std::filesystem::path &source);

/// Reads the published kernels of CUDA-L1: one JSON line per KernelBench task, one file per GPU
/// (named after it), or a folder of such files. Each GPU becomes five runs, one per baseline of the
/// speedups. The sizes are those of KernelBench v0; the task's hash is that of the reference's
/// text. A line without code for a GPU is "not recorded", never a failure. Code with a missing
/// speedup stays correct, without a speedup.
Result<std::vector<RecordBatch>> readCudaL1(const std::filesystem::path &source,
                                            const ReadOptions &options);

/// Returns true for a *.jsonl file, or *.json as published, whose first line names level, task and
/// reference, or for a folder of such files.
bool isCudaL1(const std::filesystem::path &source);

} // namespace loupe
