// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <chrono>
#include <stop_token>
#include <utility>
#include <vector>

namespace loupe {

struct Message { // NOLINT(bugprone-exception-escape): Json's own assertions
    Json body;
    std::vector<Fd> fds;
};

/// One end of a private socket pair. Messages are JSON objects with a 4-byte little-endian length
/// in front, and descriptors. The other end may be hostile. Messages above 1 MiB, bytes that are
/// not a JSON object, and a closed end are errors (Corrupt or Io). Nothing crashes or waits
/// endlessly.
class Channel
{
public:
    explicit Channel(Fd fd) : m_fd(std::move(fd)) { }
    /// Creates two connected ends, both close-on-exec.
    static Result<std::pair<Channel, Channel>> pair();

    int fd() const { return m_fd.get(); }
    /// Returns whether there is something to receive, or the other end has closed; waits for it.
    bool awaitMessage(std::chrono::milliseconds patience) const
    {
        return awaitReadable(m_fd, patience);
    }
    Status send(const Json &body, const std::vector<int> &fds = {});
    /// Receives one message. Timeout if it is incomplete at the deadline, Cancelled if `stop` was
    /// requested, Io if the other end closed.
    Result<Message> receive(std::chrono::steady_clock::time_point deadline,
                            const std::stop_token &stop);

private:
    Fd m_fd;
};

} // namespace loupe
