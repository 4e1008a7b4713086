// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/store/write/storewriter.h"

#include <algorithm>
#include <map>
#include <string>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

/// One method on three tasks and two devices. On the first device it has two baselines and fails
/// the third task. A second method has one task on the first device.
class PopulationCommandTest : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        m_writer = std::move(StoreWriter::open(root() / "r.kloupe").value());
        for (const char *task : {"a", "b"}) {
            record("A100", "eager", task, "careful", 2.0);
            record("A100", "torch.compile", task, "careful", 1.5);
            record("H100", "eager", task, "careful", 4.0);
        }
        record("A100", "", "c", "careful", std::nullopt);
        record("A100", "eager", "a", "hasty", 8.0);
        m_writer.reset();
    }

    void record(const std::string &device, const std::string &baseline, const std::string &task,
                const std::string &method, std::optional<double> speedup)
    {
        loupe::Run run; // gtest has its own Run
        run.name = device + (baseline.empty() ? "" : " " + baseline);
        run.uuid = std::string(32 - std::to_string(m_runs).size(), '0') + std::to_string(m_runs);
        run.suite = "suite";
        run.environment.deviceName = device;
        const auto known = m_writer->findRun(run.name);
        const RunId id = known ? known->first : m_writer->beginRun(run).value();
        m_runs += known ? 0 : 1;
        Task of;
        of.suite = "suite";
        of.name = task;
        of.category = "gemm";
        Evaluation evaluation;
        evaluation.candidate.task = task;
        evaluation.candidate.method = method;
        evaluation.verdict = speedup ? Verdict::Correct : Verdict::WrongValue;
        evaluation.speedup = speedup;
        evaluation.baseline = baseline;
        ASSERT_TRUE(m_writer->record(id, m_writer->addTask(of).value(),
                                     m_writer->addMethod({method, "model", "", false}).value(),
                                     evaluation));
    }

    /// Records a reference time of task "a" on the A100, and a result of 2 ms without a baseline
    /// there.
    void recordReferences()
    {
        m_writer = std::move(StoreWriter::open(root() / "r.kloupe").value());
        loupe::Run times;
        times.name = "times";
        times.uuid = std::string(32, 'a');
        times.suite = "suite";
        times.environment.deviceName = "A100";
        GoldenRecord golden;
        golden.task = "a";
        golden.baseline = "eager";
        golden.milliseconds = 3.0;
        golden.source = "times.json:1";
        Task task;
        task.suite = "suite";
        task.name = "a";
        task.category = "gemm";
        const TaskId of = m_writer->addTask(task).value();
        ASSERT_TRUE(m_writer->recordGolden(m_writer->beginRun(times).value(), of, golden));
        times.name = "untimed";
        times.uuid = std::string(32, 'b');
        Evaluation evaluation;
        evaluation.candidate.task = "a";
        evaluation.candidate.method = "timed";
        evaluation.verdict = Verdict::Correct;
        evaluation.candidateMs = 2.0;
        m_untimed
            = m_writer
                  ->record(m_writer->beginRun(times).value(), of,
                           m_writer->addMethod({"timed", "model", "", false}).value(), evaluation)
                  .value();
        m_writer.reset();
    }

    /// Records results with times and without a baseline: "first" has 4 and 3 ms at the tasks "a"
    /// and "b", "second" has 2, 6 and 5 ms at "a", "b" and "c".
    void recordTimes()
    {
        m_writer = std::move(StoreWriter::open(root() / "r.kloupe").value());
        const auto add = [this](RunId run, const char *method, const char *name, double time) {
            Task task;
            task.suite = "suite";
            task.name = name;
            task.category = "gemm";
            Evaluation evaluation;
            evaluation.candidate.task = name;
            evaluation.candidate.method = method;
            evaluation.verdict = Verdict::Correct;
            evaluation.candidateMs = time;
            ASSERT_TRUE(m_writer->record(run, m_writer->addTask(task).value(),
                                         m_writer->addMethod({method, "model", "", false}).value(),
                                         evaluation));
        };
        loupe::Run run;
        run.suite = "suite";
        run.environment.deviceName = "A100";
        run.name = "of first";
        run.uuid = std::string(32, 'c');
        const RunId ofFirst = m_writer->beginRun(run).value();
        add(ofFirst, "first", "a", 4.0);
        add(ofFirst, "first", "b", 3.0);
        run.name = "of second";
        run.uuid = std::string(32, 'd');
        const RunId ofSecond = m_writer->beginRun(run).value();
        add(ofSecond, "second", "a", 2.0);
        add(ofSecond, "second", "b", 6.0);
        add(ofSecond, "second", "c", 5.0);
        m_writer.reset();
    }

    static std::string readText(const std::string &file) { return readFile(file).value(); }

    test::KloupeResult run(std::vector<std::string> words)
    {
        words.insert(words.begin() + 1, path("r.kloupe"));
        words.push_back("--json");
        return kloupe(words);
    }

    RowId m_untimed;

