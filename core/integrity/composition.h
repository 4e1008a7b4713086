// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/rule.h"
#include "core/model/evaluation.h"
#include "core/model/kerneltraits.h"

#include <optional>
#include <vector>

namespace loupe {

/// What does the work of a candidate.
struct Composition {
    MadeOf madeOf = MadeOf::NotKnown;
    std::optional<double> ownShare = std::nullopt; ///< as in KernelTraits
    friend bool operator==(const Composition &, const Composition &) = default;
};

/// Returns what the source says; where kernels of timed calls were recorded, what these show.
/// A kernel that the judged entry never launches does not count. What a library's compiler makes of
/// operators (torch.compile) counts as the library's. NotKnown without a source and kernels, and
/// for a source whose kernels cannot be seen: executed text, modules that are not known.
Composition compositionOf(const CandidateEvidence &evidence);

/// Returns `bySource` with what the kernels of the candidate's timed calls show. A source without
/// kernels of its own cannot run any, whatever the names of the kernels that ran.
Composition compositionOf(MadeOf bySource, const std::vector<KernelActivity> &kernels);

/// Returns how exact a candidate is by what rules found: AsBaseline where that was measured, else
/// Reduced where its source or its switches ask for fewer bits, else NotKnown.
Arithmetic arithmeticOf(const std::vector<Finding> &findings);

/// Returns the traits of an evaluation that has ended. Its own traits are those of its source.
/// Float32 where the strict verdict is correct on results of that type and no finding says less.
KernelTraits traitsOf(const Evaluation &evaluation);

} // namespace loupe
