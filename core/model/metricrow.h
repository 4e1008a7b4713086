// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/name.h"
#include "core/base/optionalnumber.h"
#include "core/model/kerneltraits.h"
#include "core/model/referencetime.h"
#include "core/model/rowcost.h"
#include "core/model/verdict.h"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace loupe {

struct WorkRecord;

/// What statistics and charts need of one evaluation; nothing more is loaded. A million are held at
/// once: what all walks over them ask for lies together, and nothing takes more space than it must.
struct MetricRow {
    RowId id;
    Name run;
    Name suite;
    Name suiteVersion; ///< of the run: commit or release; empty: not recorded
    Name protocol;     ///< whose rules the run was judged by
    Name device;
    Name precision; ///< of the run; empty: not recorded
    Name clock;     ///< of the run, with its cache: "cupti, cold cache"; empty: not recorded
    Name baseline;  ///< what the speedup is over: "eager"; empty: not recorded
    Name task;
    Name taskHash; ///< empty where only the name is known
    Name method;
    Name category;
    int sample = 0;
    int round = 0;
    OptionalNumber<int> level;
    Verdict verdict = Verdict::NotRecorded;
    Verdict strictVerdict = Verdict::NotRecorded;
    bool taskSound = true;      ///< false only where an audit said so
    bool identicalCode = false; ///< byte-identical to the round before
    bool isDemo = false;
    /// A finding of cheating speaks against it: a proof, or a suspicion that no review has cleared.
    /// A population makes Verdict::Flagged of it where the verdict is Correct.
    bool isWithheld = false;
    /// Which forms of the row the filter selects: bit 0 as it is recorded, bit i + 1 with the
    /// speedup over `references[i]`. Read by isSelected().
    std::uint32_t selectedForms = ~0U;
    MadeOf madeOf = MadeOf::NotKnown;
    Arithmetic arithmetic = Arithmetic::NotKnown;
    /// Which of `references` a population made the speedup over; negative: none of them.
    std::int32_t joinedReference = -1;
    OptionalNumber<double> speedup;
    OptionalNumber<double> candidateMs;
    OptionalNumber<double> baselineMs;
    RowCost cost; ///< of the candidate
    /// What the timed case has to do and its device can do; null: not known. Rows share equal ones.
    std::shared_ptr<const WorkRecord> work;
    /// Of a timed result without a baseline: what the store has of its reference; null: nothing.
    std::shared_ptr<const ReferenceTimes> references;

    /// Whether the filter that it was read under selects the row, with the speedup that it has now.
    bool isSelected() const
    {
        constexpr int lastForm = 31;
        return ((selectedForms >> std::min(joinedReference + 1, lastForm)) & 1U) != 0;
    }
    /// What a population made the speedup over; null: the speedup is the record's own.
    const ReferenceTime *joined() const
    {
        return joinedReference < 0 ? nullptr
                                   : &references->at(static_cast<std::size_t>(joinedReference));
    }
};

} // namespace loupe
