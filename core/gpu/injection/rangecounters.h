// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

namespace loupe::injection {

/// Hardware counters of each kernel launched between begin() and end() in the calling thread's
/// current context. CUPTI's range profiler replays every kernel transparently, once per pass, with
/// its memory restored. No other part of CUPTI may record meanwhile.
class RangeCounters
{
public:
    RangeCounters();
    ~RangeCounters();
    RangeCounters(const RangeCounters &) = delete;
    RangeCounters &operator=(const RangeCounters &) = delete;

    /// Begins to count. Returns an empty string, or why that is impossible.
    std::string begin();
    /// Ends counting. Returns a JSON object: {tool, passes, dropped, metrics: [name], launches:
    /// [{name, grid, block, values}]}, or {error}.
    std::string end();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace loupe::injection
