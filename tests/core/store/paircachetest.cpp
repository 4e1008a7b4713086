// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/paircache.h"

#include "core/analysis/population/methodbaseline.h"
#include "core/store/read/scopedrows.h"

#include <random>
#include <tuple>

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

} // namespace loupe::test
