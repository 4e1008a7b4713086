// SPDX-License-Identifier: Apache-2.0
// Tests that lists, their filters and their orders are about the baseline of the scope.
#include "core/store/read/resultlisting.h"

#include "core/analysis/population/methodbaseline.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/rowset.h"
#include "core/store/read/scopedrows.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

using Holds = std::function<bool(const ResultRow &)>;

/// Terms about speedups, with what they say about a listed row.
const std::map<std::string, Holds> &terms()
{
    static const std::map<std::string, Holds> out{
        {"speedup>1", [](const ResultRow &row) { return row.speedup.value_or(0) > 1; }},
        {"-speedup>1", [](const ResultRow &row) { return row.speedup.value_or(0) <= 1; }},
        {"speedup<=1", [](const ResultRow &row) { return row.speedup.value_or(9) <= 1; }},
        {"speedup:none", [](const ResultRow &row) { return !row.speedup; }},
        {"baseline_ms>=4", [](const ResultRow &row) { return row.baselineMs.value_or(0) >= 4; }},
        {"status:correct speedup>1",
         [](const ResultRow &row) {
             return row.verdict == Verdict::Correct && row.speedup.value_or(0) > 1;
         }},
    };
    return out;
}

/// Results of two methods on one device: over eager, over a compiler, and without a baseline.
/// Reference times serve the last.
class ResultListingTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        const auto writer = openWriter();
        int seed = 1;
        for (const char *baseline : {"eager", "compile", ""}) {
            const RunId run = begin(*writer, std::string("over ") + baseline);
            for (const char *method : {"m", "n"}) {
                for (int task = 0; task < 6; ++task) {
                    seed = seed * 37 % 101; // some number below 101
                    record(*writer, run, task, method, baseline, seed);
                }
            }
        }
        const RunId times = begin(*writer, "times");
        for (int task = 0; task < 4; ++task)
            time(*writer, times, task, task < 2 ? "eager" : "compile", 1.0 + task);
    }

    static RunId begin(StoreWriter &writer, const std::string &name)
    {
        loupe::Run run = sampleRun(name);
        run.environment.deviceName = "A100";
        return must(writer.beginRun(run));
    }

    static Task taskOf(int number) { return sampleTask("Math/" + std::to_string(number), "Math"); }

    /// Every third task has results over eager only, every other third over the compiler only.
    static void record(StoreWriter &writer, RunId run, int task, const std::string &method,
                       const std::string &baseline, int seed)
    {
        const bool isLeftOut
            = (task % 3 == 0 && baseline == "compile") || (task % 3 == 1 && baseline == "eager");
        if (isLeftOut)
            return;
        Evaluation each = sampleEvaluation(taskOf(task).name, method);
        each.verdict = seed % 7 == 0 ? Verdict::WrongValue : Verdict::Correct;
        each.baseline = baseline;
        each.candidateMs = 0.5 + seed % 5;
        each.baselineMs = 0.5 + seed % 11;
        each.speedup = *each.baselineMs / *each.candidateMs;
        if (baseline.empty())
            each.baselineMs.reset();
        if (baseline.empty() || each.verdict != Verdict::Correct)
            each.speedup.reset();
        must(writer.record(run, must(writer.addTask(taskOf(task))),
                           must(writer.addMethod(sampleMethod(method))), each));
    }

    static void time(StoreWriter &writer, RunId run, int task, const std::string &baseline,
                     double milliseconds)
    {
        GoldenRecord golden;
        golden.task = taskOf(task).name;
        golden.baseline = baseline;
        golden.milliseconds = milliseconds;
        golden.source = "times.json:1";
        mustSucceed(writer.recordGolden(run, must(writer.addTask(taskOf(task))), golden));
    }

    static std::vector<Scope> scopes()
    {
        std::vector<Scope> out(1);
        for (const char *value : {"eager", "compile", "method:n"}) {
            Scope one;
            one.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, value};
            out.push_back(one);
        }
        return out;
    }

    ResultListing results(const std::string &line, const Scope &scope, SortOrder order = {}) const
    {
        const Filter filter = must(parseFilter(line));
        const auto reader = openReader();
        return must(
            listResults(*reader, filter, {scope, must(scopedRows(*reader, filter, scope))}, order));
    }

    ResultListing pairs(const std::string &line, const Scope &scope, SortOrder order = {}) const
    {
        const Filter filter = must(parseFilter(line));
        const auto reader = openReader();
        return must(listPairs(*reader, filter,
                              populationOf(must(scopedRows(*reader, filter, scope)), scope), {},
                              order));
    }

    std::vector<ResultRow> rowsOf(const ResultListing &listing) const
    {
        return fetchListed(*openReader(), listing, listing.ids);
    }

    /// Returns the listed ids with their speedups, as exports and lists show them.
    std::vector<std::pair<std::int64_t, std::optional<double>>>
    shownBy(const ResultListing &listing) const
    {
        std::vector<std::pair<std::int64_t, std::optional<double>>> out;
        for (const ResultRow &row : rowsOf(listing))
            out.emplace_back(row.id.value, row.speedup);
        return out;
    }

    /// Expects that the store lists all results as if it had read their rows.
    void expectSameListing(const Scope &scope) const
    {
        const auto reader = openReader();
        for (const auto &[line, _] : terms()) {
            for (const SortKey key : {SortKey::Recorded, SortKey::Speedup, SortKey::BaselineMs}) {
                const SortOrder order{key, key == SortKey::Speedup};
                const auto listing
                    = must(listResults(*reader, must(parseFilter(line)), scope, order));
                EXPECT_EQ(shownBy(listing), shownBy(results(line, scope, order))) << line;
            }
        }
    }

    /// Expects `found` to be the rows of `all` for which the terms hold.
    void expectMatching(const ResultListing &found, const ResultListing &all, const Holds &holds,
                        const std::string &what) const
    {
        std::vector<RowId> expected;
        for (const ResultRow &row : rowsOf(all)) {
            if (holds(row))
                expected.push_back(row.id);
        }
        EXPECT_EQ(found.ids, expected) << what;
    }
};

} // namespace

