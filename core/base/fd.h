// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace loupe {

/// Owner of a file descriptor.
class Fd
{
public:
    explicit Fd(int fd = -1) : m_fd(fd) { }
    Fd(Fd &&other) noexcept : m_fd(other.release()) { }
    Fd &operator=(Fd &&other) noexcept;
    ~Fd();
    int get() const { return m_fd; }
    int release();
    explicit operator bool() const { return m_fd >= 0; }

private:
    int m_fd;
};

/// Waits until there is something to read, or no writer is left. Returns false after `patience`; a
/// signal does not end the wait. A process descriptor is readable once its process has ended.
bool awaitReadable(const Fd &fd, std::chrono::milliseconds patience);

} // namespace loupe
