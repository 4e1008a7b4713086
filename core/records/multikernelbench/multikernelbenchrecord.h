// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"
#include "core/model/record/goldenrecord.h"
#include "core/model/record/task.h"
#include "core/records/reading/jsonoutline.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Identity of a MultiKernelBench result from its path:
/// …/<language>/<strategy>/<temperature>-<top_p>/<model>/run<r>/result*.json. Fields missing in the
/// path are empty.
struct MultiKernelBenchIdentity {
    std::string language; ///< "cuda", "triton", "pallas" …
    std::string strategy; ///< of the prompt: "add_shot"
    std::string sampling; ///< temperature and top_p: "0.0-1.0"
    std::string model;
    int sample = 0; ///< number of the run folder

    /// Returns the method's name as in the suite's submissions: "gpt-4o (cuda, add_shot, 0.0-1.0)".
    std::string method() const;
};
MultiKernelBenchIdentity multiKernelBenchIdentityOf(const std::vector<std::string> &pathParts);

/// Content of one record.
struct MultiKernelBenchRecord {
    bool isCompiled = false;
    bool isCorrect = false;
    std::optional<double> mean; ///< in the language's unit: Pallas records seconds
    std::string hardware;       ///< empty: not recorded, as in records of the driver
    std::string compileInfo;
    std::string correctnessInfo;
    bool isCheating = false;
    std::string cheatingInfo;
};

/// Reads a record; errors are added to the reader's problems.
MultiKernelBenchRecord readMultiKernelBenchRecord(const JsonReader &reader);

/// Sets verdict, message, logs, flags and time.
void applyMultiKernelBenchRecord(const MultiKernelBenchRecord &record, const std::string &language,
                                 Evaluation &out);

/// Reads one entry of a baseline file; nothing for "not supported" and "timeout".
std::optional<GoldenRecord> readMultiKernelBenchBaseline(const Json &entry, const JsonPart &part,
                                                         const std::string &place,
                                                         const std::string &language,
                                                         std::vector<JsonProblem> &problems);

/// Converts a time recorded by this language's backend to milliseconds.
double multiKernelBenchMilliseconds(double recorded, std::string_view language);

/// Returns the task of an operator, named as in the suite's own folder.
Task multiKernelBenchTask(const std::string &op);

} // namespace loupe
