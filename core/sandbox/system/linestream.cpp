// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/system/linestream.h"

#include "core/sandbox/system/systemerror.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds stopNotice{50};

Error otherEndIsGone(const std::string &why)
{
    return {.code = Errc::Io, .message = "the connection has ended", .detail = why};
}

void makeNonBlocking(int fd)
{
    const int flags = fcntl(fd, F_GETFL);
    if (flags >= 0)
        fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

/// Waits up to `wait` for `events`. Returns false on timeout.
bool becomesReady(int fd, short events, std::chrono::milliseconds wait)
{
    pollfd waiting{fd, events, 0};
    return poll(&waiting, 1, static_cast<int>(wait.count())) > 0;
}

} // namespace

void ignoreBrokenPipes()
{
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, nullptr);
}

LineStream::LineStream(Fd in, Fd out) : m_in(std::move(in)), m_out(std::move(out))
{
    makeNonBlocking(m_in.get());
    makeNonBlocking(m_out.get());
}

Status LineStream::send(const Json &object, const std::stop_token &stop)
{
    // Foreign text may contain invalid UTF-8, which is replaced; listed fields encode theirs.
    const std::string line = object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    if (line.size() > maxLineLength)
        return Error{.code = Errc::Unsupported,
                     .message = "a message of " + std::to_string(line.size())
                         + " bytes is longer than the connection takes",
                     .hint = "logs or samples of one evaluation are too large to be sent"};
    std::size_t sent = 0;
    while (sent < line.size()) {
        const ssize_t count = write(m_out.get(), line.data() + sent, line.size() - sent);
        if (count > 0) {
            sent += static_cast<std::size_t>(count);
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN)
            return otherEndIsGone(std::system_category().message(errno));
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "cancelled"};
        // If both ends only send, they block each other; reading meanwhile avoids that.
        if (m_buffer.size() <= maxLineLength)
            static_cast<void>(readSome(std::chrono::milliseconds(0)));
        becomesReady(m_out.get(), POLLOUT, stopNotice);
    }
    return {};
}

Result<bool> LineStream::readSome(std::chrono::milliseconds wait)
{
    if (!becomesReady(m_in.get(), POLLIN, wait))
        return false;
    std::array<char, 1 << 16> bytes; // NOLINT(cppcoreguidelines-pro-type-member-init)
    const ssize_t count = read(m_in.get(), bytes.data(), bytes.size());
    if (count > 0) {
        m_buffer.append(bytes.data(), static_cast<std::size_t>(count));
        return true;
    }
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    return otherEndIsGone(count == 0 ? "" : std::system_category().message(errno));
}

Result<std::optional<Json>> LineStream::receive(std::chrono::milliseconds wait,
                                                const std::stop_token &stop)
{
    const auto deadline = std::chrono::steady_clock::now() + wait;
    for (;;) {
        const std::size_t end = m_buffer.find('\n', m_searched);
        m_searched = m_buffer.size();
        // Compared as in send(): a line includes its end.
        if (std::min(end, m_buffer.size()) >= maxLineLength)
            return Error{Errc::InvalidInput, "a message is longer than allowed"};
        if (end != std::string::npos) {
            auto json = parseJson(std::string_view(m_buffer).substr(0, end), "message");
            m_buffer.erase(0, end + 1);
            m_searched = 0;
            if (!json)
                return std::move(json).error();
            if (!json->is_object())
                return Error{Errc::InvalidInput, "a message is not a JSON object"};
            return std::optional(std::move(*json));
        }
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() < 0 || stop.stop_requested())
            return std::optional<Json>();
        const auto read = readSome(std::min(left, stopNotice));
        if (!read)
            return read.error();
    }
}

} // namespace loupe
