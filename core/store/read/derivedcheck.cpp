// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/derivedcheck.h"

#include "core/analysis/metrics/timesbycase.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/protocolname.h"
#include "core/store/sqlite/rowlisting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Relative tolerance for sums and logarithms that are computed in another order.
constexpr double roundingShare = 1e-9;

constexpr std::array<std::string_view, 2> hostClocks{"engine_wall", "engine_blocks"};

struct StoredTimes {
    std::int64_t id = 0;
    std::optional<double> speedup;
    std::optional<double> baselineMs;
    std::optional<double> candidateMs;
    bool hasShapes = false; ///< its cases are shapes of its task
    std::vector<TimingSeries> series;
};

/// Returns the mean of a time over cases: the geometric one over shapes, else the arithmetic one.
double meanOf(std::span<const TimeOfCase> cases, double TimeOfCase::*time, bool isGeometric)
{
    double sum = 0;
    for (const TimeOfCase &each : cases)
        sum += isGeometric ? std::log(each.*time) : each.*time;
    const double mean = sum / static_cast<double>(cases.size());
    return isGeometric ? std::exp(mean) : mean;
}

/// Computes the geometric mean of the cases' speedups and the means of their times.
std::optional<TimeOfCase> recompute(const StoredTimes &stored)
{
    std::set<std::string_view> baselines;
    for (const TimingSeries &series : stored.series) {
        if (std::ranges::find(hostClocks, series.clock) == hostClocks.end())
            return std::nullopt;
        if (series.role == "baseline")
            baselines.insert(series.caseName);
    }
    const std::vector<TimeOfCase> cases = timesByCase(stored.series);
    if (cases.empty() || cases.size() != baselines.size())
        return std::nullopt;
    if (cases.size() == 1)
        return cases.front();
    return TimeOfCase{{},
                      meanOf(cases, &TimeOfCase::candidateMs, stored.hasShapes),
                      meanOf(cases, &TimeOfCase::baselineMs, stored.hasShapes),
                      meanOf(cases, &TimeOfCase::speedup, true)};
}

/// Checks evaluations one after the other, in the order of their series.
class SpeedupCheck
{
public:
    explicit SpeedupCheck(std::vector<std::string> &problems) : m_problems(problems) { }

    void add(const Statement &row)
    {
        using Number = std::optional<double>;
        const auto [id, protocol, speedup, baselineMs, candidateMs, role, clock, caseName, samples,
                    calls, processes]
            = readValues<std::int64_t, std::string_view, Number, Number, Number, std::string,
                         std::string, std::string, BlobRow, BlobRow, std::vector<std::int64_t>>(
                row);
        if (id != m_stored.id) {
            finish();
            m_stored = {id, speedup, baselineMs, candidateMs, !shapesOf(protocol).empty(), {}};
        }
        m_stored.series.push_back({role, clock, caseName, unpackDoubles(unpacked(samples)),
                                   unpackIntegers(unpacked(calls)), 0, processes});
    }
    void finish()
    {
        if (const auto times = recompute(m_stored)) {
            compare("speedup", m_stored.speedup, times->speedup);
            compare("baseline_ms", m_stored.baselineMs, times->baselineMs);
            compare("candidate_ms", m_stored.candidateMs, times->candidateMs);
        }
        m_stored = {};
    }

private:
    static std::string unpacked(const BlobRow &blob)
    {
        // Damaged text is reported by the check of texts.
        auto content = blob.content();
        return content ? std::move(content).value() : std::string();
    }
    void compare(const char *column, std::optional<double> stored, double measured)
    {
        if (stored && std::abs(*stored - measured) > roundingShare * measured)
            m_problems.push_back(fmt::format("evaluation {}: its {} is {}, its raw samples give {}",
                                             m_stored.id, column, *stored, measured));
    }

    std::vector<std::string> &m_problems;
    StoredTimes m_stored;
};

constexpr const char *mismatches
    = "SELECT DISTINCT i.evaluation_id, 'output ' || o.output || ' of trial ' || i.trial_index || "
      "' differs in more elements than it has' FROM trial_output o JOIN trial i ON i.id = "
      "o.trial_id WHERE o.mismatched > o.elements";

} // namespace

Result<std::vector<std::string>> checkDerived(Database &database)
{
    std::vector<std::string> problems;
    SpeedupCheck speedups(problems);
    Status read = readRows(
        database,
        "SELECT e.id, r.protocol, e.speedup, e.baseline_ms, e.candidate_ms, t.role, t.clock, "
        "t.case_name, s.data, s.codec, s.size, c.data, c.codec, c.size, t.samples_by_process FROM "
        "evaluation e JOIN run r ON r.id = e.run_id JOIN timing t ON t.evaluation_id = e.id LEFT "
        "JOIN blob s ON s.id = t.samples_ms "
        "LEFT JOIN blob c ON c.id = t.calls WHERE r.origin = 'engine' AND e.speedup IS NOT NULL "
        "ORDER BY e.id, t.position",
        [&](const Statement &row) { speedups.add(row); });
    speedups.finish();
    if (read)
        read = readRows(database, mismatches, [&](const Statement &row) {
            const auto [id, what] = readValues<std::string, std::string>(row);
            problems.push_back("evaluation " + id + ": " + what);
        });
    if (!read)
        return read.error();
    return problems;
}

} // namespace loupe
