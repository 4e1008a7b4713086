// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/suspicions.h"

#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/population/population.h"
#include "core/store/read/scopedrows.h"

#include <map>
#include <optional>
#include <set>
#include <string>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// Four tasks, each with a correct evaluation: clean, with a note, with two suspicions (one rule
/// twice), and with a proof.
class SuspicionsTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        method = must(writer->addMethod(sampleMethod("loop")));
        run = must(writer->beginRun(sampleRun("first")));
        add({});
        add({finding("remark", FindingSeverity::Note)});
        suspected = add({finding("remark", FindingSeverity::Note),
                         finding("doubt", FindingSeverity::Suspicion),
                         finding("doubt", FindingSeverity::Suspicion)});
        proven = add({finding("proof", FindingSeverity::Proof)});
    }

    static Finding finding(const char *rule, FindingSeverity severity)
    {
        return {rule, RuleLayer::Static, severity, "why", 1};
    }

    RowId add(std::vector<Finding> findings)
    {
        const std::string name = "Math/add" + std::to_string(tasks++);
        const TaskId task = must(writer->addTask(sampleTask(name, "Math")));
        Evaluation evaluation = sampleEvaluation(name, "loop");
        evaluation.candidate.round = round;
        evaluation.findings = std::move(findings);
        return must(writer->record(run, task, method, evaluation));
    }

    void review(RowId id, ReviewDecision decision, const std::string &reason) const
    {
        must(writer->recordReview({id, decision, "A. Person", reason, "2026-11-21T10:00:00Z"}));
    }

    AuditOverview overview(const std::string &filter = "", const Scope &scope = {}) const
    {
        const Filter parsed = must(parseFilter(filter));
        const auto reader = openReader();
        const Population population = populationOf(must(reader->metricRows(parsed)), scope);
        return must(auditOverview(*reader, parsed, population));
    }

    std::unique_ptr<StoreWriter> writer;
    MethodId method;
    RunId run;
    RowId suspected;
    RowId proven;
    int tasks = 0;
    int round = 0;
};

} // namespace

TEST_F(SuspicionsTest, ListsSuspectedAndProvenResultsWithAllFindings)
{
    const AuditOverview found = overview();
    ASSERT_EQ(found.results.size(), 2U);
    EXPECT_EQ(found.results[0].row.id, suspected);
    EXPECT_EQ(found.results[0].findings.size(), 3U);
    EXPECT_FALSE(found.results[0].review);
    EXPECT_EQ(found.results[1].row.id, proven);
    EXPECT_EQ(found.byRule, (std::map<std::string, int>{{"doubt", 1}, {"proof", 1}}));
    EXPECT_EQ(found.unreviewed, 2);
}

TEST_F(SuspicionsTest, FiltersSpeedupsOfTheScope)
{
    Scope scope;
    scope.rules[GroupBy::Baseline] = overMethod("loop");
    const Filter filter = must(parseFilter("speedup:none"));
    const auto reader = openReader();
    const Population population = populationOf(must(scopedRows(*reader, filter, scope)), scope);
    const AuditOverview found = must(auditOverview(*reader, filter, population));
    EXPECT_EQ(found.results.size(), 2U) << "recorded, but a flagged result is no baseline";
    EXPECT_EQ(must(unreviewedSuspicions(*reader, filter, population)), 2);
}

TEST_F(SuspicionsTest, SpeedupsAreOverTheHonestTimesOfAMethod)
{
    const Finding doubt = finding("doubt", FindingSeverity::Suspicion);
    const auto record = [&](const std::string &task, const std::string &by, double milliseconds,
                            std::vector<Finding> findings) {
        Evaluation each = sampleEvaluation(task, by);
        each.candidate.round = round++;
        each.candidateMs = milliseconds;
        each.findings = std::move(findings);
        return must(writer->record(run, must(writer->addTask(sampleTask(task, "Timed"))),
                                   must(writer->addMethod(sampleMethod(by))), each));
    };
    const RowId cheat = record("cheated", "slow", 0.5, {doubt});
    const RowId overCheat = record("cheated", "fast", 2.0, {doubt});
    record("honest", "slow", 3.0, {});
    record("honest", "slow", 6.0, {});
    const RowId overHonest = record("honest", "fast", 1.0, {doubt});
    Scope scope;
    scope.choice.rule = AttemptRule::BestSample;
    scope.rules[GroupBy::Baseline] = overMethod("slow");
    const Filter filter = must(parseFilter("category:Timed"));
    const auto reader = openReader();
    const Population population = populationOf(must(scopedRows(*reader, filter, scope)), scope);
    const AuditOverview found = must(auditOverview(*reader, filter, population));
    std::map<RowId, std::optional<double>> speedups;
    for (const SuspiciousResult &each : found.results)
        speedups[each.row.id] = each.row.speedup;
    EXPECT_EQ(
        speedups,
        (std::map<RowId, std::optional<double>>{{cheat, {}}, {overCheat, {}}, {overHonest, 3.0}}));
    EXPECT_EQ(found.all.arithmeticMeanSpeedup, 2.0) << "of 3 ms over 3 ms and 1 ms";
    EXPECT_EQ(found.counted.arithmeticMeanSpeedup, 1.0);
    std::set<RowId> observed;
    for (const StoredFinding &each : must(observedFindings(*reader, filter, population)))
        observed.insert(each.evaluation);
    EXPECT_EQ(observed, (std::set<RowId>{cheat, overCheat, overHonest}));
}

