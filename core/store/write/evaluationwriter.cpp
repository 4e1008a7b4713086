// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/evaluationwriter.h"

#include "core/store/rows/evaluationrows.h"
#include "core/store/rows/failurerows.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowinsert.h"
#include "core/store/sqlite/rowlisting.h"

namespace loupe {

namespace {

using BlobId = std::optional<std::int64_t>;

/// Inserts the rows of one evaluation; stops at the first failure.
class EvaluationInsert
{
public:
    EvaluationInsert(Database &database, const Evaluation &evaluation)
        : m_database(database)
        , m_evaluation(evaluation)
    {
    }

    Result<RowId> insert(RunId run, TaskId task, MethodId method)
    {
        removeWhatSaysNothing(run, task, method);
        const std::int64_t candidateId = candidateRow(task, method);
        const bool known = hasKnownOutcome(m_evaluation);
        const bool last = known && !hasLaterRound(run, task, method);
        if (known)
            unmarkEarlierRounds(run, task, method);
        const std::string category = categoryOf(task);
        static const std::string sql = oneRow(evaluationInto, evaluationColumns);
        m_id = bindEvaluation({}, {run, task, method, category, last}, candidateId, m_evaluation,
                              [this](const auto &...values) { return add(sql, values...); });
        addExtra();
        if (m_failure)
            m_failure = insertParts(m_database, m_id, m_evaluation);
        if (m_failure)
            m_failure = insertFailure(m_database, m_id, m_evaluation);
        if (!m_failure)
            return std::move(m_failure).error();
        return RowId{m_id};
    }

private:
    template <typename... Values>
    std::int64_t add(std::string_view sql, const Values &...values)
    {
        if (!m_failure)
            return 0;
        const auto id = m_database.insert(sql, values...);
        if (!id)
            m_failure = id.error();
        return id ? *id : 0;
    }

    BlobId blob(std::string_view content)
    {
        if (!m_failure)
            return std::nullopt;
        auto id = putBlob(m_database, content);
        if (!id)
            m_failure = id.error();
        return id ? *id : std::nullopt;
    }

    std::string categoryOf(TaskId task)
    {
        if (!m_failure)
            return {};
        auto category = storedCategory(m_database, task);
        if (!category)
            m_failure = category.error();
        return category ? category->value_or(std::string()) : std::string();
    }

    /// Removes an evaluation without information about the candidate, which the new result
    /// replaces: an infrastructure error, or a round without a record.
    void removeWhatSaysNothing(RunId run, TaskId task, MethodId method)
    {
        const auto found = m_database.lookup(
            "SELECT id FROM evaluation WHERE run_id = ? AND task_id = ? AND method_id = ? AND "
            "sample = ? AND round = ? AND attempt = ? AND (outcome = 'infra_error' OR (verdict = "
            "'not_recorded' AND NOT EXISTS (SELECT 1 FROM evaluation_extra x WHERE x.evaluation_id "
            "= evaluation.id AND x.original IS NOT NULL)))",
            run.value, task.value, method.value, m_evaluation.candidate.sample,
            m_evaluation.candidate.round, m_evaluation.attempt);
        if (!found)
            m_failure = found.error();
        if (!found || !*found)
            return;
        for (const char *statement :
             {"DELETE FROM kernel_activity WHERE evaluation_id = ?",
              "DELETE FROM work WHERE evaluation_id = ?",
              "DELETE FROM kernel_counter WHERE profile_id IN (SELECT id FROM counter_profile "
              "WHERE evaluation_id = ?)",
              "DELETE FROM instruction_samples WHERE profile_id IN (SELECT id FROM "
              "counter_profile WHERE evaluation_id = ?)",
              "DELETE FROM counter_profile WHERE evaluation_id = ?",
              "DELETE FROM trial_output WHERE trial_id IN (SELECT id FROM trial WHERE "
              "evaluation_id = ?)",
              "DELETE FROM trial WHERE evaluation_id = ?",
              "DELETE FROM evaluation_extra WHERE evaluation_id = ?",
              "DELETE FROM evaluation_flag WHERE evaluation_id = ?",
              "DELETE FROM timing WHERE evaluation_id = ?",
              "DELETE FROM finding WHERE evaluation_id = ?",
              "DELETE FROM diagnostic WHERE evaluation_id = ?",
              "DELETE FROM generated_code WHERE evaluation_id = ?",
              "DELETE FROM evaluation WHERE id = ?"}) {
            if (m_failure)
                m_failure = m_database.run(statement, **found);
        }
    }

