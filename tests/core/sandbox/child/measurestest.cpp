// SPDX-License-Identifier: Apache-2.0
//
// Tests each measure of the sandbox from inside with sandbox_probe.
#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"
#include "core/sandbox/confinement/callfilter.h"
#include "core/sandbox/confinement/landlock.h"
#include "core/sandbox/control/controlgroup.h"
#include "core/sandbox/control/groupfolders.h"

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr int vsockFamily = 40; // old headers lack AF_VSOCK, AF_ALG and AF_XDP
constexpr int cryptoFamily = 38;
constexpr int xdpFamily = 44;

ChildSpec probe(const std::string &what, const std::string &argument = {})
{
    ChildSpec spec;
    const std::string program = std::string(LOUPE_BIN_DIR) + "/sandbox_probe";
    spec.argv = {program, what, argument};
    spec.environment = {{"PATH", "/usr/bin:/bin"}};
    spec.readOnly = {program};
    return spec;
}

ChildEnd endOf(const ChildSpec &spec, const Confinement &how)
{
    const auto child = startConfined(spec, how);
    EXPECT_TRUE(child) << (child ? "" : child.error().text());
    if (!child)
        return {};
    return (*child)->wait(std::chrono::steady_clock::now() + std::chrono::seconds(60), {});
}

/// Returns the probe's output without its line break; "signal N" if it was killed.
std::string said(const ChildEnd &end)
{
    if (end.kind == ChildEnd::Kind::Signalled)
        return "signal " + std::to_string(end.code);
    return end.output.substr(0, end.output.find('\n'));
}

std::string inside(const std::string &what, const std::string &argument = {})
{
    return said(endOf(probe(what, argument), *confinement()));
}

std::string inside(long number)
{
    return inside("call", std::to_string(number));
}

class MeasuresTest : public testing::Test
{
protected:
    void SetUp() override
    {
        if (const Status sandbox = sandboxAvailable(); !sandbox)
            GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text();
    }
};

class CallFilterTest : public MeasuresTest
{
protected:
    void SetUp() override
    {
        MeasuresTest::SetUp();
        if (const auto &how = confinement(); how && !how->callFilter.isActive)
            GTEST_SKIP() << "no filter of system calls here: " << how->callFilter.reason;
    }
};

class LandlockTest : public MeasuresTest
{
protected:
    void SetUp() override
    {
        MeasuresTest::SetUp();
        if (const auto &how = confinement(); how && !how->landlock.isActive)
            GTEST_SKIP() << "no Landlock here: " << how->landlock.reason;
    }
};

class ControlGroupTest : public MeasuresTest
{
protected:
    void SetUp() override
    {
        MeasuresTest::SetUp();
        if (const auto &place = groupFolders(); confinement() && !place)
            GTEST_SKIP() << "no control group can be made here: " << place.error().text();
    }
};

/// Returns the number of groups of this process in a hierarchy.
int groupsIn(const fs::path &folder)
{
    const std::string ours = "kloupe-" + std::to_string(getpid()) + "-";
    int count = 0;
    for (const auto &entry : fs::directory_iterator(folder))
        count += entry.path().filename().string().starts_with(ours) ? 1 : 0;
    return count;
}

/// Returns all confinements that work on this machine, not only that of confinement().
std::vector<Confinement> ways()
{
    std::vector<Confinement> found{*confinement()};
    if (found.front().way == Confinement::Way::OwnUser) {
        Confinement other = found.front();
        other.way = Confinement::Way::UserNamespace;
        other.noUserNamespaces = {true, {}, {}};
        found.push_back(other);
    }
    return found;
}

} // namespace

TEST_F(MeasuresTest, allowsOrdinaryWork)
{
    for (const Confinement &how : ways())
        EXPECT_EQ(said(endOf(probe("honest"), how)), "done");
}

TEST_F(MeasuresTest, settingAffinityHasNoEffect)
{
    for (const Confinement &how : ways())
        EXPECT_EQ(said(endOf(probe("processors"), how)), "done");
}

TEST_F(MeasuresTest, dropsAllCapabilities)
{
    const Confinement own = ways().front();
    EXPECT_EQ(said(endOf(probe("capabilities"), own)), "done");
    for (const Confinement &how : ways())
        EXPECT_EQ(said(endOf(probe("write", "/usr/bin/probe"), how)), "EROFS");
}

TEST_F(MeasuresTest, forbidsUserNamespaces)
{
    for (Confinement how : ways()) {
        if (how.way != Confinement::Way::UserNamespace)
            continue;
        how.callFilter = {};
        EXPECT_EQ(said(endOf(probe("unshare"), how)), "ENOSPC");
        EXPECT_EQ(said(endOf(probe("clone"), how)), "ENOSPC");
    }
}

TEST_F(CallFilterTest, blocksNamespacesAndOtherProcesses)
{
    EXPECT_EQ(inside("unshare"), "EPERM");
    EXPECT_EQ(inside("clone"), "ENOSYS");
    EXPECT_EQ(inside(SYS_setns), "EPERM");
    EXPECT_EQ(inside("prlimit"), "EPERM");
    EXPECT_EQ(inside(SYS_process_vm_readv), "EPERM");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    EXPECT_EQ(inside("ptrace"), "EPERM");
#endif
    EXPECT_EQ(inside(SYS_pidfd_getfd), "EPERM");
}

