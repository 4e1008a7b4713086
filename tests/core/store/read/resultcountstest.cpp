// SPDX-License-Identifier: Apache-2.0
// Tests that counts of results equal what lists show, in stores with several baselines, precisions
// and shapes.
#include "core/analysis/population/countedresults.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/grouping.h"
#include "core/model/record/furtherbaseline.h"
#include "core/model/saved/filteredit.h"
#include "core/store/read/pairfacets.h"
#include "core/store/read/resultlisting.h"
#include "core/store/read/scopedrows.h"

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// The ways in which a store has speedups over several baselines.
enum class SeveralBaselines {
    Measured, ///< the engine times further forms of the reference
    Joined,   ///< results without a baseline, and reference times of other runs
    Recorded  ///< a record per baseline, as in CUDA-L1
};

class ResultCountsTest : public StoreTest
{
protected:
    void fill(SeveralBaselines kind, unsigned seed)
    {
        std::filesystem::remove(storeFile());
        m_random.seed(seed);
        m_writer = openWriter();
        for (const char *device : {"A100", "H100"}) {
            if (kind == SeveralBaselines::Joined)
                addTimes(device);
            for (const char *precision : {"bf16", "fp32"}) {
                for (const char *protocol : {"suite-1", "suite-1+shapes-0a1b2c3d"})
                    addRun(kind, device, precision, protocol);
            }
        }
        m_writer.reset();
    }

    std::vector<RowId> listed(const Filter &filter) const
    {
        return must(openReader()->ids(filter));
    }

    std::size_t pairsListed(const Filter &filter, const Scope &scope) const
    {
        const auto reader = openReader();
        const Population population = populationOf(must(scopedRows(*reader, filter, scope)), scope);
        return must(listPairs(*reader, filter, population, {}, {})).ids.size();
    }

    /// Expects that each reason of an exclusion counts the results that a query for it lists, and
    /// that the others are in the scope.
    void expectExclusionsListed(const Scope &scope)
    {
        const auto reader = openReader();
        const Population population = populationOf(must(scopedRows(*reader, {}, scope)), scope);
        std::set<RowId> left;
        for (const RowId id : listed({}))
            left.insert(id);
        EXPECT_EQ(population.given, left.size());
        std::size_t copies = 0; // no filter selects them
        for (const LeftOutObservations &each : population.leftOut) {
            copies += each.reason == LeftOutReason::Copy ? each.count : 0;
            if (each.reason == LeftOutReason::Copy || each.condition == GroupBy::Baseline)
                continue; // those of the baseline are speedups
            std::size_t excluded = 0;
            for (const RowId id : listed({{excluding(each, population)}}))
                excluded += left.erase(id);
            EXPECT_EQ(each.count, excluded) << text(each);
            ++m_exclusions;
        }
        if (population.condition(GroupBy::Baseline).state == PopulationCondition::State::Split) {
            EXPECT_EQ(countResults(population.observations()), left.size() - copies)
                << captionOf(population);
        }
    }

    void expectFacetsListed(const Scope &scope, const std::string &line)
    {
        const std::vector<std::string> fields{"status", "category", "method",
                                              "level",  "device",   "round"};
        PairCache cache([this] { return StoreReader::open(storeFile()); });
        const auto reader = openReader();
        const Filter filter = must(parseFilter(line));
        const Population population = populationOf(must(scopedRows(*reader, filter, scope)), scope);
        EXPECT_EQ(countResults(population.cells()), pairsListed(filter, scope));
        const auto counts = must(pairFacets(*reader, cache, filter, population, fields));
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const Filter others = withoutField(filter, fields[i]);
            for (const FacetCount &each : counts[i]) {
                EXPECT_EQ(pairsListed(includingValue(others, fields[i], each.value), scope),
                          static_cast<std::size_t>(each.count))
                    << line << ", " << fields[i] << " " << each.value;
                ++m_clicks;
            }
        }
    }

    std::size_t m_exclusions = 0;
    std::size_t m_clicks = 0;

