// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/store/file/storefile.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/write/storewriter.h"

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

/// Store with a trajectory that fails twice and is then correct.
class StoreToolsTest : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        write("a.kloupe", "first", "0123456789abcdef0123456789abcdef");
        write("b.kloupe", "second", "fedcba9876543210fedcba9876543210");
    }

    void write(const std::string &name, const std::string &runName, const std::string &uuid)
    {
        auto writer = StoreWriter::open(root() / name);
        ASSERT_TRUE(writer);
        Task task;
        task.suite = "suite";
        task.name = "Math/add";
        task.category = "Math";
        const auto taskId = (*writer)->addTask(task);
        const auto methodId = (*writer)->addMethod({"=author", "model", "", false});
        loupe::Run run; // gtest has its own Run
        run.uuid = uuid;
        run.name = runName;
        run.suite = "suite";
        const auto runId = (*writer)->beginRun(run);
        ASSERT_TRUE(taskId && methodId && runId);
        for (int round = 0; round < 3; ++round) {
            Evaluation evaluation;
            evaluation.candidate.task = task.name;
            evaluation.candidate.method = "=author";
            evaluation.candidate.round = round;
            evaluation.candidate.source = "line 1\nround " + std::to_string(round) + "\n";
            evaluation.verdict = round == 2 ? Verdict::Correct : Verdict::CompileError;
            if (round == 2) {
                evaluation.speedup = 2.0;
                evaluation.generatedCode = {{"add", "ptx", "ret;\n", 12, 0, 512, ""},
                                            {"mul", "ptx", "exit;\n", {}, {}, {}, ""},
                                            {"add", "sass", "", 12, 0, 512, "no nvdisasm"}};
            } else {
                evaluation.buildLog = "a.cu(" + std::to_string(round + 3)
                    + "): error: identifier \"eps\" is undefined\n";
            }
            ASSERT_TRUE((*writer)->record(*runId, *taskId, *methodId, evaluation));
        }
        ASSERT_TRUE((*writer)->setRunState(*runId, "finished", "2026-11-21T10:00:00Z"));
    }
};

} // namespace

TEST_F(StoreToolsTest, ShowPrintsTheGeneratedCodeOfAKind)
{
    const std::string store = path("a.kloupe");
    const auto ptx = kloupe({"show", store, "3", "--code", "PTX"});
    EXPECT_EQ(ptx.exitCode, 0);
    EXPECT_EQ(ptx.out, "// add\nret;\n\n// mul\nexit;\n\n");
    const Json json = kloupe({"show", store, "3", "--code", "ptx", "--json"}).json();
    ASSERT_EQ(json.at("generated_code").size(), 3U);
    EXPECT_EQ(json.at("generated_code").at(0).at("text"), "ret;\n");
    EXPECT_FALSE(json.at("generated_code").at(2).contains("text"));
    const auto sass = kloupe({"show", store, "3", "--code", "sass"});
    EXPECT_EQ(sass.exitCode, 3);
    EXPECT_NE(sass.err.find("no nvdisasm"), std::string::npos) << sass.err;
    EXPECT_EQ(kloupe({"show", store, "1", "--code", "ptx"}).exitCode, 3);
    EXPECT_EQ(kloupe({"show", store, "3", "--code", "html"}).exitCode, 2);
    const auto all = kloupe({"show", store, "3"});
    EXPECT_NE(all.out.find("generated code of add: ptx, 12 registers, 0 bytes local, 512 bytes "
                           "shared\n"),
              std::string::npos)
        << all.out;
}

TEST_F(StoreToolsTest, ClustersShowTheFix)
{
    const Json list = kloupe({"clusters", path("a.kloupe"), "--json"}).json();
    ASSERT_EQ(list.at("clusters").size(), 1U);
    const Json &cluster = list["clusters"][0];
    EXPECT_EQ(cluster.at("kind"), "undefined_name");
    EXPECT_EQ(cluster.at("evaluations"), 2);
    EXPECT_EQ(cluster.at("cells"), 0) << "its last round is right";
    EXPECT_EQ(list.at("judged_cells"), 1);
    const Json shown = kloupe({"clusters", path("a.kloupe"), "--show",
                               cluster.at("fingerprint").get<std::string>(), "--json"})
                           .json();
    EXPECT_EQ(shown.at("cure").at("diff"), "@@ -1,2 +1,2 @@\n line 1\n-round 0\n+round 2\n");
    EXPECT_EQ(shown.at("cure").at("cured_members"), 2);
    EXPECT_EQ(kloupe({"clusters", path("a.kloupe"), "--refresh"}).exitCode, 0);
    EXPECT_EQ(kloupe({"clusters", path("a.kloupe"), "--show", "nothing"}).exitCode, 3);
    EXPECT_NE(kloupe({"clusters", path("missing.kloupe"), "--refresh"}).exitCode, 0);
    EXPECT_FALSE(std::filesystem::exists(root() / "missing.kloupe"));
}

