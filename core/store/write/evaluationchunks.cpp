// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/evaluationchunks.h"

#include "core/store/rows/evaluationparts.h"
#include "core/store/rows/failurerows.h"
#include "core/store/write/evaluationwriter.h"

#include <array>
#include <cstddef>

namespace loupe {

namespace {

/// Returns a function that binds a row's values in a statement of many rows.
auto into(Statement &statement, int first)
{
    return
        [&statement, first](const auto &...values) { statement.bindInPlaceFrom(first, values...); };
}

Status done(const Result<std::size_t> &inserted)
{
    return inserted ? Status() : Status(inserted.error());
}

} // namespace

EvaluationChunks::EvaluationChunks(Database &database)
    : m_database(database)
    , m_blobs(database)
    , m_candidateRows(database, candidateInto, candidateColumns, candidateConflict)
    , m_evaluationRows(database, evaluationInto, evaluationColumns)
    , m_extraRows(database, extraInto, extraColumns)
    , m_failureRows(database, failureInto, failureColumns)
{
}

Status EvaluationChunks::begin(std::size_t evaluations)
{
    constexpr std::size_t usualTexts = 3; // a source, a log and a record
    m_blobs.expect(usualTexts * evaluations);
    const auto candidate = lastRowId(m_database, "SELECT max(id) FROM candidate");
    if (!candidate)
        return candidate.error();
    const auto evaluation = lastRowId(m_database, "SELECT max(id) FROM evaluation");
    if (!evaluation)
        return evaluation.error();
    m_lastCandidate = *candidate;
    m_lastEvaluation = *evaluation;
    return {};
}

Status EvaluationChunks::insert(std::span<const Evaluation> evaluations,
                                std::span<const EvaluationOwners> places,
                                std::span<const PackedEvaluation> packed)
{
    m_evaluations = evaluations;
    m_places = places;
    m_packed = packed;
    m_ids.assign(evaluations.size(), {});
    for (const auto step : {&EvaluationChunks::addTexts, &EvaluationChunks::addCandidates,
                            &EvaluationChunks::addEvaluations, &EvaluationChunks::addExtras,
                            &EvaluationChunks::addFailures, &EvaluationChunks::addParts}) {
        if (Status added = (this->*step)(); !added)
            return added;
    }
    return {};
}

Status EvaluationChunks::addTexts()
{
    if (Status begun = m_blobs.begin(); !begun)
        return begun;
    for (std::size_t i = 0; i < m_ids.size(); ++i) {
        Ids &ids = m_ids[i];
        const PackedEvaluation &packed = m_packed[i];
        const std::array<std::pair<const PackedBlob *, StoredId *>, 5> texts{{
            {&packed.source, &ids.references.source},
            {&packed.feedback, &ids.references.feedback},
            {&packed.buildLog, &ids.texts.buildLog},
            {&packed.runLog, &ids.texts.runLog},
            {&packed.originalRecord, &ids.texts.original},
        }};
        for (const auto &[text, id] : texts) {
            const auto put = m_blobs.put(*text);
            if (!put)
                return put.error();
            *id = *put;
        }
    }
    return m_blobs.end();
}

Status EvaluationChunks::addCandidates()
{
    for (std::size_t i = 0; i < m_ids.size(); ++i) {
        m_ids[i].candidate = ++m_lastCandidate;
        const auto request = requestOf(m_database, m_evaluations[i].candidate.request);
        if (!request)
            return request.error();
        m_ids[i].references.request = *request;
    }
    const auto added
        = m_candidateRows.insert(m_ids.size(), [&](Statement &row, int first, std::size_t i) {
              bindCandidate(m_ids[i].candidate, m_places[i].task, m_places[i].method,
                            m_evaluations[i].candidate, m_ids[i].references, into(row, first));
          });
    if (!added)
        return added.error();
    if (*added == m_ids.size())
        return {};
    // Some existed already, and SQLite does not report which.
    for (std::size_t i = 0; i < m_ids.size(); ++i) {
        const auto known = storedCandidate(m_database, m_places[i].task, m_places[i].method,
                                           m_evaluations[i].candidate, m_ids[i].references.source,
                                           m_ids[i].references.feedback);
        if (!known)
            return known.error();
        m_ids[i].candidate = *known;
    }
    return {};
}

Status EvaluationChunks::addEvaluations()
{
    for (Ids &ids : m_ids)
        ids.evaluation = ++m_lastEvaluation;
    return done(
        m_evaluationRows.insert(m_ids.size(), [&](Statement &row, int first, std::size_t i) {
            bindEvaluation(m_ids[i].evaluation, m_places[i], m_ids[i].candidate, m_evaluations[i],
                           into(row, first));
        }));
}

Status EvaluationChunks::addExtras()
{
    return done(m_extraRows.insert(m_ids.size(), [&](Statement &row, int first, std::size_t i) {
        bindExtra(m_ids[i].evaluation, m_evaluations[i], m_ids[i].texts, into(row, first));
    }));
}

Status EvaluationChunks::addFailures()
{
    std::vector<std::size_t> failed;
    failed.reserve(m_packed.size());
    for (std::size_t i = 0; i < m_packed.size(); ++i) {
        if (m_packed[i].failure)
            failed.push_back(i);
    }
    return done(m_failureRows.insert(failed.size(), [&](Statement &row, int first, std::size_t i) {
        const Failure &failure = *m_packed[failed[i]].failure;
        row.bindInPlaceFrom(first, m_ids[failed[i]].evaluation, failure.kind, failure.fingerprint,
                            failure.summary);
    }));
}

Status EvaluationChunks::addParts()
{
    for (std::size_t i = 0; i < m_ids.size(); ++i) {
        if (Status added = insertParts(m_database, m_ids[i].evaluation, m_evaluations[i]); !added)
            return added;
    }
    return {};
}

} // namespace loupe
