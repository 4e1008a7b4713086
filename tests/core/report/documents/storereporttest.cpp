// SPDX-License-Identifier: Apache-2.0
//
// Tests the report on a small store. Numbers were counted by hand.
#include "core/report/documents/storereport.h"

#include <algorithm>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// Two rounds of one method on two tasks. The first task fails to build and is then correct, the
/// second is correct in both. One more evaluation is withheld.
class StoreReports : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        run = must(writer->beginRun(sampleRun("first")));
        method = must(writer->addMethod(sampleMethod("loop")));
        Evaluation failed = evaluation("Math/add", 0);
        failed.verdict = Verdict::CompileError;
        failed.strictVerdict = Verdict::CompileError;
        failed.speedup.reset();
        failed.message = "expected ';'";
        failed.buildLog = "candidate.cpp:3:1: error: expected ';' before '}' token\n";
        failed.candidate.source = "int f() { return 0 }\n";
        keep(failed);
        Evaluation cured = evaluation("Math/add", 1);
        cured.speedup = 4.0;
        cured.candidate.source = "int f() { return 0; }\n";
        keep(cured);
        keep(evaluation("Math/exp", 0));
        keep(evaluation("Math/exp", 1));
        Evaluation cheat = evaluation("Math/log", 0);
        cheat.findings = {{"cheats", RuleLayer::Static, FindingSeverity::Proof, "it copies", 1}};
        keep(cheat);
    }
    static Evaluation evaluation(const std::string &task, int round)
    {
        Evaluation out = sampleEvaluation(task, "loop");
        out.candidate.round = round;
        out.baseline = "eager";
        return out;
    }
    void keep(const Evaluation &each) const
    {
        const TaskId task = must(writer->addTask(sampleTask(each.candidate.task, "Math")));
        must(writer->record(run, task, method, each));
    }
    ReportDocument report(const StoreReportOptions &options = {}) const
    {
        return must(storeReport(*openReader(), options));
    }
    static const ReportSection *sectionOf(const ReportDocument &document, const std::string &name)
    {
        const auto found = std::ranges::find(document.sections, name, &ReportSection::heading);
        return found == document.sections.end() ? nullptr : &*found;
    }

    std::unique_ptr<StoreWriter> writer;
    RunId run;
    MethodId method;
};

std::vector<std::string> headings(const ReportDocument &document)
{
    std::vector<std::string> out;
    for (const ReportSection &each : document.sections)
        out.push_back(each.heading);
    return out;
}

} // namespace

TEST_F(StoreReports, NamesItsDataAndExclusions)
{
    StoreReportOptions options;
    options.title = "A report";
    options.toolVersion = "9.9.9";
    options.madeAt = "2026-11-21T07:30:00Z";
    const ReportDocument document = report(options);
    EXPECT_EQ(document.title, "A report");
    ASSERT_FALSE(document.sections.empty());
    EXPECT_TRUE(document.sections.front().paragraphs.at(0).starts_with(
        "Made by KernelLoupe 9.9.9 at 2026-11-21T07:30:00Z from 5 evaluations. 1 of them are "
        "correct and flagged: a finding of cheating is confirmed or not reviewed. They do not "
        "count"))
        << document.sections.front().paragraphs.at(0);
    EXPECT_EQ(headings(document),
              (std::vector<std::string>{"What this is", "Runs", "Rates and speedups", "Rounds",
                                        "Why candidates failed", "Findings and reviews", "Caveats",
                                        "Words"}));
}

TEST_F(StoreReports, CountsEveryRunWithFlaggedResults)
{
    const ReportDocument document = report();
    const ReportSection *runs = sectionOf(document, "Runs");
    ASSERT_NE(runs, nullptr);
    ASSERT_EQ(runs->tables.at(0).rows.size(), 1U);
    const auto &row = runs->tables[0].rows[0];
    EXPECT_EQ(row[0], "first");
    EXPECT_EQ(row[5], "not recorded");
    EXPECT_EQ(row[7], "3") << "tasks";
    EXPECT_EQ(row[8], "5") << "evaluations";
    EXPECT_EQ(row[9], "4") << "correct";
    EXPECT_EQ(row[10], "1") << "failed";
}

