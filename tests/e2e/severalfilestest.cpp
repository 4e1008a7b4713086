// SPDX-License-Identifier: Apache-2.0
//
// Tests submissions that are folders, from a build of their C++ files to the store.
#include "core/model/record/sourcefiles.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <filesystem>

#include "tests/e2e/pythonrun.h"

namespace loupe {

namespace {

bool isFlagged(const Evaluation &one, const char *flag)
{
    return std::ranges::find(one.flags, flag) != one.flags.end();
}

} // namespace

class SeveralFilesTest : public test::PythonRun
{
protected:
    void SetUp() override
    {
        PythonRun::SetUp();
        write("kb/KernelBench/level1/1_Scale.py",
              "import torch\nimport torch.nn as nn\n"
              "class Model(nn.Module):\n"
              "    def forward(self, x):\n        return torch.relu(x) * 2\n"
              "def get_inputs():\n    return [torch.randn(64, 33)]\n"
              "def get_init_inputs():\n    return []\n");
    }

    /// Adds a folder like those of CUDA-Agent: an entry, a helper, a C++ source with a header.
    void addFolder(int sample, const std::string &factor) const
    {
        const std::string folder
            = "runs/agent/level_1_problem_1_sample_" + std::to_string(sample) + "_kernel/";
        write(folder + "model_new.py",
              "import torch.nn as nn\n"
              "from helpers.build import extension\n"
              "class ModelNew(nn.Module):\n"
              "    def forward(self, x):\n        return extension.scale(x)\n");
        write(folder + "helpers/build.py",
              "from torch.utils.cpp_extension import load\n"
              "with open('kernels/sources.txt') as file:\n"
              "    extension = load(name='scale_extension', sources=file.read().split())\n");
        write(folder + "kernels/sources.txt", "kernels/scale.cpp\n");
        write(folder + "kernels/factor.h", "constexpr float factor = " + factor + ";\n");
        write(folder + "kernels/scale.cpp",
              "#include <torch/extension.h>\n"
              "#include \"factor.h\"\n"
              "torch::Tensor scale(torch::Tensor x)\n"
              "{\n"
              "    const torch::Tensor whole = x.contiguous();\n"
              "    torch::Tensor y = torch::empty_like(whole);\n"
              "    const float *from = whole.data_ptr<float>();\n"
              "    float *to = y.data_ptr<float>();\n"
              "    for (int64_t i = 0; i < x.numel(); ++i)\n"
              "        to[i] = from[i] > 0 ? from[i] * factor : 0;\n"
              "    return y;\n"
              "}\n"
              "PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def(\"scale\", &scale); }\n");
    }

    EvaluationDetail detailOf(const Json &row) const
    {
        const auto reader = StoreReader::open(root() / "r.kloupe");
        EXPECT_TRUE(reader) << reader.error().text();
        auto detail = (*reader)->detail(RowId{row.at("id").get<std::int64_t>()});
        EXPECT_TRUE(detail) << detail.error().text();
        return std::move(*detail);
    }
};

TEST_F(SeveralFilesTest, BuildsJudgesAndStoresAFolder)
{
    addFolder(0, "2");
    addFolder(1, "3");
    const std::vector<std::string> more{"--no-timing", "--library", "any"};
    Json rows = rowsOf("kb", "runs/agent", more);
    ASSERT_EQ(rows.size(), 2U);
    std::map<int, Json> bySample;
    for (const Json &row : rows)
        bySample[row.at("sample").get<int>()] = row;
    const EvaluationDetail right = detailOf(bySample.at(0));
    EXPECT_EQ(verdictsOf(bySample.at(0)), "correct correct")
        << right.evaluation.message << right.evaluation.buildLog << right.evaluation.runLog;
    EXPECT_EQ(verdictsOf(bySample.at(1)), "wrong_value wrong_value")
        << "only the header differs, which counts for the cached build as well";
    const auto files = splitFiles(right.evaluation.candidate.source);
    ASSERT_TRUE(files);
    ASSERT_EQ(files->size(), 5U);
    EXPECT_EQ(files->front().path, "model_new.py");
    EXPECT_EQ((*files)[2].path, "kernels/factor.h");
    EXPECT_EQ((*files)[2].text, "constexpr float factor = 2;\n");

    const auto show = kloupe(
        {"show", "--store", path("r.kloupe"), std::to_string(bySample.at(0).at("id").get<int>())});
    EXPECT_EQ(show.exitCode, 0) << show.err;
    EXPECT_NE(show.out.find("5 files:\n  model_new.py (145 bytes), the entry\n"), std::string::npos)
        << show.out;
    EXPECT_NE(show.out.find("  kernels/scale.cpp ("), std::string::npos) << show.out;

    rows = rowsOf("kb", "runs/agent", more);
    ASSERT_EQ(rows.size(), 2U);
    for (const Json &row : rows) {
        EXPECT_TRUE(isFlagged(detailOf(row).evaluation, "build_from_cache")) << row;
        EXPECT_EQ(verdictsOf(row), verdictsOf(bySample.at(row.at("sample").get<int>())));
    }
}

TEST_F(SeveralFilesTest, ALinkOutOfTheFolderRefusesOnlyThatSubmission)
{
    namespace fs = std::filesystem;
    const std::string entry = "import torch\nfrom factor import FACTOR\n"
                              "class ModelNew(torch.nn.Module):\n"
                              "    def forward(self, x):\n"
                              "        return torch.relu(x) * FACTOR\n";
    const std::string folder = "runs/agent/level_1_problem_1_sample_";
    write("secret.py", "FACTOR = 2\n");
    for (const char *sample : {"0_kernel", "1_kernel"})
        write(folder + sample + "/model_new.py", entry);
    fs::create_symlink(root() / "secret.py", root() / (folder + "0_kernel") / "factor.py");
    write(folder + "1_kernel/factor.py", "FACTOR = 2\n");
    const Json rows = rowsOf("kb", "runs/agent", {"--no-timing", "--library", "any"});
    ASSERT_EQ(rows.size(), 1U) << rows;
    EXPECT_EQ(rows[0].at("sample"), 1);
    EXPECT_EQ(verdictsOf(rows[0]), "correct correct") << detailOf(rows[0]).evaluation.runLog;
}

} // namespace loupe
