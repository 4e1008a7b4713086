// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/control/precedence.h"

#include <functional>
#include <initializer_list>
#include <string>

namespace loupe {

/// Real-time priority for the calling (timing) thread and the processes of both sides, where the
/// kernel allows it. The thread has it for this object's lifetime, the processes until they end.
/// Destroy it on the same thread.
class AheadOfOthers
{
public:
    /// Each of `sides` raises one side (ChildProcess::putAhead). The first failure stops the rest.
    explicit AheadOfOthers(std::initializer_list<std::function<Status()>> sides);

    /// Returns why the priority could not be raised; empty on success.
    const std::string &whyNot() const { return m_whyNot; }

private:
    ThreadAhead m_thread;
    std::string m_whyNot;
};

} // namespace loupe
