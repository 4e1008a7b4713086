// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/furtherbaseline.h"
#include "core/model/record/goldenrecord.h"
#include "core/model/record/kerneltraits.h"
#include "core/model/record/run.h"
#include "core/model/record/task.h"
#include "core/model/verdict/finding.h"
#include "core/model/verdict/verdict.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
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

/// One line of a result table.
struct ResultRow {
    RowId id;
    std::string run;
    std::string suite;
    std::string task;
    std::string category;
    std::optional<int> level;
    std::string method;
    int sample = 0;
    int round = 0;
    Verdict verdict = Verdict::NotRecorded;
    Verdict strictVerdict = Verdict::NotRecorded;
    std::string message;
    std::optional<double> speedup;
    std::optional<double> speedupLow;
    std::optional<double> speedupHigh;
    std::optional<double> candidateMs;
    std::optional<double> baselineMs;
    std::string baseline; ///< baseline of the speedup: "eager"; empty: not recorded
    /// Min speedup of a result on several shapes, and that shape: "dim=4096".
    std::optional<double> minSpeedup;
    std::string minSpeedupShape;
    std::string device;
    bool isDemo = false;
    KernelTraits traits;
    bool isWithheld = false; ///< it has a cheating finding

    /// Returns the outcome of the verdict; Flagged if it is correct and has such a finding.
    Outcome outcome() const
    {
        const Outcome plain = outcomeOf(verdict);
        return isWithheld && plain == Outcome::Correct ? Outcome::Flagged : plain;
    }
};

/// Source of the visible rows of a table view. The store implements it; tests fake it.
class RowSource
{
public:
    virtual ~RowSource() = default;
    /// Returns the rows of `ids`, in that order; ids that no longer exist are omitted.
    virtual std::vector<ResultRow> fetch(std::span<const RowId> ids) = 0;
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
