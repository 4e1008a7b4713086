// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"

#include <utility>

#include <unistd.h>

namespace loupe {

Fd &Fd::operator=(Fd &&other) noexcept
{
    if (this != &other) {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = other.release();
    }
    return *this;
}

Fd::~Fd()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

int Fd::release()
{
    return std::exchange(m_fd, -1);
}

} // namespace loupe