TEST_F(SuspicionsTest, FindingsOutsideTheScopeAreNotCounted)
{
    loupe::Run elsewhere = sampleRun("elsewhere");
    elsewhere.environment.deviceName = "another device";
    run = must(writer->beginRun(elsewhere));
    add({finding("doubt", FindingSeverity::Suspicion)});
    round = 1; // of a task of its own
    const RowId later = add({finding("doubt", FindingSeverity::Suspicion)});
    const auto reader = openReader();
    const auto counted = [&](const Scope &scope) {
        const Population population = populationOf(must(reader->metricRows({})), scope);
        std::set<RowId> grave;
        for (const StoredFinding &each : must(observedFindings(*reader, {}, population))) {
            if (isGrave(each.finding))
                grave.insert(each.evaluation);
        }
        std::set<RowId> listed;
        for (const SuspiciousResult &each : must(auditOverview(*reader, {}, population)).results)
            listed.insert(each.row.id);
        EXPECT_EQ(grave, listed);
        return grave.size();
    };
    EXPECT_EQ(counted({}), 2U) << "the device with the most pairs";
    Scope scope;
    scope.rules[GroupBy::Device] = {ConditionRule::Kind::Only, "another device"};
    EXPECT_EQ(counted(scope), 2U);
    scope.choice = {AttemptRule::AtRound, 0};
    EXPECT_EQ(counted(scope), 2U) << "an audit is of every round, as round 1 of result "
                                  << later.value;
}

TEST_F(SuspicionsTest, HeadlineNumbersIncludeAndExcludeFlaggedResults)
{
    const AuditOverview before = overview();
    EXPECT_EQ(before.all.correct, 4);
    EXPECT_EQ(before.counted.correct, 2);
    EXPECT_EQ(before.flagged.count, 2U);
    EXPECT_EQ(before.flagged.of, 4U);
    review(suspected, ReviewDecision::Confirmed, "at first");
    review(suspected, ReviewDecision::Cleared, "after all");
    review(proven, ReviewDecision::Cleared, "in vain");
    const AuditOverview after = overview();
    ASSERT_TRUE(after.results[0].review);
    EXPECT_EQ(after.results[0].review->reason, "after all");
    EXPECT_EQ(after.unreviewed, 0);
    EXPECT_EQ(after.counted.correct, 3);
    const Table effect = headlineEffectTable(after, before.counted);
    ASSERT_EQ(effect.rows.size(), 3U);
    constexpr std::size_t correct = 3;
    EXPECT_EQ(effect.rows[0][correct], "4 (100.0 %)");
    EXPECT_EQ(effect.rows[1][correct], "2 (50.0 %)");
    EXPECT_EQ(effect.rows[2][correct], "3 (75.0 %)");
    EXPECT_EQ(headlineEffectTable(after, std::nullopt).rows.size(), 2U);
}

TEST_F(SuspicionsTest, NamesThePopulationOfTheEffect)
{
    Evaluation again = sampleEvaluation("Math/add0", "loop");
    again.candidate.round = 1;
    again.verdict = Verdict::WrongValue;
    again.speedup.reset();
    must(
        writer->record(run, must(writer->addTask(sampleTask("Math/add0", "Math"))), method, again));
    Evaluation compiled = sampleEvaluation("Math/add1", "loop");
    compiled.baseline = "torch.compile";
    compiled.candidate.round = 1;
    must(writer->record(run, must(writer->addTask(sampleTask("Math/add1", "Math"))), method,
                        compiled));
    const AuditOverview found = overview();
    EXPECT_EQ(found.all.judged, 4) << "a second round is no second result";
    EXPECT_EQ(found.all.correct, 3);
    EXPECT_EQ(found.counted.correct, 1);
    EXPECT_TRUE(found.population.starts_with("4 tasks × 1 method: 4 task × method pairs"))
        << found.population;
    EXPECT_TRUE(headlineEffectTable(found, std::nullopt).caption.starts_with(found.population));
    Scope first;
    first.choice = {AttemptRule::FirstRound, 0};
    EXPECT_EQ(overview("", first).all.correct, 4);
}

TEST_F(SuspicionsTest, AppliesTheFilterThroughout)
{
    const AuditOverview found = overview("-task:Math/add3");
    EXPECT_EQ(found.results.size(), 1U);
    EXPECT_EQ(found.all.correct, 3);
    const AuditOverview nothing = overview("task:Math/none");
    EXPECT_TRUE(nothing.results.empty());
    EXPECT_EQ(nothing.all.judged, 0);
}

TEST_F(SuspicionsTest, EveryAttemptIsListedAndEachCellCountsOnce)
{
    tasks = 0; // the clean task again, one round later
    round = 1;
    const RowId later = add({finding("doubt", FindingSeverity::Suspicion)});
    const AuditOverview found = overview();
    ASSERT_EQ(found.results.size(), 3U);
    EXPECT_EQ(found.results.back().row.id, later);
    EXPECT_EQ(found.flagged.of, 4U);
    EXPECT_EQ(found.flagged.count, 3U);
    EXPECT_EQ(found.all.correct, 4);
    EXPECT_EQ(found.counted.correct, 1)
        << "the earlier, clean round does not replace the later one";
    Scope first;
    first.choice = {AttemptRule::FirstRound, 0};
    EXPECT_EQ(overview("", first).results.size(), 3U);
}

} // namespace loupe::test
