// SPDX-License-Identifier: Apache-2.0
//
// Tests `kloupe suites audit` on tasks with one planted defect each, and on sound ones.
#include "tests/e2e/pythonrun.h"

namespace loupe {

namespace {

/// Returns a task in KernelBench's layout with this body of forward(self, x) and these inputs.
std::string task(const std::string &forward, const std::string &inputs,
                 const std::string &constructor = "pass")
{
    return "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
           "class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n        "
        + constructor + "\n    def forward(self, *xs):\n        x = xs[0]\n        " + forward
        + "\ndef get_inputs():\n    return " + inputs + "\ndef get_init_inputs():\n    return []\n";
}

const std::string plain = "[torch.randn(16, 32)]";   // NOLINT(cert-err58-cpp)
const std::string positive = "[torch.rand(16, 32)]"; // NOLINT(cert-err58-cpp)

class TaskAuditTest : public test::PythonRun
{
protected:
    void plant(int number, const std::string &name, const std::string &text)
    {
        write("suite/KernelBench/level1/" + std::to_string(number) + "_" + name + ".py", text);
    }
    test::KloupeResult audit(std::vector<std::string> more)
    {
        std::vector<std::string> arguments{"suites", "audit",    path("suite"), "--python",
                                           m_python, "--device", "cpu",         "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return kloupe(arguments);
    }
    static std::map<std::string, Json> byTask(const Json &document)
    {
        std::map<std::string, Json> out;
        for (const Json &each : document.at("suites").at(0).at("tasks"))
            out[each.at("task").get<std::string>()] = each;
        return out;
    }
    static std::string firstRule(const Json &report)
    {
        const Json &defects = report.at("defects");
        return defects.empty() ? "" : defects.at(0).at("rule").get<std::string>();
    }
};

} // namespace

TEST_F(TaskAuditTest, FindsEachPlantedDefectByRunning)
{
    struct Planted {
        const char *name;
        const char *rule;
        std::string text;
    };
    const std::vector<Planted> all{
        {"Tiny", "zeros_pass", task("return x * 1e-6", plain)},
        {"Even", "constant_passes", task("return x * 1e-6 + 3.0", plain)},
        {"Identity", "copy_passes", task("return torch.relu(x)", positive)},
        {"Frozen", "same_inputs", task("return x * 2", "[torch.arange(64.0)]")},
        {"Large", "inputs_without_effect", task("return x * 1e-6 + torch.arange(32.0)", plain)},
        {"Ignored", "input_without_effect",
         task("return x * 2 + xs[1] * 0", "[torch.randn(8, 8), torch.randn(8, 8)]")},
        {"Twice", "redundant_operator",
         task("return torch.logsumexp(torch.relu(torch.exp(x)).sum(1, keepdim=True), dim=1, "
              "keepdim=True)",
              plain)},
        {"Random", "random_output", task("return F.dropout(x, 0.5, True)", plain)},
        {"Root", "reference_nan", task("return torch.sqrt(x)", plain)},
        {"Raises", "reference_fails", task("raise ValueError('no such thing')", plain)},
        {"Rough", "unattainable_tolerance",
         task("return (x.half() * 1000).float() if x.dtype == torch.float32 else x * 1000", plain)},
        {"Matrix", "", task("return self.layer(x)", plain, "self.layer = nn.Linear(32, 8)")},
        {"Softmax", "", task("return torch.softmax(x, dim=1)", plain)},
    };
    int number = 0;
    for (const Planted &each : all)
        plant(++number, each.name, each.text);
    const auto run = audit({"--store", path("a.kloupe"), "--name", "first"});
    ASSERT_EQ(run.exitCode, 3) << run.err << run.out;
    const auto reports = byTask(run.json());
    number = 0;
    for (const Planted &each : all) {
        const Json &report
            = reports.at("level1/" + std::to_string(++number) + "_" + std::string(each.name));
        EXPECT_EQ(firstRule(report), each.rule) << report.dump(1);
        EXPECT_EQ(report.at("sound").get<bool>(), std::string(each.rule).empty());
    }
}

TEST_F(TaskAuditTest, ResumesAndUpdatesMetrics)
{
    plant(1, "Tiny", task("return x * 1e-6", plain));
    plant(2, "Softmax", task("return torch.softmax(x, dim=1)", plain));
    const std::vector<std::string> store{"--store", path("a.kloupe")};
    auto first = store;
    first.insert(first.end(), {"--name", "early", "--tasks", "1_Tiny"});
    EXPECT_EQ(audit(first).exitCode, 3);
    auto second = store;
    second.insert(second.end(), {"--name", "early", "--resume"});
    const auto resumed = audit(second);
    EXPECT_EQ(resumed.exitCode, 0) << resumed.err; // only the sound one was left
    const Json document = resumed.json().at("suites").at(0);
    EXPECT_EQ(document.at("already_done"), 1);
    EXPECT_EQ(document.at("tasks").size(), 1U);

    write("runs/r/level_1_problem_1_sample_0_kernel.py",
          "import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        "
          "return torch.zeros_like(x)\n");
    write("runs/r/level_1_problem_2_sample_0_kernel.py",
          "import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        "
          "return torch.softmax(x, 1)\n");
    const auto ran = kloupe({"run", "--suite", path("suite"), "--submissions", path("runs/r"),
                             "--python", m_python, "--device", "cpu", "--store", path("a.kloupe"),
                             "--no-timing", "--library", "any"});
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    const auto metrics
        = kloupe({"metrics", "--store", path("a.kloupe"), "--include-suspicious", "--json"});
    ASSERT_EQ(metrics.exitCode, 0) << metrics.err;
    const Json both = metrics.json().at("soundness");
    ASSERT_EQ(both.size(), 2U);
    EXPECT_EQ(both.at(0).at("group"), "all tasks");
    EXPECT_EQ(both.at(0).at("tasks"), 2);
    EXPECT_EQ(both.at(1).at("group"), "sound tasks");
    EXPECT_EQ(both.at(1).at("tasks"), 1);
}

} // namespace loupe
