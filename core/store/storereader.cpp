// SPDX-License-Identifier: Apache-2.0
#include "core/store/storereader.h"

#include "core/store/annotationrows.h"
#include "core/store/blobstore.h"
#include "core/store/evaluationreader.h"
#include "core/store/evaluationscan.h"
#include "core/store/failurerows.h"
#include "core/store/figurerows.h"
#include "core/store/filtersql.h"
#include "core/store/findingrows.h"
#include "core/store/metricquery.h"
#include "core/store/readqueries.h"
#include "core/store/recordquery.h"
#include "core/store/recordrows.h"
#include "core/store/reviewrows.h"
#include "core/store/sqlite.h"
#include "core/store/storecheck.h"
#include "core/store/storefile.h"
#include "core/store/twinconnection.h"
#include "core/store/viewrows.h"
#include "core/store/writerlock.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace loupe {

namespace {

class SqliteStoreReader final : public StoreReader
{
public:
    explicit SqliteStoreReader(std::unique_ptr<Database> database)
        : m_database(std::move(database))
        , m_twin(*m_database)
    {
    }

    std::vector<ResultRow> fetch(std::span<const RowId> ids) override;
    Result<std::vector<RunSummary>> runs() override;
    Result<std::vector<RowId>> ids(const Filter &filter, SortOrder order,
                                   std::stop_token stop) override;
    Result<EvaluationDetail> detail(RowId id) override;
    Result<std::vector<MetricRow>> metricRows(const Filter &filter, std::stop_token stop) override;
    Result<std::vector<RecordedState>> recordedStates(const Filter &filter) override;
    Result<std::vector<FacetCount>> facet(const std::string &field, const Filter &filter) override;
    Result<std::vector<RowId>> trajectory(RowId id) override;
    Result<std::vector<Task>> tasks(const std::string &suite) override;
    Result<std::vector<Transition>> transitions(const std::string &run) override;
    Result<std::vector<StoredFinding>> findings(const Filter &filter,
                                                std::stop_token stop) override;
    Result<std::vector<Review>> reviews() override;
    Result<std::vector<Annotation>> annotations(std::span<const RowId> evaluations) override
    {
        return consistent<std::vector<Annotation>>(
            [&] { return readAnnotations(*m_database, evaluations); });
    }
    Result<std::vector<std::string>> originalRecords(const std::string &run) override;
    Result<std::vector<StoredGoldenRecord>> goldenRecords(const std::string &run) override
    {
        return consistent<std::vector<StoredGoldenRecord>>(
            [&] { return readGoldenRecords(*m_database, run); });
    }
    Result<std::vector<ImportedFile>> importedFiles(const std::string &run) override
    {
        return consistent<std::vector<ImportedFile>>(
            [&] { return readImportedFiles(*m_database, run); });
    }
    Result<std::vector<FailureCount>> failureCounts(const Filter &filter) override;
    Result<std::optional<FailureCure>> failureCure(const std::string &fingerprint,
                                                   const Filter &filter) override;
    Result<std::vector<SavedView>> savedViews() override { return readViews(*m_database); }
    Result<std::vector<StoredFigure>> figures() override { return readFigures(*m_database); }
    std::int64_t dataVersion() override;
    Result<std::vector<std::string>> check() override;

private:
    /// Runs `each` for the rows of a query with these parameters.
    template <typename Each, typename... Values>
    Status rows(const std::string &sql, Each each, const Values &...values)
    {
        auto statement = m_database->cached(sql);
        if (!statement)
            return std::move(statement).error();
        (*statement)->bindAll(values...);
        return forEachRow(**statement, std::move(each));
    }

    /// As `body` says, all of it from one state of the store.
    template <typename Value>
    Result<Value> consistent(const std::function<Result<Value>()> &body)
    {
        const auto transaction = Transaction::begin(*m_database, Transaction::Kind::Read);
        if (!transaction)
            return transaction.error();
        return body();
    }

