// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/clockedcalls.h"
#include "core/engine/clocks/judgedblocks.h"
#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/native/evaluatorwork.h"
#include "core/engine/native/inputfeed.h"
#include "core/engine/native/nativecomparer.h"

#include <chrono>
#include <memory>
#include <stop_token>

namespace loupe {

/// Timing of a native candidate and its baseline on a GPU, by the same clock. Both must be prepared
/// on the same tensors of one call. The clocks must be settled and outlive it. Not thread-safe.
class DeviceTiming
{
public:
    static Result<std::unique_ptr<DeviceTiming>> make(const TrialSpec &trial, NativeSides sides,
                                                      PairedClocks &clocks,
                                                      InputFeed::Compare compare,
                                                      std::chrono::duration<double> deadline,
                                                      const std::stop_token &stop);

    PairedTiming measure(const TimingPolicy &policy);
    /// Times a few more calls of both sides by events (PairedClocks).
    void takeSecondOpinions();

    const JudgedBlocks &blocks() const { return *m_blocks; }
    /// Returns whether elements of all the candidate's results were read when their call ended.
    bool isSeen() const { return m_candidate.isSeen(); }

private:
    DeviceTiming(NativeSides sides, PairedClocks &clocks, std::unique_ptr<InputFeed> feed,
                 std::chrono::duration<double> deadline, const std::stop_token &stop);
    /// Copies the outputs of both sides from the device.
    InputFeed::Judged keep(std::size_t place);
    /// Copies the outputs of the last call from the device. A result that changed after the call
    /// had ended is BrokeProtocol.
    CallOutcome takeOutputs(NativeSubject &subject, const ClockedCalls &calls,
                            const TensorArena &outputs) const;

    NativeSides m_sides;
    PairedClocks &m_clocks;
    std::unique_ptr<InputFeed> m_feed;
    std::stop_token m_stop;
    std::chrono::duration<double> m_deadline;
    ClockedCalls m_baseline;
    ClockedCalls m_candidate;
    std::unique_ptr<JudgedBlocks> m_blocks;
};

/// Times a native candidate on a GPU against its task's baseline by the device's clocks. Both must
/// be prepared on the tensors of the work. Stores the timing in the evaluation, or ends the work.
Status timeOnDevice(const EngineContext &context, NativeComparer &comparer, EvaluatorWork &work,
                    const TrialData &data, NativeSubject &baseline);

} // namespace loupe
