// SPDX-License-Identifier: Apache-2.0
//
// Tests missing tools of the machine, which are not a candidate's failure. The result is
// infra_error and exit code 4, or no run at all.
#include "core/base/files.h"

#include <fstream>

#include "tests/core/base/setvariable.h"
#include "tests/e2e/pythonrun.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

const std::string imports = "import torch\nimport torch.nn as nn\n"; // NOLINT(cert-err58-cpp)
// NOLINTNEXTLINE(cert-err58-cpp)
const std::string honest = imports
    + "class ModelNew(nn.Module):\n"
      "    def forward(self, x):\n"
      "        return x + x\n";

/// Returns a candidate whose extension needs a header. `build` is indented like its caller.
std::string candidateWith(const std::string &header, const std::string &build)
{
    return imports
        + "import os, tempfile\n"
          "from torch.utils.cpp_extension import load\n"
          "path = os.path.join(tempfile.mkdtemp(), 'own.cpp')\n"
          "with open(path, 'w') as file:\n"
          "    file.write('#include <"
        + header + ">\\n')\n" + build
        + "class ModelNew(nn.Module):\n"
          "    def forward(self, x):\n"
          "        if own is None:\n"
          "            raise RuntimeError('the extension was not built')\n"
          "        return x + x\n";
}

class MachineLackRun : public PythonRun
{
protected:
    void SetUp() override
    {
        PythonRun::SetUp();
        if (IsSkipped())
            return;
        write("kb/KernelBench/level1/1_Twice.py",
              imports
                  + "class Model(nn.Module):\n"
                    "    def forward(self, x):\n"
                    "        return x * 2\n"
                    "def get_inputs():\n"
                    "    return [torch.randn(8, 8)]\n"
                    "def get_init_inputs():\n"
                    "    return []\n");
    }

    void submit(int sample, const std::string &source)
    {
        write("runs/m/level_1_problem_1_sample_" + std::to_string(sample) + "_kernel.py", source);
    }

    KloupeResult run(const std::string &python)
    {
        std::error_code ignored;
        fs::remove(root() / "r.kloupe", ignored);
        return kloupe({"run", "--store", path("r.kloupe"), "--suite", path("kb"), "--submissions",
                       path("runs"), "--python", python, "--device", "cpu", "--no-timing",
                       "--full-headers", "--protocol", "suite"});
    }

    std::map<int, Json> rows()
    {
        std::map<int, Json> out;
        const auto query = kloupe({"query", "--store", path("r.kloupe"), "--json"});
        EXPECT_EQ(query.exitCode, 0) << query.err;
        const Json listed = query.json().at("rows");
        for (const Json &row : listed)
            out[row.at("sample").get<int>()] = row;
        return out;
    }

    /// Makes a virtual environment of the prepared Python in another folder; empty if it is none.
    std::string pythonIn(const std::string &folder)
    {
        const fs::path prepared = fs::path(m_python).parent_path().parent_path();
        const auto settings = readFile(prepared / "pyvenv.cfg");
        if (!settings)
            return {};
        write(folder + "/pyvenv.cfg", *settings);
        fs::create_directories(root() / folder / "bin");
        fs::create_symlink(fs::canonical(prepared / "lib"), root() / folder / "lib");
        fs::create_symlink(fs::canonical(m_python), root() / folder / "bin/python");
        return path(folder + "/bin/python");
    }

    static bool has(const std::string &text, const std::string &part)
    {
        return text.find(part) != std::string::npos;
    }
};

} // namespace

TEST_F(MachineLackRun, MissingHeaderIsAnInfraErrorAndNotCached)
{
    submit(0, candidateWith("loupe_missing.h", "own = load(name='own', sources=[path])\n"));
    submit(1,
           candidateWith("loupe_missing.h",
                         "try:\n    own = load(name='own', sources=[path], verbose=True)\n"
                         "except Exception:\n    own = None\n"));
    submit(2, candidateWith("torch/loupe_wrong.h", "own = load(name='own', sources=[path])\n"));
    submit(3, honest);
    for (int i = 0; i < 2; ++i) {
        const KloupeResult done = run(m_python);
        EXPECT_EQ(done.exitCode, 4) << done.err << done.out;
        EXPECT_TRUE(has(done.out + done.err, "finds no header loupe_missing.h on this machine"));
        EXPECT_TRUE(has(done.out + done.err, "continue with the same command and --resume"));
        const auto found = rows();
        ASSERT_EQ(found.size(), 4U);
        EXPECT_EQ(found.at(0).at("verdict"), "infra_error");
        EXPECT_EQ(found.at(1).at("verdict"), "infra_error") << "it caught the exception";
        EXPECT_EQ(found.at(2).at("verdict"), "compile_error") << "torch is there";
        EXPECT_EQ(found.at(3).at("verdict"), "correct");
        EXPECT_FALSE(has(found.at(0).dump(), "build_from_cache"));
    }
}

