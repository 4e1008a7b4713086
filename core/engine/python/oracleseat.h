// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/contract/occupationlog.h"
#include "core/engine/python/watchedchild.h"
#include "core/platforms/python/pythonhost.h"

#include <chrono>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace loupe {

/// Returns whether a statement of this Python source declares a variable as global. Prose ("global
/// average pooling" in a comment) does not count.
inline bool declaresGlobals(std::string_view source)
{
    constexpr std::string_view word = "global ";
    for (auto at = source.find(word); at != std::string_view::npos;
         at = source.find(word, at + word.size())) {
        const auto before = source.substr(0, at).find_last_not_of(" \t");
        if (before == std::string_view::npos
            || std::string_view("\n:;").find(source[before]) != std::string_view::npos)
            return true;
    }
    return false;
}

/// Returns whether a reference may change more of its process than its own variables. If so, the
/// next task gets a new process.
inline bool mayChangeItsProcess(std::string_view source)
{
    for (const char *word :
         {"torch.backends", "torch.set_", "torch.use_", "os.environ", "sys.", "torch.compile"}) {
        if (source.find(word) != std::string_view::npos)
            return true;
    }
    return declaresGlobals(source);
}

/// One thread's reference server and a process of it that is free for the next task. Starting a GPU
/// for each task takes longer than most references run. Not thread-safe.
class OracleSeat
{
public:
    /// `turns` is the lease on which its processes' requests wait; null if whole evaluations take
    /// turns. The reporter must outlive it.
    OracleSeat(std::unique_ptr<PythonServer> server, TimingLease *turns,
               const OccupationReporter &reporter = OccupationReporter::nobody())
        : m_server(std::move(server))
        , m_turns(turns)
        , m_reporter(reporter)
    {
    }

    /// Sets how the processes share the device's memory with others from now on.
    void use(Room room) { m_room = room; }
    /// Returns a process for another task, with `variables` in its environment: the free one or a
    /// new one. All others must have ended.
    Result<std::unique_ptr<PythonChild>> child(const std::map<std::string, std::string> &variables,
                                               const std::stop_token &stop)
    {
        if (m_spare && m_spare->isAlive() && m_variables == variables)
            return std::exchange(m_spare, nullptr);
        m_spare.reset();
        m_variables = variables;
        const OccupationReporter::Scope starting(m_reporter, Occupation::Start);
        auto forked = m_server->forkWith(variables, stop);
        if (!forked)
            return forked;
        return watched(std::move(*forked), PythonRole::Oracle, m_reporter, m_turns, m_room);
    }
    /// Takes back a process that has done only what can be undone.
    void giveBack(std::unique_ptr<PythonChild> child) { m_spare = std::move(child); }
    /// Makes the free process release its device memory, or ends it.
    void forget()
    {
        if (!m_spare)
            return;
        const auto answer = m_spare->ask({{"do", "forget"}}, nullptr, forgetPatience, {});
        if (answer.outcome.verdict != Verdict::Correct)
            m_spare.reset();
    }

private:
    static constexpr std::chrono::seconds forgetPatience{20};

    std::unique_ptr<PythonServer> m_server;
    TimingLease *m_turns;
    const OccupationReporter &m_reporter;
    Room m_room = Room::Shared;
    std::map<std::string, std::string> m_variables; ///< of the last process
    std::unique_ptr<PythonChild> m_spare;           ///< must end before its server
};

} // namespace loupe
