// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/originalfiles.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

class OriginalFiles : public StoreTest
{
protected:
    fs::path out() const { return folder() / "out"; }

    void expectRefused(const std::vector<ImportedFile> &files, Errc code) const
    {
        const Status written = writeOriginalFiles(files, out());
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, code) << written.error().text();
        EXPECT_FALSE(fs::exists(out())) << "nothing is written";
        EXPECT_EQ(std::distance(fs::directory_iterator(folder()), fs::directory_iterator()), 0)
            << "nor anything beside it";
    }
};

} // namespace

TEST_F(OriginalFiles, RoundTripByteByByte)
{
    const std::string bytes("\0\r\n\xff", 4);
    mustSucceed(
        writeOriginalFiles(std::vector<ImportedFile>{{"a/b/c.json", bytes}, {"a/d", ""}}, out()));
    EXPECT_EQ(must(readFile(out() / "a/b/c.json")), bytes);
    EXPECT_EQ(must(readFile(out() / "a/d")), "");
}

TEST_F(OriginalFiles, AcceptsOnlyAnEmptyFolder)
{
    fs::create_directories(out());
    mustSucceed(writeOriginalFiles(std::vector<ImportedFile>{{"a", "1"}}, out()));
    const Status again = writeOriginalFiles(std::vector<ImportedFile>{{"a", "2"}}, out());
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, Errc::InvalidInput);
    EXPECT_EQ(must(readFile(out() / "a")), "1");
}

TEST_F(OriginalFiles, RefusesPathsOutOfTheFolder)
{
    for (const char *name : {"../a", "a/../../b", "/etc/a", "", ".", "a//b", "a/", "a/./b", ".."})
        expectRefused({{"fine", "1"}, {name, "2"}}, Errc::Corrupt);
    expectRefused({{std::string("a\0b", 3), "1"}}, Errc::Corrupt);
    expectRefused({{"a", "1"}, {"a", "2"}}, Errc::Corrupt);
    expectRefused({{"a", "1"}, {"a/b", "2"}}, Errc::Corrupt);
    expectRefused({}, Errc::NotFound);
}

TEST_F(OriginalFiles, ALinkIsNotAFolder)
{
    fs::create_directories(folder() / "elsewhere");
    fs::create_directory_symlink("elsewhere", out());
    const Status written = writeOriginalFiles(std::vector<ImportedFile>{{"a", "1"}}, out());
    ASSERT_FALSE(written);
    EXPECT_TRUE(fs::is_empty(folder() / "elsewhere"));
}

} // namespace loupe::test