TEST_F(StoreToolsTest, CompareAndMetricsUseTheMarkedBaseline)
{
    const std::string both = path("both.kloupe");
    ASSERT_EQ(kloupe({"merge", path("a.kloupe"), path("b.kloupe"), "-o", both}).exitCode, 0);
    EXPECT_EQ(kloupe({"compare", "first", "--store", both}).exitCode, 3) << "there is none yet";
    EXPECT_EQ(kloupe({"runs", both, "--baseline", "second"}).exitCode, 2) << "nobody says so";
    EXPECT_EQ(kloupe({"runs", both, "--pin", "third", "--person", "ada"}).exitCode, 3);
    const Json list = kloupe({"runs", both, "--baseline", "second", "--pin", "first", "--person",
                              "ada", "--json"})
                          .json();
    ASSERT_EQ(list.at("runs").size(), 2U);
    EXPECT_EQ(list["runs"][0].at("run"), "second");
    EXPECT_TRUE(list["runs"][0].at("baseline"));
    EXPECT_TRUE(list["runs"][1].at("pinned"));
    const Json compared = kloupe({"compare", "first", "--store", both, "--json"}).json();
    EXPECT_EQ(compared.at("baseline"), "second");
    const Json metrics = kloupe({"metrics", "--store", both, "--json"}).json();
    EXPECT_EQ(metrics.at("baseline").at("evaluations"), 1) << "three rounds at one task";
    EXPECT_FALSE(
        kloupe({"metrics", "run:first", "--store", both, "--json"}).json().contains("baseline"))
        << "nothing of it is under the filter";
    const Json none = kloupe({"runs", both, "--no-baseline", "--person", "ada", "--json"}).json();
    EXPECT_FALSE(none["runs"][0].at("baseline"));
}

TEST_F(StoreToolsTest, MergeReportExportAndSqlWorkOnTheResult)
{
    const auto merged
        = kloupe({"merge", path("a.kloupe"), path("b.kloupe"), "-o", path("c.kloupe"), "--json"});
    ASSERT_EQ(merged.exitCode, 0) << merged.err;
    EXPECT_EQ(merged.json().at("evaluations"), 6);
    EXPECT_EQ(kloupe({"check", path("c.kloupe")}).exitCode, 0);
    EXPECT_EQ(kloupe({"merge", path("a.kloupe"), "-o", path("c.kloupe")}).exitCode, 3);

    const Json answer
        = kloupe({"sql", path("c.kloupe"), "SELECT count(*) FROM v_evaluation", "--json"}).json();
    EXPECT_EQ(answer.at("rows"), Json::parse("[[6]]"));
    EXPECT_EQ(kloupe({"sql", path("c.kloupe"), "DELETE FROM evaluation"}).exitCode, 3);

    const auto csv = kloupe({"export", path("c.kloupe"), "--filter", "status:correct"});
    EXPECT_NE(csv.out.find("Math/add,Math,,'=author,0,2,correct"), std::string::npos) << csv.out;
    const std::string table = path("rates.tex");
    EXPECT_EQ(
        kloupe({"export", path("c.kloupe"), "--table", "rates", "--format", "latex", "-o", table})
            .exitCode,
        0);
    const auto latex = readFile(table);
    ASSERT_TRUE(latex);
    EXPECT_NE(latex->find("\\toprule"), std::string::npos);
    EXPECT_EQ(kloupe({"export", path("c.kloupe"), "-o", table}).exitCode, 3)
        << "nothing is overwritten";
    const auto lines = kloupe({"export", path("c.kloupe"), "--format", "jsonl"});
    EXPECT_EQ(Json::parse(lines.out.substr(0, lines.out.find('\n'))).at("verdict"),
              "compile_error");

    ASSERT_EQ(
        kloupe({"report", path("c.kloupe"), "-o", path("out"), "--title", "<script>&"}).exitCode,
        0);
    const auto page = readFile(root() / "out/report.html");
    const auto markdown = readFile(root() / "out/report.md");
    ASSERT_TRUE(page && markdown);
    for (const char *words :
         {"Why candidates failed", "undefined_name", "Caveats", "Rates and speedups", "+round 2",
          "tasks are known by name only", "10000 resamples of whole tasks, seed 1",
          "<h1>&lt;script&gt;&amp;</h1>"}) {
        EXPECT_NE(page->find(words), std::string::npos) << words;
    }
    EXPECT_EQ(page->find("<script"), std::string::npos);
    EXPECT_NE(markdown->find("## Caveats"), std::string::npos);
    EXPECT_EQ(markdown->find("## Published claims"), std::string::npos) << "none were given";

    const std::string claims
        = (std::filesystem::path(LOUPE_SOURCE_DIR) / "resources/claims/kernelbench-x.json")
              .string();
    ASSERT_EQ(kloupe({"report", path("c.kloupe"), "-o", path("out"), "--claims", claims}).exitCode,
              0);
    EXPECT_NE(readFile(root() / "out/report.md")->find("## Published claims"), std::string::npos);
    EXPECT_EQ(kloupe({"report", path("c.kloupe"), "-o", path("out"), "--claims", path("c.kloupe")})
                  .exitCode,
              3);
}

