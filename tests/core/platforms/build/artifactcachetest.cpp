// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/artifactcache.h"

#include "core/base/files.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

class ArtifactCacheTest : public ::testing::Test
{
protected:
    void SetUp() override
    {
        auto folder = TemporaryFolder::create("loupe-artifacts");
        ASSERT_TRUE(folder);
        m_folder.emplace(std::move(*folder));
        environment.version = "3.11.7";
        environment.packages["torch"] = "2.13.0";
    }
    ArtifactCache cache() const { return {m_folder->path() / "python", environment, settings}; }

    PythonEnvironment environment;
    PythonSettings settings;

private:
    std::optional<TemporaryFolder> m_folder;
};

} // namespace

TEST_F(ArtifactCacheTest, ReturnsTheArchiveOfTheSameSource)
{
    EXPECT_FALSE(cache().find("a = 1"));
    ASSERT_TRUE(cache().keep("a = 1", "H4sIAAA+/w=="));
    EXPECT_EQ(cache().find("a = 1"), "H4sIAAA+/w==");
    EXPECT_FALSE(cache().find("a = 2"));
}

TEST_F(ArtifactCacheTest, AnotherPythonOrSettingRebuilds)
{
    ASSERT_TRUE(cache().keep("a = 1", "abcd"));
    environment.packages["torch"] = "2.14.0";
    EXPECT_FALSE(cache().find("a = 1"));
    environment.packages["torch"] = "2.13.0";
    settings.thinHeaders = true;
    EXPECT_FALSE(cache().find("a = 1"));
    settings.thinHeaders = false;
    EXPECT_TRUE(cache().find("a = 1"));
    settings.variables["TORCH_CUDA_ARCH_LIST"] = "9.0";
    EXPECT_FALSE(cache().find("a = 1"));
    settings.variables
        = {{"CUDA_VISIBLE_DEVICES", "1"}, {"HF_HUB_CACHE", "/models"}, {"HF_HUB_OFFLINE", "1"}};
    EXPECT_TRUE(cache().find("a = 1")) << "none of these changes what is compiled";
}

TEST_F(ArtifactCacheTest, IgnoresInvalidArchives)
{
    EXPECT_TRUE(cache().keep("a", Json(nullptr)));
    EXPECT_TRUE(cache().keep("a", Json::array({1})));
    EXPECT_TRUE(cache().keep("a", "../../etc"));
    EXPECT_TRUE(cache().keep("a", ""));
    EXPECT_FALSE(cache().find("a"));
}

} // namespace loupe::test