TEST_F(MachineLackRun, RefusesToBuildInAFolderWithASpace)
{
    const std::string python = pythonIn("sp ace");
    ASSERT_FALSE(python.empty()) << "LOUPE_TEST_PYTHON must be that of a virtual environment";
    submit(0, candidateWith("cmath", "own = load(name='own', sources=[path])\n"));
    const KloupeResult refused = run(python);
    EXPECT_EQ(refused.exitCode, 4) << refused.err << refused.out;
    EXPECT_TRUE(has(refused.err, "every candidate of this run may build a C++ extension"))
        << refused.err;
    EXPECT_TRUE(has(refused.err, "has a space"));
    submit(1, honest);
    const KloupeResult mixed = run(python);
    EXPECT_EQ(mixed.exitCode, 4) << mixed.err << mixed.out;
    EXPECT_TRUE(has(mixed.out + mixed.err, "1 of 2 candidates may build a C++ extension"));
    EXPECT_EQ(rows().at(0).at("verdict"), "infra_error");
    EXPECT_EQ(rows().at(1).at("verdict"), "correct");
}

TEST_F(MachineLackRun, MissingCudaCompilerIsReportedFirst)
{
    const std::string folder = path("no toolkit");
    const SetVariable home("CUDA_HOME", folder);
    submit(0,
           imports
               + "from torch.utils.cpp_extension import load_inline\n"
                 "source = 'torch::Tensor twice(torch::Tensor x) { return x + x; }'\n"
                 "own = load_inline(name='own', functions=['twice'], cuda_sources=source,\n"
                 "                  cpp_sources='torch::Tensor twice(torch::Tensor x);')\n"
                 "class ModelNew(nn.Module):\n"
                 "    def forward(self, x):\n"
                 "        return own.twice(x)\n");
    const KloupeResult refused = run(m_python);
    EXPECT_EQ(refused.exitCode, 4) << refused.err << refused.out;
    EXPECT_TRUE(has(refused.err, "every candidate of this run may build a CUDA extension"))
        << refused.err;
    EXPECT_TRUE(has(refused.err, folder)) << refused.err;
    EXPECT_FALSE(fs::exists(root() / "r.kloupe")) << "nothing was judged";
    submit(1, honest);
    const KloupeResult mixed = run(m_python);
    EXPECT_EQ(mixed.exitCode, 4) << mixed.err << mixed.out;
    const std::string said = mixed.out + mixed.err;
    const std::size_t first = said.find("1 of 2 candidates may build a CUDA extension");
    ASSERT_NE(first, std::string::npos) << said;
    EXPECT_LT(first, said.find("level1/1_Twice")) << "before the first result";
    EXPECT_EQ(rows().at(0).at("verdict"), "infra_error");
    EXPECT_EQ(rows().at(1).at("verdict"), "correct");
}

TEST_F(MachineLackRun, IncompleteCompilerIsAnInfraError)
{
    const std::string python = pythonIn("venv");
    ASSERT_FALSE(python.empty()) << "LOUPE_TEST_PYTHON must be that of a virtual environment";
    write("venv/bin/g++",
          "#!/bin/sh\n"
          "echo \"g++: fatal error: cannot execute 'cc1plus': execvp: No such file\" >&2\n"
          "exit 1\n");
    fs::permissions(root() / "venv/bin/g++", fs::perms(0755));
    submit(0, candidateWith("cmath", "own = load(name='own', sources=[path])\n"));
    const KloupeResult done = run(python);
    EXPECT_EQ(done.exitCode, 4) << done.err << done.out;
    EXPECT_EQ(rows().at(0).at("verdict"), "infra_error");
    EXPECT_TRUE(has(done.out + done.err, "the program cc1plus is not on this machine"));
}

TEST_F(MachineLackRun, UnwritableCacheIsReportedOnceAndNoFailure)
{
    write("cache/small", "a file where a folder should be");
    submit(0, honest);
    submit(1, honest);
    const KloupeResult done
        = kloupe({"run", "--store", path("r.kloupe"), "--suite", path("kb"), "--submissions",
                  path("runs"), "--python", m_python, "--device", "cpu", "--no-timing"});
    EXPECT_EQ(done.exitCode, 0) << done.err << done.out;
    const std::string said = done.out + done.err;
    const std::size_t first = said.find("the cache folder cannot be written");
    ASSERT_NE(first, std::string::npos) << said;
    EXPECT_FALSE(has(said, "checking the tasks with known")) << "this suite has none";
    EXPECT_EQ(said.find("the cache folder cannot be written", first + 1), std::string::npos);
    EXPECT_EQ(rows().at(0).at("verdict"), "correct");
    EXPECT_EQ(rows().at(1).at("verdict"), "correct");
}

} // namespace loupe::test