private:
    std::unique_ptr<StoreWriter> m_writer;
    int m_runs = 0;
};

} // namespace

TEST_F(PopulationCommandTest, MetricsHaveOneBlockPerDeviceAndBaseline)
{
    const Json blocks = run({"metrics", "--by", "all"}).json().at("blocks");
    ASSERT_EQ(blocks.size(), 3U);
    const Json first = blocks[0];
    EXPECT_EQ(first["population"]["conditions"]["device"]["value"], "A100");
    EXPECT_EQ(first["population"]["conditions"]["baseline"]["value"], "eager");
    EXPECT_EQ(first["population"]["cells"], 4) << "two tasks, the failure, the other method";
    EXPECT_EQ(first["groups"][0]["judged"], 4);
    EXPECT_EQ(first["groups"][0]["correct"], 3);
}

TEST_F(PopulationCommandTest, AChosenConditionLeavesOneBlockWithItsFailures)
{
    const Json one
        = run({"metrics", "--by", "all", "--device", "A100", "--baseline", "torch.compile"}).json();
    EXPECT_EQ(one["groups"][0]["judged"], 4) << "as over any other baseline";
    EXPECT_EQ(one["groups"][0]["correct"], 3);
    EXPECT_EQ(one["groups"][0]["timed"], 2);
    EXPECT_EQ(one["groups"][0]["geometric_mean_speedup"], 1.5);
    const auto unknown = run({"metrics", "--device", "B200"});
    EXPECT_EQ(unknown.exitCode, 3);
    EXPECT_NE(unknown.err.find("A100"), std::string::npos) << unknown.err;
}

TEST_F(PopulationCommandTest, UniquePartOfAConditionSelectsIt)
{
    const Json one = run({"metrics", "--by", "all", "--device", "h1"}).json();
    EXPECT_EQ(one["population"]["conditions"]["device"]["value"], "H100");
    const auto both = run({"metrics", "--device", "100"});
    EXPECT_EQ(both.exitCode, 3);
    EXPECT_NE(both.err.find("A100"), std::string::npos) << both.err;
    EXPECT_NE(both.err.find("H100"), std::string::npos) << both.err;
    EXPECT_EQ(run({"compare", "--a", "method:careful", "--b", "method:hasty", "--device", "a1",
                   "--over", "EAGER"})
                  .json()
                  .at("comparisons")
                  .at(0)["counts"]["both_correct"],
              1);
}

TEST_F(PopulationCommandTest, ReferenceTimesAreListedAndJoined)
{
    recordReferences();
    const Json listed = run({"references", "device:A100"}).json();
    EXPECT_EQ(listed["summary"], "1 reference time of 1 task on 1 device, over 1 kind of baseline");
    EXPECT_EQ(listed["references"][0]["ms"], 3.0);
    EXPECT_EQ(listed["references"][0]["source"], "times.json:1");
    EXPECT_EQ(run({"references", "speedup>1"}).exitCode, 3);
    const Json overview = run({"overview", "method:timed"}).json();
    EXPECT_EQ(overview["references"], 1);
    const Json joined = overview["population"]["baseline_joined_from"];
    ASSERT_EQ(joined.size(), 1U);
    EXPECT_EQ(joined[0]["run"], "times");
    EXPECT_EQ(joined[0]["results"], 1);
    EXPECT_EQ(overview["scoreboard"]["rows"][0]["geometric_mean_speedup"], 1.5) << "3 ms of 2";
    const Json apart = run({"overview", "method:timed", "--no-join"}).json();
    EXPECT_TRUE(apart["population"]["baseline_joined_from"].empty());
    EXPECT_TRUE(apart["scoreboard"]["rows"][0]["geometric_mean_speedup"].is_null());
    const Json shown = run({"show", std::to_string(m_untimed.value)}).json();
    EXPECT_EQ(shown["baseline_joined_from"][0]["ms"], 3.0);
    const auto table = kloupe({"export", path("r.kloupe"), "--table", "references"});
    EXPECT_EQ(table.exitCode, 0) << table.err;
    EXPECT_TRUE(table.out.starts_with("run,suite,task,category,device,baseline,")) << table.out;
}

