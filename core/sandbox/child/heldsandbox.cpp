// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/child/heldsandbox.h"

#include "core/sandbox/child/confinement.h"
#include "core/sandbox/confinement/bubblewrap.h"
#include "core/sandbox/confinement/callfilter.h"
#include "core/sandbox/confinement/spawn.h"
#include "core/sandbox/system/systemerror.h"

#include <array>
#include <cstring>
#include <optional>

#include <poll.h>
#include <sys/socket.h>

namespace loupe {

namespace {

constexpr int stopMilliseconds = 50;

/// Receives one byte and returns its sender's credentials, set by the kernel; nullopt if none
/// arrived.
std::optional<ucred> senderOf(int socket)
{
    char byte = 0;
    iovec part{&byte, 1};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> control{};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
    if (recvmsg(socket, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != 1)
        return std::nullopt;
    const cmsghdr *said = CMSG_FIRSTHDR(&header);
    if (said == nullptr || said->cmsg_level != SOL_SOCKET || said->cmsg_type != SCM_CREDENTIALS)
        return std::nullopt;
    ucred sender{};
    std::memcpy(&sender, CMSG_DATA(said), sizeof sender);
    return sender;
}

} // namespace

Result<HeldSandbox> holdSandbox(ChildSpec spec, std::chrono::steady_clock::time_point deadline,
                                const std::stop_token &stop)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return systemError("cannot make a socket pair");
    HeldSandbox held;
    held.output = Fd(ends[0]);
    Fd inside(ends[1]);
    const Result<Confinement> &how = confinement();
    if (!how)
        return how.error();
    held.hasLandlock = how->landlock.isActive;
    if (how->callFilter.isActive)
        held.callFilter = callFilter(callPlatformOf(spec))->get();
    const int isWanted = 1;
    if (setsockopt(held.output.get(), SOL_SOCKET, SO_PASSCRED, &isWanted, sizeof isWanted) != 0)
        return systemError("cannot ask who is at the other end");
    spec.argv.push_back(std::to_string(inside.get()));
    spec.inheritedFds.push_back(inside.get());
    spec.isFirstProcess = true;
    auto child = ChildProcess::start(spec);
    if (!child)
        return child.error();
    held.child = std::move(*child);
    inside = Fd();
    pollfd entry{held.output.get(), POLLIN, 0};
    while (poll(&entry, 1, stopMilliseconds) <= 0) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "stopped on request"};
        if (held.child->hasEnded() || std::chrono::steady_clock::now() >= deadline)
            break;
    }
    const auto sender = senderOf(held.output.get());
    if (!sender)
        return Error{.code = Errc::Environment,
                     .message = "the sandbox's first process did not start",
                     .hint = "`kloupe doctor` says what the sandbox needs",
                     .detail = held.child->outputSoFar()};
    held.user = sender->uid;
    held.process = openPidFd(sender->pid);
    if (!held.process)
        return systemError("cannot reach the sandbox's first process");
    return held;
}

} // namespace loupe
