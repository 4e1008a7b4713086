// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

namespace loupe::injection {

/// Hardware counters of each kernel that is launched between begin() and end(), by CUPTI's range
/// profiler: every kernel runs several times behind the program's back, once for each pass, with
/// its memory restored. Of the context that is current in the calling thread. Nothing else of CUPTI
/// may record meanwhile.
class RangeCounters
{
public:
    RangeCounters();
    ~RangeCounters();
    RangeCounters(const RangeCounters &) = delete;
    RangeCounters &operator=(const RangeCounters &) = delete;

    /// Empty, or why counters cannot be taken.
    std::string begin();
    /// One object of JSON: {tool, passes, dropped, metrics: [name], launches: [{name, grid, block,
    /// values}]}, or {error}.
    std::string end();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace loupe::injection
