// SPDX-License-Identifier: Apache-2.0
#include "core/base/authoredfiles.h"

#include "tests/core/base/untrustedfixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

class AuthoredFilesTest : public UntrustedFixture
{
protected:
    void put(const std::string &name, const std::string &text = "x") const
    {
        fs::create_directories((root() / name).parent_path());
        ASSERT_TRUE(writeFileAtomic(root() / name, text));
    }
    AuthoredFiles read(const std::function<bool(const fs::path &)> &isOwnName = {}) const
    {
        auto read = authoredFiles(root(), {}, isOwnName);
        EXPECT_TRUE(read) << (read ? "" : read.error().text());
        return read ? std::move(*read) : AuthoredFiles{};
    }
    std::vector<std::string> below(const std::vector<fs::path> &paths) const
    {
        std::vector<std::string> names;
        for (const fs::path &path : paths)
            names.push_back(path.lexically_relative(root()).string());
        return names;
    }
};

using Names = std::vector<std::string>;

} // namespace

TEST(CopyName, ParsesNamesOfCopiesAndBackups)
{
    const auto original = [](const std::string &name) {
        const auto copy = copyName(name);
        return copy ? copy->original : std::string();
    };
    for (const char *name : {"x (copy).py",     "x (copy 2).py",   "x (another copy).py",
                             "x (3rd copy).py", "x(1).py",         "x (1).py",
                             "x copy.py",       "x copy 2.py",     "x - Copy.py",
                             "x - Copy (2).py", "x-old.py",        "x_old.py",
                             "x.old.py",        "x_backup2.py",    "x-checkpoint.py",
                             "x.bak.py",        "x.orig.py",       "x_bak.py",
                             "Copy of x.py",    "x - Kopie.py",    "x.py~",
                             "x.py.~1~",        "x.py.bak",        "x.py.orig",
                             "x.py.old",        "x-old (copy).py", "x copy-checkpoint.py"})
        EXPECT_EQ(original(name), "x.py") << name;
    EXPECT_EQ(original("level_1_problem_1_sample_3_kernel (copy).py"),
              "level_1_problem_1_sample_3_kernel.py");
    EXPECT_EQ(copyName("x-old.py")->mark, "-old");
    EXPECT_EQ(copyName("x (copy).py")->mark, " (copy)");
    EXPECT_TRUE(copyName("x.py~")->isBehindExtension);
    EXPECT_FALSE(copyName("x-old.py")->isBehindExtension);
}

TEST(CopyName, IgnoresOtherNames)
{
    for (const char *name :
         {"x.py", "copy.py", "_copy.py", "old.py", "(copy).py", "1_Scale.py", "23_Fold.py",
          "level_1_problem_1_sample_0_kernel.py", "problem_3.py", "sample_0.py", "threshold.py",
          "x_v2.py", "photocopy.py", "x (draft).py", ".py~", "~", "", "x"})
        EXPECT_FALSE(copyName(name)) << name;
}

TEST_F(AuthoredFilesTest, HiddenFilesAndEnvironmentsAreIgnoredAndCounted)
{
    put("a.py");
    put("._a.py");
    put(".git/stash/a.py");
    put("__MACOSX/._a.py");
    put("__pycache__/a.py");
    put("$RECYCLE.BIN/a.py");
    put("System Volume Information/a.py");
    put("env/pyvenv.cfg");
    put("env/lib/a.py");
    put("conda/conda-meta/history");
    put("conda/a.py");
    put("lib/site-packages/a.py");
    put("sub/.ipynb_checkpoints/a-checkpoint.py");
    link(".latest", "a.py");
    const AuthoredFiles read = this->read();
    EXPECT_EQ(below(read.content.files), (Names{"a.py", "level1/1_Matmul.py"}));
    EXPECT_EQ(below(read.content.folders), (Names{"level1", "lib", "sub"}));
    EXPECT_EQ(
        below(read.ignored),
        (Names{"$RECYCLE.BIN", "._a.py", ".git", ".latest", "System Volume Information", "__MACOSX",
               "__pycache__", "conda", "env", "lib/site-packages", "sub/.ipynb_checkpoints"}));
    EXPECT_TRUE(read.content.refused.empty());
    EXPECT_TRUE(read.copies.empty());
    EXPECT_EQ(
        read.ignoredText(root()),
        "11 hidden or generated files and folders are ignored: $RECYCLE.BIN, ._a.py, .git, …");
}

TEST_F(AuthoredFilesTest, SkipsACopyNextToItsOriginal)
{
    put("a.py");
    put("a (copy).py");
    put("a.py~");
    put("alone-old.py");
    put("gone.py.orig");
    put("gone.txt~");
    put("fresh.py");
    put("fresh_copy.py");
    const AuthoredFiles read
        = this->read([](const fs::path &file) { return file.stem() == "fresh_copy"; });
    EXPECT_EQ(below(read.content.files),
              (Names{"a.py", "alone-old.py", "fresh.py", "fresh_copy.py", "gone.txt~",
                     "level1/1_Matmul.py"}));
    ASSERT_EQ(read.copies.size(), 3U);
    EXPECT_EQ(read.copies[0].path, root() / "a (copy).py");
    EXPECT_EQ(read.copies[0].reason,
              "is a copy or backup of \"a.py\" by its name (\" (copy)\") and is left out");
    EXPECT_EQ(read.copies[1].path, root() / "a.py~");
    EXPECT_NE(read.copies[2].reason.find("\"gone.py\" itself is not there"), std::string::npos);
    EXPECT_EQ(read.ignoredText(root()), "");
}

TEST_F(AuthoredFilesTest, SkipsAFolderOfCopiesNextToItsOriginal)
{
    for (const char *file : {"m/a.py", "m/Backup/a.py", "m (copy)/a.py", "m - Copy/x/a.py",
                             "Copy of m/a.py", "m-old/a.py", "n copy/a.py", "backups_of_m/a.py"})
        put(file);
    const AuthoredFiles read = this->read();
    EXPECT_EQ(
        below(read.content.files),
        (Names{"backups_of_m/a.py", "level1/1_Matmul.py", "m/a.py", "m-old/a.py", "n copy/a.py"}));
    EXPECT_EQ(below(read.content.folders),
              (Names{"backups_of_m", "level1", "m", "m-old", "n copy"}));
    ASSERT_EQ(read.copies.size(), 4U);
    EXPECT_EQ(read.copies[0].path, root() / "Copy of m");
    EXPECT_EQ(read.copies[1].path, root() / "m/Backup");
    EXPECT_EQ(read.copies[2].path, root() / "m (copy)");
    EXPECT_EQ(read.copies[2].reason,
              "is a copy or backup of \"m\" by its name (\" (copy)\") and is left out");
    EXPECT_EQ(read.copies[3].path, root() / "m - Copy");
    const AuthoredFiles all = this->read([](const fs::path &) { return true; });
    EXPECT_TRUE(all.copies.empty());
}

} // namespace loupe::test
