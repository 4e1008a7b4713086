// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/filtersql.h"

#include "core/base/nearest.h"
#include "core/model/verdict/finding.h"
#include "core/model/verdict/verdict.h"
#include "core/store/rows/annotationrows.h"
#include "core/store/rows/runconditions.h"
#include "core/store/sqlite/wildcards.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

// Location of the fields of the filter language in the tables, relative to `evaluation e`.

/// SQL for a field: the condition on `column` goes between `before` and `after`.
struct SqlField {
    std::string_view name;
    std::string_view column;
    std::string_view before;
    std::string_view after;
};

constexpr SqlField textFields[] = {
    {"category", "e.category", "", ""},
    {"suite", "suite", "e.task_id IN (SELECT id FROM task WHERE ", ")"},
    {"task", "name", "e.task_id IN (SELECT id FROM task WHERE ", ")"},
    {"method", "name", "e.method_id IN (SELECT id FROM method WHERE ", ")"},
    {"run", "name", "e.run_id IN (SELECT id FROM run WHERE ", ")"},
    {"device", "device_name",
     "e.run_id IN (SELECT r.id FROM run r JOIN environment n ON n.id = r.environment_id WHERE ",
     ")"},
    {"flag", "flag", "e.id IN (SELECT evaluation_id FROM evaluation_flag WHERE ", ")"},
    {"precision", "precision", "e.run_id IN (SELECT id FROM run WHERE ", ")"},
    {"protocol", "protocol", "e.run_id IN (SELECT id FROM run WHERE ", ")"},
    {"baseline", "baseline", "e.id IN (SELECT evaluation_id FROM evaluation_extra WHERE ", ")"},
    {"baseline_kind", baselineKindSql, "e.id IN (SELECT evaluation_id FROM evaluation_extra WHERE ",
     ")"},
    {"suite_version", suiteVersionSql, "e.run_id IN (SELECT id FROM run WHERE ", ")"},
    {"clock", clockSql, "e.run_id IN (SELECT id FROM run WHERE ", ")"},
    {"language", "(SELECT language FROM candidate WHERE id = e.candidate_id)", "", ""},
    {"kind", "kind", "e.id IN (SELECT evaluation_id FROM failure WHERE ", ")"},
    {"cause", "failure_cause(summary)", "e.id IN (SELECT evaluation_id FROM failure WHERE ", ")"},
    {"fingerprint", "fingerprint", "e.id IN (SELECT evaluation_id FROM failure WHERE ", ")"},
    {"rule", "rule", "e.id IN (SELECT evaluation_id FROM finding WHERE ", ")"},
    {"finding", "severity", "e.id IN (SELECT evaluation_id FROM finding WHERE ", ")"},
    {"made_of", "ifnull(e.made_of, '')", "", ""},
    {"arithmetic", "ifnull(e.arithmetic, '')", "", ""},
};

constexpr SqlField numberFields[] = {
    {"level", "level", "e.task_id IN (SELECT id FROM task WHERE ", ")"},
    {"sample", "e.sample", "", ""},
    {"round", "e.round", "", ""},
    {"speedup", "e.speedup", "", ""},
    {"time", "e.candidate_ms", "", ""},
    {"baseline_ms", "e.baseline_ms", "", ""},
    {"attempt", "e.attempt", "", ""},
    {"id", "e.id", "", ""},
    {"input_tokens", "(SELECT input_tokens FROM candidate WHERE id = e.candidate_id)", "", ""},
    {"output_tokens", "(SELECT output_tokens FROM candidate WHERE id = e.candidate_id)", "", ""},
    {"requests", "(SELECT requests FROM candidate WHERE id = e.candidate_id)", "", ""},
    {"dollars", "(SELECT dollars FROM candidate WHERE id = e.candidate_id)", "", ""},
    {"generation_seconds", "(SELECT generation_seconds FROM candidate WHERE id = e.candidate_id)",
     "", ""},
};

/// Text fields with rows in another table: "none" means that there is no row.
struct SideTable {
    std::string_view field;
    std::string_view table;
};

