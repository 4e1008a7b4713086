// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/evaluation.h"
#include "core/model/task.h"
#include "core/records/reading/jsonoutline.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// "aten::add" of "aten::add", "aten__add" or, as old runs name it, "add": operators of cuBLAS and
/// vLLM are known by their names, all others are ATen's.
std::string kernelGenBenchOperator(std::string_view name);

/// The task of an operator that kernelGenBenchOperator named; its source is its category.
Task kernelGenBenchTask(const std::string &op);

/// One entry of `verification/log_<r>/result.json`: one kernel, all cases of its operator.
struct KernelGenBenchVerification {
    std::string op;              ///< as kernelGenBenchOperator names it
    std::optional<bool> success; ///< nullopt: the suite has no test for it
    std::string traceback;       ///< of the first failure
    std::optional<int> total;    ///< cases
    std::optional<int> failed;
    std::string code;
    /// Of the timed cases, without the rows "avg" that the suite adds after each test.
    std::vector<double> speedups;
    std::vector<double> referenceMs; ///< beside `speedups` where all cases have both times
    std::vector<double> candidateMs;
    std::string text;  ///< the record as it was
    std::string where; ///< file:line

    /// Geometric mean over the timed cases, as the suite defines an operator's speedup.
    std::optional<double> speedup() const;
};

/// Reads an entry; problems go to those of the reader.
KernelGenBenchVerification readKernelGenBenchVerification(const JsonReader &reader,
                                                          const JsonPart &part,
                                                          const std::string &where);

/// Reads `test_report_<op>.json`: a list of cases, each with success, traceback and speedup.
KernelGenBenchVerification readKernelGenBenchTestReport(const Json &cases, const std::string &op,
                                                        const std::string &where,
                                                        std::vector<JsonProblem> &problems);

/// What a traceback or an error text says of a kernel that did not pass; "wrong answer" where it
/// says nothing.
Verdict kernelGenBenchFailure(std::string_view text);

/// Sets verdict, message, log, speedup and times from a verification.
void applyKernelGenBenchVerification(const KernelGenBenchVerification &verification,
                                     Evaluation &out);

} // namespace loupe
