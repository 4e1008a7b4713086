// SPDX-License-Identifier: Apache-2.0
//
// Tests which files beside a submission's file travel with it.
#include "core/suites/submissions/filesbeside.h"

#include "core/model/record/sourcefiles.h"

#include "tests/core/suites/benchmarkfixture.h"

namespace loupe {

namespace fs = std::filesystem;

namespace {

using Paths = std::vector<std::string>;

class FilesBesideTest : public test::BenchmarkTest
{
protected:
    /// Returns the paths of the files that travel, as the joined text has them; none if it is the
    /// submission's own.
    Paths travelling(const std::string &text, const Paths &beside) const
    {
        const auto whole = withFilesBeside(
            root(), root() / "run" / "level_1_problem_19_sample_0_kernel.py", text, beside);
        EXPECT_TRUE(whole) << whole.error().text();
        const auto split = whole ? splitFiles(whole->text) : std::nullopt;
        Paths out;
        for (const SourceFile &file : split.value_or(std::vector<SourceFile>()))
            out.push_back(file.path);
        if (out.empty())
            EXPECT_EQ(whole ? whole->text : std::string(), text);
        else
            EXPECT_EQ(whole->files.size() + 1, out.size());
        return out;
    }
};

const std::string kernel = "level_1_problem_19_sample_0_kernel.py";

} // namespace

TEST_F(FilesBesideTest, ImportedModulesTravelAndThoseThatTheyImport)
{
    write("run/helper.py", "from . import deep\n");
    write("run/deep.py", "x = 1\n");
    write("run/utils.py", "x = 1\n");
    write("run/pack/part.py", "x = 1\n");
    const Paths beside{"deep.py", "helper.py", "pack/part.py", "utils.py"};
    EXPECT_EQ(travelling("import torch, helper as h\n", beside),
              (Paths{kernel, "deep.py", "helper.py"}));
    EXPECT_EQ(travelling("def f():\n    from pack.part import x\n", beside),
              (Paths{kernel, "pack/part.py"}));
    EXPECT_EQ(travelling("from torch.utils.cpp_extension import load\n# import helper\n", beside),
              Paths());
    EXPECT_EQ(travelling("important = 'import'\nfrom torch import utils\n", beside), Paths());
    EXPECT_EQ(travelling("try: import helper\nexcept ImportError: x = 1; import utils\n", beside),
              (Paths{kernel, "deep.py", "helper.py", "utils.py"}));
    EXPECT_EQ(travelling("from . import (\n    deep,\n    utils)\n", beside),
              (Paths{kernel, "deep.py", "utils.py"}));
    EXPECT_EQ(travelling("text = '''\nimport utils\n'''\n", beside), Paths());
    EXPECT_EQ(travelling("x = f((1)\nimport utils\n", beside), (Paths{kernel, "utils.py"}))
        << "a bracket that is never closed hides no import";
    EXPECT_EQ(travelling("import torch, \\\n  utils\n", beside), (Paths{kernel, "utils.py"}));
    write("run/pack/other.py", "from .part import x\n");
    EXPECT_EQ(travelling("import part\n", {"pack/other.py", "pack/part.py"}), Paths())
        << "Python does not look in folders";
    write("run/entry.py", "import pack.other\n");
    EXPECT_EQ(travelling("import entry\n", {"entry.py", "pack/other.py", "pack/part.py"}).size(),
              4U);
}

TEST_F(FilesBesideTest, SourcesTravelWhoseNamesAreInTheText)
{
    write("run/kernels/scale.cu", "#include \"factor.h\"\n");
    write("run/kernels/factor.h", "#define FACTOR 2\n");
    write("run/kernels/other.cu", "");
    const Paths beside{"kernels/factor.h", "kernels/other.cu", "kernels/scale.cu"};
    EXPECT_EQ(travelling("load(sources=[join(here, 'kernels', 'scale.cu')])\n", beside),
              (Paths{kernel, "kernels/factor.h", "kernels/scale.cu"}));
    EXPECT_EQ(travelling("x = 1\n", beside), Paths());
    write("run/model.cu", "");
    write("run/y.c", "");
    EXPECT_EQ(travelling("model.cuda()\ny.contiguous()\n", {"model.cu", "y.c"}), Paths());
}

TEST_F(FilesBesideTest, AFileThatCannotBeReadRefusesTheSubmission)
{
    write("run/helper.py", std::string("x = '\xff\xfe'\n"));
    const auto whole
        = withFilesBeside(root(), root() / "run" / kernel, "import helper\n", {"helper.py"});
    ASSERT_FALSE(whole);
    EXPECT_EQ(whole.error().code, Errc::InvalidInput);
    EXPECT_NE(whole.error().message.find("its file \"helper.py\""), std::string::npos)
        << whole.error().message;
}

TEST_F(FilesBesideTest, ARunOfKernelBenchSharesItsHelpers)
{
    writeKernelBench();
    write("runs/gpt/level_1_problem_19_sample_0_kernel.py", "import helper\nclass ModelNew: ...\n");
    write("runs/gpt/level_1_problem_94_sample_0_kernel.py", "class ModelNew: ...\n");
    write("runs/gpt/level_1_problem_94_sample_1_kernel.py",
          "import level_1_problem_94_sample_0_kernel\nclass ModelNew: ...\n");
    write("runs/gpt/helper.py", "x = 1\n");
    write("runs/gpt/plot.py", "x = 1\n");
    write("runs/other/helper.py", "x = 2\n");
    const auto sets = submissions(read("kb"), "runs");
    ASSERT_FALSE(sets.empty());
    const SubmissionSet &gpt = sets.front();
    ASSERT_EQ(gpt.submissions.size(), 3U);
    const auto files = splitFiles(gpt.submissions[0].raw);
    ASSERT_TRUE(files);
    EXPECT_EQ(files->back(), (SourceFile{"helper.py", "x = 1\n", files->back().firstLine}));
    EXPECT_FALSE(splitFiles(gpt.submissions[1].raw));
    EXPECT_FALSE(splitFiles(gpt.submissions[2].raw)) << "another submission is no helper";
    ASSERT_EQ(gpt.unread.size(), 1U) << "the helper is used, and the other file is named";
    EXPECT_EQ(gpt.unread.front().file, "gpt/plot.py");
}

} // namespace loupe
