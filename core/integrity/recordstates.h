// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/recordaudit.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace loupe {

// What the rules of the record layer share: groups of states, and recorded numbers with the
// precision that they were recorded with.

using StateList = std::vector<const RecordedState *>;

/// The judged states of each (run, suite, task, method, sample), by round and attempt.
std::vector<StateList> judgedTrajectories(std::span<const RecordedState> states);

bool isRecordedCorrect(const RecordedState &state);
/// Returns whether its times say little: other work disturbed them when they were measured, or the
/// speedup's interval is wide.
bool isNoisy(const RecordedState &state);
/// Positive and finite.
bool isTime(const std::optional<double> &value);
/// Byte-identical sources: by digest; where a source is not stored, by the later one's mark that it
/// is the round before's.
bool haveSameSource(const RecordedState &earlier, const RecordedState &later);

std::vector<RowId> idsOf(const StateList &states);
/// "suite task (method, sample 2)", the sample only where there is one beside 0.
std::string nameOf(const RecordedState &state);
/// "1.0009", "0.5", "1.2e-05": what a person needs to see a difference.
std::string shortNumber(double value);

/// Between what a value lies that was rounded when it was recorded.
struct RecordedRange {
    double low = 0.0;
    double high = 0.0;
    double middle() const { return (low + high) / 2; }
};

/// How precisely each run's numbers are recorded: the decimals of its most precise number. A
/// speedup recorded as 0.0001 among others of four decimals is known to half a ten-thousandth.
class RecordedPrecision
{
public:
    explicit RecordedPrecision(std::span<const RecordedState> states);

    /// Returns between what the recorded number lies.
    RecordedRange speedupOf(const MetricRow &row) const;
    RecordedRange candidateMsOf(const MetricRow &row) const;
    RecordedRange baselineMsOf(const MetricRow &row) const;

private:
    struct Decimals {
        int speedup = 0;
        int candidateMs = 0;
        int baselineMs = 0;
    };
    RecordedRange rangeOf(const MetricRow &row, double value, int Decimals::*decimals) const;

    std::map<std::string, Decimals, std::less<>> m_decimals; ///< by run
};

/// The baseline's time of each state: recorded, or else what speedup and candidate time imply.
class RecordedBaselines
{
public:
    explicit RecordedBaselines(std::span<const RecordedState> states) : m_precision(states) { }
    /// Milliseconds; nothing where it is not recorded and cannot be implied.
    std::optional<RecordedRange> of(const RecordedState &state) const;

private:
    RecordedPrecision m_precision;
};

} // namespace loupe