TEST_F(PopulationCommandTest, AMethodCanBeTheBaseline)
{
    recordTimes();
    const Json group = run({"metrics", "method:second", "--by", "method", "--baseline",
                            "method:first", "--device", "A100"})
                           .json()
                           .at("groups")
                           .at(0);
    EXPECT_EQ(group["group"], "second");
    EXPECT_EQ(group["correct"], 3);
    EXPECT_EQ(group["timed"], 2);
    EXPECT_EQ(group["geometric_mean_speedup"], 1.0) << "of 4 / 2 and 3 / 6";
    const Json ofRun = run({"overview", "run:\"of second\"", "--baseline", "method:FIRST"}).json();
    EXPECT_EQ(ofRun["population"]["conditions"]["baseline"]["value"], "method first");
    EXPECT_EQ(ofRun["scoreboard"]["rows"][0]["geometric_mean_speedup"], 1.0)
        << "the filter does not select the baseline";
    const auto csv = kloupe({"export", path("r.kloupe"), "--filter", "method:second", "--table",
                             "rates", "--by", "method", "--baseline", "method:first"});
    EXPECT_EQ(csv.exitCode, 0) << csv.err;
    const auto text
        = kloupe({"overview", path("r.kloupe"), "method:second", "--baseline", "method:first"});
    EXPECT_NE(text.out.find("baseline: method first"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("1 timed result has no time of the baseline method"), std::string::npos)
        << text.out;
    EXPECT_EQ(
        run({"compare", "--a", "method:first", "--b", "method:second", "--over", "method:first"})
            .json()
            .at("comparisons")
            .at(0)["counts"]["both_correct"],
        2);
}

TEST_F(PopulationCommandTest, AMethodAsBaselineDoesNotChangeHowManyAreCorrect)
{
    recordTimes();
    const auto correct = [this](const char *baseline) {
        const Json rows
            = run({"overview", "--baseline", baseline}).json().at("scoreboard").at("rows");
        std::map<std::string, std::int64_t> out;
        for (const Json &row : rows)
            out[row.at("group")] = row.at("correct");
        return out;
    };
    EXPECT_EQ(correct("method:first"), correct("eager"));
    EXPECT_EQ(correct("method:hasty"), correct("eager")) << "it has no time";
}

TEST_F(PopulationCommandTest, FiltersSpeedupsOverTheMethod)
{
    recordTimes();
    const auto pairsOf = [this](const char *filter) {
        return run({"metrics", filter, "--by", "all", "--baseline", "method:first", "--device",
                    "A100"})
            .json()["population"]["cells"];
    };
    EXPECT_EQ(pairsOf("method:second speedup>1"), 1) << "4 / 2";
    EXPECT_EQ(pairsOf("method:second speedup<1"), 1) << "3 / 6";
    EXPECT_EQ(pairsOf("method:second speedup:none"), 1) << "c";
    EXPECT_EQ(pairsOf("method:second baseline_ms>=4"), 1);
    EXPECT_EQ(pairsOf("method:careful speedup>1"), 0) << "recorded, but over eager";
    EXPECT_EQ(run({"metrics", "speedup>x", "--baseline", "method:first"}).exitCode, 3);
}

TEST_F(PopulationCommandTest, FiltersSpeedupsOverTheBaseline)
{
    const auto found = [this](const char *filter, const char *baseline) {
        const Json metrics = run({"metrics", filter, "--by", "all", "--baseline", baseline}).json();
        return metrics["population"]["cells"];
    };
    EXPECT_EQ(found("device:A100 speedup>1", "torch.compile"), 2) << "hasty is 8, but over eager";
    EXPECT_EQ(found("device:A100 speedup>1", "eager"), 3);
    EXPECT_EQ(found("device:A100 speedup:none", "torch.compile"), 2) << "hasty and the failure";
}

TEST_F(PopulationCommandTest, AListHasTheSpeedupsOverItsBaseline)
{
    recordReferences();
    const auto listed = [this](std::vector<std::string> words) {
        words.insert(words.begin(), "query");
        return run(words).json();
    };
    const Json compiled = listed({"speedup>1", "--baseline", "compile"});
    EXPECT_EQ(compiled["found"], 2);
    EXPECT_EQ(compiled["rows"][0]["speedup"], 1.5);
    EXPECT_EQ(compiled["rows"][0]["baseline"], "torch.compile") << "part of its name is enough";
    const Json joined = listed({"method:timed", "--baseline", "eager"}).at("rows").at(0);
    EXPECT_EQ(joined["speedup"], 1.5) << "3 ms of 2";
    EXPECT_EQ(joined["baseline"], "eager");
    EXPECT_EQ(listed({"method:timed speedup>1"}).at("rows").at(0)["speedup"], 1.5);
    EXPECT_TRUE(
        listed({"method:timed", "--baseline", "compile"}).at("rows").at(0)["speedup"].is_null());
    recordTimes();
    const Json first
        = listed({"method:second", "--baseline", "method:FIRST", "--sort", "speedup"}).at("rows");
    ASSERT_EQ(first.size(), 3U);
    EXPECT_EQ(first[0]["speedup"], 0.5) << "3 / 6";
    EXPECT_EQ(first[1]["speedup"], 2.0) << "4 / 2";
    EXPECT_TRUE(first[2]["speedup"].is_null());
    EXPECT_EQ(first[1]["baseline"], "method first");
    const auto csv = kloupe({"export", path("r.kloupe"), "--filter", "method:second speedup>1",
                             "--baseline", "method:first"});
    EXPECT_EQ(std::ranges::count(csv.out, '\n'), 2) << csv.out;
    EXPECT_EQ(kloupe({"export", path("r.kloupe"), "--device", "A100"}).exitCode, 2);
}

TEST_F(PopulationCommandTest, AnUnknownBaselineIsRefusedByListsAndFiguresAlike)
{
    const auto spec = writeFileAtomic(
        root() / "spec.json",
        R"({"version": 1, "name": "mine", "chart": {"kind": "speedup_histogram"}})");
    ASSERT_TRUE(spec);
    for (const char *baseline : {"cudnn", "method:carefull"}) {
        const auto refused = run({"overview", "--baseline", baseline});
        EXPECT_EQ(refused.exitCode, 3) << refused.err;
        const auto query = run({"query", "--baseline", baseline});
        EXPECT_EQ(query.exitCode, refused.exitCode);
        EXPECT_EQ(query.err, refused.err);
        const auto figure
            = run({"figure", path("spec.json"), "-o", path("f.csv"), "--baseline", baseline});
        EXPECT_EQ(figure.exitCode, refused.exitCode);
        EXPECT_EQ(figure.err, refused.err);
    }
}

TEST_F(PopulationCommandTest, AFigureHasTheSpeedupsOverItsBaseline)
{
    recordTimes();
    const auto spec = writeFileAtomic(root() / "spec.json",
                                      R"({"version": 1, "name": "mine", "filter": "method:second",
            "chart": {"kind": "speedup_histogram"}})");
    ASSERT_TRUE(spec);
    const Json over
        = run({"figure", path("spec.json"), "-o", path("over.csv"), "--baseline", "method:first"})
              .json();
    EXPECT_NE(over["caption"].get<std::string>().find("method first"), std::string::npos) << over;
}

