// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/failurerows.h"

#include "core/analysis/failures/failurefingerprint.h"
#include "core/store/rows/readqueries.h"
#include "core/store/sqlite/rowinsert.h"
#include "core/store/sqlite/rowlisting.h"

#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// The parts of a stored evaluation that failureOf() uses, without reasons.
struct FailedEvaluation {
    Evaluation evaluation;
};

/// Lists what is read of an evaluation e, its candidate c and its texts x.
template <typename Columns>
void listColumns(Columns &columns, FailedEvaluation &failed)
{
    Evaluation &evaluation = failed.evaluation;
    columns.parsed("e.verdict", evaluation.verdict, storedVerdict);
    columns("e.message", evaluation.message);
    columns.blob("x.build_log", evaluation.buildLog);
    columns.blob("x.run_log", evaluation.runLog);
    columns.blob("c.source_blob", evaluation.candidate.source);
}

Status insertRow(Database &database, std::int64_t evaluationId, const Failure &failure)
{
    static const std::string sql = oneRow(failureInto, failureColumns);
    return database.run(sql, evaluationId, failure.kind, failure.fingerprint, failure.summary);
}

/// Reads the stored first cause and pattern of wrong elements, if any.
Status readReasons(Database &database, std::int64_t evaluationId, Evaluation &evaluation)
{
    const auto messages
        = readList<std::string>(database,
                                "SELECT message FROM diagnostic WHERE evaluation_id = ? AND "
                                "is_first_cause = 1 ORDER BY position LIMIT 1",
                                evaluationId);
    if (!messages)
        return messages.error();
    for (const std::string &message : *messages)
        evaluation.diagnostics.push_back({Severity::Error, {}, 0, 0, message, true});
    const auto patterns = readList<std::string>(
        database,
        "SELECT o.pattern FROM trial i JOIN trial_output o ON o.trial_id = i.id WHERE "
        "i.evaluation_id = ? AND o.pattern <> '' ORDER BY i.id, o.position LIMIT 1",
        evaluationId);
    if (!patterns)
        return patterns.error();
    for (const std::string &pattern : *patterns)
        evaluation.trials.emplace_back().outputs.emplace_back().pattern = pattern;
    return {};
}

/// Reads the parts of a stored evaluation that failureOf() uses.
Result<Evaluation> readFailed(Database &database, std::int64_t evaluationId)
{
    static const std::string sql = selectOf<FailedEvaluation>(
        "FROM evaluation e JOIN candidate c ON c.id = e.candidate_id LEFT JOIN evaluation_extra x "
        "ON x.evaluation_id = e.id WHERE e.id = ?");
    Result<FailedEvaluation> failed = FailedEvaluation();
    Status read = readRows(
        database, sql,
        [&](const Statement &row) { failed = readRow<FailedEvaluation>(database, row, 0); },
        evaluationId);
    if (!failed)
        return std::move(failed).error();
    if (read)
        read = readReasons(database, evaluationId, failed->evaluation);
    if (!read)
        return read.error();
    return std::move(failed->evaluation);
}

/// Fingerprint, category, method and round, by which failures are counted.
using FailureGroup = std::tuple<Name, Name, std::int64_t, int>;

struct FailureGroupHash {
    std::size_t operator()(const FailureGroup &group) const noexcept
    {
        const auto &[fingerprint, category, method, round] = group;
        std::size_t out = 0;
        for (const std::size_t part :
             {std::hash<Name>()(fingerprint), std::hash<Name>()(category),
              static_cast<std::size_t>(method), static_cast<std::size_t>(round)})
            out = (out ^ part) * 0x9e3779b97f4a7c15U;
        return out ^ (out >> 32U);
    }
};

} // namespace

Status insertFailure(Database &database, std::int64_t evaluationId, const Evaluation &evaluation)
{
    const auto failure = failureOf(evaluation);
    return failure ? insertRow(database, evaluationId, *failure) : Status();
}

Result<std::int64_t> refreshFailures(Database &database)
{
    if (const Status cleared = database.run("DELETE FROM failure"); !cleared)
        return cleared.error();
    const auto ids
        = readList<std::int64_t>(database,
                                 "SELECT id FROM evaluation WHERE outcome IN ('wrong', 'no_build', "
                                 "'crash', 'timeout') ORDER BY id");
    if (!ids)
        return ids.error();
    for (const std::int64_t id : *ids) {
        const auto evaluation = readFailed(database, id);
        if (!evaluation)
            return evaluation.error();
        if (const Status stored = insertFailure(database, id, *evaluation); !stored)
            return stored.error();
    }
    return static_cast<std::int64_t>(ids->size());
}

