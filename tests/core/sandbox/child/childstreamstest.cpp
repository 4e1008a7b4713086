// SPDX-License-Identifier: Apache-2.0
//
// Tests children with streams, end requests and a network.
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"

#include <array>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace loupe {

namespace {

using Kind = ChildEnd::Kind;

std::chrono::steady_clock::time_point streamsEnd(int seconds)
{
    return std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
}

struct StreamPipe {
    Fd in;
    Fd out;
};

StreamPipe streamPipe()
{
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    return {Fd(ends[0]), Fd(ends[1])};
}

std::string streamOf(const Fd &fd)
{
    std::string text;
    std::array<char, 4096> bytes{};
    for (ssize_t got = 1; got > 0;) {
        got = read(fd.get(), bytes.data(), bytes.size());
        if (got > 0)
            text.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return text;
}

/// Returns the network devices listed in the file of /proc.
std::string devicesIn(const std::string &text)
{
    std::string names;
    for (std::size_t colon = text.find(':'); colon != std::string::npos;
         colon = text.find(':', colon + 1)) {
        const std::size_t begin = text.find_last_of(" \n", colon);
        names += text.substr(begin + 1, colon - begin - 1) + " ";
    }
    return names;
}

class ChildStreamsTest : public testing::TestWithParam<SandboxMode>
{
protected:
    void SetUp() override
    {
        if (const Status sandbox = sandboxAvailable();
            GetParam() == SandboxMode::Bubblewrap && !sandbox)
            GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text();
    }
    static ChildSpec script(const std::string &text)
    {
        ChildSpec spec;
        spec.argv = {"/bin/sh", "-c", text};
        spec.environment = {{"PATH", "/usr/bin:/bin"}};
        spec.mode = GetParam();
        return spec;
    }
};

} // namespace

TEST_P(ChildStreamsTest, StreamsCanBeGiven)
{
    StreamPipe toIt = streamPipe();
    StreamPipe fromIt = streamPipe();
    ChildSpec spec = script("read line; echo \"heard $line\"; echo aside >&2");
    spec.inputFd = toIt.in.get();
    spec.outputFd = fromIt.out.get();
    const auto child = ChildProcess::start(spec);
    ASSERT_TRUE(child) << child.error().text();
    toIt.in = Fd();
    fromIt.out = Fd();
    ASSERT_EQ(write(toIt.out.get(), "words\n", 6), 6);
    EXPECT_EQ(streamOf(fromIt.in), "heard words\n");
    const ChildEnd end = (*child)->wait(streamsEnd(60), {});
    EXPECT_EQ(end.kind, Kind::Exited);
    EXPECT_EQ(end.output, "aside\n") << "standard output is not kept";
}

TEST_P(ChildStreamsTest, HandlesTermination)
{
    StreamPipe fromIt = streamPipe();
    ChildSpec spec
        = script("trap 'echo told; exit 9' TERM; echo begun; while :; do sleep 0.02; done");
    spec.outputFd = fromIt.out.get();
    const auto child = ChildProcess::start(spec);
    ASSERT_TRUE(child) << child.error().text();
    fromIt.out = Fd();
    std::array<char, 6> begun{};
    ASSERT_EQ(read(fromIt.in.get(), begun.data(), begun.size()), 6);
    (*child)->tellToEnd();
    EXPECT_EQ(streamOf(fromIt.in), "told\n");
    const ChildEnd end = (*child)->wait(streamsEnd(60), {});
    EXPECT_EQ(end.kind, Kind::Exited);
    EXPECT_EQ(end.code, 9);
    (*child)->tellToEnd(); // already gone
}

TEST_P(ChildStreamsTest, HasNetworkOnlyIfAllowed)
{
    std::ifstream file("/proc/net/dev");
    const std::string ours((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    ChildSpec spec = script("cat /proc/net/dev; test -e /etc/hosts && echo hosts");
    spec.hasNetwork = true;
    auto child = ChildProcess::start(spec);
    ASSERT_TRUE(child) << child.error().text();
    const std::string given = (*child)->wait(streamsEnd(60), {}).output;
    EXPECT_EQ(devicesIn(given), devicesIn(ours));
    EXPECT_EQ(given.find("hosts") != std::string::npos, access("/etc/hosts", F_OK) == 0);
    if (GetParam() == SandboxMode::None)
        return;
    spec.hasNetwork = false;
    child = ChildProcess::start(spec);
    ASSERT_TRUE(child) << child.error().text();
    EXPECT_EQ(devicesIn((*child)->wait(streamsEnd(60), {}).output), "lo ");
}

/// Loopback server that never accepts, so connections wait.
struct Listener {
    Fd socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    sockaddr_in place{};

    Listener()
    {
        place.sin_family = AF_INET;
        place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof place;
        auto *address = reinterpret_cast<sockaddr *>(&place);
        EXPECT_EQ(bind(socket.get(), address, size), 0);
        EXPECT_EQ(listen(socket.get(), 8), 0);
        EXPECT_EQ(getsockname(socket.get(), address, &size), 0);
    }
};

TEST_P(ChildStreamsTest, ReachesAServerOnlyWithNetwork)
{
    const Listener server;
    ChildSpec spec = script({});
    spec.argv = {"/bin/bash", "-c",
                 "exec 3<>/dev/tcp/127.0.0.1/" + std::to_string(ntohs(server.place.sin_port))
                     + " && echo reached"};
    for (const bool hasNetwork : {true, false}) {
        spec.hasNetwork = hasNetwork;
        const auto child = ChildProcess::start(spec);
        ASSERT_TRUE(child) << child.error().text();
        const std::string said = (*child)->wait(streamsEnd(60), {}).output;
        const bool isConfined = GetParam() == SandboxMode::Bubblewrap;
        EXPECT_EQ(said == "reached\n", hasNetwork || !isConfined) << said;
    }
}

INSTANTIATE_TEST_SUITE_P(Modes, ChildStreamsTest,
                         testing::Values(SandboxMode::None, SandboxMode::Bubblewrap),
                         [](const testing::TestParamInfo<SandboxMode> &mode) {
                             return mode.param == SandboxMode::None ? "none" : "bubblewrap";
                         });

} // namespace loupe
