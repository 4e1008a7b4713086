// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/filetree.h"

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

class FileTrees : public RecordsTest
{
protected:
    Result<FileTree> tree(const std::string &name) const
    {
        const auto isJson = [](std::string_view file) { return file.ends_with(".json"); };
        return readFileTree(path(name), isJson, {});
    }
};

TEST_F(FileTrees, FolderListsRequestedFilesByName)
{
    write("in/b.json", "2");
    write("in/a/z.json", "1");
    write("in/note.txt", "no");
    const auto found = tree("in");
    ASSERT_TRUE(found) << found.error().text();
    ASSERT_EQ(found->files.size(), 2U);
    EXPECT_EQ(found->files[0].name, "a/z.json");
    EXPECT_EQ(found->files[1].name, "b.json");
    EXPECT_FALSE(found->isSingleFile);
    EXPECT_EQ(found->find("b.json")->content, "2");
    EXPECT_EQ(found->find("c.json"), nullptr);
    EXPECT_EQ(found->place(found->files[0]), path("in/a/z.json").string());
}

TEST_F(FileTrees, FileIsReadUnderAnyName)
{
    const auto found = readFileTree(write("in/note.txt", "n"), [](auto) { return false; }, {});
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_TRUE(found->isSingleFile);
    EXPECT_EQ(found->root, path("in"));
    EXPECT_EQ(found->files.at(0).name, "note.txt");
}

TEST_F(FileTrees, LinksWithinAFolderAreNotFollowed)
{
    write("outside/secret.json", "s");
    write("in/a.json", "1");
    fs::create_symlink(path("outside/secret.json"), path("in/b.json"));
    fs::create_directory_symlink(path("outside"), path("in/c"));
    const auto found = tree("in");
    ASSERT_TRUE(found) << found.error().text();
    ASSERT_EQ(found->files.size(), 1U);
    EXPECT_EQ(found->files[0].name, "a.json");
    EXPECT_FALSE(anyFileBelow(path("in"), [](const fs::path &file) {
        return file.filename() == "b.json" || file.filename() == "secret.json";
    }));
    EXPECT_TRUE(
        anyFileBelow(path("in"), [](const fs::path &file) { return file.filename() == "a.json"; }));
}

TEST_F(FileTrees, RefusesFoldersWithoutRequestedFiles)
{
    write("in/note.txt", "no");
    const auto found = tree("in");
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::InvalidInput);
    EXPECT_EQ(found.error().where, path("in").string());
    EXPECT_FALSE(tree("missing.json"));
}

TEST_F(FileTrees, DigestCoversNamesAndContents)
{
    write("one/a.json", "1");
    write("two/a.json", "1");
    write("three/b.json", "1");
    write("four/a.json", "2");
    const auto digest = [&](const char *name) { return tree(name).value().digest(); };
    EXPECT_EQ(digest("one"), digest("two"));
    EXPECT_NE(digest("one"), digest("three"));
    EXPECT_NE(digest("one"), digest("four"));
}

TEST(FileNames, AreSplitAtTheLastSlashAndTheLastDot)
{
    EXPECT_EQ(folderOf("a/b/c.json"), "a/b");
    EXPECT_EQ(folderOf("c.json"), "");
    EXPECT_EQ(fileOf("a/b/c.json"), "c.json");
    EXPECT_EQ(stemOf("a/b/c.tar.gz"), "c.tar");
    EXPECT_EQ(stemOf("a.b/c"), "c") << "a dot of a folder is no ending";
    EXPECT_EQ(stemOf(".hidden"), ".hidden");
    EXPECT_EQ(pathParts("/out/x", "a/b.json"),
              (std::vector<std::string>{"out", "x", "a", "b.json"}));
}

} // namespace

} // namespace loupe::test