constexpr SideTable sideTables[] = {
    {"flag", "evaluation_flag"}, {"kind", "failure"}, {"cause", "failure"},
    {"fingerprint", "failure"},  {"rule", "finding"}, {"finding", "finding"},
};

/// The plus keeps SQLite from scanning the index of outcomes.
std::string judged(std::string_view row)
{
    return fmt::format("+{}.outcome NOT IN ('unknown', 'skipped', 'infra_error')", row);
}

std::string ofOneSample(std::string_view row, std::string_view other)
{
    return fmt::format("{0}.run_id = {1}.run_id AND {0}.task_id = {1}.task_id AND {0}.method_id = "
                       "{1}.method_id AND {0}.sample = {1}.sample",
                       row, other);
}

/// Selects judged rows without a later judged attempt at their round.
std::string standing(std::string_view row)
{
    return fmt::format("{} AND NOT EXISTS (SELECT 1 FROM evaluation r WHERE {} AND r.round = "
                       "{}.round AND r.attempt > {}.attempt AND {})",
                       judged(row), ofOneSample("r", row), row, row, judged("r"));
}

/// Orders rounds like the best round of a population: correct, built, fast, then the earlier one.
std::string worth(std::string_view row)
{
    return fmt::format("({0}.outcome = 'correct', {0}.outcome <> 'no_build', CASE WHEN {0}.outcome "
                       "= 'correct' THEN ifnull({0}.speedup, 0) ELSE 0 END, -{0}.round)",
                       row);
}

/// Returns an SQL condition on `evaluation e` that selects the representative round of each sample
/// in its run. `choice` is "last", "first" or "best"; returns an empty string for another word. The
/// last judged of several attempts at a round counts; unjudged rows are never selected.
std::string choiceCondition(std::string_view choice)
{
    if (choice == "last")
        return "e.is_last_round = 1";
    if (choice == "first")
        return fmt::format("({} AND NOT EXISTS (SELECT 1 FROM evaluation o WHERE {} AND o.round < "
                           "e.round AND {}))",
                           standing("e"), ofOneSample("o", "e"), judged("o"));
    if (choice == "best")
        return fmt::format("({} AND NOT EXISTS (SELECT 1 FROM evaluation o WHERE {} AND o.id <> "
                           "e.id AND {} AND {} > {}))",
                           standing("e"), ofOneSample("o", "e"), standing("o"), worth("o"),
                           worth("e"));
    return {};
}

/// SQLite limits the depth of an expression to 1000.
constexpr std::size_t maxValues = 400;

Error errorAt(const FilterTerm &term, std::string message, std::string hint)
{
    return Error{Errc::InvalidInput, std::move(message),
                 "character " + std::to_string(term.position + 1), std::move(hint)};
}

std::string placeholders(std::size_t count)
{
    std::string out;
    for (std::size_t i = 0; i < count; ++i)
        out += i == 0 ? "?" : ", ?";
    return out;
}

/// Fields that share an index with the outcome, or select adjacent rows.
constexpr std::array<std::string_view, 4> indexedTogether{"status", "category", "speedup", "run"};
constexpr std::array<std::string_view, 1> verdictAlone{"verdict"};

bool allAmong(const Filter &filter, std::span<const std::string_view> fields)
{
    return std::all_of(filter.terms.begin(), filter.terms.end(), [&](const FilterTerm &term) {
        return std::find(fields.begin(), fields.end(), term.field) != fields.end();
    });
}

/// Builds the text and the values of one condition.
class Builder
{
public:
    explicit Builder(const Filter &filter)
        : m_outcome(allAmong(filter, indexedTogether) ? "e.outcome" : "+e.outcome")
        , m_verdict(allAmong(filter, verdictAlone) ? "e.verdict" : "+e.verdict")
    {
    }

