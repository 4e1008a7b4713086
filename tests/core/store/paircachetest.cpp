// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/paircache.h"

#include "core/analysis/population/appliedconditions.h"
#include "core/analysis/population/methodbaseline.h"
#include "core/store/read/scopedrows.h"

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
    Result<std::unique_ptr<RowParts>> rowParts(const Filter &filter, std::stop_token stop,
                                               PairRows which, const Scope *scope) override
    {
        auto parts = ForwardingReader::rowParts(filter, std::move(stop), which, scope);
        if (afterRows)
            std::exchange(afterRows, nullptr)();
        return parts;
    }

    std::function<void()> beforeIds;
    std::function<void()> afterRows;
};

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
    std::thread third([&] { same = must(cache->population(*readers.second, {}, {})); });
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
    std::jthread stopper([&] { stop.request_stop(); });
    const auto stopped = cache->population(*readers.second, {}, {}, stop.get_token());
    isStopped.arrive_and_wait();
    other.join();
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, Errc::Cancelled);
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

/// A store with so many results that the conditions of a scope are applied to counts.
class LargePairCacheTest : public PairCacheTest
{
protected:
    void SetUp() override
    {
        PairCacheTest::SetUp();
        const auto writer = openWriter();
        StoredNames names;
        for (const std::string category : {"Math", "Fusion"}) {
            for (int task = 0; task < tasks; ++task)
                addTask(*writer, names, category, category + "/" + std::to_string(task));
        }
        for (const char *method : {"m", "n"})
            names.methods[method] = must(writer->addMethod(sampleMethod(method)));
        std::mt19937 random(1);
        for (const char *device : {"A100", "H100"}) {
            for (const char *protocol : {"suite-1", "suite-2"}) {
                for (const char *precision : {"", "fp16"}) {
                    loupe::Run run = sampleRun(std::string(device) + protocol + precision);
                    run.environment.deviceName = device;
                    run.protocol = protocol;
                    run.precision = precision;
                    addRun(*writer, run, names, random);
                }
            }
        }
    }

    static constexpr int tasks = 20;
    static constexpr int rowsOfRun = 1000;

private:
    static void addTask(StoreWriter &writer, StoredNames &names, const std::string &category,
                        const std::string &name)
    {
        names.tasks[name] = must(writer.addTask(sampleTask(name, category)));
    }
    static void addRun(StoreWriter &writer, const loupe::Run &run, const StoredNames &names,
                       std::mt19937 &random)
    {
        constexpr std::array verdicts{Verdict::Correct, Verdict::Correct, Verdict::WrongValue};
        constexpr std::array baselines{"eager", "compile", ""};
        std::vector<Evaluation> evaluations;
        for (int i = 0; i < rowsOfRun; ++i) {
            const std::string category = random() % 2 == 0 ? "Math/" : "Fusion/";
            Evaluation each = sampleEvaluation(category + std::to_string(random() % tasks),
                                               random() % 2 == 0 ? "m" : "n");
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
    const auto reader = openReader();
    std::vector<Scope> all = scopes();
    all.emplace_back().rules[GroupBy::Precision] = {ConditionRule::Kind::Only, "fp16"};
    all.emplace_back().rules[GroupBy::Device] = {ConditionRule::Kind::Only, "none of these"};
    all.emplace_back().rules[GroupBy::Protocol] = {ConditionRule::Kind::Pool, ""};
    all.emplace_back().apart = {GroupBy::Run};
    for (const Scope &scope : all) {
        for (const char *line : {"", "status:wrong", "device:A100 speedup>1"}) {
            SCOPED_TRACE(line);
            const Filter filter = must(parseFilter(line));
            expectSame(must(openCache()->population(*reader, filter, scope)),
                       populationOf(must(scopedRows(*reader, filter, scope)), scope));
        }
    }
}

TEST_F(LargePairCacheTest, RowsThatTheConditionsExcludeAreNotMade)
{
    const auto reader = openReader();
    const auto parts = must(partsOfScope(*reader, {}, {}));
    ASSERT_NE(parts->applied(), nullptr);
    std::size_t made = 0;
    for (std::size_t i = 0; i < parts->count(); ++i)
        made += parts->part(i).size();
    EXPECT_EQ(parts->applied()->given(), 8U * rowsOfRun);
    EXPECT_LE(made, 2U * rowsOfRun) << "of one device and protocol";
    EXPECT_GT(made, 0U);
}

} // namespace loupe::test
