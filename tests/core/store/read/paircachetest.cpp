// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/paircache.h"

#include "core/analysis/population/appliedconditions.h"
#include "core/analysis/population/methodbaseline.h"
#include "core/store/read/scopedrows.h"

#include <array>
#include <atomic>
#include <barrier>
#include <functional>
#include <random>
#include <thread>
#include <tuple>

#include "tests/core/store/forwardingreader.h"
#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// Stores with several conditions, attempts, baselines and findings.
class PairCacheTest : public StoreTest
{
protected:
    void fill(unsigned seed)
    {
        std::mt19937 random(seed);
        const auto below = [&](unsigned bound) { return random() % bound; };
        const auto writer = openWriter();
        for (const char *device : {"A100", "H100"}) {
            for (const char *protocol : {"suite-1", "suite-2"}) {
                loupe::Run run = sampleRun(std::string(device) + protocol);
                run.environment.deviceName = device;
                run.protocol = protocol;
                const RunId id = must(writer->beginRun(run));
                for (int i = 0; i < 30; ++i)
                    record(*writer, id, i, below);
            }
        }
    }

    static void record(StoreWriter &writer, RunId run, int attempt, const auto &below)
    {
        constexpr std::array verdicts{Verdict::Correct, Verdict::Correct, Verdict::WrongValue,
                                      Verdict::CompileError, Verdict::NotRecorded};
        constexpr std::array baselines{"eager", "compile", ""};
        const std::string category = below(2) == 0 ? "Math" : "Fusion";
        const std::string name = category + "/" + std::to_string(below(4));
        const std::string method = below(2) == 0 ? "m" : "n";
        Evaluation evaluation = sampleEvaluation(name, method);
        evaluation.verdict = verdicts[below(verdicts.size())];
        evaluation.strictVerdict = verdicts[below(verdicts.size())];
        evaluation.speedup = 0.5 + below(4);
        evaluation.baseline = baselines[below(baselines.size())];
        if (outcomeOf(evaluation.verdict) != Outcome::Correct) {
            evaluation.speedup = std::nullopt;
            evaluation.baseline.clear();
        }
        evaluation.candidate.round = static_cast<int>(below(4));
        evaluation.candidate.sample = static_cast<int>(below(2));
        evaluation.attempt = attempt;
        if (below(4) == 0)
            evaluation.findings.push_back(
                {"rule", RuleLayer::Static, FindingSeverity::Suspicion, "why", 1});
        must(writer.record(run, must(writer.addTask(sampleTask(name, category))),
                           must(writer.addMethod(sampleMethod(method))), evaluation));
    }

    std::unique_ptr<PairCache> openCache() const
    {
        return std::make_unique<PairCache>(
            [file = storeFile()] { return StoreReader::open(file); });
    }

    static std::vector<Scope> scopes()
    {
        std::vector<Scope> out(9);
        out[1].rules[GroupBy::Baseline] = overMethod("n");
        out[2].verdict = CountedVerdict::Strict;
        out[3].rules[GroupBy::Device] = {ConditionRule::Kind::Split, ""};
        out[4].rules[GroupBy::Baseline] = {ConditionRule::Kind::Split, ""};
        out[5].rules[GroupBy::Baseline] = {ConditionRule::Kind::Pool, ""};
        out[5].choice.rule = AttemptRule::BestSample;
        out[6].apart = {GroupBy::Round};
        out[7].rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, "compile"};
        out[7].includeWithheld = true;
        out[8].verdict = CountedVerdict::Strict;
        out[8].rules[GroupBy::Baseline] = overMethod("n");
        return out;
    }
};

auto contentOf(std::span<const MetricRow> rows)
{
    std::vector<std::tuple<RowId, Verdict, OptionalNumber<double>, Name>> out;
    for (const MetricRow &row : rows)
        out.emplace_back(row.id, row.verdict, row.speedup, row.baseline);
    return out;
}

/// Reader during whose calls something happens.
class EventfulReader final : public ForwardingReader
{
public:
    using ForwardingReader::ForwardingReader;

    Result<std::vector<RowId>> ids(const Filter &filter, SortOrder order,
                                   std::stop_token stop) override
    {
        if (beforeIds)
            std::exchange(beforeIds, nullptr)();
        return ForwardingReader::ids(filter, order, std::move(stop));
    }
    Result<std::unique_ptr<RowParts>> rowParts(const Filter &filter, const PartsRequest &request,
                                               std::stop_token stop) override
    {
        auto parts = ForwardingReader::rowParts(filter, request, std::move(stop));
        if (afterRows)
            std::exchange(afterRows, nullptr)();
        return parts;
    }