TEST_F(StoreReports, RoundTablesNameTheirRun)
{
    const ReportDocument document = report();
    const ReportSection *rounds = sectionOf(document, "Rounds");
    ASSERT_NE(rounds, nullptr);
    ASSERT_EQ(rounds->tables.size(), 3U);
    for (const Table &table : rounds->tables)
        EXPECT_TRUE(table.caption.starts_with("Run first. ")) << table.caption;
    // One of three tasks is correct in round 0, two are in round 1, and one is flagged.
    EXPECT_EQ(rounds->tables[0].rows.at(0).at(2), "1 (33.3 %)");
    EXPECT_EQ(rounds->tables[0].rows.at(1).at(2), "2 (66.7 %)");
    EXPECT_EQ(rounds->tables[1].rows.at(0).at(4), "1") << "newly correct";
    // The mean goes from 2 to 3 only because of the newly correct kernel.
    EXPECT_EQ(rounds->tables[2].rows.at(0).at(3), "+1.0000");
    EXPECT_EQ(rounds->tables[2].rows.at(0).at(4), "+0.0000 (n 1)");
    EXPECT_EQ(rounds->tables[2].rows.at(0).at(5), "+1.0000 (n 1)");
}

TEST_F(StoreReports, RoundsOfAPairUseTheRepresentativeRun)
{
    run = must(writer->beginRun(sampleRun("again")));
    for (const int round : {0, 1}) {
        Evaluation each = evaluation("Math/exp", round);
        each.speedup = 3.0 + round;
        keep(each);
    }
    const ReportDocument document = report();
    const ReportSection *rounds = sectionOf(document, "Rounds");
    ASSERT_NE(rounds, nullptr);
    for (const char *caption :
         {"Run again. 1 trajectory with 1 step ", "Run first. 2 trajectories with 1 step "}) {
        EXPECT_TRUE(std::ranges::any_of(rounds->tables, [&](const Table &table) {
            return table.caption.starts_with(caption);
        })) << caption;
    }
}

TEST_F(StoreReports, ShowsFixedFailuresWithADiff)
{
    const ReportDocument document = report();
    const ReportSection *failures = sectionOf(document, "Why candidates failed");
    ASSERT_NE(failures, nullptr);
    EXPECT_EQ(failures->paragraphs.at(0),
              "0 of 3 judged cells failed, each task × method pair counted once. Over all samples, "
              "rounds and attempts, 1 evaluation failed, for 1 first cause.");
    EXPECT_EQ(failures->tables.back().rows.at(0).at(0), "0") << "cells";
    EXPECT_EQ(failures->tables.back().rows.at(0).at(1), "1") << "evaluations";
    ASSERT_EQ(failures->verbatim.size(), 1U);
    EXPECT_NE(failures->verbatim[0].find("-int f() { return 0 }\n"), std::string::npos)
        << failures->verbatim[0];
    EXPECT_NE(failures->verbatim[0].find("+int f() { return 0; }\n"), std::string::npos);
    StoreReportOptions without;
    without.cures = 0;
    without.clusters = 0;
    const ReportDocument fewer = report(without);
    const ReportSection *none = sectionOf(fewer, "Why candidates failed");
    ASSERT_NE(none, nullptr);
    EXPECT_TRUE(none->verbatim.empty());
    EXPECT_EQ(
        none->paragraphs.at(0),
        "0 of 3 judged cells failed, each task × method pair counted once. Over all samples, "
        "rounds and attempts, 1 evaluation failed, for 1 first cause; the table shows 0 of them.");
}

TEST_F(StoreReports, AppliesAndNamesTheFilter)
{
    StoreReportOptions options;
    options.filter = must(parseFilter("task:Math/exp"));
    const ReportDocument document = report(options);
    EXPECT_NE(document.sections.front().paragraphs.at(0).find(
                  "from 2 evaluations that match task:Math/exp."),
              std::string::npos)
        << document.sections.front().paragraphs.at(0);
    EXPECT_EQ(sectionOf(document, "Why candidates failed"), nullptr);
    EXPECT_EQ(sectionOf(document, "Findings and reviews"), nullptr);
}

TEST_F(StoreReports, CostsIncludeAllRequests)
{
    Evaluation paid = evaluation("Math/sin", 0);
    paid.candidate.cost.inputTokens = 100;
    paid.candidate.cost.outputTokens = 20;
    paid.candidate.cost.dollars = 0.5;
    keep(paid);
    paid.candidate.task = "Math/cos";
    paid.verdict = Verdict::WrongValue;
    keep(paid);
    const ReportDocument document = report();
    const ReportSection *costs = sectionOf(document, "Costs");
    ASSERT_NE(costs, nullptr);
    const auto &rows = costs->tables.at(0).rows;
    ASSERT_EQ(rows.size(), 2U) << "seconds and requests are not recorded";
    EXPECT_EQ(rows[0],
              (std::vector<std::string>{"native", "loop", "tokens", "2", "2", "240", "1", "240"}));
    EXPECT_EQ(rows[1][2], "dollars");
    EXPECT_EQ(rows[1][5], "1");
}

