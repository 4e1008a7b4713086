// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/pairquery.h"

#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/scopedpairs.h"
#include "core/base/asciicase.h"
#include "core/store/read/scopedrows.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view viewName = "v_pair";

constexpr std::string_view createPairs
    = "CREATE TEMP TABLE v_pair (evaluation_id INTEGER, run TEXT, suite TEXT, suite_version TEXT, "
      "protocol TEXT, device TEXT, precision TEXT, clock TEXT, baseline TEXT, task TEXT, category "
      "TEXT, level INTEGER, method TEXT, sample INTEGER, round INTEGER, outcome TEXT, status TEXT, "
      "verdict TEXT, strict_verdict TEXT, speedup REAL, candidate_ms REAL, baseline_ms REAL, "
      "made_of TEXT, arithmetic TEXT)";
constexpr std::string_view insertPair
    = "INSERT INTO temp.v_pair VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
      "?, ?, ?, ?)";

bool namesPairs(const std::string &sql)
{
    const auto isSame = [](char a, char b) { return lowered(a) == b; };
    return std::search(sql.begin(), sql.end(), viewName.begin(), viewName.end(), isSame)
        != sql.end();
}

/// Returns the outcome of a pair as a word: "correct_faster", "wrong" …
std::string_view wordOf(CellOutcome outcome)
{
    constexpr std::array<std::string_view, cellOutcomes> words{
        "correct_faster", "correct_slower", "correct_untimed", "flagged",   "wrong",
        "crash",          "no_build",       "timeout",         "not_judged"};
    return words[static_cast<std::size_t>(outcome)];
}

Status addPair(Database &database, const MetricRow &pair)
{
    std::optional<std::int64_t> level;
    if (pair.level)
        level.emplace(*pair.level);
    return database.run(
        insertPair, pair.id.value, pair.run.text(), pair.suite.text(), pair.suiteVersion.text(),
        pair.protocol.text(), pair.device.text(), pair.precision.text(), pair.clock.text(),
        pair.baseline.text(), pair.task.text(), pair.category.text(), level, pair.method.text(),
        std::int64_t{pair.sample}, std::int64_t{pair.round}, wordOf(cellOutcome(pair)),
        name(outcomeOf(pair.verdict)), facts(pair.verdict).id, facts(pair.strictVerdict).id,
        std::optional<double>(pair.speedup), std::optional<double>(pair.candidateMs),
        std::optional<double>(pair.baselineMs), idOf(pair.madeOf), idOf(pair.arithmetic));
}

/// Adds the pairs as a temporary table, which leaves the store unchanged.
Status addPairs(Database &database, const Population &population)
{
    if (Status made = database.execute("PRAGMA query_only = OFF"); !made)
        return made;
    Status made = database.execute(std::string(createPairs));
    for (const MetricRow &pair : population.cells()) {
        if (made)
            made = addPair(database, pair);
    }
    const Status closed = database.execute("PRAGMA query_only = ON");
    return made ? closed : made;
}

} // namespace

Result<SqlAnswer> queryStore(const std::filesystem::path &store, const std::string &sql,
                             const SqlLimits &limits, std::stop_token stop)
{
    if (!namesPairs(sql))
        return queryReadOnly(store, sql, limits, std::move(stop));
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    const Scope scope;
    const auto rows = partsOfScope(**reader, {}, scope, stop);
    if (!rows)
        return rows.error();
    const Population population = populationOf(**rows, scope, stop);
    return queryReadOnly(store, sql, limits, stop,
                         [&](Database &database) { return addPairs(database, population); });
}

} // namespace loupe
