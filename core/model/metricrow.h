// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/name.h"
#include "core/model/candidate.h"
#include "core/model/referencetime.h"
#include "core/model/verdict.h"

#include <memory>
#include <optional>

namespace loupe {

struct WorkRecord;

/// What statistics and charts need of one evaluation; nothing more is loaded.
struct MetricRow {
    RowId id;
    Name suite;
    Name task;
    Name taskHash; ///< empty where only the name is known
    Name category;
    std::optional<int> level;
    Name method;
    Name run;
    Name device;
    Name precision;    ///< of the run; empty: not recorded
    Name protocol;     ///< whose rules the run was judged by
    Name baseline;     ///< what the speedup is over: "eager"; empty: not recorded
    Name suiteVersion; ///< of the run: commit or release; empty: not recorded
    Name clock;        ///< of the run, with its cache: "cupti, cold cache"; empty: not recorded
    int sample = 0;
    int round = 0;
    Verdict verdict = Verdict::NotRecorded;
    Verdict strictVerdict = Verdict::NotRecorded;
    std::optional<double> speedup;
    std::optional<double> candidateMs;
    std::optional<double> baselineMs;
    GenerationCost cost;        ///< of the candidate
    bool taskSound = true;      ///< false only where an audit said so
    bool identicalCode = false; ///< byte-identical to the round before
    bool isDemo = false;
    /// Outside headline numbers: a proof, or a suspicion that no review has cleared.
    bool isWithheld = false;
    /// What the timed case has to do and its device can do; null: not known. Rows share equal ones.
    std::shared_ptr<const WorkRecord> work;
    /// Of a timed result without a baseline: what the store has of its reference; null: nothing.
    std::shared_ptr<const ReferenceTimes> references;
    /// Which of them a population made the speedup over; null: the speedup is the record's own.
    std::shared_ptr<const ReferenceTime> joined;
};

} // namespace loupe