    std::function<void()> beforeIds;
    std::function<void()> afterRows;
};

/// Returns true as soon as `count` threads wait for pairs, false if `hasEnded` before.
bool waits(PairCache &cache, std::size_t count, const std::atomic<bool> &hasEnded)
{
    while (cache.waiting() < count) {
        if (hasEnded)
            return false;
        std::this_thread::yield();
    }
    return true;
}

void expectSame(const Population &actual, const Population &expected)
{
    EXPECT_TRUE(contentOf(actual.cells()) == contentOf(expected.cells()));
    EXPECT_TRUE(contentOf(actual.observations()) == contentOf(expected.observations()));
    EXPECT_EQ(actual.given, expected.given);
    EXPECT_EQ(actual.tasks, expected.tasks);
    EXPECT_EQ(actual.methods, expected.methods);
    EXPECT_EQ(actual.methodsInScope, expected.methodsInScope);
    EXPECT_EQ(actual.attempts.hasRuns, expected.attempts.hasRuns);
    EXPECT_EQ(actual.attempts.hasSamples, expected.attempts.hasSamples);
    EXPECT_EQ(actual.attempts.hasRounds, expected.attempts.hasRounds);
    EXPECT_TRUE(actual.conditions == expected.conditions);
    EXPECT_TRUE(actual.leftOut == expected.leftOut);
    EXPECT_TRUE(actual.joined == expected.joined);
}

} // namespace

TEST_F(PairCacheTest, KeptPairsMakeThePopulationOfEachFilter)
{
    std::size_t selections = 0;
    for (const unsigned seed : {1U, 2U, 3U}) {
        std::filesystem::remove(storeFile());
        fill(seed);
        const auto reader = openReader();
        const auto cache = openCache();
        for (const Scope &scope : scopes()) {
            const std::size_t before = cache->reads();
            for (const char *line :
                 {"status:wrong", "", "speedup>1", "category:Math speedup>1", "-method:m",
                  "round:2 status:correct", "speedup:none", "flagged:yes", ""}) {
                SCOPED_TRACE(std::to_string(seed) + ": " + line);
                const Filter filter = must(parseFilter(line));
                const Population expected
                    = populationOf(must(scopedRows(*reader, filter, scope)), scope);
                expectSame(must(cache->population(*reader, filter, scope)), expected);
                selections += expected.cells().empty() ? 0 : 1;
            }
            EXPECT_EQ(cache->reads(), before + 1) << "the other filters use the kept pairs";
        }
    }
    EXPECT_GT(selections, 100U);
}

TEST_F(PairCacheTest, AnotherScopeOrConditionReadsTheStore)
{
    fill(1);
    const auto reader = openReader();
    const auto cache = openCache();
    must(cache->population(*reader, {}, {}));
    EXPECT_EQ(cache->reads(), 1U);
    Scope best;
    best.choice.rule = AttemptRule::BestRound;
    must(cache->population(*reader, {}, best));
    EXPECT_EQ(cache->reads(), 2U);
    const Filter onA100 = must(parseFilter("device:A100"));
    expectSame(must(cache->population(*reader, onA100, {})),
               populationOf(must(scopedRows(*reader, onA100, {})), {}));
    EXPECT_EQ(cache->reads(), 3U);
    must(cache->population(*reader, {}, {}));
    EXPECT_EQ(cache->reads(), 3U) << "several scopes are kept";
}

TEST_F(PairCacheTest, AChangedStoreIsReadAgain)
{
    fill(1);
    const auto reader = openReader();
    const auto cache = openCache();
    const Population before = must(cache->population(*reader, {}, {}));
    must(cache->population(*reader, {}, {}));
    ASSERT_EQ(cache->reads(), 1U);
    {
        const auto writer = openWriter();
        const RunId run = must(writer->beginRun(sampleRun("later")));
        must(writer->record(run, must(writer->addTask(sampleTask("Math/new", "Math"))),
                            must(writer->addMethod(sampleMethod("m"))),
                            sampleEvaluation("Math/new", "m")));
    }
    const Population after = must(cache->population(*reader, {}, {}));
    EXPECT_EQ(cache->reads(), 2U);
    EXPECT_EQ(after.given, before.given + 1);
    expectSame(after, populationOf(must(scopedRows(*reader, {}, {})), {}));
}

