// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/facetcounts.h"

#include "core/store/read/evaluationscan.h"
#include "core/store/rows/runconditions.h"
#include "core/store/sqlite/rowlisting.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Location of a facet's values. Values of other tables are counted by id first, so that names are
/// looked up only per group.
struct FacetField {
    std::string_view name;
    const char *key;    ///< column of evaluation
    const char *naming; ///< joins from k.id to the value; null if the key is the value
    const char *value;
    bool isText = false;  ///< the key is text
    bool isAlone = false; ///< without a condition, SQLite counts it faster alone, by an index
};

constexpr FacetField facetFields[] = {
    {"status",
     "CASE WHEN e.outcome = 'correct' AND e.flagged = 1 THEN 'flagged' ELSE e.outcome END", nullptr,
     nullptr, true},
    {"verdict", "e.verdict", nullptr, nullptr, true, true},
    {"strict", "e.strict_verdict", nullptr, nullptr, true},
    {"category", "e.category", nullptr, nullptr, true, true},
    {"suite", "e.task_id", "JOIN task d ON d.id = k.id", "d.suite", false, true},
    {"task", "e.task_id", "JOIN task d ON d.id = k.id", "d.name", false, true},
    {"method", "e.method_id", "JOIN method d ON d.id = k.id", "d.name", false, true},
    {"run", "e.run_id", "JOIN run d ON d.id = k.id", "d.name", false, true},
    {"device", "e.run_id",
     "JOIN run r ON r.id = k.id JOIN environment d ON d.id = r.environment_id", "d.device_name",
     false, true},
    {"demo", "e.method_id", "JOIN method d ON d.id = k.id",
     "CASE d.is_demo WHEN 1 THEN 'yes' ELSE 'no' END", false, true},
    {"precision", "e.run_id", "JOIN run d ON d.id = k.id", "d.precision", false, true},
    {"protocol", "e.run_id", "JOIN run d ON d.id = k.id", "d.protocol", false, true},
    {"suite_version", "e.run_id", "JOIN run d ON d.id = k.id", suiteVersionSql, false, true},
    {"clock", "e.run_id", "JOIN run d ON d.id = k.id", clockSql, false, true},
    // There may be as many candidates as evaluations.
    {"language", "e.candidate_id", "JOIN candidate d ON d.id = k.id", "d.language", false, true},
    {"level", "e.task_id", "JOIN task d ON d.id = k.id", "d.level", false, true},
    {"round", "e.round", nullptr, nullptr},
    {"flagged", "CASE e.flagged WHEN 1 THEN 'yes' ELSE 'no' END", nullptr, nullptr, true},
    {"made_of", "ifnull(e.made_of, '')", nullptr, nullptr, true},
    {"arithmetic", "ifnull(e.arithmetic, '')", nullptr, nullptr, true},
};

/// A facet in a table of rows per evaluation; each value counts once per evaluation.
struct SideFacet {
    std::string_view name;
    std::string_view table;
    std::string_view column;
};

constexpr SideFacet sideFacets[] = {
    {"baseline", "evaluation_extra", "baseline"},
    {"baseline_kind", baselineKindsSql, "baseline_kind"},
    {"flag", "evaluation_flag", "flag"},
    {"kind", "failure", "kind"},
    {"cause", "(SELECT evaluation_id, failure_cause(summary) AS cause FROM failure)", "cause"},
    {"fingerprint", "failure", "fingerprint"},
    {"rule", "finding", "rule"},
    {"finding", "finding", "severity"},
    {"reviewed",
     "(SELECT evaluation_id, decision FROM review WHERE id IN (SELECT max(id) FROM review GROUP BY "
     "evaluation_id))",
     "decision"},
};

