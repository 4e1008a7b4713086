// SPDX-License-Identifier: Apache-2.0
//
// Tests two connections that share a scan of all evaluations. They see one state, read every row
// exactly once, and keep the order of ids.
#include "core/store/file/storefile.h"
#include "core/store/read/evaluationscan.h"
#include "core/store/read/rowset.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/sqlite/twinconnection.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

constexpr int manyRows = 6000;
/// Every so many rows, one is wrong.
constexpr int wrongEvery = 7;

class TwinScan : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        names.tasks["Math/add"] = must(writer->addTask(sampleTask("Math/add", "Math")));
        names.methods["loop"] = must(writer->addMethod(sampleMethod("loop")));
        addRun("first");
        database = must(openForReading(storeFile(), currentSchema()));
    }

    /// Adds `manyRows` evaluations whose speedup equals their sample number.
    void addRun(const std::string &name)
    {
        std::vector<Evaluation> evaluations;
        for (int sample = 0; sample < manyRows; ++sample) {
            Evaluation each = sampleEvaluation("Math/add", "loop");
            each.candidate.sample = sample;
            each.speedup = sample;
            if (sample % wrongEvery == 0)
                each.message = "off by one";
            evaluations.push_back(std::move(each));
        }
        const RunId run = must(writer->beginRun(sampleRun(name)));
        mustSucceed(writer->recordAll(run, evaluations, names, [] { return Status(); }));
    }

    static std::int64_t count(Database &connection)
    {
        return must(connection.lookup("SELECT count(*) FROM evaluation")).value_or(-1);
    }

    std::unique_ptr<StoreWriter> writer;
    std::unique_ptr<Database> database;
    StoredNames names;
};

TEST_F(TwinScan, EachConnectionReadsHalfWithoutOverlap)
{
    TwinConnection twin(*database);
    auto store = must(twin.begin());
    ASSERT_NE(store.second, nullptr);
    std::vector<std::int64_t> low;
    std::vector<std::int64_t> high;
    const auto into = [](std::vector<std::int64_t> &ids) {
        return [&ids](const Statement &row) { ids.push_back(readValue<std::int64_t>(row)); };
    };
    const SqlCondition all;
    mustSucceed(scanEvaluations(store, {"e.id, e.message", {}, all, " ORDER BY e.id"}, {},
                                into(low), into(high)));
    EXPECT_EQ(low.size(), manyRows / 2);
    EXPECT_EQ(high.size(), manyRows / 2);
    low.insert(low.end(), high.begin(), high.end());
    for (std::size_t i = 0; i < low.size(); ++i)
        ASSERT_EQ(low[i], static_cast<std::int64_t>(i) + 1);

    // A query that uses an index is not split.
    low.clear();
    high.clear();
    const SqlCondition fast{"e.speedup > ?", {5989.5}};
    mustSucceed(scanEvaluations(store, {"e.id", {}, fast, {}}, {}, into(low), into(high)));
    EXPECT_EQ(low.size(), 10U);
    EXPECT_TRUE(high.empty());
}

TEST_F(TwinScan, RangesOfIdsAreSharedAndReadInOrder)
{
    TwinConnection twin(*database);
    auto store = must(twin.begin());
    ASSERT_NE(store.second, nullptr);
    const SqlCondition all;
    const auto read = [&](TwinTransactions &from, std::vector<IdRange> ranges) {
        std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>> out;
        mustSucceed(scanEvaluations(
            from, {"e.id", {}, all, " ORDER BY e.id", std::move(ranges)}, {},
            [&](const Statement &row) { out.first.push_back(readValue<std::int64_t>(row)); },
            [&](const Statement &row) { out.second.push_back(readValue<std::int64_t>(row)); }));
        return out;
    };
    using Ids = std::vector<std::int64_t>;
    const auto parts = read(store, {{2, 3}, {10, 10}, {20, 24}});
    EXPECT_EQ(parts.first, (Ids{2, 3, 10, 20, 21}));
    EXPECT_EQ(parts.second, (Ids{22, 23, 24}));
    EXPECT_EQ(read(store, {{7, 7}}).first, Ids{7});
    EXPECT_EQ(read(store, {}), (std::pair<Ids, Ids>()));
    store.second = nullptr;
    EXPECT_EQ(read(store, {{2, 3}, {10, 10}}).first, (Ids{2, 3, 10}));
}