TEST_F(PairCacheTest, AReviewIsACommitAsWell)
{
    std::optional<RowId> suspected;
    {
        const auto writer = openWriter();
        Evaluation evaluation = sampleEvaluation("Math/add", "m");
        evaluation.findings.push_back(
            {"rule", RuleLayer::Static, FindingSeverity::Suspicion, "why", 1});
        const RunId run = must(writer->beginRun(sampleRun("first")));
        suspected = must(writer->record(run, must(writer->addTask(sampleTask("Math/add", "Math"))),
                                        must(writer->addMethod(sampleMethod("m"))), evaluation));
    }
    const auto reader = openReader();
    const auto cache = openCache();
    EXPECT_EQ(must(cache->population(*reader, {}, {})).cells().front().verdict, Verdict::Flagged);
    must(openWriter()->recordReview(
        {*suspected, ReviewDecision::Cleared, "A. Person", "read it", "2026-11-21T10:00:00Z"}));
    EXPECT_EQ(must(cache->population(*reader, {}, {})).cells().front().verdict, Verdict::Correct);
}

TEST_F(PairCacheTest, ACommitDuringTheReadIsNotMissed)
{
    fill(1);
    const auto inner = openReader();
    EventfulReader reader(*inner);
    const auto cache = openCache();
    reader.afterRows = [this] {
        const auto writer = openWriter();
        const RunId run = must(writer->beginRun(sampleRun("later")));
        must(writer->record(run, must(writer->addTask(sampleTask("Math/new", "Math"))),
                            must(writer->addMethod(sampleMethod("m"))),
                            sampleEvaluation("Math/new", "m")));
    };
    const Population during = must(cache->population(reader, {}, {}));
    const Population after = must(cache->population(reader, {}, {}));
    EXPECT_EQ(cache->reads(), 2U);
    EXPECT_EQ(after.given, during.given + 1);
    expectSame(after, populationOf(must(scopedRows(reader, {}, {})), {}));
}

TEST_F(PairCacheTest, KeptPairsAreNotMixedWithMarksOfALaterState)
{
    std::optional<RowId> suspected;
    {
        const auto writer = openWriter();
        Evaluation evaluation = sampleEvaluation("Math/add", "m");
        evaluation.findings.push_back(
            {"rule", RuleLayer::Static, FindingSeverity::Suspicion, "why", 1});
        const RunId run = must(writer->beginRun(sampleRun("first")));
        suspected = must(writer->record(run, must(writer->addTask(sampleTask("Math/add", "Math"))),
                                        must(writer->addMethod(sampleMethod("m"))), evaluation));
    }
    const auto inner = openReader();
    EventfulReader reader(*inner);
    const auto cache = openCache();
    must(cache->population(reader, {}, {}));
    reader.beforeIds = [&] {
        must(openWriter()->recordReview(
            {*suspected, ReviewDecision::Cleared, "A. Person", "read it", "2026-11-21T10:00:00Z"}));
    };
    const Filter unflagged = must(parseFilter("flagged:no"));
    const Population population = must(cache->population(reader, unflagged, {}));
    EXPECT_EQ(reader.beforeIds, nullptr) << "the review came while kept pairs were marked";
    ASSERT_EQ(population.cells().size(), 1U);
    EXPECT_EQ(population.cells().front().verdict, Verdict::Correct);
    EXPECT_EQ(cache->reads(), 2U);
}

TEST_F(PairCacheTest, ThreadsThatNeedTheSamePairsReadThemOnce)
{
    fill(1);
    const Population expected = populationOf(must(scopedRows(*openReader(), {}, {})), {});
    const auto cache = openCache();
    const auto readers = std::pair(openReader(), openReader());
    EventfulReader first(*readers.first);
    std::barrier isReading(2);
    std::barrier mayEnd(2);
    first.afterRows = [&] {
        isReading.arrive_and_wait();
        mayEnd.arrive_and_wait();
    };
    std::optional<Population> found;
    std::thread other([&] { found = must(cache->population(first, {}, {})); });
    isReading.arrive_and_wait();
    Scope best;
    best.choice.rule = AttemptRule::BestSample;
    // Another scope is read although the first is not read yet.
    expectSame(must(cache->population(*readers.second, {}, best)),
               populationOf(must(scopedRows(*readers.second, {}, best)), best));
    std::optional<Population> same;
    std::atomic<bool> hasEnded = false;
    std::thread third([&] {
        same = must(cache->population(*readers.second, {}, {}));
        hasEnded = true;
    });
    EXPECT_TRUE(waits(*cache, 1, hasEnded));
    mayEnd.arrive_and_wait();
    other.join();
    third.join();
    expectSame(*found, expected);
    expectSame(*same, expected);
    EXPECT_EQ(cache->reads(), 2U);
}