TEST_F(ResultListingTest, FiltersByTheShownSpeedups)
{
    for (const Scope &scope : scopes()) {
        const std::string over = scope.rule(GroupBy::Baseline).value;
        for (const auto &[line, holds] : terms()) {
            expectMatching(results(line, scope), results("", scope), holds,
                           "results over " + over + ": " + line);
            expectMatching(pairs(line, scope), pairs("", scope), holds,
                           "pairs over " + over + ": " + line);
        }
    }
}

TEST_F(ResultListingTest, AScopeAloneHasTheValuesOfTheScopeWithItsRows)
{
    const auto reader = openReader();
    const auto scopeOver = [](const std::string &baseline) {
        Scope out;
        out.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, baseline};
        return out;
    };
    EXPECT_EQ(must(recordedScope(*reader, {}, Scope())), Scope());
    EXPECT_EQ(must(recordedScope(*reader, {}, scopeOver("EAG"))), scopeOver("eager"));
    for (const Scope &scope : {Scope(), scopeOver("comp"), scopeOver("method:N")})
        EXPECT_EQ(must(recordedScope(*reader, {}, scope)),
                  must(rowsInScope(*reader, {}, scope)).scope);
    for (const char *unknown : {"cuBLAS", "method:o"})
        EXPECT_EQ(recordedScope(*reader, {}, scopeOver(unknown)).error().message,
                  rowsInScope(*reader, {}, scopeOver(unknown)).error().message);
}

