// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/pairfacets.h"

#include "core/analysis/population/methodbaseline.h"
#include "core/model/saved/filteredit.h"
#include "core/store/read/scopedrows.h"

#include <algorithm>
#include <random>
#include <set>
#include <string_view>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// Stores with several runs, devices, protocols, rounds, samples and findings.
class PairFacetsTest : public StoreTest
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
                                      Verdict::CompileError, Verdict::Crashed};
        const std::string category = below(2) == 0 ? "Math" : "Fusion";
        const std::string name = category + "/" + std::to_string(below(4));
        const std::string method = below(2) == 0 ? "m" : "n";
        Task task = sampleTask(name, category);
        task.level = 1 + static_cast<int>(name.back() % 2);
        Evaluation evaluation = sampleEvaluation(name, method);
        evaluation.verdict = verdicts[below(verdicts.size())];
        if (outcomeOf(evaluation.verdict) != Outcome::Correct)
            evaluation.speedup = std::nullopt;
        evaluation.candidate.round = static_cast<int>(below(4));
        evaluation.candidate.sample = static_cast<int>(below(2));
        evaluation.attempt = attempt;
        if (below(4) == 0)
            evaluation.findings.push_back(
                {"rule", RuleLayer::Static, FindingSeverity::Suspicion, "why", 1});
        must(writer.record(run, must(writer.addTask(task)),
                           must(writer.addMethod(sampleMethod(method))), evaluation));
    }

    std::size_t pairsOf(const Filter &filter, const Scope &scope) const
    {
        return populationOf(must(scopedRows(*openReader(), filter, scope)), scope).cells().size();
    }
};

} // namespace

TEST_F(PairFacetsTest, CountEqualsTheFilteredList)
{
    const std::vector<std::string> fields{"status", "category", "method",
                                          "level",  "device",   "round"};
    Scope overOther;
    overOther.rules[GroupBy::Baseline] = overMethod("n");
    std::size_t clicks = 0;
    for (const unsigned seed : {1U, 2U, 3U}) {
        std::filesystem::remove(storeFile());
        fill(seed);
        PairCache cache([this] { return StoreReader::open(storeFile()); });
        for (const char *line : {"", "status:wrong", "speedup>1", "device:A100 category:Math"}) {
            const Filter filter = must(parseFilter(line));
            const auto reader = openReader();
            const Scope scope = seed == 3 ? overOther : Scope();
            const Population population
                = populationOf(must(scopedRows(*reader, filter, scope)), scope);
            const auto counts = must(pairFacets(*reader, cache, filter, population, fields));
            for (std::size_t i = 0; i < fields.size(); ++i) {
                const Filter others = withoutField(filter, fields[i]);
                for (const FacetCount &each : counts[i]) {
                    const Filter clicked = includingValue(others, fields[i], each.value);
                    EXPECT_EQ(pairsOf(clicked, population.scope()),
                              static_cast<std::size_t>(each.count))
                        << seed << ": " << line << ", click on " << fields[i] << " " << each.value;
                    ++clicks;
                }
            }
        }
    }
    EXPECT_GT(clicks, 100U);
}

TEST_F(PairFacetsTest, ABaselineFilterCountsFailuresAsNotRecorded)
{
    {
        const auto writer = openWriter();
        const MethodId method = must(writer->addMethod(sampleMethod("m")));
        const RunId run = must(writer->beginRun(sampleRun("first")));
        for (const char *name : {"Math/add", "Math/mul"}) {
            Evaluation evaluation = sampleEvaluation(name, "m");
            evaluation.baseline = "eager";
            if (std::string(name) == "Math/mul") {
                evaluation.verdict = Verdict::WrongValue;
                evaluation.speedup = evaluation.baselineMs = std::nullopt;
                evaluation.baseline.clear();
            }
            const TaskId task = must(writer->addTask(sampleTask(name, "Math")));
            must(writer->record(run, task, method, evaluation));
        }
    }
    const auto reader = openReader();
    const auto counts = must(reader->facet("baseline", Filter()));
    ASSERT_EQ(counts.size(), 2U);
    for (const FacetCount &each : counts) {
        const Filter clicked = includingValue(Filter(), "baseline", each.value);
        EXPECT_EQ(must(reader->ids(clicked)).size(), static_cast<std::size_t>(each.count));
        EXPECT_EQ(pairsOf(clicked, {}), static_cast<std::size_t>(each.count));
    }
    const auto field = std::ranges::find(filterFields(), "baseline", &FilterField::name);
    ASSERT_NE(field, filterFields().end());
    EXPECT_NE(field->help.find("as of most failures"), std::string_view::npos);
}

TEST_F(PairFacetsTest, AFilterNeverMakesAnEarlierRoundCount)
{
    const auto writer = openWriter();
    const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
    const MethodId method = must(writer->addMethod(sampleMethod("m")));
    const RunId run = must(writer->beginRun(sampleRun("first")));
    for (int round = 0; round < 2; ++round) {
        Evaluation evaluation = sampleEvaluation("Math/add", "m");
        evaluation.candidate.round = round;
        if (round == 0)
            evaluation.verdict = Verdict::WrongValue;
        must(writer->record(run, task, method, evaluation));
    }
    EXPECT_EQ(pairsOf(must(parseFilter("status:wrong")), {}), 0U);
    EXPECT_EQ(pairsOf(must(parseFilter("status:correct")), {}), 1U);
    EXPECT_EQ(must(openReader()->ids(must(parseFilter("status:wrong")))).size(), 1U)
        << "a list of attempts still finds it";
}

} // namespace loupe::test