TEST_F(PairCacheTest, AStoppedThreadDoesNotWaitForAnother)
{
    fill(1);
    const auto cache = openCache();
    const auto readers = std::pair(openReader(), openReader());
    EventfulReader first(*readers.first);
    std::barrier isReading(2);
    std::barrier isStopped(2);
    first.afterRows = [&] {
        isReading.arrive_and_wait();
        isStopped.arrive_and_wait();
    };
    std::thread other([&] { must(cache->population(first, {}, {})); });
    isReading.arrive_and_wait();
    std::stop_source stop;
    std::atomic<bool> hasEnded = false;
    bool hasWaited = false;
    std::jthread stopper([&] {
        hasWaited = waits(*cache, 1, hasEnded);
        stop.request_stop();
    });
    const auto stopped = cache->population(*readers.second, {}, {}, stop.get_token());
    hasEnded = true;
    stopper.join();
    EXPECT_TRUE(hasWaited);
    isStopped.arrive_and_wait();
    other.join();
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, Errc::Cancelled);
}

TEST_F(PairCacheTest, ThreadsReadInParallelWhatAnotherDidNotKeep)
{
    fill(1);
    const auto cache = openCache();
    const std::array inner{openReader(), openReader(), openReader()};
    EventfulReader first(*inner[0]);
    EventfulReader second(*inner[1]);
    EventfulReader third(*inner[2]);
    std::barrier isReading(2);
    std::barrier bothWait(2);
    first.afterRows = [&] {
        isReading.arrive_and_wait();
        bothWait.arrive_and_wait();
        must(openWriter()->beginRun(sampleRun("later")));
    };
    // Each ends its reading only when the other reads, too.
    std::barrier bothRead(2);
    second.afterRows = third.afterRows = [&] { bothRead.arrive_and_wait(); };
    std::thread one([&] { must(cache->population(first, {}, {})); });
    isReading.arrive_and_wait();
    std::array<std::atomic<bool>, 2> hasEnded{};
    std::array<std::optional<Population>, 2> found;
    const auto read = [&](EventfulReader &reader, std::size_t index) {
        found[index] = must(cache->population(reader, {}, {}));
        hasEnded[index] = true;
    };
    std::thread two([&] { read(second, 0); });
    EXPECT_TRUE(waits(*cache, 1, hasEnded[0]));
    std::thread three([&] { read(third, 1); });
    EXPECT_TRUE(waits(*cache, 2, hasEnded[1]));
    bothWait.arrive_and_wait();
    for (std::thread *each : {&one, &two, &three})
        each->join();
    EXPECT_EQ(cache->reads(), 3U);
    const Population expected = populationOf(must(scopedRows(*openReader(), {}, {})), {});
    for (const auto &each : found)
        expectSame(*each, expected);
}

TEST_F(PairCacheTest, PairsThatCannotBeKeptAreNotWaitedFor)
{
    fill(1);
    const auto cache = openCache();
    cache->close();
    const auto readers = std::pair(openReader(), openReader());
    EventfulReader first(*readers.first);
    std::barrier isReading(2);
    std::barrier mayEnd(2);
    first.afterRows = [&] {
        isReading.arrive_and_wait();
        mayEnd.arrive_and_wait();
    };
    std::thread other([&] { must(cache->population(first, {}, {})); });
    isReading.arrive_and_wait();
    std::atomic<bool> hasEnded = false;
    std::thread second([&] {
        must(cache->population(*readers.second, {}, {}));
        hasEnded = true;
    });
    EXPECT_FALSE(waits(*cache, 1, hasEnded));
    mayEnd.arrive_and_wait();
    other.join();
    second.join();
}

