// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/reviewrows.h"

#include "core/store/sqlite/rowlisting.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

Error reviewRefusal(const Database &database, Errc code, std::string message, std::string hint)
{
    return Error{code, std::move(message), database.file().string(), std::move(hint)};
}

bool saysNothing(const std::string &text)
{
    return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

Status checkReview(Database &database, const Review &review)
{
    if (saysNothing(review.person) || saysNothing(review.reason))
        return reviewRefusal(database, Errc::InvalidInput,
                             "a review needs the person who decided and the reason", {});
    const std::string what = "evaluation " + std::to_string(review.evaluation.value);
    const auto isMachinery = database.lookup(
        "SELECT outcome = 'infra_error' FROM evaluation WHERE id = ?", review.evaluation.value);
    if (!isMachinery)
        return isMachinery.error();
    if (!*isMachinery)
        return reviewRefusal(database, Errc::NotFound, "the store has no " + what,
                             "kloupe query STORE lists the evaluations");
    if (**isMachinery != 0)
        return reviewRefusal(database, Errc::InvalidInput,
                             what + " is an infra error, not a failure of the candidate",
                             "resume the run first");
    const auto suspected = database.lookup("SELECT 1 FROM finding WHERE evaluation_id = ? AND "
                                           "severity IN ('suspicion', 'proof') LIMIT 1",
                                           review.evaluation.value);
    if (!suspected)
        return suspected.error();
    if (!*suspected)
        return reviewRefusal(database, Errc::InvalidInput,
                             what + " has neither a suspicion nor a proof",
                             "kloupe query STORE finding:suspicion,proof lists those that have");
    return {};
}

} // namespace

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
        return reviewRefusal(database, Errc::Corrupt, "a review names a decision that is not known",
                             "check the store: kloupe check");
    return reviews;
}

} // namespace loupe
