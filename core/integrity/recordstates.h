// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/recordaudit.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace loupe {

// Helpers shared by the rules of the record layer: groups of states, and recorded numbers with
// their precision.

namespace outliers {

/// Limits shared by the rules about outlying rows.
inline constexpr double orderOfMagnitude = 10.0;
/// Minimum number of tasks for a usual speedup, or for a usual ratio between two places.
inline constexpr std::size_t minTasks = 5;
/// Minimum number of others that can outvote one.
inline constexpr std::size_t minOthers = 2;

} // namespace outliers

using StateList = std::vector<const RecordedState *>;

/// Returns the judged states of each (run, suite, task, method, sample), by round and attempt.
std::vector<StateList> judgedTrajectories(std::span<const RecordedState> states);

bool isRecordedCorrect(const RecordedState &state);
/// Returns whether its times are unreliable: other work disturbed the measurement, or the speedup's
/// interval is wide.
bool isNoisy(const RecordedState &state);
/// Returns whether the value is positive and finite.
bool isTime(const std::optional<double> &value);
/// Returns whether the sources are byte-identical, by digest. If a source is not stored, uses the
/// later state's mark that it equals the previous round's.
bool haveSameSource(const RecordedState &earlier, const RecordedState &later);

std::vector<RowId> idsOf(const StateList &states);
RecordFinding recordFinding(std::string_view rule, FindingSeverity weight, std::string message,
                            std::vector<std::pair<std::string, double>> numbers,
                            std::vector<RowId> evaluations = {});
/// Returns "suite task (method, sample 2)", with the sample only if it is not 0.
std::string nameOf(const RecordedState &state);
/// Returns a number with the digits that show a difference: "1.0009", "0.5", "1.2e-05".
std::string shortNumber(double value);

/// Range of the values that round to a recorded number.
struct RecordedRange {
    double low = 0.0;
    double high = 0.0;
    double middle() const { return (low + high) / 2; }
};

/// Recorded precision of each run's numbers: the decimals of its most precise number. A speedup
/// recorded as 0.0001 among others of four decimals is known to half a ten-thousandth.
class RecordedPrecision
{
public:
    explicit RecordedPrecision(std::span<const RecordedState> states);

    /// Returns the range of the recorded number.
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

/// Baseline time of each state: recorded, or else implied by speedup and candidate time.
class RecordedBaselines
{
public:
    explicit RecordedBaselines(std::span<const RecordedState> states) : m_precision(states) { }
    /// Returns milliseconds; nullopt if not recorded and not implied.
    std::optional<RecordedRange> of(const RecordedState &state) const;

private:
    RecordedPrecision m_precision;
};

} // namespace loupe