TEST_F(StoreReports, TimesOfReferencesAreGroupedByTheirMachine)
{
    const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
    for (const double ms : {1.0, 2.0, 4.0}) {
        GoldenRecord golden;
        golden.task = "Math/add";
        golden.baseline = "eager";
        golden.caseName = std::to_string(ms);
        golden.milliseconds = ms;
        mustSucceed(writer->recordGolden(run, task, golden));
    }
    const ReportDocument document = report();
    const ReportSection *times = sectionOf(document, "Times of references");
    ASSERT_NE(times, nullptr);
    EXPECT_EQ(times->tables.at(0).rows.at(0),
              (std::vector<std::string>{"native", "Test CPU", "eager", "3", "1", "2", "4"}));
}

TEST_F(StoreReports, MentionsKnownClaimsOfTheSuite)
{
    StoreReportOptions options;
    options.known = {{"native", "a paper"}, {"elsewhere", "another paper"}};
    const auto about = report(options).sections.front().paragraphs;
    ASSERT_EQ(about.size(), 2U);
    EXPECT_NE(about[1].find("kloupe report --claims native"), std::string::npos);
    ClaimList claims;
    claims.source = "a paper";
    claims.claims = {{"It is so", {}, {}}};
    options.claims = {claims};
    const ReportDocument with = report(options);
    EXPECT_EQ(with.sections.front().paragraphs.size(), 1U) << "they are there";
    EXPECT_NE(sectionOf(with, "Published claims"), nullptr);
}

TEST_F(StoreReports, EachBaselineIsAPopulationOfItsOwn)
{
    Evaluation compiled = evaluation("Math/exp", 0);
    compiled.baseline = "torch.compile";
    compiled.speedup = 0.5;
    compiled.candidate.sample = 1;
    keep(compiled);
    const ReportDocument document = report();
    std::vector<std::string> rates;
    for (const std::string &each : headings(document)) {
        if (each.starts_with("Rates and speedups"))
            rates.push_back(each);
    }
    ASSERT_EQ(rates.size(), 3U);
    EXPECT_EQ(rates[1], "Rates and speedups: native, baseline eager");
    EXPECT_EQ(rates[2], "Rates and speedups: native, baseline torch.compile");
    // Math/add and Math/exp count once each, with their last rounds. The earlier failure does not
    // count.
    const ReportSection *first = sectionOf(document, rates[1]);
    EXPECT_EQ(first->tables.at(0).rows.back().at(1), "3");
    EXPECT_EQ(first->tables.at(0).rows.back().at(3), "2 (66.7 %)") << "one is flagged";
    EXPECT_TRUE(first->paragraphs.at(0).starts_with("3 tasks × 1 method: 3 task × method pairs ("))
        << first->paragraphs.at(0);
    StoreReportOptions one;
    one.scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, "TORCH"};
    const ReportDocument chosen = report(one);
    ASSERT_NE(sectionOf(chosen, "Rates and speedups"), nullptr);
    EXPECT_EQ(sectionOf(chosen, "Rates and speedups")->tables.at(0).rows.size(), 1U);
    one.scope.rules[GroupBy::Baseline].value = "cudnn";
    EXPECT_EQ(storeReport(*openReader(), one).error().code, Errc::NotFound);
}

TEST_F(StoreReports, EmptyStoreHasAReport)
{
    const auto empty = folder() / "empty.kloupe";
    must(StoreWriter::open(empty)).reset();
    const auto reader = must(StoreReader::open(empty));
    const ReportDocument document = must(storeReport(*reader, {}));
    EXPECT_EQ(headings(document),
              (std::vector<std::string>{"What this is", "Runs", "Rates and speedups", "Caveats",
                                        "Words"}));
    EXPECT_EQ(sectionOf(document, "Caveats")->paragraphs.size(), 1U);
    EXPECT_FALSE(toHtml(document).empty());
    EXPECT_FALSE(toMarkdown(document).empty());
}

} // namespace loupe::test
