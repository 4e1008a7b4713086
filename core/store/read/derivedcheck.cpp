// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/derivedcheck.h"

#include "core/analysis/metrics/timesbycase.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/protocolname.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/sqlite/rowloop.h"

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
        if (row.integer(0) != m_stored.id) {
            finish();
            m_stored = {row.integer(0),
                        row.optionalReal(1),
                        row.optionalReal(2),
                        row.optionalReal(3),
                        !shapesOf(row.textView(14)).empty(),
                        {}};
        }
        const auto samples = packed(row, 7);
        const auto calls = packed(row, 10);
        m_stored.series.push_back({row.text(4), row.text(5), row.text(6), unpackDoubles(samples),
                                   unpackIntegers(calls), 0, storedIntegers(row.text(13))});
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
    static std::string packed(const Statement &row, int first)
    {
        if (row.isNull(first))
            return {};
        // Damaged text is reported by the check of texts.
        auto bytes = unpackBlob(row.bytes(first), row.textView(first + 1), row.integer(first + 2));
        return bytes ? std::move(bytes).value() : std::string();
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
        "SELECT e.id, e.speedup, e.baseline_ms, e.candidate_ms, t.role, t.clock, t.case_name, "
        "s.data, s.codec, s.size, c.data, c.codec, c.size, t.samples_by_process, r.protocol FROM "
        "evaluation e "
        "JOIN run r ON r.id = "
        "e.run_id JOIN timing t ON t.evaluation_id = e.id LEFT JOIN blob s ON s.id = t.samples_ms "
        "LEFT JOIN blob c ON c.id = t.calls WHERE r.origin = 'engine' AND e.speedup IS NOT NULL "
        "ORDER BY e.id, t.position",
        [&](const Statement &row) { speedups.add(row); });
    speedups.finish();
    if (read)
        read = readRows(database, mismatches, [&](const Statement &row) {
            problems.push_back("evaluation " + row.text(0) + ": " + row.text(1));
        });
    if (!read)
        return read.error();
    return problems;
}

} // namespace loupe
