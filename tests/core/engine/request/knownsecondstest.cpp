// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/knownseconds.h"

#include "core/base/files.h"
#include "core/base/json.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(KnownSeconds, AreReusedByTheNextRun)
{
    const auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const auto file = folder->path() / "seconds.json";
    {
        KnownSeconds known(file);
        EXPECT_FALSE(known.of("a"));
        known.note("a", 1.5);
        known.note("a", 2.5);
    }
    const KnownSeconds again(file);
    EXPECT_EQ(again.of("a"), 2.5);
    EXPECT_FALSE(again.of("b"));
}

TEST(KnownSeconds, AFullFileLosesItsOldestEntry)
{
    const auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const auto file = folder->path() / "seconds.json";
    {
        KnownSeconds known(file);
        known.note("again", 1);
        known.note("oldest", 2);
        known.note("second", 3);
    }
    Json json = Json::parse(readFile(file).value());
    while (json.size() < KnownSeconds::maxSources)
        json.push_back({"key " + std::to_string(json.size()), 4});
    ASSERT_TRUE(writeFileAtomic(file, json.dump()));
    {
        KnownSeconds known(file);
        known.note("again", 5);
        known.note("newest", 6);
    }
    const KnownSeconds known(file);
    EXPECT_EQ(known.of("again"), 5);
    EXPECT_EQ(known.of("newest"), 6);
    EXPECT_EQ(known.of("second"), 3);
    EXPECT_FALSE(known.of("oldest"));
}

TEST(KnownSeconds, InvalidFileGivesNoEstimate)
{
    const auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const auto file = folder->path() / "seconds.json";
    for (const char *text : {"[1]", "[[\"a\", \"soon\"]]", "{}", "no", ""}) {
        ASSERT_TRUE(writeFileAtomic(file, text));
        EXPECT_FALSE(KnownSeconds(file).of("a")) << text;
    }
}

TEST(KnownSeconds, EstimatesFromSizesInTheReference)
{
    EXPECT_EQ(namedSize("batch_size = 128\ninput_size = 32768\nhidden_size = 16384\n"),
              32768.0 * 16384.0);
    EXPECT_EQ(namedSize("M = 16 * 2\nN=4\n"), 64);
    EXPECT_EQ(namedSize("    x = 5\ny = z\nk = 7\n"), 0);
    EXPECT_EQ(namedSize(""), 0);
}

TEST(KnownSeconds, CountsDrawnElementsInTheText)
{
    const std::string names = "batch = 16  # each\nheight = 8 * 2\nshape = (height, 4,)\n"
                              "half = batch / 2\n"
                              "wide, deep = 7, batch * 2\nlong = longer = 5; longest = 6  # all\n";
    const auto drawn = [&](const std::string &body) {
        return drawnElements(names + "def get_inputs():\n    " + body
                             + "\n\ndef get_init_inputs():\n    return [torch.rand(9999)]\n");
    };
    EXPECT_EQ(drawn("return [torch.rand(batch, 3, height)]"), 16 * 3 * 16);
    EXPECT_EQ(drawn("x = torch.randn((batch, *shape), device='cpu')\n    return [x]"), 16 * 64);
    EXPECT_EQ(drawn("return [torch.rand(batch), torch.randint(0, 1000, (batch, 5))]"), 16 + 80);
    EXPECT_EQ(drawn("return [torch.rand(()), torch.rand(batch, half), torch.rand(unknown)]"),
              1 + 16 + 1);
    EXPECT_EQ(drawn("return [torch.rand(batch, 3"), 1) << "it never ends";
    EXPECT_EQ(drawn("return [torch.rand(wide, deep)]"), 7 * 32);
    EXPECT_EQ(drawn("return [torch.rand(long, longer, longest)]"), 150);
    EXPECT_EQ(drawn("return []"), 0);
    EXPECT_EQ(drawnElements("batch = 3\n"), 0);
    EXPECT_EQ(largeSize(names + "def get_inputs():\n    return [torch.rand(batch, height)]\n"), 0);
    EXPECT_EQ(largeSize("a = 128\nb = 4096\nc = 4095\ndef get_inputs():\n"
                        "    return [torch.rand(a, b, c)]\n"),
              128.0 * 4096 * 4095);
}

TEST(KnownSeconds, ToleratesOtherEntriesOfTheFile)
{
    const auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const auto file = folder->path() / "seconds.json";
    {
        KnownSeconds known(file);
        known.note("a", 1.5);
    }
    Json json = Json::parse(readFile(file).value());
    json.push_back({"not a digest", "soon"});
    json.push_back(nullptr);
    ASSERT_TRUE(writeFileAtomic(file, json.dump()));
    const KnownSeconds again(file);
    EXPECT_EQ(again.of("a"), 1.5);
    EXPECT_FALSE(again.of("not a digest")) << "sources are known by their digests";
}

TEST(KnownSeconds, WritesNothingWithoutEntries)
{
    const auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const auto file = folder->path() / "seconds.json";
    {
        const KnownSeconds known(file);
        EXPECT_FALSE(known.of("a"));
    }
    EXPECT_FALSE(std::filesystem::exists(file));
    {
        KnownSeconds nowhere(folder->path() / "no/such/folder/seconds.json");
        nowhere.note("a", 1);
        EXPECT_EQ(nowhere.of("a"), 1) << "a guess is not worth an error";
    }
}

TEST(KnownSeconds, OnlyLinesThatNameANumberHaveASize)
{
    EXPECT_EQ(namedSize("N = 8\nM = 4\nK = 2\n"), 32) << "the two largest";
    EXPECT_EQ(namedSize("N = 8\n"), 0) << "one alone is no size";
    EXPECT_EQ(namedSize("N = -8\nM = 4\n"), 0) << "and a sign is no digit";
    EXPECT_EQ(namedSize("def f(n=8, m=4):\n    return n\n"), 0);
    EXPECT_EQ(namedSize("N == 8\nM = 1e3\nK = 2\n"), 16.0 * 1000 / 2);
    EXPECT_EQ(largeNamedSize("N = 10000\nM = 10000\n"), 0) << "the weights are made quickly";
    EXPECT_EQ(largeNamedSize("N = 20000\nM = 10000\n"), 2e8);
}

} // namespace loupe
