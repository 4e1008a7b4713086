// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/precedence.h"

#include <functional>
#include <initializer_list>
#include <string>

namespace loupe {

/// The thread that times, and both sides of the timing, ahead of whatever else runs on the machine,
/// where the kernel allows it: all of them or, as far as it matters, none. The thread is, as long
/// as this lives; the sides stay so. Destroy it on the same thread.
class AheadOfOthers
{
public:
    /// Each puts one side there (ChildProcess::putAhead).
    explicit AheadOfOthers(std::initializer_list<std::function<Status()>> sides);

    /// Why they are not; empty where they are.
    const std::string &whyNot() const { return m_whyNot; }

private:
    ThreadAhead m_thread;
    std::string m_whyNot;
};

} // namespace loupe