TEST_F(StoreToolsTest, ExportsEvaluationsAsJunitTests)
{
    const auto junit = kloupe({"export", path("a.kloupe"), "--format", "junit"});
    ASSERT_EQ(junit.exitCode, 0) << junit.err;
    EXPECT_NE(junit.out.find(R"(<testsuite name="first" tests="3" failures="2" errors="0")"),
              std::string::npos)
        << junit.out;
    EXPECT_NE(
        junit.out.find(R"(<testcase classname="=author" name="Math/add, sample 0, round 2">)"),
        std::string::npos);
    const auto one = kloupe({"export", path("a.kloupe"), "--format", "junit", "--filter",
                             "status:correct", "-o", path("one.xml"), "--json"});
    EXPECT_EQ(one.json().at("rows"), 1);
    for (const char *table : {"rates", "clusters", "references"})
        EXPECT_EQ(
            kloupe({"export", path("a.kloupe"), "--format", "junit", "--table", table}).exitCode,
            2);
}

TEST_F(StoreToolsTest, ExportsFindingsAsSarif)
{
    {
        auto writer = StoreWriter::open(root() / "found.kloupe");
        ASSERT_TRUE(writer);
        Task task;
        task.suite = "suite";
        task.name = "Math/add";
        const auto taskId = (*writer)->addTask(task);
        const auto methodId = (*writer)->addMethod({"mine", "model", "", false});
        loupe::Run run;
        run.uuid = std::string(32, 'a');
        run.name = "found";
        run.suite = "suite";
        const auto runId = (*writer)->beginRun(run);
        ASSERT_TRUE(taskId && methodId && runId);
        Evaluation evaluation;
        evaluation.candidate.task = task.name;
        evaluation.candidate.method = "mine";
        evaluation.candidate.fileName = "Math/add.cpp";
        evaluation.verdict = Verdict::Correct;
        evaluation.findings
            = {{"framework_tampering", RuleLayer::Static, FindingSeverity::Suspicion,
                "it replaces a function", 4},
               {"busy", RuleLayer::Runtime, FindingSeverity::Note, "other load", 0}};
        ASSERT_TRUE((*writer)->record(*runId, *taskId, *methodId, evaluation));
    }
    const auto sarif = kloupe(
        {"export", path("found.kloupe"), "--format", "sarif", "--sources", "kernels/mine"});
    ASSERT_EQ(sarif.exitCode, 0) << sarif.err;
    const Json results = sarif.json().at("runs").at(0).at("results");
    ASSERT_EQ(results.size(), 1U) << "a note about the measurement has no place in a source";
    const Json &result = results.at(0);
    EXPECT_EQ(result.at("ruleId"), "framework_tampering");
    EXPECT_TRUE(result.contains("ruleIndex"));
    EXPECT_EQ(result.at("level"), "warning");
    EXPECT_FALSE(result.contains("suppressions"));
    const Json place = result.at("locations").at(0).at("physicalLocation");
    EXPECT_EQ(place.at("artifactLocation").at("uri"), "kernels/mine/Math/add.cpp");
    EXPECT_EQ(place.at("region").at("startLine"), 4);
    ASSERT_EQ(kloupe({"review", path("found.kloupe"), "1", "--decision", "cleared", "--person",
                      "ada", "--reason", "it is honest"})
                  .exitCode,
              0);
    const auto cleared = kloupe({"export", path("found.kloupe"), "--format", "sarif"}).json();
    EXPECT_TRUE(cleared.at("runs").at(0).at("results").at(0).contains("suppressions"));
    EXPECT_EQ(kloupe({"export", path("found.kloupe"), "--sources", "kernels"}).exitCode, 2);
}

