// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/channel.h"

#include "core/sandbox/system/systemerror.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace loupe {

namespace {

using TimePoint = std::chrono::steady_clock::time_point;
constexpr std::size_t maxMessageBytes = 1 << 20;
constexpr std::size_t maxFds = 16;
constexpr auto sendPatience = std::chrono::seconds(10);
constexpr auto stopInterval = std::chrono::milliseconds(50);

Error failure(Errc code, const std::string &message)
{
    return Error{code, message};
}

/// Waits until the descriptor is ready for `events`.
Status waitFor(int fd, short events, TimePoint deadline, const std::stop_token &stop)
{
    for (;;) {
        if (stop.stop_requested())
            return failure(Errc::Cancelled, "stopped on request");
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline)
            return failure(Errc::Timeout, "the other process did not answer in time");
        const auto left = std::min<std::chrono::nanoseconds>(deadline - now, stopInterval);
        const timespec patience{0, static_cast<long>(left.count())};
        pollfd entry{fd, events, 0};
        const int ready = ppoll(&entry, 1, &patience, nullptr);
        if (ready > 0)
            return {};
        if (ready < 0 && errno != EINTR)
            return systemError("cannot wait");
    }
}

bool takeFds(const msghdr &header, std::vector<Fd> &fds)
{
    for (cmsghdr *part = CMSG_FIRSTHDR(&header); part != nullptr;
         part = CMSG_NXTHDR(const_cast<msghdr *>(&header), part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
            continue;
        const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(part) + i * sizeof(int), sizeof fd);
            fds.emplace_back(fd);
        }
    }
    return (header.msg_flags & MSG_CTRUNC) == 0 && fds.size() <= maxFds;
}

/// Reads exactly `size` bytes.
Status readAll(int socket, char *data, std::size_t size, TimePoint deadline,
               const std::stop_token &stop, std::vector<Fd> &fds)
{
    std::size_t have = 0;
    while (have < size) {
        iovec part{data + have, size - have};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(maxFds * sizeof(int))> control{};
        msghdr header{};
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = control.data();
        header.msg_controllen = control.size();
        const ssize_t got = recvmsg(socket, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (got > 0) {
            have += static_cast<std::size_t>(got);
            if (!takeFds(header, fds))
                return failure(Errc::Corrupt, "the other process sent too many descriptors");
        } else if (got == 0) {
            return failure(Errc::Io, "the other process closed the connection");
        } else if (errno == EAGAIN) {
            if (Status ready = waitFor(socket, POLLIN, deadline, stop); !ready)
                return ready;
        } else if (errno != EINTR) {
            return systemError("cannot receive");
        }
    }
    return {};
}

void attachFds(msghdr &header, std::span<char> control, const std::vector<int> &fds)
{
    header.msg_control = control.data();
    header.msg_controllen = CMSG_SPACE(fds.size() * sizeof(int));
    cmsghdr *part = CMSG_FIRSTHDR(&header);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
    std::memcpy(CMSG_DATA(part), fds.data(), fds.size() * sizeof(int));
}

} // namespace

Result<std::pair<Channel, Channel>> Channel::pair()
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return systemError("cannot make a socket pair");
    return std::pair{Channel(Fd(ends[0])), Channel(Fd(ends[1]))};
}

Status Channel::send(const Json &body, const std::vector<int> &fds)
{
    const std::string text = body.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > maxMessageBytes || fds.size() > maxFds)
        return failure(Errc::Internal, "a message to another process is too large");
    std::string frame(4, '\0');
    for (int i = 0; i < 4; ++i)
        frame[static_cast<std::size_t>(i)] = static_cast<char>(text.size() >> (8 * i));
    frame += text;

    const TimePoint deadline = std::chrono::steady_clock::now() + sendPatience;
    std::size_t sent = 0;
    while (sent < frame.size()) {
        iovec part{frame.data() + sent, frame.size() - sent};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(maxFds * sizeof(int))> control{};
        msghdr header{};
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        if (sent == 0 && !fds.empty())
            attachFds(header, control, fds);
        const ssize_t wrote = sendmsg(m_fd.get(), &header, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (wrote >= 0) {
            sent += static_cast<std::size_t>(wrote);
        } else if (errno == EAGAIN) {
            if (Status ready = waitFor(m_fd.get(), POLLOUT, deadline, {}); !ready)
                return ready;
        } else if (errno != EINTR) {
            return systemError("cannot send");
        }
    }
    return {};
}

Result<Message> Channel::receive(TimePoint deadline, const std::stop_token &stop)
{
    Message message;
    std::array<unsigned char, 4> size{};
    if (Status read = readAll(m_fd.get(), reinterpret_cast<char *>(size.data()), size.size(),
                              deadline, stop, message.fds);
        !read)
        return read.error();
    const std::size_t length
        = size[0] | size[1] << 8 | size[2] << 16 | static_cast<std::size_t>(size[3]) << 24;
    if (length > maxMessageBytes)
        return failure(Errc::Corrupt,
                       "the other process announced a message of " + std::to_string(length)
                           + " bytes");
    std::string text(length, '\0');
    if (Status read = readAll(m_fd.get(), text.data(), length, deadline, stop, message.fds); !read)
        return read.error();
    Result<Json> body = parseJson(text, "message");
    if (!body || !body->is_object())
        return failure(Errc::Corrupt, "the other process sent something that is not a message");
    message.body = std::move(body).value();
    return message;
}

} // namespace loupe