    std::int64_t candidateRow(TaskId task, MethodId method)
    {
        const Candidate &candidate = m_evaluation.candidate;
        CandidateReferences references{blob(candidate.source), blob(candidate.feedback), {}};
        const auto request = requestOf(m_database, candidate.request);
        if (request)
            references.request = *request;
        else if (m_failure)
            m_failure = request.error();
        if (!m_failure)
            return 0;
        // Inserts without a lookup, because most candidates are new.
        static const std::string sql
            = oneRow(candidateInto, candidateColumns) + std::string(candidateConflict);
        const std::int64_t added
            = bindCandidate({}, task, method, candidate, references,
                            [this](const auto &...values) { return add(sql, values...); });
        if (!m_failure || m_database.changedRows() > 0)
            return added;
        const auto known = storedCandidate(m_database, task, method, candidate, references.source,
                                           references.feedback);
        if (!known)
            m_failure = known.error();
        return known ? *known : 0;
    }

    bool hasLaterRound(RunId run, TaskId task, MethodId method)
    {
        if (!m_failure)
            return false;
        const auto found = m_database.lookup(
            "SELECT 1 FROM evaluation WHERE run_id = ? AND task_id = ? AND method_id = ? AND "
            "sample = ? AND round > ? AND outcome NOT IN ('unknown', 'infra_error') LIMIT 1",
            run.value, task.value, method.value, m_evaluation.candidate.sample,
            m_evaluation.candidate.round);
        if (!found)
            m_failure = found.error();
        return found && found->has_value();
    }

    void unmarkEarlierRounds(RunId run, TaskId task, MethodId method)
    {
        if (!m_failure)
            return;
        m_failure = m_database.run(
            "UPDATE evaluation SET is_last_round = 0 WHERE run_id = ? AND task_id = ? AND "
            "method_id = ? AND sample = ? AND round < ? AND is_last_round = 1",
            run.value, task.value, method.value, m_evaluation.candidate.sample,
            m_evaluation.candidate.round);
    }

    void addExtra()
    {
        const ExtraTexts texts{blob(m_evaluation.buildLog), blob(m_evaluation.runLog),
                               blob(m_evaluation.originalRecord)};
        static const std::string sql = oneRow(extraInto, extraColumns);
        bindExtra(m_id, m_evaluation, texts,
                  [this](const auto &...values) { return add(sql, values...); });
    }

    Database &m_database;
    const Evaluation &m_evaluation;
    Status m_failure;
    std::int64_t m_id = 0;
};

std::string describe(const Evaluation &evaluation)
{
    const Candidate &candidate = evaluation.candidate;
    return "\"" + candidate.task + "\" by \"" + candidate.method + "\" (sample "
        + std::to_string(candidate.sample) + ", round " + std::to_string(candidate.round)
        + ", attempt " + std::to_string(evaluation.attempt) + ")";
}

/// Adds to the error which evaluation violates a constraint.
Result<RowId> explained(Result<RowId> id, const Database &database, const Evaluation &evaluation)
{
    if (id || !database.lastFailureWasConstraint())
        return id;
    if (database.lastFailureWasDuplicate())
        return alreadyRecorded(std::move(id).error(), evaluation);
    Error error = std::move(id).error();
    error.message
        = "the run, task or method of " + describe(evaluation) + " has not been added to the store";
    return error;
}

} // namespace

bool hasKnownOutcome(const Evaluation &evaluation)
{
    const Outcome outcome = outcomeOf(evaluation.verdict);
    return outcome != Outcome::Unknown && outcome != Outcome::InfraError;
}

Error alreadyRecorded(Error error, const Evaluation &evaluation)
{
    error.message = "the run has an evaluation of " + describe(evaluation) + " already";
    error.hint = "raise the attempt, or record into another run";
    return error;
}

Result<std::optional<std::string>> storedCategory(Database &database, TaskId task)
{
    const auto found
        = readList<std::string>(database, "SELECT category FROM task WHERE id = ?", task.value);
    if (!found)
        return found.error();
    return found->empty() ? std::nullopt : std::optional(found->front());
}

Result<std::int64_t> storedCandidate(Database &database, TaskId task, MethodId method,
                                     const Candidate &candidate, std::optional<std::int64_t> source,
                                     std::optional<std::int64_t> feedback)
{
    const auto known = database.lookup(
        "SELECT id FROM candidate WHERE task_id = ? AND method_id = ? AND sample = ? AND "
        "round = ? AND ifnull(source_blob, 0) = ? AND ifnull(feedback_blob, 0) = ? AND "
        "language = ? AND file_name = ?",
        task.value, method.value, candidate.sample, candidate.round, source.value_or(0),
        feedback.value_or(0), candidate.language, candidate.fileName);
    if (!known)
        return known.error();
    return known->value_or(0);
}

Result<RowId> insertEvaluation(Database &database, RunId run, TaskId task, MethodId method,
                               const Evaluation &evaluation)
{
    return explained(EvaluationInsert(database, evaluation).insert(run, task, method), database,
                     evaluation);
}

} // namespace loupe