    Status add(const FilterTerm &term)
    {
        m_condition.text += m_condition.text.empty() ? "" : " AND ";
        m_condition.text += term.negated ? "((" : "(";
        Status status = addTerm(term);
        m_condition.text += term.negated ? ") IS NOT TRUE)" : ")";
        return status;
    }
    SqlCondition take()
    {
        if (m_condition.text.empty())
            m_condition.text = SqlCondition::everything;
        return std::move(m_condition);
    }

private:
    Status addTerm(const FilterTerm &term)
    {
        if (term.values.empty())
            return errorAt(term, "a term has no value", "write field:value");
        if (term.field.empty())
            return addSearch(term);
        if (term.field == "tag" || term.field == "triage")
            return addAnnotations(term);
        if (term.field == "status")
            return addStatus(term);
        if (term.field == "verdict")
            return addNames(term, m_verdict, &Builder::verdictNames);
        if (term.field == "strict")
            return addNames(term, "e.strict_verdict", &Builder::verdictNames);
        if (term.field == "demo")
            return addYesOrNo(term, "e.method_id IN (SELECT id FROM method WHERE is_demo", ")");
        if (term.field == "flagged")
            return addYesOrNo(term, "(e.flagged", ")");
        if (term.field == "reviewed")
            return addReviewed(term);
        if (term.field == "hash")
            return addHash(term);
        if (term.field == "choice")
            return addChoice(term);
        for (const SqlField &field : textFields) {
            if (field.name == term.field)
                return addText(field, term);
        }
        for (const SqlField &field : numberFields) {
            if (field.name == term.field)
                return addNumber(field, term);
        }
        return errorAt(term, "there is no field \"" + term.field + "\"", {});
    }

    Status addAnnotations(const FilterTerm &term)
    {
        auto condition = annotationCondition(term);
        if (!condition)
            return condition.error();
        m_condition.text += condition->text;
        for (auto &value : condition->values)
            m_condition.values.push_back(std::move(value));
        return {};
    }

    /// Adds a condition for each value of a term, joined by OR; stops at the first failure.
    template <typename AddOne>
    Status addEach(const FilterTerm &term, const AddOne &addOne)
    {
        bool isFirst = true;
        for (const std::string &value : term.values) {
            m_condition.text += isFirst ? "" : " OR ";
            isFirst = false;
            if (Status added = addOne(value); !added)
                return added;
        }
        return {};
    }

    Status addSearch(const FilterTerm &term)
    {
        return addEach(term, [&](const std::string &value) -> Status {
            const std::string pattern = "%" + wildcardAsLike(value) + "%";
            m_condition.text
                += "e.task_id IN (SELECT id FROM task WHERE name LIKE ? ESCAPE '\\') OR "
                   "e.method_id IN (SELECT id FROM method WHERE name LIKE ? ESCAPE '\\') OR "
                   "e.message LIKE ? ESCAPE '\\'";
            m_condition.values.insert(m_condition.values.end(), 3, pattern);
            return {};
        });
    }

    /// Correct and flagged results have the same stored outcome; findings distinguish them.
    Status addStatus(const FilterTerm &term)
    {
        auto names = expanded(term, &Builder::statusNames);
        if (!names)
            return std::move(names).error();
        const bool isCorrect = std::erase(*names, name(Outcome::Correct)) > 0;
        const bool isFlagged = std::erase(*names, name(Outcome::Flagged)) > 0;
        if (isCorrect || isFlagged)
            names->emplace_back(name(Outcome::Correct));
        addIn(m_outcome, *names);
        if (isCorrect != isFlagged)
            m_condition.text += fmt::format(" AND (e.outcome <> 'correct' OR e.flagged = {})",
                                            isFlagged ? 1 : 0);
        return {};
    }

    static std::vector<std::string> statusNames(std::string_view value)
    {
        std::vector<std::string> out;
        for (const Outcome outcome : allOutcomes()) {
            const bool failed = isFailure(outcome) && matchesWildcard("failed", value);
            if (failed || matchesWildcard(name(outcome), value))
                out.emplace_back(name(outcome));
        }
        return out;
    }

