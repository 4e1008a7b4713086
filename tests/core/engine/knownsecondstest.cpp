// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/knownseconds.h"

#include "core/base/files.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(KnownSeconds, AreThereForTheNextRun)
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

TEST(KnownSeconds, AFileThatIsNoneIsNoGuess)
{
    const auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const auto file = folder->path() / "seconds.json";
    for (const char *text : {"[1]", "{\"a\": \"soon\"}", "no", ""}) {
        ASSERT_TRUE(writeFileAtomic(file, text));
        EXPECT_FALSE(KnownSeconds(file).of("a")) << text;
    }
}

TEST(KnownSeconds, SizesThatAReferenceNamesAreTheGuess)
{
    EXPECT_EQ(namedSize("batch_size = 128\ninput_size = 32768\nhidden_size = 16384\n"),
              32768.0 * 16384.0);
    EXPECT_EQ(namedSize("M = 16 * 2\nN=4\n"), 64);
    EXPECT_EQ(namedSize("    x = 5\ny = z\nk = 7\n"), 0);
    EXPECT_EQ(namedSize(""), 0);
}

} // namespace loupe
