// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/tensorarena.h"
#include "core/suites/nativetask.h"

namespace loupe {

/// How many calls of a trial are prepared at once for timing: as many as stay in a processor's last
/// cache with what both sides write, and as the address space of a candidate has room for. Pure.
std::size_t slotsOf(const TrialSpec &trial);

/// The tensors that a subject is called on, of one shape: inputs that the engine changes and the
/// subject can only read, and outputs. Those of so many calls lie one after the other: slots.
struct CallTensors {
    TensorArena inputs;
    TensorArena outputs;

    static Result<CallTensors> make(const TrialSpec &trial, std::size_t slotCount = 1);
    /// Whether a trial's tensors are these.
    bool fit(const TrialSpec &trial, std::size_t slotCount = 1) const;
    /// Other inputs of the same shape in the place of the first slot's.
    void layInputs(const TensorArena &other);
};

/// Room for a trial's outputs, those of so many calls, full of poison.
Result<TensorArena> poisonedOutputs(const TrialSpec &spec, std::size_t slotCount = 1);

} // namespace loupe