    static std::vector<std::string> verdictNames(std::string_view value)
    {
        std::vector<std::string> out;
        for (const VerdictFacts &each : allVerdicts()) {
            if (matchesWildcard(each.id, value))
                out.emplace_back(each.id);
        }
        return out;
    }

    Status addNames(const FilterTerm &term, std::string_view column,
                    std::vector<std::string> (*expand)(std::string_view))
    {
        const auto names = expanded(term, expand);
        if (!names)
            return names.error();
        addIn(column, *names);
        return {};
    }

    /// Returns the stored names that the values of a term mean; fails with InvalidInput if one is
    /// unknown.
    static Result<std::vector<std::string>>
    expanded(const FilterTerm &term, std::vector<std::string> (*expand)(std::string_view))
    {
        std::vector<std::string> names;
        for (const std::string &value : term.values) {
            const std::vector<std::string> meant = expand(value);
            if (meant.empty()) {
                std::vector<std::string> all = expand("*");
                if (term.field == "status")
                    all.insert(all.begin(), "failed");
                std::string known;
                for (const std::string &each : all)
                    known += (known.empty() ? "" : ", ") + each;
                return errorAt(term, "there is no " + term.field + " \"" + value + "\"",
                               hintWithNearest(value, all, "one of " + known));
            }
            names.insert(names.end(), meant.begin(), meant.end());
        }
        return names;
    }

    /// Adds a condition with values yes and no, between `before` and `after`.
    Status addYesOrNo(const FilterTerm &term, std::string_view before, std::string_view after)
    {
        return addEach(term, [&](const std::string &value) -> Status {
            if (value != "yes" && value != "no")
                return errorAt(term, term.field + " is yes or no, not \"" + value + "\"",
                               "write " + term.field + ":yes");
            m_condition.text.append(before).append(value == "yes" ? " = 1" : " = 0").append(after);
            return {};
        });
    }

    Status addReviewed(const FilterTerm &term)
    {
        constexpr std::string_view any = "EXISTS (SELECT 1 FROM review WHERE evaluation_id = e.id)";
        return addEach(term, [&](const std::string &value) -> Status {
            if (value == "yes" || value == "no") {
                m_condition.text.append(value == "yes" ? "" : "NOT ").append(any);
                return {};
            }
            if (!decisionFromName(value))
                return errorAt(term, "\"" + value + "\" is not a decision of a review",
                               "one of yes, no, cleared, confirmed, reopened");
            m_condition.text
                += "(SELECT decision FROM review WHERE evaluation_id = e.id ORDER BY id DESC LIMIT "
                   "1) = ?";
            m_condition.values.emplace_back(value);
            return {};
        });
    }

    /// Selects the representative round of each sample in its run.
    Status addChoice(const FilterTerm &term)
    {
        return addEach(term, [&](const std::string &value) -> Status {
            const std::string condition = choiceCondition(value);
            if (condition.empty())
                return errorAt(term, "\"" + value + "\" chooses no round",
                               "one of last, first, best");
            m_condition.text += condition;
            return {};
        });
    }

    /// Matches the prefix of a SHA-256: of the candidate's source, or of its task.
    Status addHash(const FilterTerm &term)
    {
        return addEach(term, [&](const std::string &value) -> Status {
            m_condition.text
                += "e.candidate_id IN (SELECT c.id FROM candidate c WHERE c.source_blob IN (SELECT "
                   "b.id FROM blob b WHERE lower(hex(b.sha256)) LIKE ? ESCAPE '\\')) OR e.task_id "
                   "IN (SELECT id FROM task WHERE hash LIKE ? ESCAPE '\\')";
            m_condition.values.insert(m_condition.values.end(), 2, wildcardAsLike(value) + "%");
            return {};
        });
    }

