// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/checkout.h"

#include "tests/core/suites/taskfixture.h"

namespace loupe {

using CheckoutTest = test::FolderTest;

namespace {
const std::string commit = "0123456789abcdef0123456789abcdef01234567";
}

TEST_F(CheckoutTest, ReadsADetachedHead)
{
    write("a/.git/HEAD", commit + "\n");
    EXPECT_EQ(checkoutCommit(root() / "a"), commit);
    std::filesystem::create_directories(root() / "a/x/y/z/w");
    EXPECT_EQ(checkoutCommit(root() / "a/x/y/z"), commit) << "three folders above";
    EXPECT_EQ(checkoutCommit(root() / "a/x/y/z/w"), "") << "four folders above";
}

TEST_F(CheckoutTest, FollowsLooseAndPackedReferences)
{
    write("loose/.git/HEAD", "ref: refs/heads/main\n");
    EXPECT_EQ(checkoutCommit(root() / "loose"), "") << "a branch without commits";
    write("loose/.git/refs/heads/main", commit + "\n");
    EXPECT_EQ(checkoutCommit(root() / "loose"), commit);
    write("packed/.git/HEAD", "ref: refs/heads/main\n");
    write("packed/.git/packed-refs",
          "# pack-refs\nffffffffffffffffffffffffffffffffffffffff refs/heads/main2\n" + commit
              + " refs/heads/main\n");
    EXPECT_EQ(checkoutCommit(root() / "packed"), commit);
}

TEST_F(CheckoutTest, FollowsLinkedWorkTrees)
{
    write("main/.git/refs/heads/side", commit + "\n");
    write("main/.git/worktrees/side/HEAD", "ref: refs/heads/side\n");
    write("main/.git/worktrees/side/commondir", "../..\n");
    write("side/.git", "gitdir: " + (root() / "main/.git/worktrees/side").string() + "\n");
    EXPECT_EQ(checkoutCommit(root() / "side"), commit);
}

TEST_F(CheckoutTest, ToleratesOtherFolders)
{
    EXPECT_EQ(checkoutCommit(root() / "none"), "");
    write("odd/.git/HEAD", "ref: ../../secret\n");
    write("secret", commit + "\n");
    EXPECT_EQ(checkoutCommit(root() / "odd"), "") << "a reference does not lead out of the folder";
    write("file/.git", "nothing\n");
    EXPECT_EQ(checkoutCommit(root() / "file"), "");
}

} // namespace loupe
