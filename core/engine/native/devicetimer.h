// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/native/evaluatorwork.h"
#include "core/engine/native/nativecomparer.h"

namespace loupe {

class PairedClocks;

/// Times a native candidate on a GPU against its task's baseline, both prepared on the work's
/// tensors, by the clocks of the device.
class DeviceTimer
{
public:
    DeviceTimer(const EngineContext &context, NativeComparer &comparer)
        : m_context(context)
        , m_comparer(comparer)
    {
    }

    /// The timing becomes the evaluation's, or ends the work.
    Status time(EvaluatorWork &work, const TrialData &data, NativeSubject &baseline) const;

private:
    /// Calls on fresh inputs behind it; where these leave no doubt that repeated ones left
    /// something out, they are the times.
    Status lookAfresh(EvaluatorWork &work, const TrialData &data, NativeSubject &baseline,
                      PairedClocks &clocks) const;
    Status judgeTimedOutput(EvaluatorWork &work, const TrialData &data) const;

    const EngineContext &m_context;
    NativeComparer &m_comparer;
};

} // namespace loupe
