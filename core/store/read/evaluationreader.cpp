// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/evaluationreader.h"

#include "core/base/json.h"
#include "core/store/rows/findingrows.h"
#include "core/store/rows/profilerows.h"
#include "core/store/rows/readqueries.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowloop.h"

namespace loupe {

namespace {

/// An array of whole numbers as the writer stored it; anything else reads as empty.
std::vector<std::int64_t> integersFrom(std::string_view text)
{
    std::vector<std::int64_t> out;
    const Result<Json> parsed = parseJson(text, "store");
    if (!parsed || !parsed->is_array())
        return out;
    for (const Json &item : *parsed) {
        if (item.is_number_integer())
            out.push_back(item.get<std::int64_t>());
    }
    return out;
}

OutputComparison outputFrom(const Statement &row)
{
    OutputComparison out;
    out.output = row.text(0);
    out.elements = row.integer(1);
    out.mismatched = row.integer(2);
    out.unwritten = row.integer(3);
    out.notANumber = row.integer(4);
    out.maxAbsoluteError = row.real(5);
    out.meanAbsoluteError = row.real(6);
    out.maxRelativeError = row.real(7);
    out.absoluteTolerance = row.real(8);
    out.relativeTolerance = row.real(9);
    out.shape = integersFrom(row.textView(10));
    out.worstIndex = integersFrom(row.textView(11));
    out.worstExpected = row.real(12);
    out.worstActual = row.real(13);
    out.firstMismatch = integersFrom(row.textView(14));
    out.pattern = row.text(15);
    out.dtype = row.text(17);
    out.meanRelativeError = row.real(18);
    out.expectedNan = row.integer(19);
    out.expectedInfinite = row.integer(20);
    out.actualNan = row.integer(21);
    out.actualInfinite = row.integer(22);
    out.cosine = row.optionalReal(23);
    out.l1Relative = row.optionalReal(24);
    out.rmse = row.optionalReal(25);
    return out;
}

/// The map, where its sizes agree with the cells that were stored; none otherwise.
MismatchMap mapFrom(const Statement &row, const std::string &share)
{
    MismatchMap map{row.smallInteger(26),
                    row.smallInteger(27),
                    row.integer(28),
                    row.integer(29),
                    {share.begin(), share.end()}};
    return map.rows > 0 && isConsistent(map) ? map : MismatchMap();
}

/// The counts, where they are as many as there are bins; none otherwise.
ErrorCounts errorCountsFrom(std::string_view text)
{
    ErrorCounts counts = text.empty() ? ErrorCounts() : integersFrom(text);
    if (counts.size() != static_cast<std::size_t>(errorBins))
        counts.clear();
    return counts;
}

/// Reads one evaluation piece by piece; the first failure ends it.
class DetailQuery
{
public:
    DetailQuery(Database &database, RowId id) : m_database(database), m_id(id) { }

    Result<EvaluationDetail> read()
    {
        readRow();
        readTask();
        readRun();
        readCandidate();
        readExtra();
        readFlags();
        readTrials();
        readOutputs();
        readTimings();
        readDiagnostics();
        readProfiles();
        readRuleFindings();
        if (!m_failure)
            return std::move(m_failure).error();
        return std::move(m_detail);
    }

private:
    /// Runs `each` for the rows of a query whose only parameter is the evaluation.
    template <typename Each>
    int rows(const std::string &sql, Each each)
    {
        if (!m_failure)
            return 0;
        int count = 0;
        auto statement = m_database.cached(sql);
        if (!statement) {
            m_failure = std::move(statement).error();
            return 0;
        }
        (*statement)->bindAll(m_id.value);
        const Status done = forEachRow(**statement, [&](const Statement &row) {
            ++count;
            each(row);
        });
        if (!done)
            m_failure = done;
        return count;
    }

    std::string blob(std::optional<std::int64_t> id)
    {
        if (!m_failure)
            return {};
        auto content = getBlob(m_database, id);
        if (!content) {
            m_failure = std::move(content).error();
            return {};
        }
        return std::move(content).value();
    }

