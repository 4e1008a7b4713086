// SPDX-License-Identifier: Apache-2.0
//
// Tasks of several shapes: `kloupe run --shapes` on the processor.
#include "core/base/files.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "tests/e2e/pythonrun.h"

namespace loupe {

namespace {

/// Task whose model and inputs depend on constants of its file, and candidates for it. A second
/// task has one shape.
class ShapesTest : public test::PythonRun
{
protected:
    void SetUp() override
    {
        PythonRun::SetUp();
        write("kb/KernelBench/level1/1_P.py",
              "rows = 4\ndim = 64  # columns\ntotal = rows * dim\n"
                  + linear("Model", "self.linear(x)")
                  + "def get_inputs():\n    assert total == rows * dim\n"
                    "    assert dim != 13, 'no width of 13'\n    return [torch.randn(rows, dim)]\n"
                    "def get_init_inputs():\n    return [dim]\n");
        write("kb/KernelBench/level1/2_Q.py",
              "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n"
              "        return x * 2\ndef get_inputs():\n    return [torch.randn(8, 8)]\n"
              "def get_init_inputs():\n    return []\n");
        write(candidate(1, 0), linear("ModelNew", "self.linear(x)"));
        // Right where there are 64 columns only.
        write(candidate(1, 1), linear("ModelNew", "self.linear(x) * (64 / x.shape[1])"));
        write(candidate(1, 2), linear("ModelNew", "self.linear(x) + 1"));
        write(candidate(2, 0),
              "import torch\nclass ModelNew(torch.nn.Module):\n"
              "    def forward(self, x):\n        return x + x\n");
        write("shapes.json", R"({"level1/1": [{"rows": 8, "dim": 32}, {"dim": 96}]})");
    }

    /// Returns a linear layer of `size` columns.
    static std::string linear(const std::string &name, const std::string &call)
    {
        return "import torch\nclass " + name
            + "(torch.nn.Module):\n    def __init__(self, size):\n        super().__init__()\n"
              "        self.linear = torch.nn.Linear(size, 16)\n"
              "    def forward(self, x):\n        return "
            + call + "\n";
    }

    static std::string candidate(int task, int sample)
    {
        return "runs/demo/level_1_problem_" + std::to_string(task) + "_sample_"
            + std::to_string(sample) + "_kernel.py";
    }

    std::vector<std::string> withShapes(std::vector<std::string> more = {}) const
    {
        more.insert(more.end(), {"--shapes", path("shapes.json")});
        return more;
    }

    /// Returns the rows of a run by "task sample".
    std::map<std::string, Json> rowsBy(const std::vector<std::string> &more)
    {
        std::map<std::string, Json> out;
        for (const Json &row : rowsOf("kb", "runs/demo", more))
            out[row.at("task").get<std::string>() + " "
                + std::to_string(row.at("sample").get<int>())]
                = row;
        return out;
    }

    std::string storedProtocol()
    {
        const auto reader = StoreReader::open(root() / "r.kloupe");
        EXPECT_TRUE(reader);
        const auto runs = (*reader)->runs();
        return runs && runs->size() == 1 ? runs->front().run.protocol : "none";
    }

