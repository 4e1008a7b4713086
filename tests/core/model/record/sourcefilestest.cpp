// SPDX-License-Identifier: Apache-2.0
//
// Tests the text of a submission of several files.
#include "core/model/record/sourcefiles.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

std::vector<SourceFile> threeFiles()
{
    return {{"model_new.py", "import a\nimport b\n"}, {"a.py", ""}, {"kernels/b.cu", "no end"}};
}

bool isSplit(const std::vector<SourceFile> &files)
{
    return splitFiles(joinedFiles(files)).has_value();
}

} // namespace

TEST(SourceFiles, AJoinedTextIsSplitIntoTheSameFiles)
{
    const std::string text = joinedFiles(threeFiles());
    EXPECT_EQ(text,
              "# kloupe: submission of 3 files\n"
              "# kloupe: file of 18 bytes: model_new.py\nimport a\nimport b\n\n"
              "# kloupe: file of 0 bytes: a.py\n\n"
              "# kloupe: file of 6 bytes: kernels/b.cu\nno end\n");
    const auto files = splitFiles(text);
    ASSERT_TRUE(files);
    ASSERT_EQ(files->size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ((*files)[i].path, threeFiles()[i].path);
        EXPECT_EQ((*files)[i].text, threeFiles()[i].text);
    }
}

TEST(SourceFiles, LinesOfTheTextBelongToTheirFiles)
{
    const auto files = splitFiles(joinedFiles(threeFiles())).value();
    EXPECT_EQ(files[0].firstLine, 3);
    EXPECT_EQ(files[1].firstLine, 7);
    EXPECT_EQ(files[2].firstLine, 9);
    EXPECT_EQ(fileAtLine(files, 2), nullptr);
    EXPECT_EQ(fileAtLine(files, 3), &files[0]);
    EXPECT_EQ(fileAtLine(files, 4), &files[0]);
    EXPECT_EQ(fileAtLine(files, 9), &files[2]);
}

TEST(SourceFiles, FilesMayContainHeaderLikeLines)
{
    const std::string inner = joinedFiles(threeFiles());
    const auto files = splitFiles(joinedFiles({{"a.py", inner}, {"b.py", inner + "\n"}}));
    ASSERT_TRUE(files);
    EXPECT_EQ(files->front().text, inner);
    EXPECT_EQ(files->back().text, inner + "\n");
}

TEST(SourceFiles, AnyOtherTextIsASingleFile)
{
    const std::string text = joinedFiles(threeFiles());
    EXPECT_FALSE(splitFiles(""));
    EXPECT_FALSE(splitFiles("class ModelNew: ...\n"));
    EXPECT_FALSE(splitFiles(" " + text));
    EXPECT_FALSE(splitFiles(text + "\n"));
    EXPECT_FALSE(splitFiles("# kloupe: submission of 0 files\n"));
    for (std::size_t size = 1; size < text.size(); ++size)
        EXPECT_FALSE(splitFiles(text.substr(0, size))) << size;
    std::string zero = text;
    zero.replace(zero.find("18"), 2, "018");
    EXPECT_FALSE(splitFiles(zero)) << "one text for the same files";
    std::string huge = text;
    huge.replace(huge.find("18"), 2, "18446744073709551615");
    EXPECT_FALSE(splitFiles(huge));
}

TEST(SourceFiles, PathsStayInTheFolder)
{
    EXPECT_TRUE(isSplit({{"a b/…/..c.py", ""}}));
    for (const char *path : {"", "/etc/passwd", "../a.py", "a/../../b.py", "a/..", "a//b.py",
                             "./a.py", "a/", "a\\b.py", "a\nb.py"}) {
        EXPECT_FALSE(pathProblem(path).empty()) << path;
        EXPECT_FALSE(isSplit({{path, ""}})) << path;
    }
    EXPECT_EQ(pathProblem("../a.py"), "leads out of the folder");
    EXPECT_EQ(pathProblem("/a.py"), "has an absolute path");
    EXPECT_FALSE(pathProblem(std::string(241, 'a')).empty());
    EXPECT_FALSE(isSplit({{"a.py", ""}, {"a.py", "x"}})) << "a path only once";
    EXPECT_FALSE(isSplit({{"a", ""}, {"a/b.py", ""}})) << "a file is no folder";
}

TEST(SourceFiles, ExtensionsNameSources)
{
    for (const char *name : {"a.py", "x/a.cu", "a.cuh", "a.hpp"})
        EXPECT_TRUE(isSourceName(name)) << name;
    for (const char *name : {"README.md", "a.txt", "py", "a.pyc"})
        EXPECT_FALSE(isSourceName(name)) << name;
}

} // namespace loupe
