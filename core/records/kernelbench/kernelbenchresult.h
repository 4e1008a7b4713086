// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/record/evaluation.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Result of KernelBench's evaluator: `compiled`, `correctness`, `metadata`, `runtime`,
/// `runtime_stats`; in the agent loop also `ref_runtime`.
struct KernelBenchResult {
    bool isCompiled = false;
    bool isCorrect = false;
    std::optional<double> runtimeMs;   ///< missing if recorded as -1: not measured
    std::optional<double> referenceMs; ///< timed in the same session, if recorded
    std::string device;                ///< "NVIDIA GeForce RTX 4090"; empty: not recorded
    Verdict verdict = Verdict::NotRecorded;
    std::string message;
    std::string log; ///< the error's text, as recorded
    std::vector<std::string> flags;

    /// Writes verdict, message, times, log and flags into an evaluation.
    void applyTo(Evaluation &evaluation) const;
};

/// Reads the object. `compiled` is also false after a fault of the device or the harness, so the
/// keys of `metadata` determine the failure. `compilation_error` is a compile error, `cuda_error` a
/// crash, `other_error` no build (flag `stage_unclear`), `runtime_error` an error or too little
/// memory. `correctness_issue` is a wrong shape or value, `error` a time-out, a missing kernel or
/// the machinery. A `runtime` of -1 or NaN is "not measured". A null verdict without any of these
/// is not recorded. The published samples name `correctness` "correct".
KernelBenchResult readKernelBenchResult(const JsonReader &reader,
                                        const char *correctness = "correctness");

/// Flags a result as `reference_fails` if it raised on a task whose reference the suite's harness
/// breaks. The harness casts all inputs to the run's precision, including the class indices of
/// level 1, number 95, and the tokens of level 4. The suite's verdict is unchanged.
void markReferenceFailure(int level, int number, Evaluation &evaluation);

/// Returns the most frequent device name; records without a name belong to it. Empty if there is
/// none.
std::string mainDeviceOf(const std::vector<std::string> &devices);

} // namespace loupe
