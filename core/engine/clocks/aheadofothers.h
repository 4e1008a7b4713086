// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/sandbox/control/sandboxtasks.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

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

/// Lets the calling (timing) thread and the processes of both sides run on one processor alone, for
/// this object's lifetime. Otherwise each side stays on a processor of its own, and the processors
/// of one machine differ: on a shared host two equal programs differed by up to a half. If a side
/// refuses, all keep the processors they had. Destroy it on the same thread.
class OneProcessor
{
public:
    /// Places one side (ChildProcess::runOn).
    using RunOn = std::function<Status(const std::vector<int> &processors)>;

    explicit OneProcessor(std::vector<RunOn> sides);
    ~OneProcessor();
    OneProcessor(const OneProcessor &) = delete;
    OneProcessor &operator=(const OneProcessor &) = delete;

    /// Returns why they run on several; empty on success.
    const std::string &whyNot() const { return m_whyNot; }

private:
    Status place(const std::vector<int> &processors);

    std::vector<RunOn> m_sides;
    std::vector<int> m_before;
    std::string m_whyNot;
};

} // namespace loupe
