// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/name.h"
#include "core/base/optionalnumber.h"
#include "core/model/record/candidate.h"
#include "core/model/record/goldenrecord.h"
#include "core/model/record/kerneltraits.h"
#include "core/model/verdict/verdict.h"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace loupe {

struct WorkRecord;

/// GenerationCost in half the space, because each of a million rows has one.
struct RowCost {
    OptionalNumber<std::int64_t> inputTokens;
    OptionalNumber<std::int64_t> outputTokens;
    OptionalNumber<std::int64_t> requests;
    OptionalNumber<double> dollars;
    OptionalNumber<double> seconds;
    friend bool operator==(const RowCost &, const RowCost &) = default;
};

inline RowCost rowCost(const GenerationCost &cost)
{
    return {cost.inputTokens, cost.outputTokens, cost.requests, cost.dollars, cost.seconds};
}

/// Data of one evaluation for statistics and charts; nothing else is loaded. A million are in
/// memory at once. The members that every pass reads are adjacent, and each is as small as
/// possible.
struct MetricRow {
    RowId id;
    Name run;
    Name suite;
    Name suiteVersion; ///< of the run: commit or release; empty: not recorded
    Name protocol;     ///< protocol that judged the run
    Name device;
    Name precision; ///< of the run; empty: not recorded
    Name clock;     ///< of the run, with its cache: "cupti, cold cache"; empty: not recorded
    Name baseline;  ///< baseline of the speedup: "eager"; empty: not recorded
    Name task;
    Name taskHash; ///< empty if only the name is known
    Name method;
    Name category;
    Name shape; ///< the one of its task's shapes that a row is of; empty: all (rowsByShape())
    int sample = 0;
    int round = 0;
    OptionalNumber<int> level;
    Verdict verdict = Verdict::NotRecorded;
    Verdict strictVerdict = Verdict::NotRecorded;
    bool taskSound = true;      ///< false only if an audit says so
    bool identicalCode = false; ///< byte-identical to the previous round
    bool isDemo = false;
    /// Has a finding of cheating: a proof, or a suspicion that no review has cleared. A population
    /// turns the verdict Correct into Verdict::Flagged then.
    bool isWithheld = false;
    /// Forms of the row that the filter selects: bit 0 with the recorded speedup, bit i + 1 with
    /// that over `references[i]`, bit formWithout without a speedup. Read by isSelected().
    std::uint32_t selectedForms = ~0U;
    MadeOf madeOf = MadeOf::NotKnown;
    Arithmetic arithmetic = Arithmetic::NotKnown;
    /// Index into `references` of the speedup's baseline in a population. Otherwise -1 for the
    /// record's own speedup, or takenSpeedup.
    std::int32_t joinedReference = -1;
    OptionalNumber<double> speedup;
    OptionalNumber<double> candidateMs;
    OptionalNumber<double> baselineMs;
    RowCost cost; ///< of the candidate
    /// Work of the timed case and capability of its device; null: unknown. Rows share equal ones.
    std::shared_ptr<const WorkRecord> work;
    /// Reference times in the store for a timed result without a baseline; of a result with a
    /// speedup those of further baselines. Null: none.
    std::shared_ptr<const ReferenceTimes> references;

    static constexpr int lastForm = 30; ///< all further references share its bit
    static constexpr int formWithout = 31;
    static constexpr std::int32_t takenSpeedup = -2;

    /// Removes the speedup, because it is not over the baseline of a population.
    void takeSpeedup()
    {
        speedup = {};
        baselineMs = {};
        joinedReference = takenSpeedup;
    }
    /// Returns whether the filter under which it was read selects the row with its current speedup.
    bool isSelected() const
    {
        const int form = joinedReference == takenSpeedup ? formWithout
                                                         : std::min(joinedReference + 1, lastForm);
        return ((selectedForms >> form) & 1U) != 0;
    }
    /// Returns the reference that a population used for the speedup; null if the speedup is the
    /// record's.
    const ReferenceTime *joined() const
    {
        return joinedReference < 0 ? nullptr
                                   : &references->at(static_cast<std::size_t>(joinedReference));
    }
};

} // namespace loupe
