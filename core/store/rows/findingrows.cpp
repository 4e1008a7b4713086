// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/findingrows.h"

#include "core/store/rows/readqueries.h"
#include "core/store/sqlite/rowlisting.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace loupe {

Status insertFindings(Database &database, std::int64_t evaluationId,
                      const std::vector<Finding> &findings)
{
    std::int64_t position = 0;
    for (const Finding &one : findings) {
        if (Status stored = database.run("INSERT INTO finding (evaluation_id, position, rule, "
                                         "layer, severity, message, line) "
                                         "VALUES (?, ?, ?, ?, ?, ?, ?)",
                                         evaluationId, position, one.rule, layerName(one.layer),
                                         severityName(one.severity), one.message, one.line);
            !stored)
            return stored;
        ++position;
    }
    return {};
}

namespace {

/// Selects the evaluations of a run, or with an empty name of all runs.
constexpr const char *ofRun
    = "(?1 = '' OR evaluation_id IN (SELECT e.id FROM evaluation e JOIN run r ON r.id = e.run_id "
      "WHERE r.name = ?1 COLLATE BINARY))";

/// Selects static findings of imported runs. The engine's own runs keep those from before they ran.
constexpr const char *ofImportedSources = " OR layer = 'static' AND evaluation_id IN (SELECT e.id "
                                          "FROM evaluation e JOIN run r ON r.id = "
                                          "e.run_id WHERE r.origin <> 'engine')";

Status appendAuditFindings(Database &database, RowId evaluation,
                           const std::vector<Finding> &findings)
{
    const auto isThere = database.lookup("SELECT 1 FROM evaluation WHERE id = ?", evaluation.value);
    if (!isThere)
        return isThere.error();
    if (!*isThere)
        return database.fileError(
            Errc::NotFound, "the store has no evaluation " + std::to_string(evaluation.value));
    for (const Finding &one : findings) {
        if (Status stored = database.run(
                "INSERT INTO finding (evaluation_id, position, rule, layer, severity, message, "
                "line) SELECT ?1, ifnull(max(position) + 1, 0), ?, ?, ?, ?, ? FROM finding WHERE "
                "evaluation_id = ?1",
                evaluation.value, one.rule, layerName(one.layer), severityName(one.severity),
                one.message, one.line);
            !stored)
            return stored;
    }
    return {};
}

/// Updates the flags that filters use.
Status refreshFlags(Database &database, const std::string &run)
{
    constexpr const char *shows
        = "EXISTS (SELECT 1 FROM finding f WHERE f.evaluation_id = {} AND f.severity = ?2)";
    const std::string kept = fmt::format(shows, "evaluation_flag.evaluation_id");
    const std::string remove
        = fmt::format("DELETE FROM evaluation_flag WHERE flag = ?2 AND {} AND NOT {}", ofRun, kept);
    const std::string add = fmt::format(
        "INSERT INTO evaluation_flag (evaluation_id, position, flag) SELECT e.id, ifnull((SELECT "
        "max(position) + 1 FROM evaluation_flag g WHERE g.evaluation_id = e.id), 0), ?2 FROM "
        "evaluation e JOIN run r ON r.id = e.run_id WHERE (?1 = '' OR r.name = ?1 COLLATE BINARY) "
        "AND {} AND NOT EXISTS (SELECT 1 FROM evaluation_flag g WHERE g.evaluation_id = e.id AND "
        "g.flag = ?2)",
        fmt::format(shows, "e.id"));
    for (const char *severity : {"suspicion", "proof"}) {
        for (const std::string &statement : {remove, add}) {
            if (Status done = database.run(statement, run, severity); !done)
                return done;
        }
    }
    return {};
}

Error unknownFinding(std::int64_t evaluationId)
{
    return Error{Errc::Corrupt, "a finding names a layer or severity that does not exist",
                 "evaluation " + std::to_string(evaluationId), "check the store: kloupe check"};
}

/// A finding with its layer and severity, each null if its name is unknown.
struct ReadFinding {
    Finding finding;
    std::optional<RuleLayer> layer;
    std::optional<FindingSeverity> severity;