TEST_F(PopulationCommandTest, AnUnknownMethodAsBaselineIsRefusedWithTheNearest)
{
    for (const char *command : {"overview", "metrics", "stats", "query"}) {
        const auto refused = run({command, "--baseline", "method:carefull"});
        EXPECT_EQ(refused.exitCode, 3) << command;
        const auto document = parseJson(refused.err, command);
        ASSERT_TRUE(document) << refused.err;
        const Json &error = document->at("error");
        EXPECT_EQ(error.value("message", ""), "no method is named \"carefull\"");
        EXPECT_TRUE(error.value("hint", "").starts_with("did you mean \"careful\"?"))
            << refused.err;
    }
}

TEST_F(PopulationCommandTest, AReportHasASectionForEachPopulation)
{
    const Json made = run({"report", "-o", path("report")}).json();
    const std::string text = readText(made["markdown"].get<std::string>());
    for (const char *heading :
         {"device A100, baseline eager", "device A100, baseline torch.compile", "device H100"})
        EXPECT_NE(text.find(heading), std::string::npos) << text;
    EXPECT_NE(text.find("task × method pair"), std::string::npos);
    EXPECT_EQ(run({"report", "-o", path("one"), "--device", "B200"}).exitCode, 3);
}

TEST_F(PopulationCommandTest, PoolsOnRequestAndReportsIt)
{
    const Json pooled
        = run({"metrics", "--by", "all", "--pool", "device", "--pool", "baseline"}).json();
    EXPECT_EQ(pooled["population"]["conditions"]["device"]["state"], "pooled");
    EXPECT_EQ(pooled["groups"][0]["timed"], 7);
    EXPECT_EQ(run({"metrics", "--device", "A100", "--pool", "device"}).exitCode, 3);
    const Json split = run({"metrics", "--by", "device", "--baseline", "eager"}).json();
    EXPECT_EQ(split["groups"].back()["group"], "H100") << "no row pools what is told apart";
}