TEST_F(PairCacheTest, WithoutItsConnectionNothingIsKept)
{
    fill(1);
    const auto reader = openReader();
    PairCache none([]() -> Result<std::unique_ptr<StoreReader>> {
        return Error{Errc::Io, "closed"};
    });
    const auto closed = openCache();
    closed->close();
    for (PairCache *cache : {&none, closed.get()}) {
        const Population first = must(cache->population(*reader, {}, {}));
        expectSame(must(cache->population(*reader, {}, {})), first);
        EXPECT_EQ(cache->reads(), 2U);
    }
}

TEST_F(PairCacheTest, EndsSoonWhenStopped)
{
    fill(1);
    const auto reader = openReader();
    const auto cache = openCache();
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = cache->population(*reader, {}, {}, stop.get_token());
    EXPECT_TRUE(!stopped || stopped->cells().empty());
    EXPECT_FALSE(must(cache->population(*reader, {}, {})).cells().empty())
        << "an incomplete population is not kept";
}

/// Stores with so many results that the conditions of a scope may be applied to counts.
class LargePairCacheTest : public PairCacheTest
{
protected:
    /// Records runs under every combination of two devices, protocols and precisions.
    void addRunsUnderAllConditions() const
    {
        std::vector<loupe::Run> runs;
        for (const char *device : {"A100", "H100"}) {
            for (const char *protocol : {"suite-1", "suite-2"}) {
                for (const char *precision : {"", "fp16"}) {
                    loupe::Run &run
                        = runs.emplace_back(sampleRun(std::string(device) + protocol + precision));
                    run.environment.deviceName = device;
                    run.protocol = protocol;
                    run.precision = precision;
                }
            }
        }
        addRuns(runs);
    }
    static std::vector<loupe::Run> alikeRuns()
    {
        std::vector<loupe::Run> out;
        for (int i = 0; i < 6; ++i)
            out.push_back(sampleRun(std::to_string(i)));
        return out;
    }
    /// Records `rowsOfRun` results in each run, of so many methods and suites.
    void addRuns(const std::vector<loupe::Run> &runs, int methods = 2, int suites = 1) const
    {
        const auto writer = openWriter();
        StoredNames names;
        for (const std::string category : {"Math", "Fusion"}) {
            for (int number = 0; number < tasks; ++number) {
                Task task = sampleTask(category + "/" + std::to_string(number), category);
                task.suite += std::to_string(number % suites);
                names.tasks[task.name] = must(writer->addTask(task));
            }
        }
        for (int i = 0; i < methods; ++i)
            names.methods[methodName(i)] = must(writer->addMethod(sampleMethod(methodName(i))));
        std::mt19937 random(1);
        for (const loupe::Run &run : runs)
            addRun(*writer, run, names, random);
    }

    static std::unique_ptr<RowParts> allParts(StoreReader &reader, const Scope &scope = {})
    {
        return must(partsOfScope(reader, {}, scope));
    }
    void expectPopulationOfRows(const Scope &scope = {}) const
    {
        const auto reader = openReader();
        expectSame(must(openCache()->population(*reader, {}, scope)),
                   populationOf(must(scopedRows(*reader, {}, scope)), scope));
    }

    static constexpr int tasks = 20; ///< of each category
    static constexpr int rowsOfRun = 1000;

private:
    static std::string methodName(int number)
    {
        return number < 2 ? std::string(number == 0 ? "m" : "n") : std::to_string(number);
    }
    static void addRun(StoreWriter &writer, const loupe::Run &run, const StoredNames &names,
                       std::mt19937 &random)
    {
        constexpr std::array verdicts{Verdict::Correct, Verdict::Correct, Verdict::WrongValue};
        constexpr std::array baselines{"eager", "compile", ""};
        std::vector<Evaluation> evaluations;
        for (int i = 0; i < rowsOfRun; ++i) {
            const std::string category = random() % 2 == 0 ? "Math/" : "Fusion/";
            const auto method = static_cast<int>(random() % names.methods.size());
            Evaluation each
                = sampleEvaluation(category + std::to_string(random() % tasks), methodName(method));
            each.verdict = verdicts[random() % verdicts.size()];
            each.candidate.sample = i;
            each.speedup = std::nullopt;
            each.baseline.clear();
            if (each.verdict == Verdict::Correct && random() % 4 != 0) {
                each.speedup = 0.5 + static_cast<double>(random() % 4);
                each.baseline = baselines[random() % baselines.size()];
            }
            evaluations.push_back(std::move(each));
        }
        mustSucceed(writer.recordAll(must(writer.beginRun(run)), evaluations, names,
                                     [] { return Status(); }));
    }
};

