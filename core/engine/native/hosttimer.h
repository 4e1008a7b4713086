// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/native/evaluatorwork.h"
#include "core/engine/native/nativecomparer.h"
#include "core/timing/pairedtiming.h"

namespace loupe {

class NativeTiming;

/// Timer of native candidates on the processor against their reference. Both must be prepared on
/// the tensors of the work.
class HostTimer
{
public:
    HostTimer(const EngineContext &context, NativeComparer &comparer)
        : m_context(context)
        , m_comparer(comparer)
    {
    }

    /// Stores the timing in the evaluation, or ends the work.
    Status time(EvaluatorWork &work, const TrialData &data, NativeSubject &baseline) const;

private:
    /// Stores the result, the checked trial and the notes.
    Status keep(EvaluatorWork &work, const TrialData &data, const NativeTiming &timed,
                const PairedTiming &timing, Trial trial) const;

    const EngineContext &m_context;
    NativeComparer &m_comparer;
};

} // namespace loupe
