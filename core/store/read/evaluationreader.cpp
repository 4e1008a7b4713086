// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/evaluationreader.h"

#include "core/model/record/protocolname.h"
#include "core/store/read/referencefinder.h"
#include "core/store/rows/evaluationcolumns.h"
#include "core/store/rows/findingrows.h"
#include "core/store/rows/profilerows.h"
#include "core/store/rows/readqueries.h"
#include "core/store/sqlite/blobstore.h"

#include <algorithm>
#include <set>
#include <utility>

namespace loupe {

/// Lists what is read of a candidate c and its request q.
template <typename Columns>
void listColumns(Columns &columns, Candidate &candidate)
{
    columns.blob("c.source_blob", candidate.source);
    columns.blob("c.feedback_blob", candidate.feedback);
    columns("c.language", candidate.language);
    columns("c.file_name", candidate.fileName);
    listColumns(columns, candidate.cost);
    columns("q.uuid", candidate.request);
}

/// Lists what is read of table `evaluation_extra`.
template <typename Columns>
void listColumns(Columns &columns, Evaluation &evaluation)
{
    columns("baseline", evaluation.baseline);
    columns("build_ms", evaluation.buildMs);
    columns("verify_ms", evaluation.verifyMs);
    columns("time_ms", evaluation.timeMs);
    columns.blob("build_log", evaluation.buildLog);
    columns.blob("run_log", evaluation.runLog);
    columns.blob("original", evaluation.originalRecord);
    columns("started_at", evaluation.startedAt);
    columns("finished_at", evaluation.finishedAt);
}

namespace {

/// Reads one evaluation table by table; stops at the first failure.
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
        if (m_failure && !shapesOf(m_detail.run.protocol).empty())
            setMinSpeedup(m_detail.evaluation.timings, m_detail.row);
        readDiagnostics();
        readGeneratedCode();
        readProfiles();
        readRuleFindings();
        readReferences();
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

    void readReferences()
    {
        const Evaluation &evaluation = m_detail.evaluation;
        const bool isComplete = evaluation.speedup.has_value();
        if (!m_failure || !evaluation.candidateMs || (evaluation.baselineMs && !isComplete))
            return;
        auto finder = ReferenceFinder::read(m_database);
        if (!finder) {
            m_failure = std::move(finder).error();
            return;
        }
        rows("SELECT task_id, run_id FROM evaluation WHERE id = ?", [&](const Statement &row) {
            const auto [task, run] = readValues<std::int64_t, std::int64_t>(row);
            const auto found = finder->of(task, run,
                                          isComplete ? ReferenceFinder::Times::FurtherOnly
                                                     : ReferenceFinder::Times::All);
            if (found)
                m_detail.references = *found;
        });
        readFurtherSamples();
    }

    static bool isTimedAlone(const ReferenceTime &time) { return time.source == furtherSource; }
    static auto isOf(std::string_view baseline, std::string_view run)
    {
        return [baseline, run](const ReferenceTime &each) {
            return each.baseline == baseline && each.run == run && isTimedAlone(each);
        };
    }

    void readFurtherSamples()
    {
        if (std::ranges::none_of(m_detail.references, isTimedAlone))
            return;
        std::set<std::string> several; // baselines that were timed on several inputs
        rows("SELECT g.baseline, r.name, g.source, g.original FROM evaluation e JOIN golden_record "
             "g ON g.task_id = e.task_id JOIN run r ON r.id = g.run_id WHERE e.id = ?",
             [&](const Statement &row) {
                 const auto values = readValues<std::string, std::string_view, std::string_view,
                                                std::optional<std::int64_t>>(row);
                 const auto &[baseline, run, source, original] = values;
                 if (source != furtherSource
                     || std::ranges::none_of(m_detail.references, isOf(baseline, run)))
                     return;
                 auto samples = furtherSamples(blob(original));
                 if (samples
                     && !m_detail.furtherSamples.try_emplace(baseline, std::move(*samples)).second)
                     several.insert(baseline);
             });
        for (const std::string &baseline : several)
            m_detail.furtherSamples.erase(baseline);
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
        const int found = rows(resultRowSelect() + "WHERE e.id = ?",
                               [&](const Statement &row) { m_detail.row = resultRowFrom(row); });
        if (m_failure && found == 0)
            m_failure
                = Error{Errc::NotFound, "the store has no evaluation " + std::to_string(m_id.value),
                        m_database.file().string(), "kloupe query STORE lists the evaluations"};
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
        evaluation.traits = row.traits;
    }