    Status countOutcomes(std::vector<RunSummary> &runs);
    Result<std::int64_t> runId(const std::string &run);
    Result<std::vector<std::string>> contents(const std::vector<std::int64_t> &blobs);

    std::unique_ptr<Database> m_database;
    TwinConnection m_twin;
};

std::vector<ResultRow> SqliteStoreReader::fetch(std::span<const RowId> ids)
{
    std::vector<ResultRow> out;
    out.reserve(ids.size());
    const auto transaction = Transaction::begin(*m_database, Transaction::Kind::Read);
    if (!transaction)
        return out;
    static const std::string sql = std::string(resultRowSelect) + "WHERE e.id = ?";
    for (const RowId id : ids) {
        // A row that cannot be read is left out: a table shows the others.
        const Status read = rows(
            sql, [&](const Statement &row) { out.push_back(resultRowFrom(row)); }, id.value);
        static_cast<void>(read);
    }
    return out;
}

Status SqliteStoreReader::countOutcomes(std::vector<RunSummary> &runs)
{
    std::unordered_map<std::int64_t, RunSummary *> byId;
    for (RunSummary &run : runs)
        byId.emplace(run.id.value, &run);
    return rows("SELECT run_id, outcome, count(*) FROM evaluation GROUP BY run_id, outcome",
                [&](const Statement &row) {
                    const auto found = byId.find(row.integer(0));
                    if (found == byId.end())
                        return;
                    RunSummary &run = *found->second;
                    const Outcome outcome
                        = outcomeFromName(row.textView(1)).value_or(Outcome::Unknown);
                    const int count = row.smallInteger(2);
                    run.evaluations += count;
                    if (outcome == Outcome::Correct)
                        run.correct += count;
                    else if (isFailure(outcome))
                        run.failed += count;
                    else
                        run.unknown += count;
                    if (outcome == Outcome::InfraError)
                        run.infraErrors += count;
                });
}

Result<std::vector<RunSummary>> SqliteStoreReader::runs()
{
    // Asked before the rows are read: a writer that ends in between has set the final state.
    const bool writerLives = WriterLock::isHeld(m_database->file());
    return consistent<std::vector<RunSummary>>([&]() -> Result<std::vector<RunSummary>> {
        std::vector<RunSummary> out;
        Status read = rows(std::string(runSelect) + "ORDER BY r.id", [&](const Statement &row) {
            RunSummary summary;
            summary.id = RunId{row.integer(0)};
            summary.run = runFrom(row);
            summary.state = row.text(runStateColumn);
            summary.finishedAt = row.text(runFinishedColumn);
            if (summary.state == "running" && !writerLives)
                summary.state = "interrupted";
            out.push_back(std::move(summary));
        });
        if (read)
            read = countOutcomes(out);
        if (!read)
            return read.error();
        return out;
    });
}

Result<std::vector<RowId>> SqliteStoreReader::ids(const Filter &filter, SortOrder order,
                                                  std::stop_token stop)
{
    const auto condition = sqlCondition(filter);
    if (!condition)
        return condition.error();
    const Interruptible interruptible(*m_database, stop);
    std::vector<RowId> out;
    std::vector<RowId> rest;
    const auto into = [](std::vector<RowId> &ids) {
        return [&ids](const Statement &row) { ids.push_back(RowId{row.integer(0)}); };
    };
    Status read;
    if (order.key == SortKey::Recorded) {
        auto store = m_twin.begin();
        if (!store)
            return std::move(store).error();
        read = scanEvaluations(*store, {"SELECT e.id FROM evaluation e ", *condition, {}},
                               std::move(stop), into(out), into(rest));
    } else {
        auto statement = m_database->prepare(idsSql(*condition, order));
        if (!statement)
            return std::move(statement).error();
        condition->bindTo(*statement);
        read = forEachRow(*statement, into(out));
    }
    if (!read)
        return read.error();
    out.insert(out.end(), rest.begin(), rest.end());
    if (order.key == SortKey::Recorded) {
        std::ranges::sort(out, {}, &RowId::value); // an index gave them in an order of its own
        if (order.descending)
            std::ranges::reverse(out);
    }
    return out;
}

Result<EvaluationDetail> SqliteStoreReader::detail(RowId id)
{
    return consistent<EvaluationDetail>([&] { return readEvaluation(*m_database, id); });
}

Result<std::vector<MetricRow>> SqliteStoreReader::metricRows(const Filter &filter,
                                                             std::stop_token stop)
{
    const auto condition = sqlCondition(filter);
    if (!condition)
        return condition.error();
    const Interruptible interruptible(*m_database, stop);
    auto store = m_twin.begin();
    if (!store)
        return std::move(store).error();
    return readMetricRows(*store, *condition, std::move(stop));
}

Result<std::vector<RecordedState>> SqliteStoreReader::recordedStates(const Filter &filter)
{
    const auto condition = sqlCondition(filter);
    if (!condition)
        return condition.error();
    auto store = m_twin.begin();
    if (!store)
        return std::move(store).error();
    return readRecordedStates(*store, *condition);
}

Result<std::vector<FacetCount>> SqliteStoreReader::facet(const std::string &field,
                                                         const Filter &filter)
{
    const auto condition = sqlCondition(filter);
    if (!condition)
        return condition.error();
    const std::string sql = facetSql(field, *condition);
    if (sql.empty())
        return Error{Errc::InvalidInput,
                     "the values of \"" + field + "\" cannot be counted",
                     {},
                     "choose a text field, e.g. category, or level or round",
                     {}};
    auto statement = m_database->prepare(sql);
    if (!statement)
        return std::move(statement).error();
    condition->bindTo(*statement);
    std::vector<FacetCount> out;
    const Status read = forEachRow(*statement, [&](const Statement &row) {
        out.push_back({row.text(0), row.integer(1)});
    });
    if (!read)
        return read.error();
    return out;
}

Result<std::vector<RowId>> SqliteStoreReader::trajectory(RowId id)
{
    std::vector<RowId> out;
    const Status read = rows(
        "SELECT s.id FROM evaluation e JOIN evaluation s ON s.run_id = e.run_id AND "
        "s.task_id = e.task_id AND s.method_id = e.method_id AND s.sample = e.sample WHERE "
        "e.id = ? ORDER BY s.round, s.attempt",
        [&](const Statement &row) { out.push_back(RowId{row.integer(0)}); }, id.value);
    if (!read)
        return read.error();
    return out;
}

Result<std::vector<Task>> SqliteStoreReader::tasks(const std::string &suite)
{
    return consistent<std::vector<Task>>([&]() -> Result<std::vector<Task>> {
        std::vector<Task> out;
        Status failure;
        const Status read = rows(
            std::string(taskSelect) + "WHERE t.suite = ?1 OR ?1 = '' ORDER BY t.name, t.id",
            [&](const Statement &row) {
                auto task = taskFrom(*m_database, row);
                if (task)
                    out.push_back(std::move(task).value());
                else
                    failure = std::move(task).error();
            },
            suite);
        if (!read)
            return read.error();
        if (!failure)
            return failure.error();
        return out;
    });
}

Result<std::int64_t> SqliteStoreReader::runId(const std::string &run)
{
    const auto found = m_database->lookup("SELECT id FROM run WHERE name = ? COLLATE BINARY", run);
    if (!found)
        return found.error();
    if (!*found)
        return Error{Errc::NotFound,
                     "the store has no run named \"" + run + "\"",
                     m_database->file().string(),
                     {},
                     {}};
    return **found;
}

Result<std::vector<std::string>> SqliteStoreReader::contents(const std::vector<std::int64_t> &blobs)
{
    std::vector<std::string> out;
    for (const std::int64_t blob : blobs) {
        auto content = getBlob(*m_database, blob);
        if (!content)
            return std::move(content).error();
        out.push_back(std::move(content).value());
    }
    return out;
}

Result<std::vector<Transition>> SqliteStoreReader::transitions(const std::string &run)
{
    return consistent<std::vector<Transition>>([&]() -> Result<std::vector<Transition>> {
        const auto id = runId(run);
        if (!id)
            return id.error();
        std::vector<Transition> out;
        Status failure;
        const Status read = rows(
            "SELECT t.name, m.name, s.sample, s.from_round, s.to_round, s.kind, "
            "s.identical_code, s.original FROM transition s JOIN task t ON t.id = s.task_id JOIN "
            "method m ON m.id = s.method_id WHERE s.run_id = ? ORDER BY s.id",
            [&](const Statement &row) {
                auto original = getBlob(*m_database, row.optionalInteger(7));
                if (!original)
                    failure = original.error();
                else
                    out.push_back({row.text(0), row.text(1), row.smallInteger(2),
                                   row.smallInteger(3), row.smallInteger(4), row.text(5),
                                   row.integer(6) != 0, std::move(original).value()});
            },
            *id);
        if (!read)
            return read.error();
        if (!failure)
            return failure.error();
        return out;
    });
}

Result<std::vector<StoredFinding>> SqliteStoreReader::findings(const Filter &filter,
                                                               std::stop_token stop)
{
    const auto condition = sqlCondition(filter);
    if (!condition)
        return condition.error();
    const Interruptible interruptible(*m_database, std::move(stop));
    return consistent<std::vector<StoredFinding>>(
        [&] { return readFindings(*m_database, *condition); });
}

Result<std::vector<Review>> SqliteStoreReader::reviews()
{
    return consistent<std::vector<Review>>([&] { return readReviews(*m_database); });
}

Result<std::vector<std::string>> SqliteStoreReader::originalRecords(const std::string &run)
{
    return consistent<std::vector<std::string>>([&]() -> Result<std::vector<std::string>> {
        const auto id = runId(run);
        if (!id)
            return id.error();
        std::vector<std::int64_t> blobs;
        std::unordered_set<std::int64_t> seen;
        const auto collect = [&](const Statement &row) {
            if (seen.insert(row.integer(0)).second)
                blobs.push_back(row.integer(0));
        };
        // A record of a step belongs to the step; the states it describes only share it.
        Status read = rows("SELECT original FROM transition WHERE run_id = ? AND original IS NOT "
                           "NULL ORDER BY id",
                           collect, *id);
        if (read)
            read = rows("SELECT x.original FROM evaluation e JOIN evaluation_extra x ON "
                        "x.evaluation_id = e.id WHERE e.run_id = ? AND x.original IS NOT NULL "
                        "ORDER BY e.id",
                        collect, *id);
        if (!read)
            return read.error();
        return contents(blobs);
    });
}

Result<std::vector<FailureCount>> SqliteStoreReader::failureCounts(const Filter &filter)
{
    const auto condition = sqlCondition(filter);
    if (!condition)
        return condition.error();
    return countFailures(*m_database, *condition);
}

Result<std::optional<FailureCure>> SqliteStoreReader::failureCure(const std::string &fingerprint,
                                                                  const Filter &filter)
{
    const auto condition = sqlCondition(filter);
    if (!condition)
        return condition.error();
    return findCure(*m_database, fingerprint, *condition);
}

std::int64_t SqliteStoreReader::dataVersion()
{
    const auto version = m_database->lookup("PRAGMA data_version");
    return version ? version->value_or(0) : 0;
}

Result<std::vector<std::string>> SqliteStoreReader::check()
{
    return consistent<std::vector<std::string>>([&] { return checkStore(*m_database); });
}

} // namespace

Result<std::unique_ptr<StoreReader>> StoreReader::open(const std::filesystem::path &file)
{
    auto database = openForReading(file, currentSchema());
    if (!database)
        return std::move(database).error();
    return std::unique_ptr<StoreReader>(
        std::make_unique<SqliteStoreReader>(std::move(database).value()));
}

} // namespace loupe
