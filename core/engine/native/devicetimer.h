// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/native/evaluatorwork.h"
#include "core/engine/native/nativecomparer.h"

namespace loupe {

class PairedClocks;

/// Times native candidates on a GPU against their task's baseline by the device's clocks. Candidate
/// and baseline must be prepared on the tensors of the work.
class DeviceTimer
{
public:
    DeviceTimer(const EngineContext &context, NativeComparer &comparer)
        : m_context(context)
        , m_comparer(comparer)
    {
    }

    /// Stores the timing in the evaluation, or ends the work.
    Status time(EvaluatorWork &work, const TrialData &data, NativeSubject &baseline) const;

private:
    /// Times with settled clocks.
    Status measure(EvaluatorWork &work, const TrialData &data, NativeSubject &baseline,
                   PairedClocks &clocks) const;
    /// Makes calls of the candidate under hardware counters.
    void takeCounters(EvaluatorWork &work) const;

    const EngineContext &m_context;
    NativeComparer &m_comparer;
};

} // namespace loupe