Result<std::vector<FailureCount>> countFailures(Database &database, const SqlCondition &condition)
{
    // Without a condition, reading all evaluations in the order of their ids takes half the time of
    // a lookup for each failure.
    const std::string_view joined = condition.isEverything()
        ? "evaluation e NOT INDEXED CROSS JOIN failure f ON f.evaluation_id = e.id"
        : "failure f CROSS JOIN evaluation e ON e.id = f.evaluation_id";
    // Counted here, because SQLite takes seconds to sort half a million rows.
    auto statement = database.prepare(
        fmt::format("SELECT each_row(f.fingerprint, e.category, e.method_id, e.round) FROM {} "
                    "WHERE {}",
                    joined, condition.text));
    if (!statement)
        return std::move(statement).error();
    condition.bindTo(*statement);
    std::unordered_map<FailureGroup, std::int64_t, FailureGroupHash> found;
    if (const Status read = statement->forEach(
            [&](const Statement &row) { ++found[readValues<Name, Name, std::int64_t, int>(row)]; });
        !read)
        return read.error();
    // Sorted once: comparing texts for each failure takes longer.
    const std::map<FailureGroup, std::int64_t> counts(found.begin(), found.end());
    auto words = database.cached("SELECT f.kind, f.summary, m.name FROM failure f, method m WHERE "
                                 "f.fingerprint = ? AND m.id = ? LIMIT 1");
    if (!words)
        return std::move(words).error();
    std::vector<FailureCount> out;
    // The texts of each fingerprint and method are read once.
    std::map<std::pair<Name, std::int64_t>, std::optional<FailureCount>> described;
    for (const auto &[key, count] : counts) {
        const auto &[fingerprint, category, method, round] = key;
        const auto [place, isNew] = described.try_emplace({fingerprint, method});
        std::optional<FailureCount> &group = place->second;
        if (isNew) {
            (*words)->bindAll(fingerprint.text(), method);
            const Status read = forEachRow(**words, [&](const Statement &row) {
                group.emplace();
                std::tie(group->kind, group->summary, group->method)
                    = readValues<Name, Name, Name>(row);
            });
            if (!read)
                return read.error();
        }
        if (group)
            out.push_back(
                {fingerprint, group->kind, group->summary, group->method, category, round, count});
    }
    return out;
}

Result<std::vector<FailureReason>> readFailureReasons(Database &database,
                                                      const SqlCondition &condition)
{
    // Every failure is one of an evaluation, which only a condition needs.
    const std::string joined
        = condition.isEverything() ? "" : "CROSS JOIN evaluation e ON e.id = f.evaluation_id ";
    auto statement = database.prepare("SELECT each_row(f.evaluation_id, f.fingerprint) FROM "
                                      "failure f "
                                      + joined + "WHERE " + condition.text);
    if (!statement)
        return std::move(statement).error();
    condition.bindTo(*statement);
    std::vector<FailureReason> out;
    // The texts of each fingerprint are read once.
    std::unordered_map<Name, std::vector<std::size_t>> places;
    Status read = statement->forEach([&](const Statement &row) {
        const auto [id, fingerprint] = readValues<RowId, Name>(row);
        places[fingerprint].push_back(out.size());
        out.push_back({id, fingerprint, {}, {}});
    });
    if (!read)
        return read.error();
    constexpr std::string_view words
        = "SELECT kind, summary FROM failure WHERE fingerprint = ? LIMIT 1";
    for (const auto &entry : places) {
        const std::vector<std::size_t> &members = entry.second;
        read = readRows(
            database, words,
            [&](const Statement &row) {
                const auto [kind, summary] = readValues<Name, Name>(row);
                for (const std::size_t i : members) {
                    out[i].kind = kind;
                    out[i].summary = summary;
                }
            },
            entry.first.text());
        if (!read)
            return read.error();
    }
    return out;
}

Result<std::optional<FailureCure>> findCure(Database &database, std::span<const Name> fingerprints,
                                            const SqlCondition &condition)
{
    if (fingerprints.empty())
        return std::optional<FailureCure>();
    std::string places = "?";
    for (std::size_t i = 1; i < fingerprints.size(); ++i)
        places += ",?";
    auto statement = database.prepare(
        "SELECT * FROM (SELECT e.id, (SELECT c.id FROM evaluation c WHERE c.run_id = e.run_id AND "
        "c.task_id = e.task_id AND c.method_id = e.method_id AND c.sample = e.sample AND c.round > "
        "e.round AND c.outcome = 'correct' ORDER BY c.round, c.attempt LIMIT 1) AS cure FROM "
        "failure f JOIN evaluation e ON e.id = f.evaluation_id WHERE f.fingerprint IN ("
        + places + ") AND (" + condition.text + ")) WHERE cure IS NOT NULL ORDER BY 1");
    if (!statement)
        return std::move(statement).error();
    int place = 0;
    for (const Name fingerprint : fingerprints)
        statement->bind(++place, std::string_view(fingerprint));
    condition.bindTo(*statement, place + 1);
    std::optional<FailureCure> out;
    const Status read = forEachRow(*statement, [&](const Statement &row) {
        const auto [failed, cure] = readValues<RowId, RowId>(row);
        if (!out)
            out = FailureCure{failed, cure, 0};
        ++out->curedMembers;
    });
    if (!read)
        return read.error();
    return out;
}

} // namespace loupe
