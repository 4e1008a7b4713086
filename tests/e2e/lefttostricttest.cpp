// SPDX-License-Identifier: Apache-2.0
//
// Tests tasks that the suite's own rules cannot judge. KernelBench casts indices to floating point,
// which the reference refuses. By default the strict rules judge and time them.
#include "tests/e2e/pythonrun.h"

namespace loupe::test {

namespace {

std::string table(const std::string &name, const std::string &result)
{
    return "import torch\n"
           "class "
        + name
        + "(torch.nn.Module):\n"
          "    def __init__(self):\n"
          "        super().__init__()\n"
          "        self.table = torch.nn.Embedding(16, 1)\n"
          "    def forward(self, x):\n"
          "        return "
        + result + "\n";
}

std::string reference(int indices)
{
    return table("Model", "self.table(x)")
        + "def get_inputs():\n"
          "    return [torch.randint(0, 16, ("
        + std::to_string(indices)
        + ",))]\n"
          "def get_init_inputs():\n"
          "    return []\n";
}

class LeftToStrict : public PythonRun
{
protected:
    /// Writes a correct kernel (sample 0) and a wrong one (sample 1).
    void prepare(int indices)
    {
        write("kb/KernelBench/level1/1_Lookup.py", reference(indices));
        const std::string kernel = "runs/demo/level_1_problem_1_sample_";
        write(kernel + "0_kernel.py", table("ModelNew", "self.table(x)"));
        write(kernel + "1_kernel.py", table("ModelNew", "self.table(x) + 0.1"));
    }

    /// Writes a kernel without the class (sample 2) and one that cannot be constructed (sample 3).
    void prepareBroken()
    {
        const std::string kernel = "runs/demo/level_1_problem_1_sample_";
        write(kernel + "2_kernel.py", "class Other: pass\n");
        write(kernel + "3_kernel.py",
              "import torch\n"
              "class ModelNew(torch.nn.Module):\n"
              "    def __init__(self):\n"
              "        raise ValueError('no')\n");
    }

    void expectStrictVerdicts(const std::vector<std::string> &more)
    {
        for (const Json &row : rowsOf("kb", "runs/demo", more)) {
            const std::string verdicts = verdictsOf(row);
            const std::string message = row.at("message").get<std::string>();
            const int sample = row.at("sample").get<int>();
            if (sample == 0) {
                EXPECT_EQ(verdicts, "reference_failed correct") << message;
                EXPECT_FALSE(row.at("speedup").is_null()) << row.dump();
            } else if (sample == 1) {
                EXPECT_EQ(verdicts, "reference_failed wrong_value") << message;
                EXPECT_TRUE(row.at("speedup").is_null()) << row.dump();
            } else {
                // The candidate fails by itself, whatever its reference does.
                EXPECT_EQ(verdicts.find("reference_failed"), std::string::npos) << verdicts;
                continue;
            }
            EXPECT_EQ(message.find("by the suite's rules the reference fails"), 0U) << message;
            EXPECT_NE(message.find("; strictly: "), std::string::npos) << message;
        }
    }
};

} // namespace

TEST_F(LeftToStrict, JudgesAndTimesStrictlyIfTheSuiteCannot)
{
    prepare(64);
    expectStrictVerdicts({});
    // The first sample counts: unjudged by the suite's rules, correct by the strict ones.
    const auto countedBy = [&](const std::string &verdict) {
        const auto metrics = kloupe({"metrics", path("r.kloupe"), "--by", "all", "--verdict",
                                     verdict, "--include-suspicious", "--json"});
        EXPECT_EQ(metrics.exitCode, 0) << metrics.err;
        EXPECT_EQ(metrics.json().at("population").at("verdict"), verdict);
        return metrics.json().at("groups").at(0);
    };
    const Json own = countedBy("run");
    EXPECT_EQ(own.at("judged"), 0) << own;
    EXPECT_EQ(own.at("not_counted"), 1) << own;
    const Json strict = countedBy("strict");
    EXPECT_EQ(strict.at("judged"), 1) << strict;
    EXPECT_EQ(strict.at("correct"), 1) << strict;
    EXPECT_EQ(strict.at("timed"), 1) << strict;
    const auto causes
        = kloupe({"export", path("r.kloupe"), "--table", "clusters", "--verdict", "strict"});
    EXPECT_NE(causes.exitCode, 0) << "causes are of the run's verdicts";
    EXPECT_NE(causes.err.find("--verdict"), std::string::npos) << causes.err;
}

TEST_F(LeftToStrict, JudgesStrictlyWithNewPhasesForEachTrial)
{
    prepareBroken();
    prepare(1 << 19); // sixteen trials of 4 MB and their derived data, of 4 GB
    expectStrictVerdicts({"--memory", "4"});
}

} // namespace loupe::test