TEST_F(LargePairCacheTest, CountsChooseTheSameConditionsAsRows)
{
    addRunsUnderAllConditions();
    const auto reader = openReader();
    std::vector<Scope> all = scopes();
    all.emplace_back().rules[GroupBy::Precision] = {ConditionRule::Kind::Only, "fp16"};
    all.emplace_back().rules[GroupBy::Device] = {ConditionRule::Kind::Only, "none of these"};
    all.emplace_back().rules[GroupBy::Protocol] = {ConditionRule::Kind::Pool, ""};
    all.emplace_back().apart = {GroupBy::Run};
    std::size_t counted = 0;
    for (const Scope &scope : all) {
        EXPECT_EQ(allParts(*reader, scope)->applied() != nullptr, RowCounts::sufficeFor(scope));
        counted += RowCounts::sufficeFor(scope) ? 1 : 0;
        for (const char *line : {"", "status:wrong", "device:A100 speedup>1"}) {
            SCOPED_TRACE(line);
            const Filter filter = must(parseFilter(line));
            expectSame(must(openCache()->population(*reader, filter, scope)),
                       populationOf(must(scopedRows(*reader, filter, scope)), scope));
        }
    }
    EXPECT_GT(counted, all.size() / 2);
}

TEST_F(LargePairCacheTest, ConditionsThatExcludeNothingAreNotAppliedToCounts)
{
    addRuns(alikeRuns());
    const auto reader = openReader();
    Scope other;
    other.rules[GroupBy::Device] = {ConditionRule::Kind::Only, "another device"};
    Scope same;
    same.rules[GroupBy::Device] = {ConditionRule::Kind::Only, "Test CPU"};
    EXPECT_EQ(allParts(*reader)->applied(), nullptr);
    EXPECT_EQ(allParts(*reader, same)->applied(), nullptr);
    EXPECT_NE(allParts(*reader, other)->applied(), nullptr);
    for (const Scope &scope : {Scope(), same, other})
        expectPopulationOfRows(scope);
}

TEST_F(LargePairCacheTest, ASuiteIsChosenAmongTheRowsOfEveryRun)
{
    addRuns(alikeRuns(), 2, 2);
    const auto parts = allParts(*openReader());
    ASSERT_NE(parts->applied(), nullptr);
    EXPECT_LT(parts->applied()->considered(), parts->applied()->given());
    expectPopulationOfRows();
}

TEST_F(LargePairCacheTest, RunsWithTheSameConditionsAreCountedTogether)
{
    std::vector<loupe::Run> runs;
    for (int i = 0; i < 8; ++i) {
        runs.push_back(sampleRun(std::to_string(i)));
        if (i % 2 == 0)
            runs.back().environment.deviceName = "another device";
    }
    addRuns(runs, 5);
    const auto parts = allParts(*openReader());
    ASSERT_NE(parts->applied(), nullptr) << "apart, there are too many kinds of rows";
    EXPECT_EQ(parts->applied()->considered(), 4U * rowsOfRun);
    std::size_t made = 0;
    for (std::size_t i = 0; i < parts->count(); ++i)
        made += parts->part(i).size();
    EXPECT_EQ(made, 4U * rowsOfRun);
    expectPopulationOfRows();
}

TEST_F(LargePairCacheTest, RowsThatAllDifferAreNotCounted)
{
    std::vector<loupe::Run> runs = alikeRuns();
    runs.front().environment.deviceName = "another device";
    addRuns(runs, 200);
    EXPECT_EQ(allParts(*openReader())->applied(), nullptr);
    expectPopulationOfRows();
}

TEST_F(LargePairCacheTest, RowsThatTheConditionsExcludeAreNotMade)
{
    addRunsUnderAllConditions();
    const auto parts = allParts(*openReader());
    ASSERT_NE(parts->applied(), nullptr);
    std::size_t made = 0;
    for (std::size_t i = 0; i < parts->count(); ++i)
        made += parts->part(i).size();
    EXPECT_EQ(parts->applied()->given(), 8U * rowsOfRun);
    EXPECT_LE(made, 2U * rowsOfRun) << "of one device and protocol";
    EXPECT_GT(made, 0U);
}

} // namespace loupe::test
