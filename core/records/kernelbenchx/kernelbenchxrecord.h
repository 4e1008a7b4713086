// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/sharedtext.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// State of a kernel before or after a step.
struct KernelBenchXState {
    bool callOk = false; ///< the file ran to completion
    bool exeOk = false;  ///< and its results were right
    bool perfOk = false; ///< and it was timed
    std::optional<double> runtimeMs;
    std::optional<double> gigabytesPerSecond; ///< with the time: rate of bytes moved
    std::optional<double> teraflops;
    std::optional<double> speedup;
    std::string error;     ///< first part of stderr; mostly warnings, never a classification
    SharedText code;       ///< kernel, separator line and test segment
    int recordedLines = 0; ///< lines of `code` according to the record

    /// Returns the kernel: the text above the separator. It shares the memory of `code`.
    SharedText kernel() const;
    bool hasCollapsedWhitespace() const;
    friend bool operator==(const KernelBenchXState &, const KernelBenchXState &) = default;
};

/// Line of the corpus.
struct KernelBenchXRecord {
    int line = 0;
    std::string task; ///< "Activation/softmax", by its current name
    bool renamed = false;
    int fromRound = 0;
    int toRound = 0;
    std::string kind;
    KernelBenchXState before;
    KernelBenchXState after;
    SharedText text; ///< the unchanged line

    bool hasIdenticalCode() const { return before.code == after.code; }
};

/// Reads one line. Errors ("file:line:field") are added to `problems`; the record is usable only if
/// there were none.
KernelBenchXRecord readKernelBenchXRecord(const SharedText &text, const std::string &file, int line,
                                          std::vector<JsonProblem> &problems);

/// Returns true if the task is not in the current 176.
bool isDroppedKernelBenchXTask(std::string_view task);

} // namespace loupe
