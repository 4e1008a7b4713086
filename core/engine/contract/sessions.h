// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace loupe {

/// Shared state for judging each task, alive from its first use until its last candidate is done.
/// Thread-safe.
template <typename TaskType, typename Session>
class Sessions
{
public:
    using Maker = std::function<std::shared_ptr<Session>(const TaskType &)>;

    explicit Sessions(Maker maker) : m_maker(std::move(maker)) { }

    void expectOne(const TaskType *task)
    {
        const std::lock_guard lock(m_mutex);
        ++m_left[task];
    }
    std::shared_ptr<Session> use(const TaskType *task)
    {
        const std::lock_guard lock(m_mutex);
        auto &session = m_sessions[task];
        if (!session)
            session = m_maker(*task);
        return session;
    }
    void done(const TaskType *task)
    {
        const std::lock_guard lock(m_mutex);
        if (--m_left[task] == 0)
            m_sessions.erase(task);
    }

private:
    Maker m_maker;
    std::mutex m_mutex;
    std::map<const TaskType *, int> m_left;
    std::map<const TaskType *, std::shared_ptr<Session>> m_sessions;
};

} // namespace loupe
