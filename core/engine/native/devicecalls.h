// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/callclock.h"
#include "core/engine/clocks/calltimer.h"
#include "core/platforms/host/nativehost.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Timer of single calls on a GPU, by the device's clock. The inputs are copied to the timed
/// addresses before each call. Subject and clock must outlive it. Not thread-safe.
class DeviceCalls final : public CallTimer
{
public:
    DeviceCalls(NativeSubject &subject, CallClock &clock, std::chrono::duration<double> deadline,
                std::stop_token stop);

    /// Adds to each call what this side computed while its inputs were copied, beyond what
    /// `trusted` did. `trusted` must outlive this.
    void addWorkBeyond(const DeviceCalls &trusted) { m_trusted = &trusted; }

    bool makeReady() override;
    std::optional<BlockTime> time(CallRange range) override;
    void keepFromHere() override { m_clock.keepFromHere(); }
    const CallOutcome &last() const override { return m_clock.last(); }

    /// Copies the outputs of the last call from the device. A result that changed after the call
    /// had ended is BrokeProtocol.
    CallOutcome takeOutputs(const TensorArena &outputs) const;
    /// Returns whether elements of all results were read when their call ended.
    bool isSeen() const { return m_isSeen; }

private:
    NativeSubject &m_subject;
    CallClock &m_clock;
    std::chrono::duration<double> m_deadline;
    std::stop_token m_stop;
    const DeviceCalls *m_trusted = nullptr;
    double m_slowestPlacingMs = 0; ///< kernels while inputs were copied
    ElementGlimpse m_glimpse;      ///< of the last call
    bool m_isSeen = true;
};

} // namespace loupe
