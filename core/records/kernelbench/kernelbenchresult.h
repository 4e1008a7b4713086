// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/evaluation.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// One result as KernelBench's evaluator writes it: `compiled`, `correctness`, `metadata`,
/// `runtime`, `runtime_stats`; the agent loop's also `ref_runtime`.
struct KernelBenchResult {
    bool isCompiled = false;
    bool isCorrect = false;
    std::optional<double> runtimeMs;   ///< absent where the record says -1: not measured
    std::optional<double> referenceMs; ///< timed in the same session, where recorded
    std::string device;                ///< "NVIDIA GeForce RTX 4090"; empty: not recorded
    Verdict verdict = Verdict::NotRecorded;
    std::string message;
    std::string log; ///< the error's text, as recorded
    std::vector<std::string> flags;

    /// Writes verdict, message, times, log and flags into an evaluation.
    void applyTo(Evaluation &evaluation) const;
};

/// Reads the object. What went wrong is told from the keys of `metadata`, because `compiled` is
/// also false after a fault of the device or of the harness: `compilation_error` a compile error,
/// `cuda_error` a crash, `other_error` no build (flag `stage_unclear`), `runtime_error` an error or
/// too little memory, `correctness_issue` a wrong shape or value, `error` a time-out, a missing
/// kernel or the machinery. `runtime` -1, or NaN, is "not measured"; never a time.
/// A verdict that is null, without any of these, is not recorded.
/// The published samples call `correctness` "correct".
KernelBenchResult readKernelBenchResult(const JsonReader &reader,
                                        const char *correctness = "correctness");

/// Marks a result `reference_fails` that raised on a task whose reference the suite's harness
/// breaks: it casts all inputs to the run's precision, also the class indices of level 1, number
/// 95, and the tokens of level 4. Its verdict stays the suite's own.
void markReferenceFailure(int level, int number, Evaluation &evaluation);

/// The device that most records name: those that name none (empty) belong to it. Empty where none
/// does.
std::string mainDeviceOf(const std::vector<std::string> &devices);

} // namespace loupe
