// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/storereader.h"

#include "core/model/record/protocolname.h"
#include "core/model/saved/filteredit.h"
#include "core/store/file/storefile.h"
#include "core/store/read/evaluationreader.h"
#include "core/store/read/facetcounts.h"
#include "core/store/read/metricquery.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/rankedids.h"
#include "core/store/read/referencefinder.h"
#include "core/store/read/storecheck.h"
#include "core/store/rows/annotationrows.h"
#include "core/store/rows/dialoguerows.h"
#include "core/store/rows/failurerows.h"
#include "core/store/rows/filtersql.h"
#include "core/store/rows/findingrows.h"
#include "core/store/rows/readqueries.h"
#include "core/store/rows/recordrows.h"
#include "core/store/rows/runrows.h"
#include "core/store/rows/savedrows.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/sqlite/twinconnection.h"
#include "core/store/sqlite/writerlock.h"

#include <algorithm>
#include <string>
#include <utility>

namespace loupe {

namespace {

struct SortColumn {
    SortKey key;
    const char *joins;
    const char *column;
    /// a table joined first, so that an index yields the order without a sort
    const char *outer = "";
};

constexpr SortColumn sortColumns[] = {
    {SortKey::Category, "", "e.category"},
    {SortKey::Verdict, "ON e.verdict = v.id ", "v.position", "verdict v CROSS JOIN "},
    {SortKey::Speedup, "", "e.speedup"},
    {SortKey::CandidateMs, "", "e.candidate_ms"},
};

/// Returns SQL for the ids of the matching rows, in order, rows without a value last, ties by id.
/// Not for the orders of readRankedIds(). Not for SortKey::Recorded, because SQLite would read all
/// rows in id order instead of the few that an index finds.
std::string idsSql(const SqlCondition &condition, SortOrder order)
{
    const SortColumn &sort = *std::ranges::find(sortColumns, order.key, &SortColumn::key);
    std::string sql = std::string("SELECT e.id FROM ") + sort.outer + "evaluation e " + sort.joins
        + "WHERE " + condition.text;
    sql += " ORDER BY ";
    sql += sort.column;
    sql += order.descending ? " DESC NULLS LAST" : " NULLS LAST";
    return sql + ", e.id";
}

class SqliteStoreReader final : public StoreReader
{
public:
    SqliteStoreReader(std::unique_ptr<Database> database, std::optional<StoreIdentity> identity)
        : m_database(std::move(database))
        , m_identity(identity)
        , m_twin(*m_database)
    {
    }

    std::vector<ResultRow> fetch(std::span<const RowId> ids) override
    {
        std::vector<ResultRow> out;
        out.reserve(ids.size());
        const auto transaction = Transaction::begin(*m_database, Transaction::Kind::Read);
        if (!transaction)
            return out;
        static const std::string sql = resultRowSelect() + "WHERE e.id = ?";
        for (const RowId id : ids) {
            // A row that cannot be read is skipped, so that a table shows the others.
            bool hasShapes = false;
            const Status read = readRows(
                *m_database, sql,
                [&](const Statement &row) {
                    out.push_back(resultRowFrom(row));
                    hasShapes = !shapesOf(row.textView(rowProtocolColumn)).empty();
                },
                id.value);
            if (!read || !hasShapes)
                continue;
            if (const auto measured = readMeasurements(*m_database, std::span(&id, 1)))
                setMinSpeedup(measured->front().timings, out.back());
        }
        return out;
    }

    std::optional<StoreIdentity> identity() const override { return m_identity; }
    StorePresence presence() const override { return presenceOf(*m_database); }
    Status copyTo(const std::filesystem::path &target) override
    {
        return copyStore(*m_database, target);
    }
    Result<std::vector<RunSummary>> runs() override
    {
        // Tested before reading the rows, so that a writer that ends in between has set the final
        // state.
        const bool writerLives = WriterLock::isHeld(m_database->file());
        return consistent([&] { return readRuns(*m_database, writerLives); });
    }

    Result<std::vector<RowId>> ids(const Filter &filter, SortOrder order,
                                   std::stop_token stop) override
    {
        const auto condition = sqlCondition(filter);
        if (!condition)
            return condition.error();
        const Interruptible interruptible(*m_database, stop);
        if (isRanked(order.key)) {
            auto store = m_twin.begin();
            if (!store)
                return std::move(store).error();
            return readRankedIds(*store, *condition, order, std::move(stop));
        }
        if (order.key == SortKey::Recorded) {
            auto store = m_twin.begin();
            if (!store)
                return std::move(store).error();
            auto out = matchingIds(*store, filter, stop);
            if (out && order.descending)
                std::ranges::reverse(*out);
            return out;
        }
        auto statement = m_database->prepare(idsSql(*condition, order));
        if (!statement)
            return std::move(statement).error();
        condition->bindTo(*statement);
        std::vector<RowId> out;
        const Status read = forEachRow(
            *statement, [&](const Statement &row) { out.push_back(readValue<RowId>(row)); });
        if (!read)
            return read.error();
        return out;
    }

