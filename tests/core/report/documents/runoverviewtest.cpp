// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/runoverview.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class RunOverviews : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        add("now", Verdict::Correct);
        add("now", Verdict::WrongValue);
        add("now", Verdict::NotRecorded);
        add("now", Verdict::Correct,
            {{"cheats", RuleLayer::Static, FindingSeverity::Suspicion, "why", 1}});
        add("before", Verdict::Correct);
    }
    void add(const std::string &name, Verdict verdict, std::vector<Finding> findings = {})
    {
        const auto known = writer->findRun(name);
        loupe::Run begun = sampleRun(name);
        begun.precision = name == "now" ? "bf16" : "fp32";
        const RunId run = known ? known->first : must(writer->beginRun(begun));
        const std::string task = "Math/task " + std::to_string(m_tasks++);
        const TaskId id = must(writer->addTask(sampleTask(task, "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        Evaluation each = sampleEvaluation(task, "loop");
        each.verdict = verdict;
        if (verdict != Verdict::Correct)
            each.speedup.reset();
        each.findings = std::move(findings);
        must(writer->record(run, id, method, each));
    }
    RunOverview overview(const std::string &baseline = {}) const
    {
        return must(runOverview(*openReader(), "now", baseline));
    }

    std::unique_ptr<StoreWriter> writer;

private:
    int m_tasks = 0;
};

} // namespace

TEST_F(RunOverviews, CountsTheRunWithAndWithoutFlaggedResults)
{
    const RunOverview found = overview();
    EXPECT_EQ(found.run, "now");
    EXPECT_EQ(found.all.evaluations, 4);
    EXPECT_EQ(found.all.correct, 2);
    EXPECT_EQ(found.counted.correct, 1);
    EXPECT_EQ(found.flagged.count, 1U);
    EXPECT_EQ(found.flagged.of, 4U);
    EXPECT_EQ(found.outcomes,
              (std::map<Outcome, int>{{Outcome::Correct, 1},
                                      {Outcome::Wrong, 1},
                                      {Outcome::Unknown, 1},
                                      {Outcome::Flagged, 1}}));
    EXPECT_FALSE(found.questions.empty()) << "one result is not recorded";
}

TEST_F(RunOverviews, ShowsSettingsNextToTheBaseline)
{
    const RunOverview alone = overview();
    EXPECT_EQ(alone.baseline, "");
    EXPECT_EQ(settingsTable(alone, false).columns.size(), 2U);
    const RunOverview beside = overview("before");
    EXPECT_EQ(beside.baseline, "before");
    const Table differing = settingsTable(beside, true);
    ASSERT_EQ(differing.columns.size(), 3U);
    EXPECT_EQ(differing.columns[2].title, "before");
    bool hasPrecision = false;
    for (const auto &row : differing.rows)
        hasPrecision = hasPrecision || (row[1] == "bf16" && row[2] == "fp32");
    EXPECT_TRUE(hasPrecision) << toText(differing);
    EXPECT_GT(settingsTable(beside, false).rows.size(), differing.rows.size());
}

TEST_F(RunOverviews, IgnoresMissingAndEqualBaselines)
{
    for (const char *none : {"now", "nobody", ""})
        EXPECT_EQ(overview(none).baseline, "") << none;
}

TEST_F(RunOverviews, NamesThatDifferInCaseAreTwoRuns)
{
    add("NOW", Verdict::Crashed);
    EXPECT_EQ(overview().all.evaluations, 4);
}

TEST_F(RunOverviews, AnUnknownRunIsNotFound)
{
    EXPECT_EQ(runOverview(*openReader(), "nobody", {}).error().code, Errc::NotFound);
}

} // namespace loupe::test