TEST_F(CallFilterTest, blocksRareSystemCalls)
{
    EXPECT_EQ(inside(SYS_io_uring_setup), "ENOSYS");
    EXPECT_EQ(inside(SYS_userfaultfd), "EPERM");
    EXPECT_EQ(inside(SYS_perf_event_open), "EPERM");
    EXPECT_EQ(inside(SYS_keyctl), "EPERM");
    EXPECT_EQ(inside(SYS_add_key), "EPERM");
    EXPECT_EQ(inside(SYS_clone3), "ENOSYS");
    EXPECT_EQ(inside(1000), "ENOSYS") << "a call that no kernel has yet";
}

TEST_F(CallFilterTest, allowsSocketsWithinTheSandboxAlone)
{
    for (const int family : {AF_UNIX, AF_INET, AF_INET6})
        EXPECT_EQ(inside("socket", std::to_string(family)), "done") << family;
    for (const int family :
         {AF_NETLINK, AF_PACKET, AF_BLUETOOTH, vsockFamily, cryptoFamily, xdpFamily})
        EXPECT_EQ(inside("socket", std::to_string(family)), "EAFNOSUPPORT") << family;
}

TEST_F(CallFilterTest, killsOnAttackSystemCalls)
{
    const std::string killed = "signal " + std::to_string(SIGSYS);
    EXPECT_EQ(inside("mount"), killed);
    for (const long number :
         {SYS_bpf, SYS_kexec_load, SYS_finit_module, SYS_move_mount, SYS_fsopen, SYS_reboot})
        EXPECT_EQ(inside(number), killed) << number;
}

TEST_F(CallFilterTest, allowsIoctlOnlyWithADevice)
{
    EXPECT_EQ(inside("input"), "ENOSYS");
    ChildSpec withDevice = probe("input");
    withDevice.devices = {"/dev/zero"};
    EXPECT_NE(said(endOf(withDevice, *confinement())), "ENOSYS");
}

TEST_F(CallFilterTest, isOneSealedProgramForEachPlatform)
{
    const auto &processor = callFilter(CallPlatform::Processor);
    const auto &gpu = callFilter(CallPlatform::Gpu);
    ASSERT_TRUE(processor && gpu);
    EXPECT_NE(processor->get(), gpu->get());
    EXPECT_EQ(write(processor->get(), "x", 1), -1);
    EXPECT_EQ(callFilter(CallPlatform::Processor)->get(), processor->get());
}

TEST_F(LandlockTest, confinesWritesLikeMounts)
{
    // A world-writable file, shown writable by mistake. Not below the folders that the sandbox has
    // of its own, wherever the checkout lies.
    const fs::path file = fs::path("/var/tmp") / ("loupe-shown-" + randomHex(8));
    ASSERT_TRUE(writeFileAtomic(file, "x"));
    fs::permissions(file, fs::perms::all);
    ChildSpec spec = probe("write", file.string());
    spec.devices = {file};
    EXPECT_EQ(said(endOf(spec, *confinement())), "EACCES");
    Confinement without = *confinement();
    without.landlock = {};
    EXPECT_EQ(said(endOf(spec, without)), "done");
    fs::remove(file);

    EXPECT_EQ(inside("write", "/tmp/probe"), "done");
    EXPECT_EQ(inside("write", "/dev/shm/probe"), "done");
    EXPECT_EQ(inside("write", "/dev/null"), "done");
    EXPECT_EQ(inside("write", "/proc/self/comm"), "done");
}

TEST_F(LandlockTest, blocksSignalsToOutside)
{
    if (landlock::abi() < landlock::signalAbi)
        GTEST_SKIP() << "this kernel's Landlock knows no signals";
    EXPECT_EQ(inside("signal"), "EPERM");
}

TEST_F(ControlGroupTest, limitsMemoryOfTheWholeSandbox)
{
    for (const char *kind : {"anonymous", "memfd", "tmpfs"}) {
        ChildSpec spec = probe(kind, "200");
        spec.treeMemoryBytes = std::int64_t{64} << 20;
        const ChildEnd end = endOf(spec, *confinement());
        EXPECT_EQ(said(end), "signal " + std::to_string(SIGKILL)) << kind;
        EXPECT_NE(end.output.find("67108864 bytes of memory allowed"), std::string::npos) << kind;
        EXPECT_GT(end.memoryKills, 0) << kind;
        spec.treeMemoryBytes = std::int64_t{400} << 20;
        const ChildEnd within = endOf(spec, *confinement());
        EXPECT_EQ(said(within), "done") << kind;
        EXPECT_EQ(within.memoryKills, 0) << kind;
    }
    EXPECT_EQ(groupsIn(groupFolders()->memory), 0) << "nothing is left";
}

TEST_F(ControlGroupTest, limitsProcessesOfAnyUser)
{
    ChildSpec spec = probe("fork", "40");
    spec.processes = 16;
    EXPECT_EQ(said(endOf(spec, *confinement())), "EAGAIN");
    const auto group = ControlGroup::create(*groupFolders(), {0, 4});
    ASSERT_TRUE(group);
    EXPECT_EQ((*group)->exceeded(), "");
    EXPECT_EQ(groupsIn(groupFolders()->processes), 1);
}

} // namespace loupe