private:
    static FilterTerm excluding(const LeftOutObservations &leftOut, const Population &population)
    {
        if (leftOut.reason == LeftOutReason::OtherRound)
            return {
                "round", FilterOp::Is, {std::to_string(population.scope().choice.round)}, true, 0};
        FilterTerm out{std::string(name(leftOut.condition)),
                       FilterOp::Is,
                       {population.condition(leftOut.condition).value},
                       true,
                       0};
        out.quoted = out.values;
        return out;
    }

    unsigned below(std::size_t bound) { return static_cast<unsigned>(m_random() % bound); }

    void addTimes(const std::string &device)
    {
        loupe::Run run = sampleRun("times " + device);
        run.environment.deviceName = device;
        const RunId id = must(m_writer->beginRun(run));
        for (int task = 0; task < tasks; ++task) {
            double milliseconds = 3;
            for (const char *baseline : {"eager", "compile", "cuda-graph"}) {
                GoldenRecord golden;
                golden.task = taskOf(task).name;
                golden.baseline = baseline;
                golden.milliseconds = ++milliseconds;
                golden.source = "times.json:1";
                mustSucceed(
                    m_writer->recordGolden(id, must(m_writer->addTask(taskOf(task))), golden));
            }
        }
    }

    void addRun(SeveralBaselines kind, const std::string &device, const std::string &precision,
                const std::string &protocol)
    {
        const bool isRecorded = kind == SeveralBaselines::Recorded;
        const std::vector<std::string> baselines = isRecorded
            ? std::vector<std::string>{"eager", "compile"}
            : std::vector<std::string>{"eager reference (cuda:0)"};
        std::vector<RunId> runs;
        for (const std::string &baseline : baselines) {
            loupe::Run run = sampleRun(device + precision + protocol + baseline);
            run.origin = kind == SeveralBaselines::Measured ? "engine" : "import:table";
            run.environment.deviceName = device;
            run.precision = precision;
            run.protocol = protocol;
            runs.push_back(must(m_writer->beginRun(run)));
        }
        const unsigned count = 6 + below(6);
        for (unsigned i = 0; i < count; ++i) {
            Evaluation one = made(static_cast<int>(i));
            const int task = static_cast<int>(below(tasks));
            one.candidate.task = taskOf(task).name;
            for (std::size_t at = 0; at < runs.size(); ++at)
                record(kind, runs[at], task, baselines[at], one);
        }
    }

    Evaluation made(int attempt)
    {
        constexpr std::array verdicts{Verdict::Correct, Verdict::Correct, Verdict::Correct,
                                      Verdict::WrongValue, Verdict::CompileError};
        Evaluation out = sampleEvaluation("", below(2) == 0 ? "m" : "n");
        out.verdict = verdicts[below(verdicts.size())];
        out.strictVerdict = below(3) == 0 ? Verdict::WrongValue : Verdict::Correct;
        out.candidate.round = static_cast<int>(below(3));
        out.candidate.sample = static_cast<int>(below(2));
        out.attempt = attempt;
        out.candidateMs = 1.0 + below(3);
        if (below(5) == 0)
            out.findings.push_back(
                {"rule", RuleLayer::Static, FindingSeverity::Suspicion, "why", 1});
        return out;
    }

    void record(SeveralBaselines kind, RunId run, int task, const std::string &baseline,
                Evaluation one)
    {
        const bool isTimed = one.verdict == Verdict::Correct;
        const bool isJoined = kind == SeveralBaselines::Joined;
        one.baseline = isTimed && !isJoined ? baseline : "";
        one.baselineMs = one.speedup = std::nullopt;
        if (isTimed && !isJoined) {
            one.baselineMs = baseline == "compile" ? 3.0 : 4.0;
            one.speedup = *one.baselineMs / *one.candidateMs;
        }
        if (isTimed && kind == SeveralBaselines::Measured) {
            GoldenRecord golden;
            golden.task = one.candidate.task;
            golden.baseline = "compile reference (cuda:0)";
            golden.milliseconds = 3.0;
            golden.source = furtherSource;
            golden.originalRecord
                = furtherRecord(R"({"clock":"cupti"})", "", std::vector<double>(5, 3.0));
            one.furtherTimes.push_back({golden, {}});
        }
        must(m_writer->record(run, must(m_writer->addTask(taskOf(task))),
                              must(m_writer->addMethod(sampleMethod(one.candidate.method))), one));
    }

    static Task taskOf(int task)
    {
        const std::string category = task % 2 == 0 ? "Math" : "Fusion";
        Task out = sampleTask(category + "/" + std::to_string(task), category);
        out.level = 1 + task % 3;
        return out;
    }

    static constexpr int tasks = 4;
    std::mt19937 m_random;
    std::unique_ptr<StoreWriter> m_writer;
};

