// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/channel/tensorarena.h"
#include "core/suites/native/nativetask.h"

namespace loupe {

/// Returns how many calls of a trial are prepared at once for timing. The slots fit into the last
/// cache of a processor with the outputs of both sides, and into a candidate's address space. Pure.
std::size_t slotsOf(const TrialSpec &trial);

/// Tensors of a candidate's or baseline's calls of one shape: inputs, read-only for its process,
/// and outputs. The tensors of one call form a slot; slots lie one after the other.
struct CallTensors {
    TensorArena inputs;
    TensorArena outputs;

    static Result<CallTensors> make(const TrialSpec &trial, std::size_t slotCount = 1);
    /// Returns whether the tensors have the shapes of `trial`.
    bool fit(const TrialSpec &trial, std::size_t slotCount = 1) const;
    /// Copies other inputs of the same shape into the first slot.
    void layInputs(const TensorArena &other);
};

/// Returns an arena for the outputs of `slotCount` calls, filled with poison.
Result<TensorArena> poisonedOutputs(const TrialSpec &spec, std::size_t slotCount = 1);

} // namespace loupe
