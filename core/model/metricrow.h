// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/model/verdict.h"

#include <optional>
#include <string>

namespace loupe {

/// What statistics and charts need of one evaluation; nothing more is loaded.
struct MetricRow {
    RowId id;
    std::string suite;
    std::string task;
    std::string category;
    std::optional<int> level;
    std::string method;
    std::string run;
    int sample = 0;
    int round = 0;
    Verdict verdict = Verdict::NotRecorded;
    Verdict strictVerdict = Verdict::NotRecorded;
    std::optional<double> speedup;
    std::optional<double> candidateMs;
    std::optional<double> baselineMs;
    bool taskSound = true;      ///< false only where an audit said so
    bool identicalCode = false; ///< byte-identical to the round before
    bool isDemo = false;
    /// Outside headline numbers: a proof, or a suspicion that no review has cleared.
    bool isWithheld = false;
};

} // namespace loupe
