// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/pythonhost.h"

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

namespace loupe {

/// Whether a reference may change more of its process than its own variables: then the next task
/// gets another one.
inline bool mayChangeItsProcess(const std::string &source)
{
    for (const char *word : {"torch.backends", "torch.set_", "torch.use_", "os.environ", "sys.",
                             "torch.compile", "global "}) {
        if (source.find(word) != std::string::npos)
            return true;
    }
    return false;
}

/// One thread's server of references, and a process of it that is free for the next task: starting
/// a GPU for each task anew takes longer than most references do. Not thread-safe.
class OracleSeat
{
public:
    explicit OracleSeat(std::unique_ptr<PythonServer> server) : m_server(std::move(server)) { }

    /// A process for another task: the free one, else a fresh one. All others must have ended.
    Result<std::unique_ptr<PythonChild>> child(const std::stop_token &stop)
    {
        if (m_spare && m_spare->isAlive())
            return std::exchange(m_spare, nullptr);
        m_spare.reset();
        return m_server->fork(stop);
    }
    /// It has done only what can be undone.
    void giveBack(std::unique_ptr<PythonChild> child) { m_spare = std::move(child); }

private:
    std::unique_ptr<PythonServer> m_server;
    std::unique_ptr<PythonChild> m_spare; ///< before the server that it came from
};

} // namespace loupe
