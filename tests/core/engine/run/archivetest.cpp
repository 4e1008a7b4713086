// SPDX-License-Identifier: Apache-2.0
//
// Reads archives back with libarchive in core/records, which is independent of the writer.
#include "core/engine/run/bundle.h"
#include "core/records/formats/recordarchive.h"

#include "tests/core/suites/taskfixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

class Archives : public FolderTest
{
protected:
    fs::path pack(const std::string &folder, const std::string &file = "a.tar.gz") const
    {
        const Status packed = archiveFolder(root() / folder, root() / file);
        EXPECT_TRUE(packed) << packed.error().text();
        return root() / file;
    }
    std::string bytesOf(const fs::path &file) const { return readFile(file).value(); }
};

} // namespace

TEST_F(Archives, ContainAllFilesOfTheFolder)
{
    write("bundle/README.md", "# one\n");
    write("bundle/suite/Math/exp/task.json", "{}");
    write("bundle/empty", "");
    write("bundle/bytes", std::string("\0\xff\n", 3));
    const auto unpacked = unpackRecordArchive(pack("bundle"), {});
    ASSERT_TRUE(unpacked) << unpacked.error().text();
    const fs::path back = unpacked->root / "bundle";
    EXPECT_EQ(bytesOf(back / "README.md"), "# one\n");
    EXPECT_EQ(bytesOf(back / "suite/Math/exp/task.json"), "{}");
    EXPECT_EQ(bytesOf(back / "empty"), "");
    EXPECT_EQ(bytesOf(back / "bytes"), std::string("\0\xff\n", 3));
}

TEST_F(Archives, NamesMayHaveAnyLetters)
{
    const std::vector<std::string> names{"1_Größe.py", "二_行列.py", "\xE9 no text.py"};
    for (const std::string &name : names)
        write("bündel/suite/" + name, name);
    const auto unpacked = unpackRecordArchive(pack("bündel"), {});
    ASSERT_TRUE(unpacked) << unpacked.error().text();
    for (const std::string &name : names)
        EXPECT_EQ(bytesOf(unpacked->root / "bündel/suite" / name), name);
}

TEST_F(Archives, EqualContentsGiveEqualBytes)
{
    write("one/same/b", "2");
    write("one/same/a", "1");
    write("two/same/a", "1");
    write("two/same/b", "2");
    fs::last_write_time(root() / "two/same/a", fs::file_time_type());
    fs::permissions(root() / "two/same/b", fs::perms::owner_read);
    EXPECT_EQ(bytesOf(pack("one/same", "1.tar.gz")), bytesOf(pack("two/same", "2.tar.gz")));
    write("two/same/a", "3");
    EXPECT_NE(bytesOf(pack("one/same", "1.tar.gz")), bytesOf(pack("two/same", "2.tar.gz")));
}

TEST_F(Archives, KeepExecutablePermission)
{
    write("bundle/run.sh", "#!/bin/sh\n");
    const std::string plain = bytesOf(pack("bundle"));
    fs::permissions(root() / "bundle/run.sh", fs::perms::owner_all);
    EXPECT_NE(bytesOf(pack("bundle")), plain);
}

TEST_F(Archives, ExcludeLinks)
{
    write("secret", "secret");
    write("bundle/a", "1");
    const std::string without = bytesOf(pack("bundle"));
    fs::create_symlink(root() / "secret", root() / "bundle/link");
    fs::create_directory_symlink(root(), root() / "bundle/folder");
    EXPECT_EQ(bytesOf(pack("bundle")), without);
}

TEST_F(Archives, MissingFolderLeavesTheArchiveUnchanged)
{
    write("a.tar.gz", "before");
    const Status packed = archiveFolder(root() / "none", root() / "a.tar.gz");
    ASSERT_FALSE(packed);
    EXPECT_EQ(packed.error().code, Errc::Io);
    EXPECT_EQ(packed.error().where, (root() / "none").string());
    EXPECT_EQ(bytesOf(root() / "a.tar.gz"), "before");
}

} // namespace loupe::test
