// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>
#include <vector>

namespace loupe {

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
