// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/rule.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/kerneltraits.h"

#include <optional>
#include <vector>

namespace loupe {

/// Origin of the code that does a candidate's work.
struct Composition {
    MadeOf madeOf = MadeOf::NotKnown;
    std::optional<double> ownShare = std::nullopt; ///< as in KernelTraits
    friend bool operator==(const Composition &, const Composition &) = default;
};

/// Returns the composition shown by the recorded kernels of timed calls, else by the source. A
/// kernel that the judged entry never launches does not count. The output of a library's compiler
/// (torch.compile) counts as the library's. NotKnown without a source and kernels. NotKnown also
/// for a source whose kernels are hidden by executed text or unknown modules.
Composition compositionOf(const CandidateEvidence &evidence);

/// Returns `bySource`, updated by the kernels of the candidate's timed calls. A source without its
/// own kernels cannot run any, whatever the names of the kernels that ran.
Composition compositionOf(MadeOf bySource, const std::vector<KernelActivity> &kernels);

/// Returns the precision of a candidate by the rules' findings. It is AsBaseline if that was
/// measured, else Reduced if the source or its switches request fewer bits, else NotKnown.
Arithmetic arithmeticOf(const std::vector<Finding> &findings);

/// Returns the traits of an evaluation that has ended. Its own traits are those of its source. The
/// precision is Float32 if the strict verdict is correct on results of that type and no finding
/// contradicts it.
KernelTraits traitsOf(const Evaluation &evaluation);

} // namespace loupe
