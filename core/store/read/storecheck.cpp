// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/storecheck.h"

#include "core/analysis/metrics/timesbycase.h"
#include "core/base/digest.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/protocolname.h"
#include "core/store/file/schemacheck.h"
#include "core/store/file/storefile.h"
#include "core/store/rows/findingrows.h"
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

using Problems = std::vector<std::string>;

template <typename Describe>
Status collect(Database &database, const char *sql, Problems &problems, Describe describe)
{
    auto statement = database.prepare(sql);
    if (!statement)
        return std::move(statement).error();
    return forEachRow(*statement, [&](const Statement &row) {
        std::string problem = describe(row);
        if (!problem.empty())
            problems.push_back(std::move(problem));
    });
}

std::string blobProblem(const Statement &row)
{
    const auto [id, packed, digest] = readValues<std::string, BlobRow, std::string_view>(row);
    const std::string what = "blob " + id;
    const auto content = packed.content();
    if (!content)
        return what + ": " + content.error().message;
    if (sha256Hex(*content) != digest)
        return what + ": the content does not have the digest it is filed under";
    return {};
}

std::string rowProblem(const Statement &row)
{
    const auto [id, what] = readValues<std::string, std::string>(row);
    return "evaluation " + id + ": " + what;
}

constexpr const char *repeatedColumns
    = "SELECT e.id, 'its category is not its task''s' FROM evaluation e JOIN task t ON "
      "t.id = e.task_id WHERE e.category <> t.category "
      "UNION ALL SELECT e.id, 'its outcome is not its verdict''s' FROM evaluation e JOIN verdict v "
      "ON v.id = e.verdict WHERE e.outcome <> v.outcome "
      "UNION ALL SELECT e.id, 'it has no row in evaluation_extra' FROM evaluation e WHERE NOT "
      "EXISTS (SELECT 1 FROM evaluation_extra x WHERE x.evaluation_id = e.id) "
      "UNION ALL SELECT e.id, 'it is wrongly marked as last or not last round' FROM evaluation e "
      "WHERE e.is_last_round <> (e.outcome NOT IN ('unknown', 'infra_error') AND NOT EXISTS ("
      "SELECT 1 FROM evaluation l WHERE l.run_id = e.run_id AND l.task_id = e.task_id AND "
      "l.method_id = e.method_id AND l.sample = e.sample AND l.round > e.round AND l.outcome NOT "
      "IN ('unknown', 'infra_error')))";

constexpr const char *contradictingTraits
    = "SELECT id, 'what it is made of contradicts the share of its own kernels' FROM evaluation "
      "WHERE own_share IS NOT NULL AND ifnull(made_of, '') <> CASE WHEN own_share = 0 THEN "
      "'library_only' WHEN own_share = 1 THEN 'own_kernels' ELSE 'mixed' END";

constexpr const char *timingSizes
    = "SELECT g.evaluation_id, 'a timing series has not as many samples as it says' FROM timing g "
      "LEFT JOIN blob b ON b.id = g.samples_ms WHERE ifnull(b.size, 0) <> 8 * g.sample_count";

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

/// Recomputes stored times and speedups from raw samples, for evaluations that this program
/// measured. Also checks that no output has more differing elements than elements. Returns one
/// sentence per evaluation and column that differs. Records of other tools are audited, not
/// recomputed. Times by a device's clock are not recomputed, because the combination of blocks
/// depends on the suite and on the repeats.
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

} // namespace

Result<std::vector<std::string>> checkStore(Database &database)
{
    Problems problems;
    const auto differences = schemaDifferences(database, currentSchema());
    if (!differences)
        return differences.error();
    bool isReadable = true;
    for (const SchemaDifference &difference : *differences) {
        problems.push_back(text(difference));
        isReadable = isReadable && difference.kind == SchemaDifference::Kind::Foreign;
    }
    const std::size_t ofSchema = problems.size();
    Status done
        = collect(database, "PRAGMA integrity_check(100)", problems, [](const Statement &row) {
              const auto text = readValue<std::string>(row);
              return text == "ok" ? std::string() : text;
          });
    // Stops here, because damage may make the other queries fail, and a changed table or view may
    // falsify them.
    if (!done || !isReadable || problems.size() > ofSchema) {
        if (!done)
            problems.push_back(done.error().text());
        return problems;
    }
    done = collect(database, "PRAGMA foreign_key_check", problems, [](const Statement &row) {
        const auto [table, id, parent] = readValues<std::string, std::string, std::string>(row);
        return table + " row " + id + ": refers to a missing " + parent;
    });
    if (done)
        done = collect(database,
                       "SELECT id, data, codec, size, lower(hex(sha256)) FROM blob ORDER BY id",
                       problems, blobProblem);
    if (done)
        done = collect(database, repeatedColumns, problems, rowProblem);
    if (done) {
        const std::string wronglyFlagged
            = std::string("SELECT e.id, 'it is wrongly flagged or not flagged' FROM "
                          "evaluation e WHERE e.flagged <> ")
            + withheldCondition;
        done = collect(database, wronglyFlagged.c_str(), problems, rowProblem);
    }
    if (done)
        done = collect(database, contradictingTraits, problems, rowProblem);
    if (done)
        done = collect(database, timingSizes, problems, rowProblem);
    if (!done)
        return done.error();
    auto derived = checkDerived(database);
    if (!derived)
        return std::move(derived).error();
    problems.insert(problems.end(), derived->begin(), derived->end());
    return problems;
}

Status checkSound(Database &database)
{
    const auto problems = checkStore(database);
    if (!problems)
        return problems.error();
    if (problems->empty())
        return {};
    const std::string more
        = problems->size() > 1 ? " (and " + std::to_string(problems->size() - 1) + " more)" : "";
    return database.fileError(Errc::Corrupt, "the store is broken: " + problems->front() + more,
                              "kloupe check names all problems; use a backup of this store");
}

} // namespace loupe