    void readTask()
    {
        rows(taskSelect() + "WHERE t.id = (SELECT task_id FROM evaluation WHERE id = ?)",
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
        rows(runSelect() + "WHERE r.id = (SELECT run_id FROM evaluation WHERE id = ?)",
             [&](const Statement &row) { m_detail.run = runFrom(row); });
    }

    void readCandidate()
    {
        Candidate &candidate = m_detail.evaluation.candidate;
        candidate.task = m_detail.row.task;
        candidate.method = m_detail.row.method;
        candidate.sample = m_detail.row.sample;
        candidate.round = m_detail.row.round;
        rows("SELECT e.attempt, " + columnNames<Candidate>().list()
                 + " FROM evaluation e JOIN candidate c ON c.id = e.candidate_id LEFT JOIN request "
                   "q ON q.id = c.request_id WHERE e.id = ?",
             [&](const Statement &row) { readInto(row, m_detail.evaluation.attempt, candidate); });
    }

    void readExtra()
    {
        rows(selectOf<Evaluation>("FROM evaluation_extra WHERE evaluation_id = ?"),
             [&](const Statement &row) { readInto(row, m_detail.evaluation); });
    }

    void readFlags()
    {
        rows(
            "SELECT flag FROM evaluation_flag WHERE evaluation_id = ? ORDER BY position",
            [&](const Statement &row) { readInto(row, m_detail.evaluation.flags.emplace_back()); });
    }

    /// Reads the first columns of a row with their blobs, and records a failure.
    template <typename... Values>
    void readInto(const Statement &row, Values &...values)
    {
        RowReader reader(m_database, row, 0);
        (readNext(reader, values), ...);
        if (m_failure)
            m_failure = reader.failure();
    }

    /// Reads the rows of a table that are ordered by position.
    template <typename Row>
    void readAll(const std::string &table, std::vector<Row> &out)
    {
        rows(selectOf<Row>("FROM " + table + " WHERE evaluation_id = ? ORDER BY position"),
             [&](const Statement &row) { readInto(row, out.emplace_back()); });
    }

    void readTrials()
    {
        rows("SELECT id, " + columnNames<Trial>().list()
                 + " FROM trial WHERE evaluation_id = ? ORDER BY id",
             [&](const Statement &row) {
                 std::int64_t id = 0;
                 std::vector<Trial> &trials = m_detail.evaluation.trials;
                 readInto(row, id, trials.emplace_back());
                 m_trialPlace.emplace(id, trials.size() - 1);
             });
    }

    void readOutputs()
    {
        rows("SELECT o.trial_id, " + columnNames<OutputComparison>().list("o.")
                 + " FROM trial i JOIN trial_output o ON o.trial_id = i.id WHERE i.evaluation_id "
                   "= ? ORDER BY i.id, o.position",
             [&](const Statement &row) {
                 std::int64_t trial = 0;
                 OutputComparison output;
                 readInto(row, trial, output);
                 // A map whose sizes disagree with its cells is discarded.
                 if (output.map.rows <= 0 || !isConsistent(output.map))
                     output.map = {};
                 m_detail.evaluation.trials[m_trialPlace.at(trial)].outputs.push_back(
                     std::move(output));
             });
    }

    void readTimings() { readAll("timing", m_detail.evaluation.timings); }
    void readDiagnostics() { readAll("diagnostic", m_detail.evaluation.diagnostics); }
    void readGeneratedCode() { readAll("generated_code", m_detail.evaluation.generatedCode); }

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