    /// Checks rates and histogram by shape. `cases` are the times of the only right candidate of
    /// the task with several shapes.
    void checkSplitByShape(const Json &cases)
    {
        const auto metrics = kloupe({"metrics", path("r.kloupe"), "--by", "shape", "--json"});
        ASSERT_EQ(metrics.exitCode, 0) << metrics.err;
        const Json groups = metrics.json().at("groups");
        ASSERT_EQ(groups.size(), 3U) << "no row over all shapes: " << groups;
        for (const Json &each : cases) {
            const auto of = std::ranges::find(groups, each.at("case"),
                                              [](const Json &group) { return group.at("group"); });
            ASSERT_NE(of, groups.end()) << each;
            const bool isOwn = each.at("case") == "own shape"; // the other task has this one, too
            EXPECT_EQ(of->at("evaluations"), isOwn ? 2 : 1) << *of;
            if (!isOwn) {
                EXPECT_NEAR(of->at("geometric_mean_speedup").get<double>(),
                            each.at("speedup").get<double>(), 1e-9);
            }
        }
        const auto text = kloupe({"metrics", path("r.kloupe"), "--by", "shape"});
        EXPECT_NE(text.out.find("Split by shape: each pair counts once for each shape"),
                  std::string::npos)
            << text.out;
        EXPECT_EQ(text.out.find("over 3 shapes of"), std::string::npos)
            << "no number over all shapes: " << text.out;
        const auto rates = kloupe(
            {"export", path("r.kloupe"), "--table", "rates", "--by", "shape", "--format", "csv"});
        EXPECT_NE(rates.out.find("dim=96,"), std::string::npos) << rates.out << rates.err;

        write("spec.json",
              R"({"version": 1, "name": "shapes", "chart": )"
              R"({"kind": "speedup_histogram", "group_by": "shape"}})");
        const auto figure = kloupe(
            {"figure", path("spec.json"), "--store", path("r.kloupe"), "-o", path("f.csv")});
        ASSERT_EQ(figure.exitCode, 0) << figure.err;
        const auto drawn = readFile(root() / "f.csv");
        ASSERT_TRUE(drawn);
        for (const Json &each : cases)
            EXPECT_NE(drawn->find(each.at("case").get<std::string>()), std::string::npos) << *drawn;
        write("spec.json",
              R"({"version": 1, "name": "shapes", "chart": )"
              R"({"kind": "round_survival", "group_by": "shape"}})");
        const auto rounds = kloupe(
            {"figure", path("spec.json"), "--store", path("r.kloupe"), "-o", path("f.csv")});
        EXPECT_NE(rounds.err.find("a chart over rounds cannot be split by shape"),
                  std::string::npos)
            << rounds.err;
    }

