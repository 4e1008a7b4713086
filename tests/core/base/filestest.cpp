// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace fs = std::filesystem;

namespace {
class Files : public ::testing::Test
{
protected:
    void SetUp() override
    {
        auto created = TemporaryFolder::create("loupe-files");
        ASSERT_TRUE(created);
        folder = std::make_unique<TemporaryFolder>(std::move(created).value());
    }
    fs::path file(const std::string &name) const { return folder->path() / name; }

    std::unique_ptr<TemporaryFolder> folder;
};
} // namespace

TEST_F(Files, ReadsWrittenBytes)
{
    const std::string content("zero \0 and \xff\r\n", 14);
    ASSERT_TRUE(writeFileAtomic(file("a"), content));
    const auto read = readFile(file("a"));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, content);
    ASSERT_TRUE(writeFileAtomic(file("a"), ""));
    EXPECT_EQ(readFile(file("a")).value(), "");
}

TEST_F(Files, ReplacingLeavesNoTemporaryFiles)
{
    ASSERT_TRUE(writeFileAtomic(file("a"), "old"));
    ASSERT_TRUE(writeFileAtomic(file("a"), "new"));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder->path()), fs::directory_iterator()), 1);
}

TEST_F(Files, ErrorsNameTheFile)
{
    const auto missing = readFile(file("none"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, Errc::NotFound);
    EXPECT_EQ(missing.error().where, file("none").string());
    EXPECT_EQ(readFile(folder->path()).error().code, Errc::InvalidInput);
    ASSERT_TRUE(writeFileAtomic(file("a"), "12345"));
    EXPECT_TRUE(readFile(file("a"), 5));
    EXPECT_EQ(readFile(file("a"), 4).error().code, Errc::InvalidInput);
    const Status written = writeFileAtomic(file("no") / "such" / "folder", "x");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, Errc::NotFound);
}

TEST_F(Files, RemovesATemporaryFolderWithItsContent)
{
    const fs::path path = folder->path();
    ASSERT_TRUE(writeFileAtomic(file("a"), "x"));
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    TemporaryFolder moved = std::move(*folder);
    folder.reset();
    EXPECT_TRUE(fs::exists(path)) << "moving keeps it";
    {
        const TemporaryFolder last = std::move(moved);
    }
    EXPECT_FALSE(fs::exists(path));
}

} // namespace loupe::test
