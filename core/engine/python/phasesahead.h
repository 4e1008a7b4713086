// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/python/pythonphase.h"

#include <functional>
#include <future>
#include <optional>
#include <stop_token>
#include <vector>

namespace loupe {

/// A task's phases while they are made on a thread of their own, beside a candidate's build. Not
/// thread-safe. Destruction waits for that thread.
class PhasesAhead
{
public:
    using Made = Result<const std::vector<PythonPhase> *>;
    using Make = std::function<Made(const std::stop_token &stop)>;

    PhasesAhead() = default;
    ~PhasesAhead();
    PhasesAhead(const PhasesAhead &) = delete;
    PhasesAhead &operator=(const PhasesAhead &) = delete;

    /// Once. What `make` is given is asked to stop by `stop` and by drop().
    void begin(Make make, const std::stop_token &stop);
    /// Whether something is being made, or was, that nobody has taken.
    bool isBegun() const { return m_made.valid(); }
    /// Waits for it. Only where it is begun.
    Made take() { return m_made.get(); }
    /// Nobody will take it: it is asked to stop, and not waited for.
    void drop() { m_notNeeded.request_stop(); }
    /// Until nothing is being made.
    void wait() const;

private:
    std::stop_source m_notNeeded;
    std::optional<std::stop_callback<std::function<void()>>> m_passesOn; ///< the run's stop
    std::future<Made> m_made;
};

} // namespace loupe