/// Returns the SQL for the values and counts of a field, most frequent first; empty for a field
/// without facets.
std::string facetSql(const std::string &field, const SqlCondition &condition)
{
    for (const SideFacet &each : sideFacets) {
        if (each.name == field)
            return fmt::format("SELECT s.{0}, count(DISTINCT e.id) FROM {1} s JOIN evaluation e ON "
                               "e.id = s.evaluation_id WHERE {2} GROUP BY s.{0} ORDER BY 2 DESC, 1",
                               each.column, each.table, condition.text);
    }
    // With a condition, SQLite would scan a whole index of the field because of its order. The plus
    // prevents this, so that an index of the condition is used.
    const std::string_view unordered = condition.isEverything() ? "" : "+";
    for (const FacetField &each : facetFields) {
        if (each.name != field)
            continue;
        if (each.naming == nullptr)
            return fmt::format("SELECT {0}, count(*) FROM evaluation e WHERE {1} GROUP BY {2}{0} "
                               "ORDER BY 2 DESC, 1",
                               each.key, condition.text, unordered);
        return fmt::format("SELECT {0}, sum(k.n) FROM (SELECT {1} AS id, count(*) AS n FROM "
                           "evaluation e WHERE {2} GROUP BY {4}{1}) k {3} GROUP BY {0} ORDER BY 2 "
                           "DESC, 1",
                           each.value, each.key, condition.text, each.naming, unordered);
    }
    return {};
}

/// Counts of the values of one column.
class KeyCounts
{
public:
    explicit KeyCounts(bool isText) : m_isText(isText) { }

    void add(const Statement &row, int column)
    {
        // Rows of one run and task are adjacent, so most have the value of the previous row.
        if (m_isText) {
            const std::string_view text = row.textView(column);
            if (m_last == nullptr || text != m_lastText) {
                m_lastText = text;
                m_last = &m_texts[m_lastText];
            }
        } else {
            const std::int64_t number = row.integer(column);
            if (m_last == nullptr || number != m_lastNumber) {
                m_lastNumber = number;
                m_last = &m_numbers[number];
            }
        }
        ++*m_last;
    }
    void add(const KeyCounts &other)
    {
        for (const auto &[text, count] : other.m_texts)
            m_texts[text] += count;
        for (const auto &[number, count] : other.m_numbers)
            m_numbers[number] += count;
    }
    std::size_t size() const { return m_texts.size() + m_numbers.size(); }
    /// Binds two parameters per value: the value and its count.
    void bindTo(Statement &statement) const
    {
        int index = 0;
        for (const auto &[text, count] : m_texts) {
            statement.bind(++index, std::string_view(text));
            statement.bind(++index, count);
        }
        for (const auto &[number, count] : m_numbers) {
            statement.bind(++index, number);
            statement.bind(++index, count);
        }
    }

private:
    bool m_isText;
    std::unordered_map<std::string, std::int64_t> m_texts;
    std::unordered_map<std::int64_t, std::int64_t> m_numbers;
    std::string m_lastText;
    std::int64_t m_lastNumber = 0;
    std::int64_t *m_last = nullptr; ///< the count of the last value
};

Result<std::vector<FacetCount>> readCounts(Statement &statement)
{
    std::vector<FacetCount> out;
    const Status read = forEachRow(statement, [&](const Statement &row) {
        const auto [value, count] = readValues<std::string, std::int64_t>(row);
        out.push_back({value, count});
    });
    if (!read)
        return read.error();
    return out;
}

Result<std::vector<FacetCount>> countOne(const Database &database, const std::string &field,
                                         const SqlCondition &condition)
{
    const std::string sql = facetSql(field, condition);
    if (sql.empty())
        return Error{.code = Errc::InvalidInput,
                     .message = "the values of \"" + field + "\" cannot be counted",
                     .hint = "choose a text field, e.g. category, or level or round"};
    auto statement = database.prepare(sql);
    if (!statement)
        return std::move(statement).error();
    condition.bindTo(*statement);
    return readCounts(*statement);
}

