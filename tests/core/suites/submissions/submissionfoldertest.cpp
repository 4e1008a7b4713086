// SPDX-License-Identifier: Apache-2.0
//
// Tests submissions that are folders: which folder is one, its entry, and what is refused.
#include "core/suites/submissions/submissionfolder.h"

#include "core/model/record/sourcefiles.h"
#include "core/suites/submissions/submissions.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/core/suites/benchmarkfixture.h"

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *modelNew = "class ModelNew: ...\n";

class SubmissionFolderTest : public test::BenchmarkTest
{
protected:
    std::vector<SourceFile> filesOf(const std::string &folder) const
    {
        const auto text = readSubmissionFolder(root(), root() / folder, "ModelNew");
        EXPECT_TRUE(text) << text.error().text();
        const auto files = text ? splitFiles(*text) : std::nullopt;
        return files.value_or(std::vector<SourceFile>());
    }
    std::vector<std::string> pathsOf(const std::string &folder) const
    {
        std::vector<std::string> out;
        for (const SourceFile &file : filesOf(folder))
            out.push_back(file.path);
        return out;
    }
    std::string refusal(const std::string &folder) const
    {
        const auto text = readSubmissionFolder(root(), root() / folder, "ModelNew");
        EXPECT_FALSE(text) << folder;
        return text ? std::string() : text.error().message;
    }
    /// Returns the texts of all submissions by task and sample.
    std::map<std::string, std::string> textsOf(const std::vector<SubmissionSet> &sets) const
    {
        std::map<std::string, std::string> out;
        for (const SubmissionSet &set : sets) {
            for (const Submission &one : set.submissions)
                out[set.method.name + ": " + one.task + " " + std::to_string(one.sample)]
                    = one.tolerant;
        }
        return out;
    }
};

using Paths = std::vector<std::string>;

} // namespace

TEST_F(SubmissionFolderTest, TheEntryComesFirstAndAllFilesAreRead)
{
    write("a/model_new.py", modelNew);
    write("a/model.py", "class Model: ...\n");
    write("a/kernels/scale.cu", "__global__ void f() {}");
    write("a/kernels/scale_v2.cu", "// named like a copy");
    write("a/README.md", "");
    write("a/__pycache__/model.pyc", "generated");
    write("a/.git/config", "hidden");
    EXPECT_EQ(pathsOf("a"),
              (Paths{"model_new.py", "README.md", "kernels/scale.cu", "kernels/scale_v2.cu",
                     "model.py"}));
    EXPECT_EQ(filesOf("a")[2].text, "__global__ void f() {}") << "the bytes are unchanged";
}

TEST_F(SubmissionFolderTest, TheEntryIsTheFileThatDefinesTheModel)
{
    write("named/kernel.py", "ModelNew = object\n");
    write("named/attempt.py", modelNew);
    EXPECT_EQ(pathsOf("named").front(), "kernel.py") << "its name wins over other definitions";
    write("only/fast.py", modelNew);
    write("only/kernel.py", "x = 1\n");
    write("only/test.py", "from fast import ModelNew\nModelNewer = 1\n");
    EXPECT_EQ(pathsOf("only").front(), "fast.py") << "a test that imports it is no entry";
    write("package/__init__.py", "from .fast import ModelNew\n");
    write("package/fast.py", modelNew);
    EXPECT_EQ(pathsOf("package").front(), "__init__.py");
    write("both/main.py", "from solution import ModelNew\n");
    write("both/solution.py", modelNew);
    EXPECT_EQ(pathsOf("both").front(), "solution.py") << "a definition wins over an import";
}

TEST_F(SubmissionFolderTest, TwoEntriesAndNoneAreRefusedByName)
{
    write("two/kernel.py", modelNew);
    write("two/model_new.py", modelNew);
    EXPECT_EQ(refusal("two"),
              R"(has 2 entry files: "kernel.py" and "model_new.py" define ModelNew)");
    write("none/kernel.py", "class Model: ...\nif True:\n    ModelNew = Model\n");
    write("none/inner/model_new.py", modelNew);
    EXPECT_EQ(refusal("none"),
              "has no entry file: looked for ModelNew in model_new.py, kernel.py, solution.py, "
              "main.py, __init__.py, and every other .py file directly in the folder");
}

TEST_F(SubmissionFolderTest, ReadsNothingOutsideTheFolder)
{
    write("secret.h", "secret");
    write("other/helper.py", "x = 1\n");
    for (const char *name : {"file", "sibling", "folder"})
        write(std::string(name) + "/model_new.py", modelNew);
    fs::create_symlink(root() / "secret.h", root() / "file" / "secret.h");
    fs::create_symlink("../other/helper.py", root() / "sibling" / "helper.py");
    fs::create_symlink(root() / "other", root() / "folder" / "helpers");
    EXPECT_NE(refusal("file").find("its file \"secret.h\" is a link"), std::string::npos)
        << refusal("file");
    EXPECT_NE(refusal("sibling").find("its file \"helper.py\" is a link"), std::string::npos)
        << refusal("sibling");
    EXPECT_NE(refusal("folder").find("its file \"helpers\" is a link"), std::string::npos)
        << refusal("folder");
}

