// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/calltimer.h"
#include "core/engine/clocks/clockedblock.h"
#include "core/engine/clocks/linecost.h"
#include "core/platforms/host/nativehost.h"

#include <chrono>
#include <random>
#include <stop_token>
#include <vector>

namespace loupe {

/// Timer of calls on the processor, by the engine's clock around a block. Subject and outputs must
/// outlive it. Not thread-safe.
class HostCalls final : public CallTimer
{
public:
    /// `cost` of a request is subtracted from each block.
    HostCalls(NativeSubject &subject, TensorArena &outputs, const LineCost &cost,
              std::chrono::duration<double> deadline, std::stop_token stop);

    bool makeReady() override;
    std::optional<BlockTime> time(CallRange range) override;
    void keepFromHere() override { m_times.clear(); }
    const CallOutcome &last() const override { return m_last; }

    /// Returns the times of the blocks since keepFromHere().
    const std::vector<ClockedBlock> &times() const { return m_times; }
    /// Returns the processor seconds of all blocks ever made; 0 if unknown.
    double cpuSeconds() const { return m_cpuSeconds; }

private:
    NativeSubject &m_subject;
    TensorArena &m_outputs;
    LineCost m_cost;
    std::chrono::duration<double> m_deadline;
    std::stop_token m_stop;
    std::mt19937_64 m_random{std::random_device()()};
    CallOutcome m_last;
    std::vector<ClockedBlock> m_times;
    double m_cpuSeconds = 0;
};

} // namespace loupe