    /// Returns the sentence with which a file of shapes is refused. Nothing may be stored.
    std::string refusalOf(const std::string &shapes)
    {
        write("bad.json", shapes);
        const auto run = kloupe({"run", "--suite", path("kb"), "--submissions", path("runs/demo"),
                                 "--python", m_python, "--device", "cpu", "--store",
                                 path("n.kloupe"), "--shapes", path("bad.json")});
        EXPECT_EQ(run.exitCode, 3) << run.out << run.err;
        EXPECT_FALSE(std::filesystem::exists(root() / "n.kloupe"));
        return run.err;
    }
};

} // namespace

TEST_F(ShapesTest, ACandidateIsJudgedOnEachShape)
{
    EXPECT_EQ(verdictsOf(rowsBy({"--no-timing"}).at("level1/1_P 1")), "correct correct");
    EXPECT_EQ(storedProtocol(), "kernelbench-0.2, strict-1");

    const auto rows = rowsBy(withShapes({"--no-timing"}));
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(verdictsOf(rows.at("level1/1_P 0")), "correct correct");
    EXPECT_EQ(verdictsOf(rows.at("level1/1_P 1")), "wrong_value wrong_value");
    EXPECT_EQ(verdictsOf(rows.at("level1/1_P 2")), "wrong_value wrong_value");
    EXPECT_EQ(verdictsOf(rows.at("level1/2_Q 0")), "correct correct");
    const auto messageOf
        = [&](const std::string &key) { return rows.at(key).at("message").get<std::string>(); };
    EXPECT_NE(messageOf("level1/1_P 0").find(" on 3 shapes"), std::string::npos);
    EXPECT_TRUE(messageOf("level1/1_P 1").starts_with("dim=32, rows=8: "))
        << messageOf("level1/1_P 1");
    EXPECT_TRUE(messageOf("level1/1_P 2").starts_with("own shape: ")) << messageOf("level1/1_P 2");
    EXPECT_EQ(messageOf("level1/2_Q 0").find("shape"), std::string::npos)
        << "it has one: " << messageOf("level1/2_Q 0");

    const auto flagged
        = kloupe({"query", "--store", path("r.kloupe"), "--json", "flag:right_on_own_shape_only"});
    ASSERT_EQ(flagged.json().at("rows").size(), 1U);
    EXPECT_EQ(flagged.json().at("rows")[0].at("sample"), 1);
    const auto shown = kloupe(
        {"show", path("r.kloupe"), std::to_string(rows.at("level1/1_P 1").at("id").get<int>())});
    EXPECT_NE(shown.out.find("Right on the task's own shape only"), std::string::npos) << shown.out;
    const std::string protocol = storedProtocol();
    EXPECT_TRUE(protocol.starts_with("kernelbench-0.2+shapes-")) << protocol;
    EXPECT_NE(protocol.find(", strict-1+shapes-"), std::string::npos) << protocol;
}

TEST_F(ShapesTest, EachShapeIsTimedAndShown)
{
    const Json row = rowsBy(withShapes({"--max-timing-seconds", "0.2"})).at("level1/1_P 0");
    const double speedup = row.at("speedup").get<double>();
    const auto shown
        = kloupe({"show", path("r.kloupe"), std::to_string(row.at("id").get<int>()), "--json"});
    ASSERT_EQ(shown.exitCode, 0) << shown.err;
    const Json cases = shown.json().at("cases");
    ASSERT_EQ(cases.size(), 3U) << cases;
    EXPECT_EQ(cases[0].at("case"), "own shape");
    EXPECT_EQ(cases[1].at("case"), "dim=32, rows=8");
    EXPECT_EQ(cases[2].at("case"), "dim=96");
    double product = 1;
    for (const Json &each : cases)
        product *= each.at("speedup").get<double>();
    EXPECT_NEAR(std::cbrt(product), speedup, 1e-6 * speedup);

    const auto least = std::ranges::min_element(
        cases, {}, [](const Json &each) { return each.at("speedup").get<double>(); });
    EXPECT_DOUBLE_EQ(row.at("min_speedup").get<double>(), least->at("speedup").get<double>());
    EXPECT_EQ(row.at("min_speedup_shape"), least->at("case"));
    const auto exported = kloupe({"export", path("r.kloupe"), "--format", "csv"});
    EXPECT_NE(exported.out.find("min_speedup,min_speedup_shape"), std::string::npos)
        << exported.out;

    const auto text = kloupe({"show", path("r.kloupe"), std::to_string(row.at("id").get<int>())});
    EXPECT_NE(text.out.find("dim=96: candidate "), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("over 3 cases: geometric mean "), std::string::npos) << text.out;
    const auto metrics = kloupe({"metrics", path("r.kloupe")});
    EXPECT_NE(metrics.out.find("over 3 shapes of 1 evaluation: geometric mean "), std::string::npos)
        << metrics.out;
    const auto checked = kloupe({"check", path("r.kloupe")});
    EXPECT_EQ(checked.exitCode, 0) << "the speedup follows from the samples: " << checked.out;
    checkSplitByShape(cases);
}

TEST_F(ShapesTest, AFurtherBaselineIsTimedOnceForEachShape)
{
    std::vector<std::string> arguments{"run",           "--suite",          path("kb"),
                                       "--submissions", path("runs/demo"),  "--python",
                                       m_python,        "--device",         "cpu",
                                       "--store",       path("r.kloupe"),   "--max-timing-seconds",
                                       "0.2",           "--baseline",       "eager,compile",
                                       "--shapes",      path("shapes.json")};
    const auto again = arguments;
    arguments.emplace_back("--json");
    const auto first = kloupe(arguments);
    ASSERT_EQ(first.exitCode, 0) << first.err;
    const Json further = first.json().at("further_baselines");
    ASSERT_EQ(further.size(), 1U) << further;
    EXPECT_EQ(further[0].at("timed"), 2) << "one time for each task: " << further;
    const auto reader = StoreReader::open(root() / "r.kloupe");
    ASSERT_TRUE(reader);
    const auto records = (*reader)->goldenRecords({});
    ASSERT_TRUE(records);
    ASSERT_EQ(records->size(), 2U);
    const auto ofShapes = std::ranges::find(*records, "level1/1_P",
                                            [](const auto &each) { return each.record.task; });
    ASSERT_NE(ofShapes, records->end());
    EXPECT_EQ(Json::parse(ofShapes->record.originalRecord.toString()).at("samples_ms").size(), 3U);

    const auto over = kloupe({"query", "--store", path("r.kloupe"), "--json", "--baseline",
                              "compile", "task:level1/1_P status:correct"});
    ASSERT_EQ(over.exitCode, 0) << over.err;
    const Json row = over.json().at("rows").at(0);
    EXPECT_NEAR(row.at("speedup").get<double>(),
                ofShapes->record.milliseconds / row.at("candidate_ms").get<double>(), 1e-9);
    EXPECT_TRUE(row.at("min_speedup").is_null()) << "it is of the recorded baseline";
    const auto checked = kloupe({"check", path("r.kloupe")});
    EXPECT_EQ(checked.exitCode, 0) << checked.out;

    const auto later = kloupe(again);
    EXPECT_NE((later.out + later.err).find("2 of 2 tasks timed before, kept"), std::string::npos)
        << later.out << later.err;
}

TEST_F(ShapesTest, PrecisionAndGradientsGoWithShapes)
{
    const auto rows = rowsBy(withShapes({"--no-timing", "--backward", "--precision", "bfloat16"}));
    EXPECT_EQ(verdictsOf(rows.at("level1/1_P 0")), "correct correct") << rows.at("level1/1_P 0");
    const std::string protocol = storedProtocol();
    EXPECT_TRUE(protocol.starts_with("kernelbench-0.2+shapes-") && protocol.ends_with("+backward"))
        << protocol;
}

TEST_F(ShapesTest, RefusedShapeIsNotACandidateFailure)
{
    write("shapes.json", R"({"level1/1": [{"dim": 13}]})");
    const auto rows = rowsBy(withShapes({"--no-timing"}));
    const Json &refused = rows.at("level1/1_P 0");
    EXPECT_EQ(refused.at("verdict"), "reference_failed") << refused;
    const auto message = refused.at("message").get<std::string>();
    EXPECT_TRUE(message.starts_with("dim=13: ")) << message;
    EXPECT_NE(message.find("no width of 13"), std::string::npos) << message;
    EXPECT_EQ(verdictsOf(rows.at("level1/2_Q 0")), "correct correct") << "other tasks go on";
}

TEST_F(ShapesTest, BadShapesAreRefusedInOneSentence)
{
    const auto has = [](const std::string &text, const std::string &part) {
        return text.find(part) != std::string::npos;
    };
    std::string refused = refusalOf(R"({"level1/1": [{"dmi": 3}]})");
    EXPECT_TRUE(has(refused, "level1/1_P has no constant \"dmi\"")) << refused;
    EXPECT_TRUE(has(refused, "bad.json:level1/1[0].dmi")) << refused;
    refused = refusalOf(R"({"level1/7": [{"dim": 3}]})");
    EXPECT_TRUE(has(refused, "the suite has no task \"level1/7\"")) << refused;
    refused = refusalOf(R"({"level1/1": []})");
    EXPECT_TRUE(has(refused, "a task must have a list of at least one shape")) << refused;
    refused = refusalOf(R"({"level1/1": [{"dim": "wide"}]})");
    EXPECT_TRUE(has(refused, "bad.json:level1/1[0].dim")) << refused;
    refused = refusalOf(R"({"level1/1": [{"dim": 8}, {"dim": 32, "rows": 0.5}]})");
    EXPECT_TRUE(has(refused, "the value must be an integer, as 4 in the task's file, not 0.5"))
        << refused;
    EXPECT_TRUE(has(refused, "bad.json:level1/1[1].rows")) << refused;
}

TEST_F(ShapesTest, TheOwnShapeIsNotJudgedTwice)
{
    write("shapes.json", R"({"level1/1": [{"rows": 4.0, "dim": 6.4e1}, {"dim": 96}]})");
    const Json row = rowsBy(withShapes({"--no-timing"})).at("level1/1_P 0");
    const auto message = row.at("message").get<std::string>();
    EXPECT_NE(message.find(" on 2 shapes"), std::string::npos) << message;
}

TEST_F(ShapesTest, ARepeatedEvaluationHasTheShapesOfItsRun)
{
    const Json row = rowsBy(withShapes({"--no-timing"})).at("level1/1_P 1");
    std::filesystem::remove(path("shapes.json"));
    const auto again = kloupe({"rerun", std::to_string(row.at("id").get<int>()), "--store",
                               path("r.kloupe"), "--accept-settings", "--json"});
    ASSERT_EQ(again.exitCode, 0) << again.err;
    EXPECT_EQ(again.json().at("compared").at(0).at("same_verdict"), true) << again.out;
}

TEST_F(ShapesTest, ResumesOnlyWithTheSameShapes)
{
    rowsBy(withShapes({"--no-timing", "--name", "first"}));
    const std::vector<std::string> resume{
        "run",    "--suite",  path("kb"), "--submissions", path("runs/demo"), "--python",
        m_python, "--device", "cpu",      "--store",       path("r.kloupe"),  "--no-timing",
        "--name", "first",    "--resume"};
    const auto without = kloupe(resume);
    EXPECT_EQ(without.exitCode, 3);
    EXPECT_NE(without.err.find("was begun with other shapes"), std::string::npos) << without.err;
    const auto resumed = kloupe(withShapes(resume));
    EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
    const auto all = kloupe({"query", "--store", path("r.kloupe"), "--json"});
    EXPECT_EQ(all.json().at("rows").size(), 4U);
}

} // namespace loupe
