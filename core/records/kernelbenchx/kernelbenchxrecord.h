// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/sharedtext.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What a record says of the kernel before or after the step.
struct KernelBenchXState {
    bool callOk = false; ///< the file ran to its end
    bool exeOk = false;  ///< and its results were right
    bool perfOk = false; ///< and it was timed
    std::optional<double> runtimeMs;
    std::optional<double> gigabytesPerSecond; ///< with the time: the bytes that were moved
    std::optional<double> teraflops;
    std::optional<double> speedup;
    std::string error;     ///< the head of stderr; mostly warnings, never a classification
    std::string code;      ///< kernel, separator line and test segment
    int recordedLines = 0; ///< what the record says `code` has

    /// The kernel alone: the text above the separator.
    std::string kernel() const;
    bool hasCollapsedWhitespace() const;
    friend bool operator==(const KernelBenchXState &, const KernelBenchXState &) = default;
};

/// One line of the corpus.
struct KernelBenchXRecord {
    int line = 0;
    std::string task; ///< "Activation/softmax", as it is called today
    bool renamed = false;
    int fromRound = 0;
    int toRound = 0;
    std::string kind;
    KernelBenchXState before;
    KernelBenchXState after;
    SharedText text; ///< the line as it was

    bool hasIdenticalCode() const { return before.code == after.code; }
};

/// Reads one line. Problems ("file:line:field") are added to `problems`; the record is usable only
/// if none was.
KernelBenchXRecord readKernelBenchXRecord(const SharedText &text, const std::string &file, int line,
                                          std::vector<JsonProblem> &problems);

/// Whether the task is among those dropped from the current 176.
bool isDroppedKernelBenchXTask(std::string_view task);

} // namespace loupe