    Status addText(const SqlField &field, const FilterTerm &term)
    {
        std::string &out = m_condition.text;
        std::vector<std::string> exact;
        std::vector<std::string> patterns;
        bool none = false;
        std::vector<std::string> parts;
        for (const std::string &value : term.values) {
            const bool isPart = field.name == "device" && value != "none" && !term.isQuoted(value);
            if (isPart && value.find('*') == std::string::npos)
                parts.push_back(value);
            else if (value.find('*') == std::string::npos)
                exact.push_back(value);
            else
                patterns.push_back(wildcardAsLike(value));
            none = none || value == "none";
        }
        if (none)
            exact.emplace_back();
        out += field.before;
        if (!exact.empty())
            addIn(field.column, exact);
        const char *separator = exact.empty() ? "" : " OR ";
        for (std::string &pattern : patterns) {
            out.append(std::exchange(separator, " OR "))
                .append(field.column)
                .append(" LIKE ? ESCAPE '\\'");
            m_condition.values.emplace_back(std::move(pattern));
        }
        for (const std::string &part : parts) {
            out += std::exchange(separator, " OR ");
            addDevicePart(part);
        }
        out += field.after;
        for (const SideTable &side : sideTables) {
            if (!none || side.field != field.name)
                continue;
            out += " OR NOT EXISTS (SELECT 1 FROM ";
            out += side.table;
            out += " WHERE evaluation_id = e.id)";
        }
        return {};
    }

    /// Matches the device of that name, ignoring case. If there is none, matches devices that
    /// contain the text.
    void addDevicePart(const std::string &part)
    {
        m_condition.text += "device_name = ? COLLATE NOCASE OR (device_name LIKE ? ESCAPE '\\' AND "
                            "NOT EXISTS (SELECT 1 FROM environment WHERE device_name = ? COLLATE "
                            "NOCASE))";
        m_condition.values.emplace_back(part);
        m_condition.values.emplace_back("%" + wildcardAsLike(part) + "%");
        m_condition.values.emplace_back(part);
    }

    Status addNumber(const SqlField &field, const FilterTerm &term)
    {
        constexpr std::string_view signs[] = {" = ?", " < ?", " <= ?", " > ?", " >= ?"};
        std::string &out = m_condition.text;
        out += field.before;
        Status added = addEach(term, [&](const std::string &value) -> Status {
            if (value == "none" && term.op == FilterOp::Is) {
                out.append(field.column).append(" IS NULL");
                return {};
            }
            if (value == "last" && field.name == "round" && term.op == FilterOp::Is) {
                out += "e.is_last_round = 1";
                return {};
            }
            double number = 0;
            const char *end = value.data() + value.size();
            const auto [parsed, failed] = std::from_chars(value.data(), end, number);
            if (failed != std::errc() || parsed != end)
                return errorAt(term, "\"" + value + "\" is not a number", {});
            out += field.column;
            out += signs[static_cast<std::size_t>(term.op)];
            m_condition.values.emplace_back(number);
            return {};
        });
        out += field.after;
        return added;
    }

    void addIn(std::string_view column, const std::vector<std::string> &values)
    {
        m_condition.text += std::string(column) + " IN (" + placeholders(values.size()) + ")";
        for (const std::string &value : values)
            m_condition.values.emplace_back(value);
    }

    SqlCondition m_condition{"", {}};
    /// A plus keeps SQLite from using the index of outcomes for columns that the index lacks. A
    /// third of the rows have one outcome, and reading them in index order takes ten times as long
    /// as a full scan.
    std::string_view m_outcome;
    std::string_view m_verdict;
};

} // namespace

Result<SqlCondition> sqlCondition(const Filter &filter)
{
    std::size_t count = 0;
    for (const FilterTerm &term : filter.terms)
        count += std::max<std::size_t>(1, term.values.size());
    if (count > maxValues)
        return Error{.code = Errc::InvalidInput,
                     .message = "the filter has " + std::to_string(count) + " values; at most "
                         + std::to_string(maxValues) + " are possible",
                     .hint = "use * for several values at once"};
    Builder builder(filter);
    for (const FilterTerm &term : filter.terms) {
        if (const Status added = builder.add(term); !added)
            return added.error();
    }
    return builder.take();
}

} // namespace loupe