    void readRow()
    {
        const int found = rows(std::string(resultRowSelect) + "WHERE e.id = ?",
                               [&](const Statement &row) { m_detail.row = resultRowFrom(row); });
        if (m_failure && found == 0)
            m_failure = Error{Errc::NotFound,
                              "the store has no evaluation " + std::to_string(m_id.value),
                              m_database.file().string(),
                              "kloupe query STORE lists the evaluations",
                              {}};
        Evaluation &evaluation = m_detail.evaluation;
        const ResultRow &row = m_detail.row;
        evaluation.verdict = row.verdict;
        evaluation.strictVerdict = row.strictVerdict;
        evaluation.message = row.message;
        evaluation.speedup = row.speedup;
        evaluation.speedupLow = row.speedupLow;
        evaluation.speedupHigh = row.speedupHigh;
        evaluation.candidateMs = row.candidateMs;
        evaluation.baselineMs = row.baselineMs;
    }

    void readTask()
    {
        rows(std::string(taskSelect) + "WHERE t.id = (SELECT task_id FROM evaluation WHERE id = ?)",
             [&](const Statement &row) {
                 auto task = taskFrom(m_database, row);
                 if (task)
                     m_detail.task = std::move(task).value();
                 else
                     m_failure = std::move(task).error();
             });
    }

    void readRun()
    {
        rows(std::string(runSelect) + "WHERE r.id = (SELECT run_id FROM evaluation WHERE id = ?)",
             [&](const Statement &row) { m_detail.run = runFrom(row); });
    }

    void readCandidate()
    {
        Candidate &candidate = m_detail.evaluation.candidate;
        candidate.task = m_detail.row.task;
        candidate.method = m_detail.row.method;
        candidate.sample = m_detail.row.sample;
        candidate.round = m_detail.row.round;
        rows("SELECT c.source_blob, c.feedback_blob, c.language, c.file_name, e.attempt, "
             "c.input_tokens, c.output_tokens, c.requests, c.dollars, c.generation_seconds FROM "
             "evaluation e JOIN candidate c ON c.id = e.candidate_id WHERE e.id = ?",
             [&](const Statement &row) {
                 candidate.source = blob(row.optionalInteger(0));
                 candidate.feedback = blob(row.optionalInteger(1));
                 candidate.language = row.text(2);
                 candidate.fileName = row.text(3);
                 m_detail.evaluation.attempt = row.smallInteger(4);
                 candidate.cost = generationCost(row, 5);
             });
    }

    void readExtra()
    {
        Evaluation &evaluation = m_detail.evaluation;
        rows("SELECT baseline, build_ms, verify_ms, time_ms, build_log, run_log, original, "
             "started_at, finished_at FROM evaluation_extra WHERE evaluation_id = ?",
             [&](const Statement &row) {
                 evaluation.baseline = row.text(0);
                 evaluation.buildMs = row.optionalReal(1);
                 evaluation.verifyMs = row.optionalReal(2);
                 evaluation.timeMs = row.optionalReal(3);
                 evaluation.buildLog = blob(row.optionalInteger(4));
                 evaluation.runLog = blob(row.optionalInteger(5));
                 evaluation.originalRecord = blob(row.optionalInteger(6));
                 evaluation.startedAt = row.text(7);
                 evaluation.finishedAt = row.text(8);
             });
    }

    void readFlags()
    {
        rows("SELECT flag FROM evaluation_flag WHERE evaluation_id = ? ORDER BY position",
             [&](const Statement &row) { m_detail.evaluation.flags.push_back(row.text(0)); });
    }