TEST_F(PopulationCommandTest, OverviewUsesTheLargestPopulationAndReportsIt)
{
    const Json overview = run({"overview"}).json();
    EXPECT_EQ(overview["population"]["conditions"]["baseline"]["state"], "largest");
    const Json rows = overview["scoreboard"]["rows"];
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["group"], "careful");
    EXPECT_EQ(rows[0]["correct"], 2);
    EXPECT_EQ(rows[0]["geometric_mean_speedup"], 2.0);
    EXPECT_EQ(overview["failures"][0]["verdict"], "wrong_value");
    EXPECT_EQ(overview["categories"][1]["correct"]["hasty"], 1);
}

TEST_F(PopulationCommandTest, ComparesSidesAndRefusesDifferentConditions)
{
    const Json methods = run({"compare", "--a", "method:careful", "--b", "method:hasty", "--device",
                              "A100", "--over", "eager"})
                             .json();
    const Json found = methods.at("comparisons").at(0);
    EXPECT_EQ(found["counts"]["both_correct"], 1);
    EXPECT_EQ(found["attempts"][0]["ratio"], 4.0) << "8 over eager against 2 over eager";
    const Json summary = methods.at("summary");
    EXPECT_EQ(summary["measure"], "speedups");
    EXPECT_EQ(summary["solved_by_both"], 1);
    EXPECT_EQ(summary["a_slower"], 1);
    EXPECT_EQ(summary["on_one_side"], 2);
    EXPECT_EQ(summary["solves_more"], "unclear");
    EXPECT_EQ(summary["sentence"].get<std::string>().find("Both solve the same tasks"), 0U)
        << summary["sentence"];
    const auto unlike = run({"compare", "--a", "baseline:eager device:A100 method:careful", "--b",
                             "baseline:torch.compile"});
    EXPECT_EQ(unlike.exitCode, 3);
    EXPECT_NE(unlike.err.find("different conditions"), std::string::npos) << unlike.err;
    EXPECT_NE(unlike.err.find("Compare outcomes only: 2 tasks evaluated on both"),
              std::string::npos)
        << unlike.err;
    EXPECT_EQ(run({"compare", "--a", "method:careful"}).exitCode, 2);
    EXPECT_EQ(run({"compare", "--a", "method:careful", "--b", "task:a"}).exitCode, 3);
}

} // namespace loupe
