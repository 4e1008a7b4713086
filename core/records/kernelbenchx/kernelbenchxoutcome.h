// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/evaluation.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// What KernelBench-X says of one task in one evaluation, out of one file or several.
struct KernelBenchXOutcome {
    std::string file; ///< "Activation/gelu.py", or "gelu.py" where no file says the category
    std::optional<bool> callOk;
    std::optional<bool> exeOk;
    std::optional<bool> perfOk;
    std::optional<double> runtimeMs;
    std::optional<double> speedup;
    std::string code;                  ///< kernel, separator line and test segment
    std::string error;                 ///< of any stage, as recorded
    std::vector<TimingSeries> timings; ///< one median per input size
    std::string original;

    void addError(const std::string &text);
    /// Without names: those are the reader's. `baseline` is what a speedup is against.
    Evaluation evaluation(const std::string &baseline) const;
};

/// An entry of `metrics.json`.
KernelBenchXOutcome readKernelBenchXMetrics(const JsonReader &reader);
/// A line of `results_call.jsonl`, `results_exe.jsonl` and `results_eff.jsonl`, or what a
/// controller's state keeps of one.
KernelBenchXOutcome readKernelBenchXCall(const JsonReader &reader);
KernelBenchXOutcome readKernelBenchXExe(const JsonReader &reader);
KernelBenchXOutcome readKernelBenchXEff(const JsonReader &reader);

/// Adds what `stage` knows and `known` does not. True where both know and differ.
bool mergeKernelBenchX(const KernelBenchXOutcome &stage, KernelBenchXOutcome &known);

} // namespace loupe
