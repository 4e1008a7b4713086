// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/evaluationreader.h"

#include "core/model/record/protocolname.h"
#include "core/store/read/metricquery.h"
#include "core/store/read/referencefinder.h"
#include "core/store/rows/evaluationcolumns.h"
#include "core/store/rows/evaluationrows.h"
#include "core/store/rows/findingrows.h"
#include "core/store/rows/readqueries.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
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
        const Status done = readRows(
            m_database, sql,
            [&](const Statement &row) {
                ++count;
                each(row);
            },
            m_id.value);
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
            m_failure = noEvaluation(m_database, m_id);
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

Status readFigures(Database &database, RowId id, Evaluation &out)
{
    bool isThere = false;
    Status read = readRows(
        database,
        "SELECT speedup, speedup_low, speedup_high, candidate_ms, baseline_ms FROM evaluation "
        "WHERE id = ?",
        [&](const Statement &row) {
            isThere = true;
            using Number = std::optional<double>;
            std::tie(out.speedup, out.speedupLow, out.speedupHigh, out.candidateMs, out.baselineMs)
                = readValues<Number, Number, Number, Number, Number>(row);
        },
        id.value);
    if (read && !isThere)
        return noEvaluation(database, id);
    return read;
}

Status readSeries(Database &database, RowId id, Evaluation &out)
{
    std::optional<Error> damage;
    Status read = readRows(
        database,
        "SELECT t.role, t.clock, t.case_name, t.overhead_ms, s.data, s.codec, s.size, c.data, "
        "c.codec, c.size, t.samples_by_process FROM timing t LEFT JOIN blob s ON s.id = "
        "t.samples_ms LEFT JOIN blob c ON c.id = t.calls WHERE t.evaluation_id = ? ORDER BY "
        "t.position",
        [&](const Statement &row) {
            const auto [role, clock, caseName, overheadMs, packedSamples, packedCalls, processes]
                = readValues<std::string, std::string, std::string, double, BlobRow, BlobRow,
                             std::vector<std::int64_t>>(row);
            const auto samples = packedSamples.content();
            const auto calls = packedCalls.content();
            if (!samples || !calls) {
                damage = samples ? calls.error() : samples.error();
                return;
            }
            out.timings.push_back({role, clock, caseName, unpackDoubles(*samples),
                                   unpackIntegers(*calls), overheadMs, processes});
        },
        id.value);
    if (read && damage) {
        damage->where = database.file().string() + ":evaluation " + std::to_string(id.value);
        return *damage;
    }
    return read;
}

Result<CandidateSource> readSource(Database &database, RowId id)
{
    std::optional<CandidateSource> out;
    std::optional<Error> damage;
    Status read = readRows(
        database,
        "SELECT c.id, b.data, b.codec, b.size FROM evaluation e JOIN candidate c ON c.id = "
        "e.candidate_id LEFT JOIN blob b ON b.id = c.source_blob WHERE e.id = ?",
        [&](const Statement &row) {
            const auto [candidate, packed] = readValues<CandidateId, BlobRow>(row);
            out = CandidateSource{candidate, {}};
            auto text = packed.content();
            if (text)
                out->text = std::move(*text);
            else
                damage = std::move(text).error();
        },
        id.value);
    if (!read)
        return std::move(read).error();
    if (damage) {
        damage->where = database.file().string() + ":evaluation " + std::to_string(id.value);
        return std::move(*damage);
    }
    if (!out)
        return noEvaluation(database, id);
    return std::move(*out);
}

std::vector<std::string> flagsOf(std::string_view text)
{
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        out.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return out;
}

} // namespace

Result<EvaluationDetail> readEvaluation(Database &database, RowId id)
{
    return DetailQuery(database, id).read();
}

Result<std::vector<Evaluation>> readMeasurements(Database &database,
                                                 std::span<const RowId> evaluations)
{
    std::vector<Evaluation> out(evaluations.size());
    for (std::size_t i = 0; i < evaluations.size(); ++i) {
        Status read = readFigures(database, evaluations[i], out[i]);
        if (read)
            read = readSeries(database, evaluations[i], out[i]);
        if (read)
            read = readWork(database, evaluations[i].value, out[i]);
        if (!read)
            return read.error();
    }
    return out;
}

Result<std::vector<CandidateSource>> readSources(Database &database,
                                                 std::span<const RowId> evaluations)
{
    std::vector<CandidateSource> out;
    out.reserve(evaluations.size());
    for (const RowId id : evaluations) {
        auto source = readSource(database, id);
        if (!source)
            return std::move(source).error();
        out.push_back(std::move(*source));
    }
    return out;
}

/// Lists the values that MetricRow lacks: e is the evaluation, x its texts, b its source, r its run
/// in the environment n.
template <typename Columns>
void listColumns(Columns &columns, RecordedState &state)
{
    columns("e.attempt", state.attempt);
    columns("n.device_name", state.device);
    columns("x.baseline", state.baseline);
    columns("lower(hex(b.sha256))", state.sourceDigest);
    columns.parsed("(SELECT group_concat(g.flag, char(10)) FROM evaluation_flag g WHERE "
                   "g.evaluation_id = e.id)",
                   state.flags, flagsOf);
    columns("r.origin = 'engine'", state.isMeasuredHere);
    columns("e.speedup_low", state.speedupLow);
    columns("e.speedup_high", state.speedupHigh);
}

Result<std::vector<RecordedState>> readRecordedStates(TwinTransactions &store,
                                                      const SqlCondition &condition)
{
    auto rows = readMetricRows(store, {condition, true}, {});
    if (!rows)
        return std::move(rows).error();
    std::vector<RecordedState> out;
    for (std::size_t i = 0; i < (*rows)->count(); ++i) {
        for (MetricRow &row : (*rows)->part(i))
            out.emplace_back().row = std::move(row);
    }
    auto statement = store.first.prepare(
        "SELECT e.id, w.evaluation_id IS NOT NULL, " + columnNames<WorkRecord>().list("w.") + ", "
        + columnNames<RecordedState>().list()
        + " FROM evaluation e "
          "JOIN run r ON r.id = e.run_id "
          "JOIN environment n ON n.id = r.environment_id "
          "JOIN candidate c ON c.id = e.candidate_id LEFT JOIN blob b ON b.id = c.source_blob "
          "LEFT JOIN evaluation_extra x ON x.evaluation_id = e.id "
          "LEFT JOIN work w ON w.evaluation_id = e.id WHERE "
        + condition.text + " ORDER BY e.id");
    if (!statement)
        return std::move(statement).error();
    condition.bindTo(*statement);
    std::size_t at = 0;
    const Status read = forEachRow(*statement, [&](const Statement &row) {
        auto [id, hasWork, work, rest] = readValues<RowId, bool, WorkRecord, RecordedState>(row);
        if (at >= out.size() || out[at].row.id != id)
            return;
        RecordedState &state = out[at++];
        rest.row = std::move(state.row);
        if (hasWork)
            rest.work = std::move(work);
        state = std::move(rest);
    });
    if (!read)
        return read.error();
    if (at != out.size())
        return store.first.fileError(
            Errc::Corrupt,
            "an evaluation refers to a candidate, run or environment that is missing",
            "kloupe check FILE lists the damage; restore a backup");
    return out;
}

} // namespace loupe
