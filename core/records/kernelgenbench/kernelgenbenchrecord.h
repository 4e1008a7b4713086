// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"
#include "core/model/record/task.h"
#include "core/records/reading/jsonoutline.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns "aten::add" for "aten::add", "aten__add" or, as in old runs, "add". Operators of cuBLAS
/// and vLLM are identified by name; all others are ATen's.
std::string kernelGenBenchOperator(std::string_view name);

/// Returns the task of an operator named by kernelGenBenchOperator(); its source is its category.
Task kernelGenBenchTask(const std::string &op);

/// Entry of `verification/log_<r>/result.json`: one kernel, all cases of its operator.
struct KernelGenBenchVerification {
    std::string op;              ///< named as by kernelGenBenchOperator()
    std::optional<bool> success; ///< nullopt: the suite has no test for it
    std::string traceback;       ///< of the first failure
    std::optional<int> total;    ///< cases
    std::optional<int> failed;
    std::string code;
    /// Speedups of the timed cases, without the "avg" rows that the suite adds after each test.
    std::vector<double> speedups;
    std::vector<double> referenceMs; ///< parallel to `speedups` if all cases have both times
    std::vector<double> candidateMs;
    std::string text;  ///< the unchanged record
    std::string where; ///< file:line

    /// Returns the geometric mean over the timed cases, the suite's definition of an operator's
    /// speedup.
    std::optional<double> speedup() const;
};

/// Reads an entry; errors are added to the reader's problems.
KernelGenBenchVerification readKernelGenBenchVerification(const JsonReader &reader,
                                                          const JsonPart &part,
                                                          const std::string &where);

/// Reads `test_report_<op>.json`: a list of cases, each with success, traceback and speedup.
KernelGenBenchVerification readKernelGenBenchTestReport(const Json &cases, const std::string &op,
                                                        const std::string &where,
                                                        std::vector<JsonProblem> &problems);

/// Returns the verdict from the traceback or error text of a failed kernel; "wrong answer" if it is
/// unspecific.
Verdict kernelGenBenchFailure(std::string_view text);

/// Sets verdict, message, log, speedup and times from a verification.
void applyKernelGenBenchVerification(const KernelGenBenchVerification &verification,
                                     Evaluation &out);

} // namespace loupe
