// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/tensorarena.h"
#include "core/suites/nativetask.h"

namespace loupe {

/// The tensors that a subject is called on, of one shape, at one place: inputs that the engine
/// changes from call to call and the subject can only read, and outputs.
struct CallTensors {
    TensorArena inputs;
    TensorArena outputs;

    static Result<CallTensors> make(const TrialSpec &trial);
    /// Whether a trial's tensors are these.
    bool fit(const TrialSpec &trial) const;
    /// Other inputs of the same shape in their place.
    void layInputs(const TensorArena &other);
};

/// Room for a trial's outputs, full of poison.
Result<TensorArena> poisonedOutputs(const TrialSpec &spec);

} // namespace loupe