TEST_F(StoreToolsTest, FindsShippedClaimsByName)
{
    const auto list = kloupe({"report", "--claims", "list", "--json"});
    ASSERT_EQ(list.exitCode, 0) << list.err;
    ASSERT_EQ(list.json().at("claims").size(), 1U);
    EXPECT_EQ(list.json().at("claims")[0].at("name"), "kernelbench-x");
    ASSERT_EQ(kloupe({"report", path("a.kloupe"), "-o", path("named"), "--claims", "kernelbench-x"})
                  .exitCode,
              0);
    EXPECT_NE(readFile(root() / "named/report.md")->find("Iterative refinement raises"),
              std::string::npos);
    EXPECT_EQ(
        kloupe({"report", path("a.kloupe"), "-o", path("named"), "--claims", "nobody"}).exitCode,
        3);
    EXPECT_EQ(kloupe({"report", "-o", path("named")}).exitCode, 2);
    EXPECT_EQ(kloupe({"report", path("a.kloupe")}).exitCode, 2);
}

TEST_F(StoreToolsTest, ViewsNameFilters)
{
    EXPECT_EQ(
        kloupe({"views", path("a.kloupe"), "--save", "bad", "--filter", "status:failed"}).exitCode,
        0);
    const auto found
        = kloupe({"query", "round:1", "--view", "bad", "--store", path("a.kloupe"), "--json"});
    EXPECT_EQ(found.json().at("found"), 1);
    EXPECT_EQ(kloupe({"query", "--view", "no", "--store", path("a.kloupe")}).exitCode, 3);
    EXPECT_EQ(kloupe({"views", path("a.kloupe"), "--remove", "bad"}).exitCode, 0);
    EXPECT_EQ(kloupe({"views", path("a.kloupe"), "--remove", "bad"}).exitCode, 3);
    const auto complete
        = kloupe({"query", "status:failed cat", "--complete", "--store", path("a.kloupe")});
    EXPECT_EQ(complete.out, "status:failed category:\n");
}

TEST_F(StoreToolsTest, CheckMigratesAnOlderStoreAfterABackup)
{
    const std::filesystem::path store = root() / "old.kloupe";
    const auto tables
        = readFile(std::filesystem::path(LOUPE_SOURCE_DIR) / "tests/core/store/store-v9.sql");
    ASSERT_TRUE(tables);
    {
        auto database = Database::open(store, Database::Mode::Create);
        ASSERT_TRUE(database);
        ASSERT_TRUE(
            (*database)->execute("PRAGMA application_id = " + std::to_string(storeApplicationId)
                                 + "; PRAGMA user_version = 9"));
        ASSERT_TRUE((*database)->execute(*tables));
    }
    const auto refused = kloupe({"runs", store.string()});
    EXPECT_NE(refused.exitCode, 0);
    EXPECT_NE(refused.err.find("kloupe check --update"), std::string::npos) << refused.err;
    EXPECT_EQ(kloupe({"check", "--update", store.string()}).exitCode, 0);
    EXPECT_EQ(kloupe({"runs", store.string()}).exitCode, 0);
    EXPECT_TRUE(std::filesystem::exists(store.string() + ".v9-backup"));
    EXPECT_NE(kloupe({"check", "--update", path("none.kloupe")}).exitCode, 0);
    EXPECT_FALSE(std::filesystem::exists(root() / "none.kloupe"));
}

} // namespace loupe
