// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/furtherbaseline.h"
#include "core/model/record/referencetime.h"
#include "core/model/record/run.h"
#include "core/model/record/task.h"
#include "core/model/verdict/finding.h"
#include "core/store/rows/rowsource.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loupe {

// Plain values that readers of a store return.

/// Columns of a result table that define a sort order.
enum class SortKey {
    Recorded, ///< stored order
    Task,
    Category,
    Method,
    Run,
    Sample,
    Round,
    Verdict,
    StrictVerdict,
    Speedup,
    CandidateMs,
    BaselineMs,
    Device,
};

struct SortOrder {
    SortKey key = SortKey::Recorded;
    bool descending = false;
};

/// A run with its counts, for the run list.
struct RunSummary {
    RunId id;
    Run run;
    std::string state; ///< "running", "finished", "cancelled", "interrupted"
    std::string finishedAt;
    int evaluations = 0;
    int correct = 0;
    int failed = 0;
    int unknown = 0;     ///< unknown, skipped and infra errors
    int infraErrors = 0; ///< of these
    bool isPinned = false;
    bool isBaseline = false; ///< the one run marked as reference for comparisons

    /// Returns how many evaluations a resumed run does not repeat.
    int finished() const { return evaluations - infraErrors; }
};

/// Everything about one evaluation, including sources and logs.
struct EvaluationDetail {
    ResultRow row;
    Task task;
    Evaluation evaluation;
    Run run;
    std::vector<CounterProfile> counters; ///< in stored order
    /// For a timed result without a baseline: the store's times of its reference.
    ReferenceTimes references = {};
    /// Samples of those references that a run of the engine timed alone, by the baseline's name.
    std::map<std::string, FurtherSamples> furtherSamples = {};
};

/// Source of an evaluation's candidate. Several evaluations can be of one candidate.
struct CandidateSource {
    CandidateId candidate;
    std::string text; ///< empty if it was not recorded
};

/// A finding of a rule, with its evaluation.
struct StoredFinding {
    RowId evaluation;
    Finding finding;
    friend bool operator==(const StoredFinding &, const StoredFinding &) = default;
};

struct FacetCount {
    std::string value;
    std::int64_t count = 0;
};

} // namespace loupe