    std::optional<Finding> known() &&
    {
        if (!layer || !severity)
            return std::nullopt;
        finding.layer = *layer;
        finding.severity = *severity;
        return std::move(finding);
    }
};

template <typename Columns>
void listColumns(Columns &columns, ReadFinding &read)
{
    columns("rule", read.finding.rule);
    columns.parsed("layer", read.layer, layerFromName);
    columns.parsed("severity", read.severity, severityFromName);
    columns("message", read.finding.message);
    columns("line", read.finding.line);
}

bool saysNothing(const std::string &text)
{
    return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

Status checkReview(Database &database, const Review &review)
{
    if (saysNothing(review.person) || saysNothing(review.reason))
        return database.fileError(Errc::InvalidInput,
                                  "a review needs the person who decided and the reason", {});
    const std::string what = "evaluation " + std::to_string(review.evaluation.value);
    const auto isMachinery = database.lookup(
        "SELECT outcome = 'infra_error' FROM evaluation WHERE id = ?", review.evaluation.value);
    if (!isMachinery)
        return isMachinery.error();
    if (!*isMachinery)
        return noEvaluation(database, review.evaluation);
    if (**isMachinery != 0)
        return database.fileError(Errc::InvalidInput,
                                  what + " is an infra error, not a failure of the candidate",
                                  "resume the run first");
    const auto suspected = database.lookup("SELECT 1 FROM finding WHERE evaluation_id = ? AND "
                                           "severity IN ('suspicion', 'proof') LIMIT 1",
                                           review.evaluation.value);
    if (!suspected)
        return suspected.error();
    if (!*suspected)
        return database.fileError(
            Errc::InvalidInput, what + " has neither a suspicion nor a proof",
            "kloupe query STORE finding:suspicion,proof lists those that have");
    return {};
}

} // namespace

Status replaceAuditFindings(Database &database, const std::string &run,
                            const std::map<RowId, std::vector<Finding>> &findings, bool withSources)
{
    const std::string remove = fmt::format("DELETE FROM finding WHERE {} AND (layer = 'record' AND "
                                           "substr(rule, 1, 9) <> 'recorded_'{})",
                                           ofRun, withSources ? ofImportedSources : "");
    if (Status removed = database.run(remove, run); !removed)
        return removed;
    for (const auto &[evaluation, list] : findings) {
        if (Status stored = appendAuditFindings(database, evaluation, list); !stored)
            return stored;
    }
    if (Status flagged = refreshFlags(database, run); !flagged)
        return flagged;
    return database.run(fmt::format("UPDATE evaluation AS e SET flagged = {} WHERE (?1 = '' OR "
                                    "e.run_id IN (SELECT id FROM run WHERE name = ?1 COLLATE "
                                    "BINARY)) AND flagged <> {}",
                                    withheldCondition, withheldCondition),
                        run);
}

Status storeTraits(Database &database, const std::map<RowId, KernelTraits> &traits)
{
    for (const auto &[evaluation, each] : traits) {
        if (Status stored = database.run(
                "UPDATE evaluation SET made_of = ?, own_share = ?, arithmetic = ? WHERE id = ?",
                idOf(each.madeOf), each.ownShare, idOf(each.arithmetic), evaluation.value);
            !stored)
            return stored;
    }
    return {};
}

Result<std::vector<Finding>> readFindings(Database &database, std::int64_t evaluationId)
{
    auto stored = readList<ReadFinding>(
        database, selectOf<ReadFinding>("FROM finding WHERE evaluation_id = ? ORDER BY position"),
        evaluationId);
    if (!stored)
        return std::move(stored).error();
    std::vector<Finding> findings;
    for (ReadFinding &each : *stored) {
        auto finding = std::move(each).known();
        if (!finding)
            return unknownFinding(evaluationId);
        findings.push_back(std::move(*finding));
    }
    return findings;
}

Result<std::vector<StoredFinding>> readFindings(Database &database, const SqlCondition &condition)
{
    auto statement
        = database.prepare("SELECT e.id, " + columnNames<ReadFinding>().list("g.")
                           + " FROM evaluation e JOIN finding g ON g.evaluation_id = e.id WHERE "
                           + condition.text + " ORDER BY e.id, g.position");
    if (!statement)
        return std::move(statement).error();
    condition.bindTo(*statement);
    std::vector<StoredFinding> out;
    std::optional<std::int64_t> unknown;
    Status read = forEachRow(*statement, [&](const Statement &row) {
        auto [id, stored] = readValues<RowId, ReadFinding>(row);
        auto finding = std::move(stored).known();
        if (finding)
            out.push_back({id, std::move(*finding)});
        else if (!unknown)
            unknown = id.value;
    });
    if (!read)
        return std::move(read).error();
    if (unknown)
        return unknownFinding(*unknown);
    return out;
}

const char *const withheldCondition
    = "(EXISTS (SELECT 1 FROM finding f WHERE f.evaluation_id = e.id AND f.severity = 'proof') OR "
      "(EXISTS (SELECT 1 FROM finding f WHERE f.evaluation_id = e.id AND f.severity = "
      "'suspicion') AND ifnull((SELECT v.decision FROM review v WHERE v.evaluation_id = e.id ORDER "
      "BY v.id DESC LIMIT 1), '') <> 'cleared'))";

bool isWithheldUnreviewed(const std::vector<Finding> &findings)
{
    return std::ranges::any_of(findings, [](const Finding &one) {
        return one.severity == FindingSeverity::Suspicion || one.severity == FindingSeverity::Proof;
    });
}

Result<bool> insertReview(Database &database, const Review &review)
{
    if (Status fits = checkReview(database, review); !fits)
        return std::move(fits).error();
    if (Status stored = database.run("INSERT INTO review (evaluation_id, decision, person, reason, "
                                     "decided_at) VALUES (?, ?, ?, ?, ?)",
                                     review.evaluation.value, decisionName(review.decision),
                                     review.person, review.reason, review.decidedAt);
        !stored)
        return std::move(stored).error();
    const std::string update
        = fmt::format("UPDATE evaluation AS e SET flagged = {} WHERE e.id = ?", withheldCondition);
    if (Status marked = database.run(update, review.evaluation.value); !marked)
        return std::move(marked).error();
    const auto flagged
        = database.lookup("SELECT flagged FROM evaluation WHERE id = ?", review.evaluation.value);
    if (!flagged)
        return flagged.error();
    return flagged->value_or(0) != 0;
}

Result<std::vector<Review>> readReviews(Database &database)
{
    std::vector<Review> reviews;
    bool isKnown = true;
    Status read = readRows(
        database,
        "SELECT evaluation_id, decision, person, reason, decided_at FROM review ORDER BY id",
        [&](const Statement &row) {
            const auto [evaluation, word, person, reason, decidedAt]
                = readValues<RowId, std::string_view, std::string, std::string, std::string>(row);
            const auto decision = decisionFromName(word);
            isKnown = isKnown && decision;
            if (decision)
                reviews.push_back({evaluation, *decision, person, reason, decidedAt});
        });
    if (!read)
        return std::move(read).error();
    if (!isKnown)
        return database.fileError(Errc::Corrupt, "a review names a decision that is not known",
                                  "check the store: kloupe check");
    return reviews;
}

} // namespace loupe
