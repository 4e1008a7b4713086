// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/knowndraws.h"

#include "core/base/files.h"
#include "core/base/json.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(KnownDraws, AreReusedByTheNextRunWithTheSameTorch)
{
    const auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const auto file = folder->path() / "draws.json";
    {
        KnownDraws draws(file, "torch 2.13");
        EXPECT_FALSE(draws.has("inputs", "def get_inputs(): ..."));
        draws.note("inputs", "def get_inputs(): ...");
        EXPECT_TRUE(draws.has("inputs", "def get_inputs(): ..."));
        EXPECT_FALSE(draws.has("model", "def get_inputs(): ..."));
    }
    EXPECT_TRUE(KnownDraws(file, "torch 2.13").has("inputs", "def get_inputs(): ..."));
    EXPECT_FALSE(KnownDraws(file, "torch 2.14").has("inputs", "def get_inputs(): ..."));
}

TEST(KnownDraws, AFullFileLosesItsOldestEntry)
{
    const auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const auto file = folder->path() / "draws.json";
    {
        KnownDraws draws(file, "torch");
        draws.note("inputs", "oldest");
        draws.note("inputs", "second");
    }
    Json json = Json::parse(readFile(file).value());
    while (json.size() < KnownDraws::maxDraws)
        json.push_back("key " + std::to_string(json.size()));
    ASSERT_TRUE(writeFileAtomic(file, json.dump()));
    KnownDraws(file, "torch").note("inputs", "newest");
    const KnownDraws draws(file, "torch");
    EXPECT_TRUE(draws.has("inputs", "newest"));
    EXPECT_TRUE(draws.has("inputs", "second"));
    EXPECT_FALSE(draws.has("inputs", "oldest"));
}

TEST(KnownDraws, DamagedFileIsTreatedAsEmpty)
{
    const auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    const auto file = folder->path() / "draws.json";
    for (const char *text : {"{", "{}", "[1, null]", "\"x\""}) {
        ASSERT_TRUE(writeFileAtomic(file, text));
        EXPECT_FALSE(KnownDraws(file, "torch").has("inputs", "x")) << text;
    }
}

} // namespace loupe