TEST_F(ResultListingTest, AListNamesTheBaselineOfEachSpeedup)
{
    for (const Scope &scope : scopes()) {
        const std::string chosen = scope.rule(GroupBy::Baseline).value;
        const std::string expected = chosen == "method:n" ? "method n" : chosen;
        for (const ResultListing &listing : {results("", scope), pairs("", scope)}) {
            int timed = 0;
            for (const ResultRow &row : rowsOf(listing)) {
                if (!row.speedup)
                    continue;
                ++timed;
                EXPECT_FALSE(row.baseline.empty()) << row.id.value;
                EXPECT_DOUBLE_EQ(*row.speedup, row.baselineMs.value() / row.candidateMs.value());
                if (!expected.empty()) {
                    EXPECT_EQ(row.baseline, expected);
                }
            }
            EXPECT_GT(timed, 4) << chosen;
        }
    }
    EXPECT_EQ(results("", {}).speedups->baselines(),
              (std::vector<std::string>{"compile", "eager"}));
}

TEST_F(ResultListingTest, OrdersByTheShownSpeedups)
{
    for (const Scope &scope : scopes()) {
        for (const bool isDescending : {false, true}) {
            const SortOrder order{SortKey::Speedup, isDescending};
            for (const ResultListing &listing :
                 {results("", scope, order), pairs("", scope, order)}) {
                std::vector<double> shown;
                for (const ResultRow &row : rowsOf(listing))
                    shown.push_back(row.speedup.value_or(std::numeric_limits<double>::max())
                                    * (isDescending && row.speedup ? -1 : 1));
                EXPECT_TRUE(std::ranges::is_sorted(shown)) << "rows without a speedup are last";
            }
            EXPECT_EQ(results("", scope, order).ids.size(), results("", scope).ids.size());
        }
    }
}

TEST_F(ResultListingTest, PairsInStoredOrderAreOrderedByTheStore)
{
    const auto reader = openReader();
    for (const Scope &scope : scopes()) {
        for (const char *line : {"", "status:correct", "speedup>1", "speedup:none"}) {
            const Filter filter = must(parseFilter(line));
            const Population population
                = populationOf(must(scopedRows(*reader, filter, scope)), scope);
            std::vector<RowId> cells;
            for (const MetricRow &row : population.cells())
                cells.push_back(row.id);
            for (const bool isDescending : {false, true}) {
                const SortOrder order{SortKey::Recorded, isDescending};
                const auto all = must(reader->ids(withoutSpeedups(filter), order));
                EXPECT_EQ(pairs(line, scope, order).ids, rowsIn(all, RowSet(cells))) << line;
            }
        }
    }
}

TEST_F(ResultListingTest, AStoppedListOfPairsIsNoList)
{
    const auto reader = openReader();
    const Population population = populationOf(must(scopedRows(*reader, {}, {})), {});
    std::stop_source stop;
    stop.request_stop();
    for (const SortKey key : {SortKey::Recorded, SortKey::Speedup}) {
        const auto listed
            = listPairs(*reader, {}, population, {}, SortOrder{key, false}, stop.get_token());
        ASSERT_FALSE(listed);
        EXPECT_EQ(listed.error().code, Errc::Cancelled);
    }
}

TEST_F(ResultListingTest, ChosenResultsAreListedWithTheirSpeedupsInTheScope)
{
    const Scope scope = scopes().at(1);
    const auto reader = openReader();
    const Population population = populationOf(must(scopedRows(*reader, {}, scope)), scope);
    std::vector<RowId> chosen{population.cells().back().id, population.cells().front().id};
    const ResultListing listing
        = must(listPairs(*reader, {}, population, {chosen}, {SortKey::Recorded, false}));
    EXPECT_EQ(listing.ids, (std::vector{chosen[1], chosen[0]})) << "in the requested order";
    EXPECT_EQ(rowsOf(listing).front().speedup,
              std::optional<double>(population.cells().front().speedup));
}

