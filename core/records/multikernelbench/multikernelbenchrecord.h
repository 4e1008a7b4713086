// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/evaluation.h"
#include "core/model/goldenrecord.h"
#include "core/model/task.h"
#include "core/records/reading/jsonoutline.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Where a result of MultiKernelBench lies:
/// …/<language>/<strategy>/<temperature>-<top_p>/<model>/run<r>/result*.json. What the path does
/// not say is empty.
struct MultiKernelBenchPlace {
    std::string language; ///< "cuda", "triton", "pallas" …
    std::string strategy; ///< of the prompt: "add_shot"
    std::string sampling; ///< temperature and top_p: "0.0-1.0"
    std::string model;
    int sample = 0; ///< the number of the run folder

    /// As submissions of the suite are named: "gpt-4o (cuda, add_shot, 0.0-1.0)".
    std::string method() const;
};
MultiKernelBenchPlace multiKernelBenchPlaceOf(const std::vector<std::string> &pathParts);

/// What one record says.
struct MultiKernelBenchRecord {
    bool isCompiled = false;
    bool isCorrect = false;
    std::optional<double> mean; ///< in the unit of the language: Pallas records seconds
    std::string hardware;       ///< empty: not recorded, as in records of the driver
    std::string compileInfo;
    std::string correctnessInfo;
    bool isCheating = false;
    std::string cheatingInfo;
};

/// Reads a record; problems go to those of the reader.
MultiKernelBenchRecord readMultiKernelBenchRecord(const JsonReader &reader);

/// Sets verdict, message, logs, flags and time.
void applyMultiKernelBenchRecord(const MultiKernelBenchRecord &record, const std::string &language,
                                 Evaluation &out);

/// Reads one entry of a baseline file; nothing for "not supported" and "timeout".
std::optional<GoldenRecord> readMultiKernelBenchBaseline(const Json &entry, const JsonPart &part,
                                                         const std::string &place,
                                                         const std::string &language,
                                                         std::vector<JsonProblem> &problems);

/// Milliseconds of a time that the backend of this language recorded.
double multiKernelBenchMilliseconds(double recorded, std::string_view language);

/// The task of an operator, named as the suite's own folder names it.
Task multiKernelBenchTask(const std::string &op);

} // namespace loupe
