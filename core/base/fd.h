// SPDX-License-Identifier: Apache-2.0
#pragma once

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

} // namespace loupe