TEST_F(TwinScan, RangesAreInTheOrderOfIdsThoughAnIndexHasAnother)
{
    {
        const auto other = must(Database::open(storeFile(), Database::Mode::ReadWrite));
        mustSucceed(other->execute("UPDATE evaluation SET speedup = -id"));
    }
    TwinConnection twin(*database);
    auto store = must(twin.begin());
    store.second = nullptr;
    std::vector<std::int64_t> ids;
    const auto add = [&](const Statement &row) { ids.push_back(readValue<std::int64_t>(row)); };
    const SqlCondition fast{"e.speedup > ?", {-30.5}};
    mustSucceed(scanEvaluations(
        store, {"e.id", {}, fast, " ORDER BY e.id", std::vector<IdRange>{{3, 5}, {29, 40}}}, {},
        add, add));
    EXPECT_EQ(ids, (std::vector<std::int64_t>{3, 4, 5, 29, 30}));
}

TEST_F(TwinScan, MissingIdsAreSkipped)
{
    {
        const auto other = must(Database::open(storeFile(), Database::Mode::ReadWrite));
        mustSucceed(other->execute("PRAGMA foreign_keys = OFF"));
        mustSucceed(other->execute("DELETE FROM evaluation WHERE id BETWEEN 11 AND 5990"));
    }
    TwinConnection twin(*database);
    auto store = must(twin.begin());
    ASSERT_NE(store.second, nullptr);
    std::vector<std::int64_t> low;
    std::vector<std::int64_t> high;
    const SqlCondition all;
    mustSucceed(scanEvaluations(
        store, {"e.id", {}, all, " ORDER BY e.id"}, {},
        [&](const Statement &row) { low.push_back(readValue<std::int64_t>(row)); },
        [&](const Statement &row) { high.push_back(readValue<std::int64_t>(row)); }));
    EXPECT_EQ(low, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
    ASSERT_EQ(high.size(), 10U);
    EXPECT_EQ(high.front(), 5991);
}

TEST_F(TwinScan, AnErrorInEitherHalfIsTheError)
{
    TwinConnection twin(*database);
    auto store = must(twin.begin());
    ASSERT_NE(store.second, nullptr);
    for (const std::int64_t id : {10, 5990}) {
        // The absolute value of the lowest integer overflows.
        const SqlCondition failing{"CASE e.id WHEN ? THEN abs(-9223372036854775807 - 1) ELSE 1 END",
                                   {id}};
        const auto nothing = [](const Statement &) {};
        const Status read
            = scanEvaluations(store, {"e.id", {}, failing, " ORDER BY e.id"}, {}, nothing, nothing);
        ASSERT_FALSE(read) << id;
        EXPECT_NE(read.error().detail.find("overflow"), std::string::npos) << read.error().detail;
    }
}

TEST_F(TwinScan, BothReadOneSnapshot)
{
    TwinConnection twin(*database);
    {
        auto store = must(twin.begin());
        ASSERT_NE(store.second, nullptr);
        addRun("second");
        EXPECT_EQ(count(store.first), manyRows);
        EXPECT_EQ(count(*store.second), manyRows);
    }
    auto store = must(twin.begin());
    ASSERT_NE(store.second, nullptr);
    EXPECT_EQ(count(store.first), 2 * manyRows);
    EXPECT_EQ(count(*store.second), 2 * manyRows);
}

TEST_F(TwinScan, AnotherFileOfTheSameNameIsNotRead)
{
    TwinConnection twin(*database);
    std::filesystem::rename(storeFile(), folder() / "moved.kloupe");
    ASSERT_TRUE(std::filesystem::copy_file(folder() / "moved.kloupe", storeFile()));
    const auto store = must(twin.begin());
    EXPECT_EQ(store.second, nullptr);
}

TEST_F(TwinScan, MetricRowsAndIdsAreThoseOfOneScan)
{
    const auto reader = openReader();
    const auto rows = must(reader->metricRows(Filter()));
    ASSERT_EQ(rows.size(), manyRows);
    for (int i = 0; i < manyRows; ++i) {
        const MetricRow &row = rows[static_cast<std::size_t>(i)];
        ASSERT_EQ(row.id.value, i + 1);
        ASSERT_EQ(row.sample, i);
        ASSERT_EQ(row.speedup, i);
        ASSERT_EQ(row.verdict, Verdict::Correct);
        ASSERT_EQ(row.task, "Math/add");
    }
    const auto wrong = must(reader->ids(must(parseFilter("\"off by one\""))));
    ASSERT_EQ(wrong.size(), (manyRows + wrongEvery - 1) / wrongEvery);
    for (std::size_t i = 0; i < wrong.size(); ++i)
        ASSERT_EQ(wrong[i].value, static_cast<std::int64_t>(i) * wrongEvery + 1);
    const auto backwards
        = must(reader->ids(must(parseFilter("\"off by one\"")), {SortKey::Recorded, true}));
    ASSERT_EQ(backwards.size(), wrong.size());
    EXPECT_EQ(backwards.front(), wrong.back());
}

TEST_F(TwinScan, OrdersByRankAreThoseOfSql)
{
    addRun("another");
    const auto reader = openReader();
    const Filter filter = must(parseFilter("\"off by one\""));
    const auto bySql = [&](const std::string &order) {
        return must(readList<RowId>(
            *database,
            "SELECT e.id FROM evaluation e JOIN run r ON r.id = e.run_id JOIN task t ON t.id = "
            "e.task_id WHERE e.message = 'off by one' ORDER BY "
                + order));
    };
    EXPECT_EQ(must(reader->ids(filter, {SortKey::Run, false})), bySql("r.name, e.id"));
    EXPECT_EQ(must(reader->ids(filter, {SortKey::Run, true})), bySql("r.name DESC, e.id"));
    EXPECT_EQ(must(reader->ids(filter, {SortKey::Sample, true})), bySql("e.sample DESC, e.id"));
    EXPECT_EQ(must(reader->ids(filter, {SortKey::Task, true})),
              bySql("t.name DESC, e.method_id, e.sample, e.round, e.id"));
    EXPECT_EQ(must(reader->ids(filter, {SortKey::BaselineMs, true})),
              bySql("e.baseline_ms DESC, e.id"));
}

/// Values of one row as every kind of access gives them.
std::string described(const Statement &row)
{
    return std::to_string(row.integer(0)) + row.text(1) + std::to_string(row.real(2))
        + (row.isNull(3) ? "null" : "value") + std::to_string(row.optionalReal(3).value_or(-1))
        + std::to_string(row.optionalInteger(4).value_or(-1)) + std::string(row.bytes(5));
}

TEST_F(TwinScan, RowsPassedToAFunctionAreThoseOfSteps)
{
    const std::string columns = "id, message, speedup, speedup_low, round, verdict";
    std::vector<std::string> stepped;
    auto steps = must(database->prepare("SELECT " + columns + " FROM evaluation ORDER BY id"));
    mustSucceed(
        forEachRow(steps, [&](const Statement &row) { stepped.push_back(described(row)); }));
    std::vector<std::string> passed;
    auto loop = must(database->prepare("SELECT each_row(" + columns + ") FROM evaluation"));
    for (int i = 0; i < 2; ++i) {
        passed.clear();
        mustSucceed(loop.forEach([&](const Statement &row) { passed.push_back(described(row)); }));
        EXPECT_EQ(passed, stepped);
    }
    auto none = must(database->prepare("SELECT each_row(id) FROM evaluation WHERE id < 0"));
    mustSucceed(none.forEach([](const Statement &) { ADD_FAILURE() << "there is no such row"; }));
}

TEST_F(TwinScan, AFunctionOfRowsMayReadOthersAndThrow)
{
    auto outer = must(database->prepare("SELECT each_row(id) FROM evaluation WHERE id <= 3"));
    auto inner = must(database->prepare("SELECT each_row(id) FROM evaluation WHERE id <= 2"));
    std::vector<std::int64_t> read;
    const auto add = [&](const Statement &row) { read.push_back(row.integer(0)); };
    mustSucceed(outer.forEach([&](const Statement &row) {
        mustSucceed(inner.forEach(add));
        add(row);
    }));
    EXPECT_EQ(read, (std::vector<std::int64_t>{1, 2, 1, 1, 2, 2, 1, 2, 3}));
    const auto fail = [](const Statement &row) {
        if (row.integer(0) == 2)
            throw std::runtime_error("the second row");
    };
    EXPECT_THROW(static_cast<void>(outer.forEach(fail)), std::runtime_error);
    read.clear();
    mustSucceed(outer.forEach(add));
    EXPECT_EQ(read, (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(must(database->lookup("SELECT each_row(id) FROM evaluation")), std::nullopt)
        << "it does nothing in a statement of SQL";
}

TEST_F(TwinScan, CountsInOnePassAreThoseOfSql)
{
    addRun("another");
    const auto reader = openReader();
    const auto bySql = [&](const std::string &condition) {
        std::vector<FacetCount> out;
        mustSucceed(readRows(*database,
                             "SELECT outcome, count(*) FROM evaluation WHERE " + condition
                                 + " GROUP BY 1 ORDER BY 2 DESC, 1",
                             [&](const Statement &row) {
                                 out.push_back({row.text(0), row.integer(1)});
                             }));
        return out;
    };
    for (const auto &[text, condition] :
         {std::pair("", "1"), std::pair("\"off by one\"", "message = 'off by one'")}) {
        const std::vector<std::string> fields{"status", "category", "round"};
        const auto counts = must(reader->facets(fields, must(parseFilter(text)), {}));
        const auto expected = bySql(condition);
        ASSERT_EQ(counts.front().size(), expected.size()) << text;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(counts.front()[i].value, expected[i].value) << text;
            EXPECT_EQ(counts.front()[i].count, expected[i].count) << text;
        }
        ASSERT_EQ(counts.back().size(), 1U) << text;
        EXPECT_EQ(counts.back().front().count, expected.front().count) << text;
        EXPECT_EQ(counts[1].front().count, expected.front().count) << text;
    }
}

TEST_F(TwinScan, CountsInOnePassAreThoseOfEachField)
{
    addRun("another");
    const auto reader = openReader();
    const std::vector<std::string> fields{"status", "category", "method", "level",
                                          "device", "round",    "run"};
    const Filter filter = must(parseFilter("\"off by one\""));
    const auto together = must(reader->facets(fields, filter, {}));
    ASSERT_EQ(together.size(), fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto alone = must(reader->facet(fields[i], filter));
        ASSERT_EQ(together[i].size(), alone.size()) << fields[i];
        for (std::size_t k = 0; k < alone.size(); ++k) {
            EXPECT_EQ(together[i][k].value, alone[k].value) << fields[i];
            EXPECT_EQ(together[i][k].count, alone[k].count) << fields[i];
        }
    }
    EXPECT_EQ(together.front().front().count, 2 * ((manyRows + wrongEvery - 1) / wrongEvery));
    EXPECT_FALSE(reader->facets(std::vector<std::string>{"status", "speedup"}, filter, {}));
    EXPECT_TRUE(
        must(reader->facets(fields, must(parseFilter("\"no such words\"")), {})).front().empty());
}

TEST(RowSetTest, ContainsGivenIdsInAnyRange)
{
    const std::vector<RowId> chosen{{3}, {64}, {1'000'000'000'000}, {-5}};
    const RowSet set(chosen);
    for (const RowId id : chosen)
        EXPECT_TRUE(set.contains(id)) << id.value;
    for (const std::int64_t other : {0, 2, 4, 63, 65, 128, -3})
        EXPECT_FALSE(set.contains(RowId{other})) << other;
    const std::vector<RowId> ids{{64}, {1}, {-5}, {3}, {2}};
    EXPECT_EQ(rowsIn(ids, set), (std::vector<RowId>{{64}, {-5}, {3}}));
    EXPECT_TRUE(rowsIn(ids, RowSet({})).empty());
}

TEST_F(TwinScan, ARequestedStopEndsBothHalves)
{
    const auto reader = openReader();
    std::stop_source stop;
    stop.request_stop();
    const auto counts = reader->facets(std::vector<std::string>{"status", "round"},
                                       must(parseFilter("\"off by one\"")), stop.get_token());
    ASSERT_FALSE(counts);
    EXPECT_EQ(counts.error().code, Errc::Cancelled);
    const auto ids = reader->ids(Filter(), {SortKey::Task, false}, stop.get_token());
    ASSERT_FALSE(ids);
    EXPECT_EQ(ids.error().code, Errc::Cancelled);
    const auto rows = reader->metricRows(Filter(), stop.get_token());
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().code, Errc::Cancelled);
}

} // namespace

} // namespace loupe::test
