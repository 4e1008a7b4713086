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

/// One end of a private socket pair: JSON objects with a 4-byte little-endian length in front, and
/// descriptors. The other end may be hostile: a message above 1 MiB, bytes that are not a JSON
/// object, or a closed end are errors (Corrupt or Io), never a crash or a wait without end.
class Channel
{
public:
    explicit Channel(Fd fd) : m_fd(std::move(fd)) { }
    /// Two connected ends, both close-on-exec.
    static Result<std::pair<Channel, Channel>> pair();

    int fd() const { return m_fd.get(); }
    Status send(const Json &body, const std::vector<int> &fds = {});
    /// Timeout when nothing whole arrived by the deadline, Cancelled when `stop` was requested,
    /// Io when the other end closed.
    Result<Message> receive(std::chrono::steady_clock::time_point deadline,
                            const std::stop_token &stop);

private:
    Fd m_fd;
};

} // namespace loupe
