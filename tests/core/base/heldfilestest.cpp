// SPDX-License-Identifier: Apache-2.0
#include "core/base/heldfiles.h"

#include "core/base/files.h"

#include <optional>

#include <fcntl.h>
#include <gtest/gtest.h>

namespace loupe {

namespace {

class HeldFilesTest : public ::testing::Test
{
protected:
    void SetUp() override
    {
        ASSERT_TRUE(m_folder);
        ASSERT_TRUE(writeFileAtomic(store(), "content"));
    }
    std::filesystem::path store() const { return m_folder->path() / "a.kloupe"; }
    static bool isHeld(const std::filesystem::path &file)
    {
        return isHeldFile(AT_FDCWD, file.c_str());
    }

    Result<TemporaryFolder> m_folder = TemporaryFolder::create("held");
};

} // namespace

TEST_F(HeldFilesTest, FileIsHeldUntilTheLastHoldEnds)
{
    EXPECT_FALSE(isHeld(store()));
    std::optional<HeldFile> first(store());
    std::optional<HeldFile> second(store());
    EXPECT_TRUE(isHeld(store()));
    first.reset();
    EXPECT_TRUE(isHeld(store()));
    second.reset();
    EXPECT_FALSE(isHeld(store()));
}

TEST_F(HeldFilesTest, SidecarFilesOfAHeldFileAreHeld)
{
    const HeldFile held(store());
    for (const char *suffix : {"-wal", "-shm", "-journal"})
        EXPECT_TRUE(isHeld(store().string() + suffix)) << suffix;
    EXPECT_FALSE(isHeld(store().string() + "-notes"));
    EXPECT_FALSE(isHeld(m_folder->path() / "b.kloupe-wal"));
}

TEST_F(HeldFilesTest, HardLinkOfAHeldFileIsHeld)
{
    const HeldFile held(store());
    std::filesystem::create_hard_link(store(), m_folder->path() / "same");
    std::filesystem::create_symlink(store(), m_folder->path() / "link");
    EXPECT_TRUE(isHeld(m_folder->path() / "same"));
    EXPECT_TRUE(isHeld(m_folder->path() / "link"));
}

TEST_F(HeldFilesTest, ReplacementOfAHeldFileIsNotHeld)
{
    const HeldFile held(store());
    std::filesystem::rename(store(), m_folder->path() / "moved");
    ASSERT_TRUE(writeFileAtomic(store(), "another"));
    EXPECT_FALSE(isHeld(store()));
    EXPECT_TRUE(isHeld(m_folder->path() / "moved"));
}

TEST_F(HeldFilesTest, MissingFileIsNotHeld)
{
    const HeldFile held(m_folder->path() / "none");
    EXPECT_FALSE(isHeld(m_folder->path() / "none"));
}

} // namespace loupe