/// Returns the values for the counted keys, with equal ones merged, most frequent first.
Result<std::vector<FacetCount>> named(const Database &database, const FacetField &field,
                                      const KeyCounts &counts)
{
    if (counts.size() == 0)
        return std::vector<FacetCount>();
    std::string values = "(?, ?)";
    for (std::size_t i = 1; i < counts.size(); ++i)
        values += ", (?, ?)";
    auto statement = database.prepare(
        fmt::format("WITH k(id, n) AS (VALUES {2}) SELECT {0}, sum(k.n) FROM k {1} GROUP BY {0} "
                    "ORDER BY 2 DESC, 1",
                    field.naming == nullptr ? "k.id COLLATE NOCASE" : field.value,
                    field.naming == nullptr ? "" : field.naming, values));
    if (!statement)
        return std::move(statement).error();
    counts.bindTo(*statement);
    return readCounts(*statement);
}

/// Maximum number of values, because each needs two parameters in one statement.
constexpr std::size_t maxNamed = 10'000;

/// Returns the select of the keys of these fields.
EvaluationSelect keysOf(const std::vector<const FacetField *> &fields,
                        const SqlCondition &condition)
{
    std::string columns;
    for (const FacetField *field : fields)
        columns += (columns.empty() ? "" : ", ") + std::string(field->key);
    return {columns, {}, condition, {}};
}

/// Returns the fields to count in one pass over the evaluations.
std::vector<const FacetField *> fieldsOfPass(std::span<const std::string> fields,
                                             const SqlCondition &condition)
{
    std::vector<const FacetField *> out;
    for (const std::string &field : fields) {
        const auto *const found = std::ranges::find(facetFields, field, &FacetField::name);
        const bool isKnown = found != std::end(facetFields);
        if (isKnown && !(condition.isEverything() && found->isAlone))
            out.push_back(found);
    }
    return out;
}

/// Counts all fields in one pass over the evaluations.
Result<std::vector<KeyCounts>> countInOnePass(TwinTransactions &store,
                                              const std::vector<const FacetField *> &fields,
                                              const SqlCondition &condition, std::stop_token stop)
{
    std::vector<KeyCounts> counts;
    counts.reserve(fields.size());
    for (const FacetField *field : fields)
        counts.emplace_back(field->isText);
    std::vector<KeyCounts> others = counts;
    const auto into = [](std::vector<KeyCounts> &all) {
        return [&all](const Statement &row) {
            int column = 0;
            for (KeyCounts &each : all)
                each.add(row, column++);
        };
    };
    const Status read = scanEvaluations(store, keysOf(fields, condition), std::move(stop),
                                        into(counts), into(others));
    if (!read)
        return read.error();
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i].add(others[i]);
    return counts;
}

} // namespace

Result<std::vector<std::vector<FacetCount>>> countFacets(TwinTransactions &store,
                                                         std::span<const std::string> fields,
                                                         const SqlCondition &condition,
                                                         std::stop_token stop)
{
    const std::vector<const FacetField *> scanned = fieldsOfPass(fields, condition);
    std::vector<KeyCounts> counts;
    if (!scanned.empty()) {
        auto counted = countInOnePass(store, scanned, condition, std::move(stop));
        if (!counted)
            return std::move(counted).error();
        counts = std::move(*counted);
    }
    std::vector<std::vector<FacetCount>> out;
    out.reserve(fields.size());
    std::size_t next = 0; // in the pass
    for (const std::string &field : fields) {
        const bool isOfPass = next < counts.size() && scanned[next]->name == field;
        const std::size_t place = isOfPass ? next++ : counts.size();
        auto values = isOfPass && counts[place].size() <= maxNamed
            ? named(store.first, *scanned[place], counts[place])
            : countOne(store.first, field, condition);
        if (!values)
            return std::move(values).error();
        out.push_back(std::move(*values));
    }
    return out;
}

} // namespace loupe
