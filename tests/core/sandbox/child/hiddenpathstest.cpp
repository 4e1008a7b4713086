// SPDX-License-Identifier: Apache-2.0
//
// Tests that a child in a sandbox cannot identify its machine.
#include "core/base/files.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

class HiddenPathsTest : public testing::Test
{
protected:
    void SetUp() override
    {
        if (const Status sandbox = sandboxAvailable(); !sandbox)
            GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text();
    }

    /// Returns the output of a shell in the sandbox.
    static std::string said(const std::string &script, std::vector<CopiedFile> copies = {})
    {
        ChildSpec spec;
        spec.argv = {"/bin/bash", "-c", script};
        spec.environment = {{"PATH", "/usr/bin:/bin"}};
        spec.copies = std::move(copies);
        const auto child = ChildProcess::start(spec);
        EXPECT_TRUE(child) << (child ? "" : child.error().text());
        if (!child)
            return {};
        return (*child)
            ->wait(std::chrono::steady_clock::now() + std::chrono::seconds(60), {})
            .output;
    }

    /// Returns the number of lines with this path in mount tables and command lines. The script's
    /// own line does not match.
    static std::string linesWith(const std::filesystem::path &path,
                                 std::vector<CopiedFile> copies = {})
    {
        return said("cat /proc/*/cmdline /proc/self/mountinfo | tr '\\0' '\\n' | grep -c '[/]"
                        + path.string().substr(1) + "'",
                    std::move(copies));
    }
};

} // namespace

TEST_F(HiddenPathsTest, HidesTheHostName)
{
    EXPECT_EQ(said("uname -n"), "sandbox\n");
}

TEST_F(HiddenPathsTest, HidesTheOriginOfACopiedFile)
{
    const Result<TemporaryFolder> folder = TemporaryFolder::create("loupe-copied");
    ASSERT_TRUE(folder);
    const auto original = folder->path() / "original";
    ASSERT_TRUE(writeFileAtomic(original, "content\n"));
    const std::vector<CopiedFile> copies{{original, "/run/kloupe/copy"}};
    EXPECT_EQ(said("cat /run/kloupe/copy", copies), "content\n");
    EXPECT_EQ(linesWith(folder->path(), copies), "0\n");
    EXPECT_EQ(said("echo no > /run/kloupe/copy", copies).find("content"), std::string::npos);
    EXPECT_EQ(readFile(original).value(), "content\n");
}

TEST_F(HiddenPathsTest, HidesTheFolderOfThePrograms)
{
    EXPECT_EQ(linesWith(LOUPE_BIN_DIR), "0\n");
    EXPECT_NE(linesWith("/run/kloupe"), "0\n"); // the helper's own path, equal on every machine
}

TEST_F(HiddenPathsTest, MissingFileIsAnEnvironmentError)
{
    ChildSpec spec;
    spec.argv = {"/bin/true"};
    spec.copies = {{"/nowhere/at/all", "/run/kloupe/copy"}};
    const auto child = ChildProcess::start(spec);
    ASSERT_FALSE(child);
    EXPECT_NE(child.error().text().find("/nowhere/at/all"), std::string::npos);
}

} // namespace loupe
