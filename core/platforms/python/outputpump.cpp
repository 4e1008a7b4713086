// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/outputpump.h"

#include "core/sandbox/confinement/spawn.h"
#include "core/sandbox/system/systemerror.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace loupe {

Result<std::unique_ptr<OutputPump>> OutputPump::start(Fd pipe, Fd process, std::size_t keptBytes,
                                                      std::size_t maxBytes)
{
    Fd wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!wake || fcntl(pipe.get(), F_SETFL, O_NONBLOCK) != 0)
        return systemError("cannot read what a process prints");
    auto pump = std::unique_ptr<OutputPump>(
        new OutputPump(std::move(pipe), std::move(process), std::move(wake), keptBytes, maxBytes));
    pump->m_thread = std::thread([raw = pump.get()] { raw->pump(); });
    return pump;
}

OutputPump::OutputPump(Fd pipe, Fd process, Fd wake, std::size_t keptBytes, std::size_t maxBytes)
    : m_pipe(std::move(pipe))
    , m_process(std::move(process))
    , m_wake(std::move(wake))
    , m_maxBytes(maxBytes)
    , m_kept(keptBytes)
{
}

OutputPump::~OutputPump()
{
    finish();
}

void OutputPump::finish()
{
    if (!m_thread.joinable())
        return;
    const std::uint64_t one = 1;
    if (write(m_wake.get(), &one, sizeof one) < 0)
        signalPidFd(m_process, SIGKILL); // cannot fail on a fresh counter
    m_thread.join();
}

std::string OutputPump::text()
{
    drain(); // includes what the thread has not read yet
    const std::lock_guard lock(m_mutex);
    return m_kept.text();
}

void OutputPump::pump()
{
    for (;;) {
        std::array<pollfd, 2> entries{{{m_pipe.get(), POLLIN, 0}, {m_wake.get(), POLLIN, 0}}};
        if (poll(entries.data(), entries.size(), -1) < 0)
            continue; // EINTR
        const bool isOpen = entries[0].revents == 0 || drain();
        if (!isOpen || entries[1].revents != 0)
            return;
    }
}

bool OutputPump::drain()
{
    std::array<char, 65536> buffer;
    std::size_t round = 0;
    while (round < m_maxBytes) { // bounds the loop against a process that prints faster than we
                                 // read
        const std::lock_guard lock(m_mutex);
        const ssize_t got = read(m_pipe.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0;
        round += static_cast<std::size_t>(got);
        m_kept.add({buffer.data(), static_cast<std::size_t>(got)});
        if (m_kept.total() > m_maxBytes && !m_isFlooded.exchange(true))
            signalPidFd(m_process, SIGKILL);
    }
    return true;
}

} // namespace loupe