    Result<EvaluationDetail> detail(RowId id) override
    {
        return consistent([&] { return readEvaluation(*m_database, id); });
    }

    Result<std::vector<Evaluation>> measurements(std::span<const RowId> evaluations) override
    {
        return consistent([&] { return readMeasurements(*m_database, evaluations); });
    }
    Result<std::vector<CandidateSource>> sources(std::span<const RowId> evaluations) override
    {
        return consistent([&] { return readSources(*m_database, evaluations); });
    }
    Result<std::vector<MetricRow>> metricRows(const Filter &filter, std::stop_token stop) override
    {
        return allOf(rowsOf(filter, {PairRows::All, RowCosts::Read, nullptr}, stop));
    }
    Result<std::vector<MetricRow>> metricRowsWithoutCosts(const Filter &filter,
                                                          std::stop_token stop) override
    {
        return allOf(rowsOf(filter, {}, stop));
    }
    Result<std::unique_ptr<RowParts>> rowParts(const Filter &filter, const PartsRequest &request,
                                               std::stop_token stop) override
    {
        auto rows = rowsOf(filter, request, stop);
        if (!rows)
            return std::move(rows).error();
        return std::unique_ptr<RowParts>(std::move(*rows));
    }

    Result<bool> canJoinReferences() override
    {
        return consistent([&]() -> Result<bool> {
            auto known = ReferenceFinder::mayFind(*m_database);
            if (!known || !*known)
                return known;
            const auto timed = m_database->lookup(
                "SELECT EXISTS (SELECT 1 FROM evaluation WHERE speedup IS NULL AND "
                "candidate_ms IS NOT NULL AND baseline_ms IS NULL)");
            return timed ? Result<bool>(timed->value_or(0) != 0) : timed.error();
        });
    }

    Result<std::vector<RecordedState>> recordedStates(const Filter &filter) override
    {
        const auto condition = sqlCondition(filter);
        if (!condition)
            return condition.error();
        auto store = m_twin.begin();
        if (!store)
            return std::move(store).error();
        return readRecordedStates(*store, *condition);
    }

    Result<std::vector<std::vector<FacetCount>>>
    facets(std::span<const std::string> fields, const Filter &filter, std::stop_token stop) override
    {
        const auto condition = sqlCondition(filter);
        if (!condition)
            return condition.error();
        const Interruptible interruptible(*m_database, stop);
        auto store = m_twin.begin();
        if (!store)
            return std::move(store).error();
        return countFacets(*store, fields, *condition, std::move(stop));
    }

    Result<std::vector<RowId>> trajectory(RowId id) override
    {
        return readList<RowId>(
            *m_database,
            "SELECT s.id FROM evaluation e JOIN evaluation s ON s.run_id = e.run_id AND "
            "s.task_id = e.task_id AND s.method_id = e.method_id AND s.sample = e.sample WHERE "
            "e.id = ? ORDER BY s.round, s.attempt",
            id.value);
    }

    Result<std::vector<Task>> tasks(const std::string &suite) override
    {
        return consistent([&] { return readTasks(*m_database, suite); });
    }

    Result<std::vector<StoredFinding>> findings(const Filter &filter, std::stop_token stop) override
    {
        const auto condition = sqlCondition(filter);
        if (!condition)
            return condition.error();
        const Interruptible interruptible(*m_database, std::move(stop));
        return consistent([&] { return readFindings(*m_database, *condition); });
    }

    Result<std::vector<Review>> reviews() override
    {
        return consistent([&] { return readReviews(*m_database); });
    }

    Result<std::vector<Annotation>> annotations(std::span<const RowId> evaluations) override
    {
        return consistent([&] { return readAnnotations(*m_database, evaluations); });
    }
    Result<std::vector<Annotation>> latestAnnotations(const std::string &person,
                                                      std::int64_t most) override
    {
        return consistent([&] { return readLatestAnnotations(*m_database, person, most); });
    }
    Result<std::vector<StoredGoldenRecord>> goldenRecords(const std::string &run) override
    {
        return consistent([&] { return readGoldenRecords(*m_database, run); });
    }
    Result<std::vector<ImportedFile>> importedFiles(const std::string &run) override
    {
        return consistent([&] { return readImportedFiles(*m_database, run); });
    }

    Result<std::vector<FailureCount>> failureCounts(const Filter &filter) override
    {
        const auto condition = sqlCondition(filter);
        if (!condition)
            return condition.error();
        return countFailures(*m_database, *condition);
    }

    Result<std::vector<FailureReason>> failureReasons(const Filter &filter,
                                                      std::stop_token stop) override
    {
        const auto condition = sqlCondition(filter);
        if (!condition)
            return condition.error();
        const Interruptible interruptible(*m_database, std::move(stop));
        return consistent([&] { return readFailureReasons(*m_database, *condition); });
    }

