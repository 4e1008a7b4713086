// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/contract/endtogether.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/judge/judgeprocess.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Pool of a few judges for all threads of a run. On a GPU each must start the device, which the
/// driver does for one process at a time. Thread-safe.
class JudgePool
{
public:
    /// Starts at most `most` (at least 1) judges, with `variables` in their environment.
    JudgePool(std::filesystem::path program, std::map<std::string, std::string> variables, int most)
        : m_program(std::move(program))
        , m_variables(std::move(variables))
        , m_left(std::max(most, 1))
    {
    }

    ~JudgePool() { endTogether(m_idle); }
    JudgePool(const JudgePool &) = delete;
    JudgePool &operator=(const JudgePool &) = delete;

    /// Waits for a judge, which must be returned with giveBack() or reported with lose().
    /// Cancelled, or the reason why it did not start.
    Result<std::unique_ptr<JudgeProcess>> take(const std::stop_token &stop)
    {
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return !m_idle.empty() || m_left > 0; }))
                return cancelledRun();
            if (!m_idle.empty()) {
                auto judge = std::move(m_idle.back());
                m_idle.pop_back();
                return judge;
            }
            --m_left;
        }
        auto started = JudgeProcess::start(m_program, m_variables);
        if (!started)
            lose();
        return started;
    }
    void giveBack(std::unique_ptr<JudgeProcess> judge)
    {
        const std::lock_guard lock(m_mutex);
        m_idle.push_back(std::move(judge));
        m_changed.notify_one();
    }
    /// Reports that a judge which was taken is unusable.
    void lose()
    {
        const std::lock_guard lock(m_mutex);
        ++m_left;
        m_changed.notify_one();
    }

private:
    std::filesystem::path m_program;
    std::map<std::string, std::string> m_variables;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    int m_left; ///< judges that may still be started
    std::vector<std::unique_ptr<JudgeProcess>> m_idle;
};

} // namespace loupe
