// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/model/record/kerneltraits.h"
#include "core/model/verdict/verdict.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

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

} // namespace loupe
