// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/channel.h"
#include "core/sandbox/outputtail.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace loupe {

/// Reads what a process prints into a pipe, so that it never waits for us, and keeps head and tail.
/// Kills the process that prints too much. Thread-safe.
class OutputPump
{
public:
    /// Reads `pipe` on a thread of its own. `process` is a pid descriptor.
    static Result<std::unique_ptr<OutputPump>> start(Fd pipe, Fd process, std::size_t keptBytes,
                                                     std::size_t maxBytes);
    OutputPump(const OutputPump &) = delete;
    OutputPump &operator=(const OutputPump &) = delete;
    ~OutputPump();

    /// Reads what is there now and stops reading.
    void finish();
    /// Everything that was printed before the call, bounded, valid UTF-8.
    std::string text();
    /// True once it printed more than allowed.
    bool isFlooded() const { return m_isFlooded; }

private:
    OutputPump(Fd pipe, Fd process, Fd wake, std::size_t keptBytes, std::size_t maxBytes);
    void pump();
    bool drain();

    const Fd m_pipe;
    const Fd m_process;
    const Fd m_wake;
    const std::size_t m_maxBytes;
    std::mutex m_mutex; ///< guards m_kept and the order of reads
    OutputTail m_kept;
    std::atomic<bool> m_isFlooded{false};
    std::thread m_thread;
};

} // namespace loupe