    void readTrials()
    {
        rows("SELECT id, trial_index, case_name, seed, verdict, message FROM trial WHERE "
             "evaluation_id = ? ORDER BY id",
             [&](const Statement &row) {
                 m_trialPlace.emplace(row.integer(0), m_detail.evaluation.trials.size());
                 Trial trial;
                 trial.index = row.smallInteger(1);
                 trial.caseName = row.text(2);
                 trial.seed = row.text(3);
                 trial.verdict = storedVerdict(row.textView(4));
                 trial.message = row.text(5);
                 m_detail.evaluation.trials.push_back(std::move(trial));
             });
    }

    void readOutputs()
    {
        rows("SELECT o.output, o.elements, o.mismatched, o.unwritten, o.not_a_number, "
             "o.max_absolute_error, o.mean_absolute_error, o.max_relative_error, "
             "o.absolute_tolerance, o.relative_tolerance, o.shape, o.worst_index, "
             "o.worst_expected, o.worst_actual, o.first_mismatch, o.pattern, o.trial_id, o.dtype, "
             "o.mean_relative_error, o.expected_nan, o.expected_infinite, o.actual_nan, "
             "o.actual_infinite, o.cosine, o.l1_relative, o.rmse, o.map_rows, o.map_columns, "
             "o.map_cell_rows, o.map_cell_columns, o.map_share, o.error_counts FROM trial i JOIN "
             "trial_output o ON o.trial_id = i.id WHERE i.evaluation_id = ? ORDER BY "
             "i.id, o.position",
             [&](const Statement &row) {
                 const std::size_t place = m_trialPlace.at(row.integer(16));
                 OutputComparison output = outputFrom(row);
                 output.map = mapFrom(row, blob(row.optionalInteger(30)));
                 output.errorCounts = errorCountsFrom(row.textView(31));
                 m_detail.evaluation.trials[place].outputs.push_back(std::move(output));
             });
    }

    void readTimings()
    {
        rows("SELECT role, clock, case_name, overhead_ms, samples_ms, calls FROM timing WHERE "
             "evaluation_id = ? ORDER BY position",
             [&](const Statement &row) {
                 TimingSeries series;
                 series.role = row.text(0);
                 series.clock = row.text(1);
                 series.caseName = row.text(2);
                 series.overheadMs = row.real(3);
                 series.samplesMs = unpackDoubles(blob(row.optionalInteger(4)));
                 series.callsPerSample = unpackIntegers(blob(row.optionalInteger(5)));
                 m_detail.evaluation.timings.push_back(std::move(series));
             });
    }

    void readDiagnostics()
    {
        rows("SELECT severity, file, line, column_number, message, is_first_cause FROM diagnostic "
             "WHERE evaluation_id = ? ORDER BY position",
             [&](const Statement &row) {
                 Diagnostic each;
                 const std::string_view severity = row.textView(0);
                 if (severity == "note")
                     each.severity = Severity::Note;
                 else if (severity == "warning")
                     each.severity = Severity::Warning;
                 each.file = row.text(1);
                 each.line = row.smallInteger(2);
                 each.column = row.smallInteger(3);
                 each.message = row.text(4);
                 each.isFirstCause = row.integer(5) != 0;
                 m_detail.evaluation.diagnostics.push_back(std::move(each));
             });
    }

    void readRuleFindings()
    {
        if (!m_failure)
            return;
        auto findings = readFindings(m_database, m_id.value);
        if (findings)
            m_detail.evaluation.findings = std::move(findings).value();
        else
            m_failure = std::move(findings).error();
    }

    void readProfiles()
    {
        if (m_failure)
            m_failure = readActivity(m_database, m_id.value, m_detail.evaluation);
        if (!m_failure)
            return;
        auto counters = readCounters(m_database, m_id.value);
        if (counters)
            m_detail.counters = std::move(counters).value();
        else
            m_failure = std::move(counters).error();
    }

    Database &m_database;
    RowId m_id;
    EvaluationDetail m_detail;
    Status m_failure;
    std::map<std::int64_t, std::size_t> m_trialPlace;
};

} // namespace

Result<EvaluationDetail> readEvaluation(Database &database, RowId id)
{
    return DetailQuery(database, id).read();
}

} // namespace loupe
