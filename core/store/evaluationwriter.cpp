// SPDX-License-Identifier: Apache-2.0
#include "core/store/evaluationwriter.h"

#include "core/base/json.h"
#include "core/store/blobstore.h"
#include "core/store/failurerows.h"
#include "core/store/findingrows.h"
#include "core/store/profilerows.h"
#include "core/store/reviewrows.h"

namespace loupe {

namespace {

using BlobId = std::optional<std::int64_t>;

/// What goes into the rows of one evaluation; a failed step is kept and ends the others.
class EvaluationInsert
{
public:
    EvaluationInsert(Database &database, const Evaluation &evaluation,
                     const EvaluationOfNewRun *known = nullptr)
        : m_database(database)
        , m_evaluation(evaluation)
        , m_known(known)
    {
    }

    Result<RowId> insert(RunId run, TaskId task, MethodId method)
    {
        const Candidate &candidate = m_evaluation.candidate;
        if (m_known == nullptr)
            removeInfraError(run, task, method);
        const std::int64_t candidateId = candidateRow(task, method);
        const Outcome outcome = outcomeOf(m_evaluation.verdict);
        const bool known = outcome != Outcome::Unknown && outcome != Outcome::InfraError;
        const bool last = known
            && (m_known == nullptr ? !hasLaterRound(run, task, method) : m_known->isLastRound);
        if (known && m_known == nullptr)
            unmarkEarlierRounds(run, task, method);
        m_id = add(
            "INSERT INTO evaluation (run_id, task_id, method_id, candidate_id, sample, round, "
            "attempt, is_last_round, category, outcome, verdict, strict_verdict, speedup, "
            "speedup_low, speedup_high, candidate_ms, baseline_ms, message, withheld) VALUES (?, "
            "?, "
            "?, ?, ?, ?, ?, ?, (SELECT category FROM task WHERE id = ?2), ?, ?, ?, ?, ?, ?, ?, ?, "
            "?, "
            "?)",
            run.value, task.value, method.value, candidateId, candidate.sample, candidate.round,
            m_evaluation.attempt, last, name(outcome), facts(m_evaluation.verdict).id,
            facts(m_evaluation.strictVerdict).id, m_evaluation.speedup, m_evaluation.speedupLow,
            m_evaluation.speedupHigh, m_evaluation.candidateMs, m_evaluation.baselineMs,
            m_evaluation.message, isWithheldUnreviewed(m_evaluation.findings));
        addExtra();
        addFlags();
        addTrials();
        addTimings();
        addDiagnostics();
        if (m_failure)
            m_failure = insertActivity(m_database, m_id, m_evaluation);
        if (m_failure)
            m_failure = insertFindings(m_database, m_id, m_evaluation.findings);
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

    /// As blob, of a text that may be packed already.
    BlobId text(const std::string &content, PackedBlob PackedTexts::*packed)
    {
        if (m_known == nullptr)
            return blob(content);
        if (!m_failure)
            return std::nullopt;
        const auto id = m_known->blobs.put(m_known->texts.*packed);
        if (!id)
            m_failure = id.error();
        return id ? *id : std::nullopt;
    }

    /// A failure of the machinery says nothing about the candidate: what was found out since takes
    /// its place.
    void removeInfraError(RunId run, TaskId task, MethodId method)
    {
        const auto found = m_database.lookup(
            "SELECT id FROM evaluation WHERE run_id = ? AND task_id = ? AND method_id = ? AND "
            "sample = ? AND round = ? AND attempt = ? AND outcome = 'infra_error'",
            run.value, task.value, method.value, m_evaluation.candidate.sample,
            m_evaluation.candidate.round, m_evaluation.attempt);
        if (!found)
            m_failure = found.error();
        if (!found || !*found)
            return;
        if (m_failure)
            m_failure = removeProfileRows(m_database, **found);
        constexpr const char *outputs
            = "DELETE FROM trial_output WHERE trial_id IN (SELECT id FROM "
              "trial WHERE evaluation_id = ?)";
        for (const char *statement : {outputs, "DELETE FROM trial WHERE evaluation_id = ?",
                                      "DELETE FROM evaluation_extra WHERE evaluation_id = ?",
                                      "DELETE FROM evaluation_flag WHERE evaluation_id = ?",
                                      "DELETE FROM timing WHERE evaluation_id = ?",
                                      "DELETE FROM finding WHERE evaluation_id = ?",
                                      "DELETE FROM diagnostic WHERE evaluation_id = ?",
                                      "DELETE FROM evaluation WHERE id = ?"}) {
            if (m_failure)
                m_failure = m_database.run(statement, **found);
        }
    }

    std::int64_t candidateRow(TaskId task, MethodId method)
    {
        const Candidate &candidate = m_evaluation.candidate;
        const BlobId source = text(candidate.source, &PackedTexts::source);
        const BlobId feedback = text(candidate.feedback, &PackedTexts::feedback);
        if (!m_failure)
            return 0;
        // Most are new: a look-up before each would cost as much again.
        const std::int64_t added
            = add("INSERT INTO candidate (task_id, method_id, sample, round, source_blob, "
                  "feedback_blob, language, file_name, input_tokens, output_tokens, requests, "
                  "dollars, generation_seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON "
                  "CONFLICT DO NOTHING",
                  task.value, method.value, candidate.sample, candidate.round, source, feedback,
                  candidate.language, candidate.fileName, candidate.cost.inputTokens,
                  candidate.cost.outputTokens, candidate.cost.requests, candidate.cost.dollars,
                  candidate.cost.seconds);
        if (!m_failure || m_database.changedRows() > 0)
            return added;
        const auto known = m_database.lookup(
            "SELECT id FROM candidate WHERE task_id = ? AND method_id = ? AND sample = ? AND "
            "round = ? AND ifnull(source_blob, 0) = ? AND ifnull(feedback_blob, 0) = ? AND "
            "language = ? AND file_name = ?",
            task.value, method.value, candidate.sample, candidate.round, source.value_or(0),
            feedback.value_or(0), candidate.language, candidate.fileName);
        if (!known)
            m_failure = known.error();
        return known && *known ? **known : 0;
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
        const BlobId buildLog = text(m_evaluation.buildLog, &PackedTexts::buildLog);
        const BlobId runLog = text(m_evaluation.runLog, &PackedTexts::runLog);
        const BlobId original = text(m_evaluation.originalRecord, &PackedTexts::originalRecord);
        add("INSERT INTO evaluation_extra (evaluation_id, baseline, build_ms, verify_ms, time_ms, "
            "build_log, run_log, original, started_at, finished_at) VALUES (?, ?, ?, ?, ?, ?, ?, "
            "?, ?, ?)",
            m_id, m_evaluation.baseline, m_evaluation.buildMs, m_evaluation.verifyMs,
            m_evaluation.timeMs, buildLog, runLog, original, m_evaluation.startedAt,
            m_evaluation.finishedAt);
    }

    void addFlags()
    {
        int position = 0;
        for (const std::string &flag : m_evaluation.flags)
            add("INSERT INTO evaluation_flag (evaluation_id, position, flag) VALUES (?, ?, ?)",
                m_id, position++, flag);
    }

    void addTrials()
    {
        for (const Trial &trial : m_evaluation.trials) {
            const std::int64_t trialId
                = add("INSERT INTO trial (evaluation_id, trial_index, case_name, seed, verdict, "
                      "message) VALUES (?, ?, ?, ?, ?, ?)",
                      m_id, trial.index, trial.caseName, trial.seed, facts(trial.verdict).id,
                      trial.message);
            int position = 0;
            for (const OutputComparison &output : trial.outputs)
                addOutput(trialId, position++, output);
        }
    }

    void addOutput(std::int64_t trialId, int position, const OutputComparison &output)
    {
        const MismatchMap &map = output.map;
        const BlobId share
            = blob({reinterpret_cast<const char *>(map.share.data()), map.share.size()});
        add("INSERT INTO trial_output (trial_id, position, output, elements, mismatched, "
            "unwritten, not_a_number, max_absolute_error, mean_absolute_error, "
            "max_relative_error, absolute_tolerance, relative_tolerance, shape, worst_index, "
            "worst_expected, worst_actual, first_mismatch, pattern, dtype, mean_relative_error, "
            "expected_nan, expected_infinite, actual_nan, actual_infinite, cosine, l1_relative, "
            "rmse, map_rows, map_columns, map_cell_rows, map_cell_columns, map_share, "
            "error_counts) VALUES (?, "
            "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
            "?, ?, ?, ?)",
            trialId, position, output.output, output.elements, output.mismatched, output.unwritten,
            output.notANumber, output.maxAbsoluteError, output.meanAbsoluteError,
            output.maxRelativeError, output.absoluteTolerance, output.relativeTolerance,
            Json(output.shape).dump(), Json(output.worstIndex).dump(), output.worstExpected,
            output.worstActual, Json(output.firstMismatch).dump(), output.pattern, output.dtype,
            output.meanRelativeError, output.expectedNan, output.expectedInfinite, output.actualNan,
            output.actualInfinite, output.cosine, output.l1Relative, output.rmse, map.rows,
            map.columns, map.cellRows, map.cellColumns, share,
            output.errorCounts.empty() ? std::string() : Json(output.errorCounts).dump());
    }

    void addTimings()
    {
        int position = 0;
        for (const TimingSeries &series : m_evaluation.timings) {
            const BlobId samples = blob(packDoubles(series.samplesMs));
            const BlobId calls = blob(packIntegers(series.callsPerSample));
            add("INSERT INTO timing (evaluation_id, position, role, clock, case_name, "
                "overhead_ms, sample_count, samples_ms, calls) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                m_id, position++, series.role, series.clock, series.caseName, series.overheadMs,
                series.samplesMs.size(), samples, calls);
        }
    }

    void addDiagnostics()
    {
        constexpr std::string_view severities[] = {"note", "warning", "error"};
        int position = 0;
        for (const Diagnostic &each : m_evaluation.diagnostics)
            add("INSERT INTO diagnostic (evaluation_id, position, severity, file, line, "
                "column_number, message, is_first_cause) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                m_id, position++, severities[static_cast<std::size_t>(each.severity)], each.file,
                each.line, each.column, each.message, each.isFirstCause);
    }

    Database &m_database;
    const Evaluation &m_evaluation;
    const EvaluationOfNewRun *m_known; ///< nullptr: the run may hold anything
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

/// Says which evaluation it was that the store's rules forbid.
Result<RowId> explained(Result<RowId> id, const Database &database, const Evaluation &evaluation)
{
    if (id || !database.lastFailureWasConstraint())
        return id;
    Error error = std::move(id).error();
    if (database.lastFailureWasDuplicate()) {
        error.message = "the run has an evaluation of " + describe(evaluation) + " already";
        error.hint = "raise the attempt, or record into another run";
    } else {
        error.message = "the run, task or method of " + describe(evaluation)
            + " has not been added to the store";
    }
    return error;
}

} // namespace

Result<RowId> insertEvaluation(Database &database, RunId run, TaskId task, MethodId method,
                               const Evaluation &evaluation)
{
    return explained(EvaluationInsert(database, evaluation).insert(run, task, method), database,
                     evaluation);
}

Result<RowId> insertEvaluation(Database &database, RunId run, TaskId task, MethodId method,
                               const Evaluation &evaluation, const EvaluationOfNewRun &known)
{
    return explained(EvaluationInsert(database, evaluation, &known).insert(run, task, method),
                     database, evaluation);
}

} // namespace loupe
