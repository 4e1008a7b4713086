// SPDX-License-Identifier: Apache-2.0
//
// Tests where control groups are created, on made-up machines.
#include "core/base/files.h"
#include "core/sandbox/control/groupfolders.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

std::string fixFor(const GroupStarter &starter, const std::string &members)
{
    return ownGroupFix({"", members, starter});
}

bool holds(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST(GroupFolders, isFoundInEitherVersion)
{
    const Result<TemporaryFolder> root = TemporaryFolder::create("loupe-groups");
    ASSERT_TRUE(root);
    const std::string unified = (root->path() / "unified").string();
    fs::create_directories(unified + "/own.scope");
    ASSERT_TRUE(writeFileAtomic(unified + "/own.scope/cgroup.controllers", "cpu memory pids\n"));
    const std::string second = "cgroup2 " + unified + " cgroup2 rw 0 0\n";
    const std::string first = "cgroup /c/memory cgroup rw,relatime,memory 0 0\n"
                              "cgroup /c/pids cgroup rw,relatime,pids 0 0\n";
    const auto own = groupFoldersOf({second, "0::/own.scope\n", {}});
    ASSERT_TRUE(own);
    EXPECT_TRUE(own->isUnified);
    EXPECT_EQ(own->memory, unified + "/own.scope");
    EXPECT_EQ(own->processes, own->memory);

    ASSERT_TRUE(writeFileAtomic(unified + "/own.scope/cgroup.controllers", "hugetlb\n"));
    const auto old = groupFoldersOf(
        {first + second, "5:memory:/a/b\n4:pids:/\n3:cpu,pidsx:/c\n0::/own.scope\n"});
    ASSERT_TRUE(old);
    EXPECT_FALSE(old->isUnified);
    EXPECT_EQ(old->memory, "/c/memory/a/b");
    EXPECT_EQ(old->processes, "/c/pids/");

    const auto none = groupFoldersOf({second, "0::/own.scope\n", {}});
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().hint.find("systemd-run "), std::string::npos);
    EXPECT_NE(none.error().hint.find("--scope -p Delegate=yes"), std::string::npos);
}

TEST(GroupFolders, ThatCanOnlyBeReadIsNone)
{
    const Result<TemporaryFolder> root = TemporaryFolder::create("loupe-groups");
    ASSERT_TRUE(root);
    const std::string unified = root->path().string();
    ASSERT_TRUE(writeFileAtomic(unified + "/cgroup.controllers", "cpu memory pids\n"));
    const std::string first = "cgroup /c/memory cgroup ro,nosuid,memory 0 0\n"
                              "cgroup /c/pids cgroup rw,pids 0 0\n";
    for (const GroupFacts &facts :
         {GroupFacts{"cgroup " + unified + " cgroup2 ro,nosuid 0 0\n", "0::/\n"},
          GroupFacts{first, "5:memory:/a\n4:pids:/\n"}}) {
        const auto place = groupFoldersOf(facts);
        ASSERT_FALSE(place);
        EXPECT_NE(place.error().message.find("can only be read"), std::string::npos);
        EXPECT_NE(place.error().hint.find("--privileged"), std::string::npos);
    }
}

TEST(GroupFolders, IsThatOfTheKloupeWhoseGroupThisProcessShares)
{
    const Result<TemporaryFolder> root = TemporaryFolder::create("loupe-groups");
    ASSERT_TRUE(root);
    const std::string unified = root->path().string();
    fs::create_directories(unified + "/own.scope/kloupe-engine");
    ASSERT_TRUE(writeFileAtomic(unified + "/own.scope/cgroup.controllers", "memory pids\n"));
    const auto place = groupFoldersOf(
        {"cgroup2 " + unified + " cgroup2 rw 0 0\n", "0::/own.scope/kloupe-engine\n", {}});
    ASSERT_TRUE(place);
    EXPECT_EQ(place->memory, unified + "/own.scope");
}

TEST(GroupFolders, WhatGivesOneFitsWhoAsks)
{
    const GroupStarter alice{false, true, true, true, "/run/user/1000", "alice"};
    const std::string session = "0::/user.slice/user-1000.slice/session-2.scope\n";
    EXPECT_EQ(
        fixFor(alice, session),
        "start it in a group of its own: systemd-run --user --scope -p Delegate=yes kloupe …");

    GroupStarter other = alice;
    other.isRuntimeKnown = false;
    EXPECT_TRUE(
        holds(fixFor(other, session), ": XDG_RUNTIME_DIR=/run/user/1000 systemd-run --user"));
    other.hasUserManager = false;
    const std::string without = fixFor(other, session);
    EXPECT_TRUE(
        holds(without, "loginctl enable-linger alice; then: XDG_RUNTIME_DIR=/run/user/1000"));

    const std::string service = "0::/system.slice/nightly.service\n";
    EXPECT_TRUE(holds(fixFor(other, service), "Delegate=yes below [Service] in nightly.service"));
    EXPECT_FALSE(
        holds(fixFor(alice, "0::/user.slice/user-1000.slice/user@1000.service/a.service\n"),
              "[Service]"));

    other.isRoot = true;
    EXPECT_EQ(fixFor(other, session),
              "start it in a group of its own: systemd-run --scope -p Delegate=yes kloupe …");
    other.hasSystemd = false;
    EXPECT_FALSE(holds(fixFor(other, session), "systemd-run")) << "a container has none";
    EXPECT_TRUE(holds(fixFor(other, session), "--privileged"));
}

} // namespace loupe