TEST_F(SubmissionFolderTest, BinaryAndTooManyFilesAreRefused)
{
    write("binary/model_new.py", modelNew);
    write("binary/lib.so",
          std::string("\x7f"
                      "ELF\0",
                      5));
    EXPECT_EQ(refusal("binary"),
              R"(is not read as a submission: its file "lib.so" is not text: it has a byte 0)");
    write("latin/model_new.py", modelNew);
    write("latin/a.cpp", "// caf\xe9");
    EXPECT_NE(refusal("latin").find("\"a.cpp\" is not UTF-8"), std::string::npos)
        << refusal("latin");
    write("many/model_new.py", modelNew);
    for (std::size_t i = 0; i < maxSubmissionFiles; ++i)
        write("many/" + std::to_string(i) + ".h", "");
    EXPECT_EQ(refusal("many"),
              "has more than 256 files; a larger folder is not read as a submission");
    write("large/model_new.py", modelNew);
    write("large/a.h", std::string(maxSubmissionBytes, ' '));
    EXPECT_NE(refusal("large").find("more than 20000000 bytes together"), std::string::npos);
}

TEST_F(SubmissionFolderTest, FolderInAKernelBenchSlotIsOneSubmission)
{
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    write("runs/gpt/level_1_problem_19_sample_1_kernel/model_new.py", modelNew);
    write("runs/gpt/level_1_problem_19_sample_1_kernel/kernels/relu.cu", "// relu\n");
    write("runs/gpt/level_1_problem_19_sample_2_kernel.py", modelNew);
    write("runs/gpt/level1/94_MSELoss/kernel.py", modelNew);
    write("runs/gpt/level_2/problem_1/sample_3/main.py", modelNew);
    write("runs/gpt/level_2/problem_1/sample_3/helper.py", "x = 1\n");
    const auto sets = submissions(benchmark, "runs/gpt");
    const auto texts = textsOf(sets);
    ASSERT_EQ(texts.size(), 4U);
    const auto files = splitFiles(texts.at("gpt: level1/19_ReLU 1"));
    ASSERT_TRUE(files);
    EXPECT_EQ(files->size(), 2U);
    EXPECT_EQ(texts.at("gpt: level1/19_ReLU 2"), modelNew) << "a single file is as before";
    EXPECT_TRUE(splitFiles(texts.at("gpt: level1/94_MSELoss 0")));
    EXPECT_TRUE(splitFiles(texts.at("gpt: level2/1_Conv2D_ReLU_BiasAdd 3")));
    EXPECT_TRUE(sets.front().unread.empty()) << sets.front().unread.front().reason;
    const Candidate candidate
        = toCandidate(sets.front().submissions.front(), sets.front().method, false);
    EXPECT_EQ(candidate.fileName, "level_1_problem_19_sample_1_kernel");
    EXPECT_EQ(candidate.language, "python");
}

TEST_F(SubmissionFolderTest, TheFolderOfOneSubmissionCanBeGiven)
{
    writeKernelBench();
    write("level_1_problem_19/model_new.py", modelNew);
    write("level_1_problem_19/helper.py", "x = 1\n");
    const auto texts = textsOf(submissions(read("kb"), "level_1_problem_19"));
    ASSERT_EQ(texts.size(), 1U);
    EXPECT_TRUE(splitFiles(texts.at("level_1_problem_19: level1/19_ReLU 0")));
}

TEST_F(SubmissionFolderTest, AFolderOfSingleFilesStaysACollection)
{
    writeKernelBench();
    write("runs/gpt/level_1/problem_19/0.py", modelNew);
    write("runs/gpt/level_1/problem_19/sample_1.py", modelNew);
    write("runs/level_1/problem_94/claude/kernel.py", modelNew);
    write("runs/level_1/problem_94/gemini/kernel.py", modelNew);
    for (const auto &[name, text] : textsOf(submissions(read("kb"), "runs")))
        EXPECT_EQ(text, modelNew) << name;
    EXPECT_EQ(textsOf(submissions(read("kb"), "runs")).size(), 4U);
}

TEST_F(SubmissionFolderTest, RefusedFolderDoesNotAffectOthers)
{
    writeKernelBench();
    write("runs/gpt/level_1_problem_19_sample_0_kernel/kernel.py", modelNew);
    write("runs/gpt/level_1_problem_19_sample_0_kernel/model_new.py", modelNew);
    write("runs/gpt/level_1_problem_94_sample_0_kernel/model_new.py", modelNew);
    const auto sets = submissions(read("kb"), "runs/gpt");
    ASSERT_EQ(sets.size(), 1U);
    ASSERT_EQ(sets[0].submissions.size(), 1U);
    EXPECT_EQ(sets[0].submissions[0].task, "level1/94_MSELoss");
    ASSERT_EQ(sets[0].unread.size(), 1U);
    EXPECT_EQ(sets[0].unread[0].file, "level_1_problem_19_sample_0_kernel");
    EXPECT_EQ(sets[0].unread[0].task, "level1/19_ReLU");
    EXPECT_NE(sets[0].unread[0].reason.find("has 2 entry files"), std::string::npos);
}

} // namespace loupe