TEST_F(ResultListingTest, ChosenResultsHaveTheOrderOfAListThatHasThem)
{
    const auto reader = openReader();
    const Population population = populationOf(must(scopedRows(*reader, {}, {})), {});
    std::vector<RowId> all = must(reader->ids({}));
    const std::vector<RowId> chosen{all.at(1), all.at(4), all.at(2)};
    for (const SortKey key : {SortKey::Recorded, SortKey::Method, SortKey::Speedup}) {
        const SortOrder order{key, true};
        const ResultListing read = must(listPairs(*reader, {}, population, {chosen}, order));
        std::vector<RowId> listed = must(reader->ids({}, order));
        EXPECT_EQ(must(listPairs(*reader, {}, population, {chosen, listed}, order)).ids, read.ids);
        std::erase(listed, chosen.front());
        EXPECT_EQ(must(listPairs(*reader, {}, population, {chosen, listed}, order)).ids, read.ids)
            << "a list that lacks one is not used";
    }
    std::ranges::reverse(all);
    EXPECT_EQ(must(listPairs(*reader, {}, population, {chosen, all}, {SortKey::Method, false})).ids,
              (std::vector{chosen[1], chosen[2], chosen[0]}))
        << "the store is not read";
}

TEST_F(ResultListingTest, StoreListMatchesTheRows)
{
    for (const Scope &scope : scopes())
        expectSameListing(scope);
    const auto reader = openReader();
    EXPECT_TRUE(must(reader->canJoinReferences()));
    EXPECT_NE(must(listResults(*reader, {}, Scope(), {})).speedups, nullptr)
        << "joined speedups are listed, too";
    Scope recorded;
    recorded.joinBaselines = false;
    expectSameListing(recorded);
    EXPECT_EQ(must(listResults(*reader, {}, recorded, {})).speedups, nullptr);
}

TEST_F(ResultListingTest, FacetsCountTheList)
{
    const std::vector<std::string> fields{"status", "category", "method", "level", "round"};
    for (const Scope &scope : scopes()) {
        for (const auto &[line, _] : terms()) {
            const Filter filter = must(parseFilter(line));
            const auto reader = openReader();
            const auto counts = must(listedFacets(*reader, fields, filter, scope));
            ASSERT_EQ(counts.size(), fields.size());
            for (const std::vector<FacetCount> &field : counts) {
                std::size_t sum = 0;
                for (const FacetCount &each : field)
                    sum += static_cast<std::size_t>(each.count);
                EXPECT_EQ(sum, results(line, scope).ids.size()) << line;
            }
        }
    }
}

TEST_F(ResultListingTest, ShowsRecordsOfSplitPairs)
{
    Scope split;
    split.rules[GroupBy::Baseline] = {ConditionRule::Kind::Split, {}};
    const ResultListing listing = pairs("", split);
    EXPECT_EQ(listing.speedups, nullptr);
    EXPECT_FALSE(listing.ids.empty());
}

TEST(ListedSpeedups, MinSpeedupUsesTheRecordedBaseline)
{
    std::vector<MetricRow> rows(2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = RowId{static_cast<std::int64_t>(i) + 1};
        rows[i].speedup = 2.0;
    }
    rows[1].takeSpeedup();
    const ListedSpeedups speedups(rows);
    ResultRow row;
    row.minSpeedup = 0.5;
    row.minSpeedupShape = "dim=4096";
    row.id = RowId{1};
    speedups.applyTo(row);
    EXPECT_EQ(row.minSpeedup, 0.5);
    row.id = RowId{2};
    speedups.applyTo(row);
    EXPECT_FALSE(row.minSpeedup);
    EXPECT_TRUE(row.minSpeedupShape.empty());
}

TEST(ListedFailures, FollowTheScope)
{
    std::vector<MetricRow> rows(3);
    std::vector<FailureReason> reasons;
    for (MetricRow &row : rows) {
        row.id = {static_cast<std::int64_t>(reasons.size()) + 1};
        row.verdict = Verdict::WrongValue;
        reasons.push_back({row.id, "f", "wrong_value", "off"});
    }
    rows[0].device = "A100";
    rows[1].device = "L40"; // the last one records no device
    const auto failuresIn = [&](const Scope &scope) {
        std::int64_t out = 0;
        for (const FailureCount &each : listedFailures(rows, scope, reasons))
            out += each.count;
        return out;
    };
    EXPECT_EQ(failuresIn({}), 3);
    Scope scope;
    scope.rules[GroupBy::Device] = {ConditionRule::Kind::Only, "A100"};
    EXPECT_EQ(failuresIn(scope), 2);
}

} // namespace loupe::test
