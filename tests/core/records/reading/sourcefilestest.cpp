// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/sourcefiles.h"

#include <climits>

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace fs = std::filesystem;

using SourceFiles = RecordsTest;

TEST_F(SourceFiles, ReadsPrefixesOfRegularFilesWithoutByteOrderMark)
{
    EXPECT_EQ(beginningOf(write("a", "0123456789"), 4), "0123");
    EXPECT_EQ(beginningOf(write("b", "01"), 4), "01");
    EXPECT_EQ(beginningOf(write("c", "\xEF\xBB\xBF{}")), "{}");
    EXPECT_EQ(beginningOf(path("none")), "");
    EXPECT_EQ(beginningOf(folder()), "");
}

TEST_F(SourceFiles, ALinkOutOfTheFolderIsNotRead)
{
    write("in/a", "inside");
    write("secret", "secret");
    fs::create_symlink(path("secret"), path("in/out"));
    fs::create_symlink("a", path("in/within"));
    EXPECT_EQ(beginningWithin(path("in"), path("in/within")), "inside");
    EXPECT_EQ(beginningWithin(path("in"), path("in/out")), "");
    EXPECT_EQ(*readWithin(path("in"), path("in/within")), "inside");
    EXPECT_FALSE(readWithin(path("in"), path("in/out")));
    EXPECT_FALSE(readWithin(path("in"), path("secret")));
    EXPECT_FALSE(readWithin(path("in"), path("in/a"), 3)) << "it is longer";
    EXPECT_TRUE(readWithin(path("in"), path("in/a"), 6));
}

TEST_F(SourceFiles, ListsEntriesByNameWithoutHiddenOnes)
{
    for (const char *name : {"b", "a", ".git/x", "c/d"})
        write(std::string("f/") + name, "");
    EXPECT_EQ(entriesOf(path("f")), (std::vector<fs::path>{path("f/a"), path("f/b"), path("f/c")}));
    EXPECT_TRUE(entriesOf(path("none")).empty());
    EXPECT_TRUE(entriesOf(path("f/a")).empty());
}

TEST_F(SourceFiles, EnclosingFolderIsTheFolderOrItsParent)
{
    write("f/a", "");
    EXPECT_EQ(folderAround(path("f")), path("f"));
    EXPECT_EQ(folderAround(path("f/a")), path("f"));
    EXPECT_EQ(folderAround("no-such-file"), fs::path("."));
}

TEST_F(SourceFiles, NameIsTheLastPathComponent)
{
    EXPECT_EQ(nameOf("/x/runs/first"), "first");
    EXPECT_EQ(nameOf("/x/runs/first/"), "first");
    EXPECT_EQ(nameOf("/x/runs/first/."), "first");
    EXPECT_EQ(nameOf("/x/runs/../first"), "first");
    EXPECT_EQ(nameOf("/x/caf\xE9"), "caf?") << "names of runs are texts";
    EXPECT_EQ(nameOf("/x/größe"), "größe");
}

TEST(DeviceFolders, ContainAModelName)
{
    const std::pair<const char *, const char *> known[]
        = {{"4090", "RTX 4090"},    {"rtx_5090", "RTX 5090"}, {"RTX-4090", "RTX 4090"},
           {"rtx3090", "RTX 3090"}, {"a100", "A100"},         {"H200", "H200"},
           {"l40s", "L40S"},        {"T400", "T400"},         {"v100", "V100"},
           {"b200", "B200"}};
    for (const auto &[folder, device] : known)
        EXPECT_EQ(deviceNamed(folder), device) << folder;
    for (const char *other : {"", "results", "x100", "a", "a1000000", "rtx_", "h", "100a"})
        EXPECT_EQ(deviceNamed(other), "") << other;
}

TEST(NumbersInNames, AreWholeAndBounded)
{
    EXPECT_EQ(numberAfter("log_", "log_3", 10), 3);
    EXPECT_EQ(numberAfter("log_", "log_10", 10), 10);
    EXPECT_EQ(numberAfter("", "0007", 10), 7);
    for (const char *wrong : {"log_", "log_11", "log_-1", "log_+1", "log_1a", "log_ 1", "log_1.0",
                              "lag_1", "log_99999999999", "log"})
        EXPECT_EQ(numberAfter("log_", wrong, 10), std::nullopt) << wrong;
    EXPECT_EQ(numberAfter("", "2147483647", INT_MAX), INT_MAX);
    EXPECT_EQ(numberAfter("", "2147483648", INT_MAX), std::nullopt);
}

TEST(YamlValues, ReturnTheFirstKeyWithoutQuotes)
{
    const std::string text = "model_name: 'gpt 4o'\n  level: 2\nmodel: x\nlevel: 3\nnothing:\n"
                             "none: null\ntilde: ~\nPython: None\nquoted: \"a: b\"\r\nlast: end";
    EXPECT_EQ(yamlValue(text, "model_name"), "gpt 4o");
    EXPECT_EQ(yamlValue(text, "level"), "2") << "also an indented one";
    EXPECT_EQ(yamlValue(text, "model"), "x") << "not the key that begins like it";
    EXPECT_EQ(yamlValue(text, "quoted"), "a: b");
    EXPECT_EQ(yamlValue(text, "last"), "end");
    for (const char *none : {"nothing", "none", "tilde", "Python", "absent", "name"})
        EXPECT_EQ(yamlValue(text, none), "") << none;
    EXPECT_EQ(yamlValue("", "a"), "");
}

// RFC 3629: not truncated, not overlong, no half of a surrogate pair, nothing beyond U+10FFFF.
TEST(Utf8, FollowsTheStandard)
{
    for (const char *right : {"", "a", "é", "中", "😀", "\x7f", "\xf4\x8f\xbf\xbf"})
        EXPECT_TRUE(isUtf8(right)) << right;
    for (const char *wrong : {"\xff", "\xc3", "\xe4\xb8", "\xc0\xaf", "\xed\xa0\x80",
                              "\xf4\x90\x80\x80", "\x80", "a\xe9z"})
        EXPECT_FALSE(isUtf8(wrong));
}

TEST(Utf8, AcceptsCharactersAcrossPiecesOfALargeText)
{
    constexpr std::size_t megabyte = 1U << 20U;
    for (std::size_t before = megabyte - 4; before <= megabyte; ++before) {
        const std::string ascii(before, 'a');
        for (const char *character : {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"}) {
            EXPECT_TRUE(isUtf8(ascii + character + "b"));
            EXPECT_TRUE(isUtf8(ascii + character));
            EXPECT_FALSE(isUtf8(ascii + std::string(character).substr(1) + "b"));
            EXPECT_FALSE(isUtf8(ascii + std::string(character).substr(0, 1) + "b"));
        }
    }
}

} // namespace loupe::test
