// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/record/evaluation.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// KernelBench-X's result of one task in one evaluation, merged from one or several files.
struct KernelBenchXOutcome {
    std::string file; ///< "Activation/gelu.py", or "gelu.py" if no file states the category
    std::optional<bool> callOk;
    std::optional<bool> exeOk;
    std::optional<bool> perfOk;
    std::optional<double> runtimeMs;
    std::optional<double> speedup;
    std::string code;                  ///< kernel, separator line and test segment
    std::string error;                 ///< of any stage, unchanged
    std::vector<TimingSeries> timings; ///< one median per input size
    std::string original;

    void addError(const std::string &text);
    /// Returns the evaluation without names, which the reader sets. `baseline` is that of the
    /// speedup.
    Evaluation evaluation(const std::string &baseline) const;
};

/// Reads an entry of `metrics.json`.
KernelBenchXOutcome readKernelBenchXMetrics(const JsonReader &reader);
/// Read a line of `results_call.jsonl`, `results_exe.jsonl` and `results_eff.jsonl`, or its copy in
/// a controller's state.
KernelBenchXOutcome readKernelBenchXCall(const JsonReader &reader);
KernelBenchXOutcome readKernelBenchXExe(const JsonReader &reader);
KernelBenchXOutcome readKernelBenchXEff(const JsonReader &reader);

/// Adds facts of `stage` that are missing in `known`. Returns true if any fact differs.
bool mergeKernelBenchX(const KernelBenchXOutcome &stage, KernelBenchXOutcome &known);

} // namespace loupe
