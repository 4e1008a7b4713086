// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/native/evaluatorwork.h"
#include "core/engine/native/nativecomparer.h"
#include "core/timing/pairedtiming.h"

namespace loupe {

class NativeTiming;

/// Times a native candidate on the processor against its reference, both prepared on the work's
/// tensors.
class HostTimer
{
public:
    HostTimer(const EngineContext &context, NativeComparer &comparer)
        : m_context(context)
        , m_comparer(comparer)
    {
    }

    /// The timing becomes the evaluation's, or ends the work.
    Status time(EvaluatorWork &work, const TrialData &data, NativeSubject &baseline) const;

private:
    /// What it came to, and that it was judged.
    Status keep(EvaluatorWork &work, const TrialData &data, const NativeTiming &timed,
                const PairedTiming &timing, Trial trial) const;

    const EngineContext &m_context;
    NativeComparer &m_comparer;
};

} // namespace loupe
