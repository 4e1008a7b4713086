// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/channel/channel.h"
#include "core/sandbox/system/outputtail.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace loupe {

/// Reader of a process's output pipe, so that the process never blocks on it. Keeps head and tail,
/// and kills a process that prints too much. Thread-safe.
class OutputPump
{
public:
    /// Starts to read `pipe` on a separate thread. `process` is a pid descriptor.
    static Result<std::unique_ptr<OutputPump>> start(Fd pipe, Fd process, std::size_t keptBytes,
                                                     std::size_t maxBytes);
    OutputPump(const OutputPump &) = delete;
    OutputPump &operator=(const OutputPump &) = delete;
    ~OutputPump();

    /// Reads the available output and stops reading.
    void finish();
    /// Returns everything printed before the call, bounded, valid UTF-8.
    std::string text();
    /// Returns true once it printed more than allowed.
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
