// SPDX-License-Identifier: Apache-2.0
//
// Locations are those of huggingface_hub's documentation ("Environment variables").
#include "core/platforms/python/modelhub.h"

#include "core/base/files.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/core/base/setvariable.h"

namespace loupe::test {

TEST(ModelHub, FollowsTheVariablesOfTheLibraries)
{
    const SetVariable home("HOME", "/home/a");
    const SetVariable noCache("XDG_CACHE_HOME", "");
    const SetVariable noHome("HF_HOME", "");
    const SetVariable noHub("HF_HUB_CACHE", "");
    EXPECT_EQ(modelHub(), "/home/a/.cache/huggingface/hub");
    const SetVariable cache("XDG_CACHE_HOME", "/cache");
    EXPECT_EQ(modelHub(), "/cache/huggingface/hub");
    const SetVariable all("HF_HOME", "/hf");
    EXPECT_EQ(modelHub(), "/hf/hub");
    const SetVariable hub("HF_HUB_CACHE", "/models");
    EXPECT_EQ(modelHub(), "/models");
}

TEST(ModelHub, HasAFolderForEachModel)
{
    EXPECT_EQ(modelFolder("/hub", "facebook/opt-1.3b"), "/hub/models--facebook--opt-1.3b");
    EXPECT_EQ(modelFolder("/hub", "gpt2"), "/hub/models--gpt2");
}

TEST(ModelHub, FindsFilesThatOthersCannotRead)
{
    namespace fs = std::filesystem;
    const auto top = TemporaryFolder::create("modelhub");
    ASSERT_TRUE(top);
    const fs::path folder = top->path() / "models--a";
    fs::create_directories(folder / "blobs");
    fs::create_directories(folder / "snapshots" / "first");
    const fs::path blob = folder / "blobs" / "0123";
    ASSERT_TRUE(writeFileAtomic(blob, "weights"));
    fs::create_symlink("../../blobs/0123", folder / "snapshots" / "first" / "model.safetensors");
    using fs::perms;
    const perms open = perms::owner_all | perms::others_read | perms::others_exec;
    for (const char *each : {"blobs", "snapshots", "snapshots/first"})
        fs::permissions(folder / each, open);
    fs::permissions(blob, perms::owner_read | perms::others_read);
    EXPECT_FALSE(ownersAlone(folder));
    fs::permissions(folder / "snapshots", perms::owner_all | perms::others_read);
    EXPECT_EQ(ownersAlone(folder), folder / "snapshots");
    fs::permissions(folder / "snapshots", open);
    fs::permissions(blob, perms::owner_read);
    const auto closed = ownersAlone(folder);
    ASSERT_TRUE(closed);
    EXPECT_TRUE(fs::equivalent(*closed, blob));
    EXPECT_FALSE(ownersAlone(folder / "nothing"));
}

} // namespace loupe::test