std::vector<Scope> countedScopes()
{
    using RuleKind = ConditionRule::Kind;
    std::vector<Scope> out(9);
    out[1].rules[GroupBy::Baseline] = {RuleKind::Split, ""};
    out[2].rules[GroupBy::Baseline] = {RuleKind::Pool, ""};
    out[3].rules[GroupBy::Precision] = {RuleKind::Only, "fp32"};
    out[3].rules[GroupBy::Baseline] = {RuleKind::Split, ""};
    out[4].choice = {AttemptRule::AtRound, 1};
    out[5].rules[GroupBy::Device] = {RuleKind::Split, ""};
    out[5].rules[GroupBy::Precision] = {RuleKind::Pool, ""};
    out[5].rules[GroupBy::Baseline] = {RuleKind::Pool, ""};
    out[6].rules[GroupBy::Protocol] = {RuleKind::Only, "suite-1+shapes-0a1b2c3d"};
    out[6].choice = {AttemptRule::AtRound, 2};
    out[7].joinBaselines = false;
    out[8].rules[GroupBy::Baseline] = {RuleKind::Split, ""};
    out[8].includeWithheld = true;
    out[8].apart = {GroupBy::Run};
    return out;
}

constexpr std::array severalBaselines{SeveralBaselines::Measured, SeveralBaselines::Joined,
                                      SeveralBaselines::Recorded};

} // namespace

TEST_F(ResultCountsTest, ExclusionsCountTheResultsThatAQueryLists)
{
    for (const SeveralBaselines kind : severalBaselines) {
        for (const unsigned seed : {1U, 2U, 3U}) {
            fill(kind, seed);
            for (const Scope &scope : countedScopes()) {
                SCOPED_TRACE(static_cast<int>(kind));
                expectExclusionsListed(scope);
            }
        }
    }
    EXPECT_GT(m_exclusions, 100U);
}

TEST_F(ResultCountsTest, FacetsCountTheResultsThatAClickLists)
{
    for (const SeveralBaselines kind : severalBaselines) {
        fill(kind, 4);
        for (const Scope &scope : countedScopes()) {
            for (const char *line : {"speedup>1.5", "status:correct"}) {
                SCOPED_TRACE(static_cast<int>(kind));
                expectFacetsListed(scope, line);
            }
        }
    }
    EXPECT_GT(m_clicks, 300U);
}

TEST_F(ResultCountsTest, ACaptionOverSeveralBaselinesCountsEachResultOnce)
{
    fill(SeveralBaselines::Measured, 1);
    const auto reader = openReader();
    Scope scope;
    scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Pool, ""};
    const Population pooled = populationOf(must(scopedRows(*reader, {}, scope)), scope);
    const Population one = populationOf(must(scopedRows(*reader, {}, {})), {});
    EXPECT_EQ(pooled.cells().size(), 2 * one.cells().size());
    EXPECT_EQ(countResults(pooled.cells()), one.cells().size());
    EXPECT_NE(sizeSentence(pooled).find("× 2 baselines: " + std::to_string(pooled.cells().size())
                                        + " combinations ("
                                        + std::to_string(one.observations().size()) + " attempts)"),
              std::string::npos)
        << sizeSentence(pooled);
    EXPECT_EQ(compositionSentence(pooled), compositionSentence(one));
    EXPECT_EQ(flaggedSentence(pooled), flaggedSentence(one));
}

} // namespace loupe::test
