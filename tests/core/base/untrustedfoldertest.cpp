// SPDX-License-Identifier: Apache-2.0
#include "core/base/untrustedfolder.h"

#include "tests/core/base/untrustedfixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {
class UntrustedFolderTest : public UntrustedFixture
{
protected:
    std::vector<std::string> below(const std::vector<fs::path> &paths) const
    {
        std::vector<std::string> names;
        for (const fs::path &path : paths)
            names.push_back(path.lexically_relative(root()).string());
        return names;
    }

    /// Returns why `name` was refused; empty if it was not.
    std::string reason(const FolderContent &content, const std::string &name) const
    {
        for (const NotWalked &left : content.refused) {
            if (left.path == root() / name)
                return left.reason;
        }
        return {};
    }
};

using Names = std::vector<std::string>;
} // namespace

TEST_F(UntrustedFolderTest, FilesAndFoldersAreListedInOrder)
{
    fs::create_directories(root() / "a" / "b");
    ASSERT_TRUE(writeFileAtomic(root() / "a" / "b" / "z.py", ""));
    ASSERT_TRUE(writeFileAtomic(root() / "b.py", ""));
    const auto content = walkFolder(root());
    ASSERT_TRUE(content);
    EXPECT_EQ(below(content->files), (Names{"a/b/z.py", "b.py", "level1/1_Matmul.py"}));
    EXPECT_EQ(below(content->folders), (Names{"a", "a/b", "level1"}));
    EXPECT_TRUE(content->refused.empty());
    EXPECT_TRUE(content->isWhole);
}

TEST_F(UntrustedFolderTest, LinksAndSpecialFilesAreNamedAndNotRead)
{
    link("level1/shadow.py", "/etc/shadow");
    link("again", "level1");
    link("around", "..");
    fifo("pipe");
    socket("socket");
    const auto content = walkFolder(root());
    ASSERT_TRUE(content);
    EXPECT_EQ(below(content->files), (Names{"level1/1_Matmul.py"}));
    EXPECT_EQ(below(content->folders), (Names{"level1"}));
    ASSERT_EQ(content->refused.size(), 5U);
    EXPECT_NE(reason(*content, "level1/shadow.py").find("is a link to \"/etc/shadow\""),
              std::string::npos);
    EXPECT_NE(reason(*content, "again").find("is a link to \"level1\""), std::string::npos);
    EXPECT_NE(reason(*content, "around").find("is a link to \"..\""), std::string::npos);
    EXPECT_EQ(reason(*content, "pipe"), "is a named pipe, not a regular file");
    EXPECT_EQ(reason(*content, "socket"), "is a socket, not a regular file");
}

TEST_F(UntrustedFolderTest, ListsLinksToFilesWithinOnRequest)
{
    link("level1/again.py", "1_Matmul.py");
    link("level1/shadow.py", "/etc/shadow");
    link("folder", "level1");
    FolderWalk walk;
    walk.links = FolderLinks::Within;
    const auto content = walkFolder(root(), walk);
    ASSERT_TRUE(content);
    EXPECT_EQ(below(content->files), (Names{"level1/1_Matmul.py", "level1/again.py"}));
    EXPECT_EQ(below(content->folders), (Names{"level1"}));
    EXPECT_NE(reason(*content, "level1/shadow.py").find("outside of the folder"),
              std::string::npos);
    EXPECT_NE(reason(*content, "folder").find("a folder"), std::string::npos);
}

TEST_F(UntrustedFolderTest, AnUnreadableFolderIsNamedAndTheRestIsListed)
{
    fs::create_directories(root() / "closed");
    ASSERT_EQ(::chmod(folder->path().c_str(), 0755), 0);
    ASSERT_EQ(::chmod((root() / "closed").c_str(), 0), 0);
    const AsOrdinaryUser user;
    const auto content = walkFolder(root());
    ASSERT_TRUE(content);
    EXPECT_EQ(below(content->files), (Names{"level1/1_Matmul.py"}));
    EXPECT_NE(reason(*content, "closed").find("cannot be listed"), std::string::npos);
    EXPECT_EQ(walkFolder(root() / "closed").error().code, Errc::Io);
}

TEST_F(UntrustedFolderTest, LimitsEndTheWalk)
{
    fs::create_directories(root() / "a" / "b" / "c");
    ASSERT_TRUE(writeFileAtomic(root() / "a" / "b" / "c" / "x", ""));
    FolderWalk shallow;
    shallow.maxDepth = 2;
    const auto content = walkFolder(root(), shallow);
    ASSERT_TRUE(content);
    EXPECT_EQ(below(content->files), (Names{"level1/1_Matmul.py"}));
    EXPECT_NE(reason(*content, "a/b/c").find("2 folders deep"), std::string::npos);

    FolderWalk few;
    few.maxEntries = 3;
    const auto beginning = walkFolder(root(), few);
    ASSERT_TRUE(beginning);
    EXPECT_FALSE(beginning->isWhole);
    EXPECT_EQ(beginning->files.size() + beginning->folders.size(), 3U);

    FolderWalk one;
    one.enters = [](const fs::path &name) { return name != "a"; };
    EXPECT_EQ(below(walkFolder(root(), one)->folders), (Names{"a", "level1"}));
}

TEST_F(UntrustedFolderTest, RefusesFilesAndMissingFolders)
{
    EXPECT_EQ(walkFolder(root() / "none").error().code, Errc::NotFound);
    EXPECT_EQ(walkFolder(secret()).error().code, Errc::InvalidInput);
    FolderWalk walk;
    std::stop_source stop;
    stop.request_stop();
    walk.stop = stop.get_token();
    EXPECT_EQ(walkFolder(root(), walk).error().code, Errc::Cancelled);
}

} // namespace loupe::test
