// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/python/pythonphase.h"

#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace loupe {

/// Phases of a task that are made on a separate thread during a candidate's build. Not thread-safe.
/// Destruction waits for that thread.
class PhasesAhead
{
public:
    using Made = Result<const std::vector<PythonPhase> *>;
    using Make = std::function<Made(const std::stop_token &stop)>;

    PhasesAhead() = default;
    ~PhasesAhead()
    {
        wait(); // while a stop of the run is still passed on
    }
    PhasesAhead(const PhasesAhead &) = delete;
    PhasesAhead &operator=(const PhasesAhead &) = delete;

    /// Starts `make`; call once. Its stop token is triggered by `stop` and by drop().
    void begin(Make make, const std::stop_token &stop)
    {
        m_passesOn.emplace(stop, [this] { m_notNeeded.request_stop(); });
        m_made = std::async(std::launch::async, std::move(make), m_notNeeded.get_token());
    }
    /// Returns whether phases are being made, or were made and not yet taken.
    bool isBegun() const { return m_made.valid(); }
    /// Waits for the phases and returns them. Requires isBegun().
    Made take() { return m_made.get(); }
    /// Asks the thread to stop without waiting, because the phases are not needed.
    void drop() { m_notNeeded.request_stop(); }
    /// Waits until nothing is being made.
    void wait() const
    {
        if (m_made.valid())
            m_made.wait();
    }

private:
    std::stop_source m_notNeeded;
    std::optional<std::stop_callback<std::function<void()>>> m_passesOn; ///< the run's stop
    std::future<Made> m_made;
};

} // namespace loupe
