// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/native/evaluatorwork.h"
#include "core/engine/native/nativecomparer.h"

namespace loupe {

/// Times a native candidate on a GPU against its task's baseline by the device's clocks. Both must
/// be prepared on the tensors of the work. Stores the timing in the evaluation, or ends the work.
Status timeOnDevice(const EngineContext &context, NativeComparer &comparer, EvaluatorWork &work,
                    const TrialData &data, NativeSubject &baseline);

} // namespace loupe