    Result<std::optional<FailureCure>> failureCure(std::span<const Name> fingerprints,
                                                   const Filter &filter) override
    {
        const auto condition = sqlCondition(filter);
        if (!condition)
            return condition.error();
        return findCure(*m_database, fingerprints, *condition);
    }

    Result<std::vector<DialogueRow>> dialogues(const DialogueFilter &filter) override
    {
        return listDialogues(*m_database, filter);
    }
    Result<Dialogue> dialogue(DialogueId id, RawBytes raw) override
    {
        return readDialogue(*m_database, id, raw);
    }
    Result<std::vector<AskedDialogue>> askedDialogues() override
    {
        return consistent([&] { return readAskedDialogues(*m_database); });
    }
    Result<std::optional<DialogueId>> dialogueOf(RowId evaluation) override
    {
        return loupe::dialogueOf(*m_database, evaluation);
    }
    Result<std::vector<SavedView>> savedViews() override { return readViews(*m_database); }
    Result<std::vector<StoredFigure>> figures() override { return readFigures(*m_database); }
    Result<std::vector<StoredPreset>> presets() override { return readPresets(*m_database); }
    void forgetPages() override { m_twin.forgetPages(); }

    std::int64_t dataVersion() override
    {
        const auto version = m_database->lookup("PRAGMA data_version");
        return version ? version->value_or(0) : 0;
    }

    Result<std::vector<std::string>> check() override
    {
        return consistent([&] { return checkStore(*m_database); });
    }

private:
    Result<std::unique_ptr<StoredRows>> rowsOf(const Filter &filter, const PartsRequest &request,
                                               const std::stop_token &stop)
    {
        if (const auto whole = sqlCondition(filter); !whole)
            return whole.error();
        Filter rowTerms = conditionTerms(filter);
        if (request.which == PairRows::Selected) {
            const auto isOfMethod = [](const FilterTerm &term) { return term.field == "method"; };
            std::ranges::copy_if(filter.terms, std::back_inserter(rowTerms.terms), isOfMethod);
        }
        const auto condition = sqlCondition(rowTerms);
        if (!condition)
            return condition.error();
        const Interruptible interruptible(*m_database, stop);
        auto store = m_twin.begin();
        if (!store)
            return std::move(store).error();
        auto rows = readMetricRows(
            *store, {*condition, request.costs == RowCosts::Read, request.scope}, stop);
        if (!rows)
            return rows;
        auto selection = FormSelection::read(
            filter, [&](const Filter &part) { return matchingIds(*store, part, stop); });
        if (!selection)
            return std::move(selection).error();
        (*rows)->select(std::move(*selection));
        return rows;
    }

    static Result<std::vector<MetricRow>> allOf(Result<std::unique_ptr<StoredRows>> rows)
    {
        if (!rows)
            return std::move(rows).error();
        return (*rows)->takeAll();
    }
    /// Runs `body` on one state of the store.
    template <typename Body>
    auto consistent(const Body &body) -> decltype(body())
    {
        const auto transaction = Transaction::begin(*m_database, Transaction::Kind::Read);
        if (!transaction)
            return transaction.error();
        return body();
    }

    std::unique_ptr<Database> m_database;
    std::optional<StoreIdentity> m_identity;
    TwinConnection m_twin;
};

} // namespace

Result<std::vector<FacetCount>> StoreReader::facet(const std::string &field, const Filter &filter,
                                                   std::stop_token stop)
{
    auto counts = facets(std::span(&field, 1), filter, std::move(stop));
    if (!counts)
        return std::move(counts).error();
    return std::move(counts->front());
}

Result<std::unique_ptr<RowParts>>
StoreReader::rowParts(const Filter &filter, const PartsRequest &request, std::stop_token stop)
{
    auto rows = request.costs == RowCosts::Read ? metricRows(filter, std::move(stop))
                                                : metricRowsWithoutCosts(filter, std::move(stop));
    if (!rows)
        return std::move(rows).error();
    return std::unique_ptr<RowParts>(std::make_unique<WholeRows>(std::move(*rows)));
}

Result<std::unique_ptr<StoreReader>> StoreReader::open(const std::filesystem::path &file)
{
    const auto before = identityOf(file);
    auto database = openForReading(file, currentSchema());
    if (!database)
        return std::move(database).error();
    if (presenceOf(**database) == StorePresence::Replaced || identityOf(file) != before)
        return Error{Errc::Busy, "the store was replaced while it was being opened", file.string(),
                     "open it again"};
    return std::unique_ptr<StoreReader>(
        std::make_unique<SqliteStoreReader>(std::move(database).value(), before));
}

StoredRuns readRuns(const std::filesystem::path &store)
{
    const auto reader = StoreReader::open(store);
    return reader ? (*reader)->runs() : StoredRuns(reader.error());
}

} // namespace loupe
