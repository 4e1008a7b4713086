// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/composition.h"

#include "core/integrity/runtimerules.h"
#include "core/integrity/sourcekernels.h"
#include "core/integrity/staticrule.h"

#include <algorithm>
#include <string_view>

namespace loupe {

namespace {

MadeOf madeOfSource(const CandidateEvidence &evidence)
{
    if (!evidence.python && !evidence.native)
        return MadeOf::NotKnown;
    const bool isLibraryUsed = !libraryCalls(evidence).empty();
    if (launchesOwnKernels(evidence))
        return isLibraryUsed ? MadeOf::Mixed : MadeOf::OwnKernels;
    if (evidence.python && !hasOwnKernels(evidence) && hidesKernels(*evidence.python))
        return MadeOf::NotKnown;
    return MadeOf::LibraryOnly;
}

bool isReduced(const Finding &finding)
{
    return matchesAny(finding.rule,
                      {"reduced_precision", "precision_flags", "precision_flags_changed"});
}

/// Returns whether results of fewer bits than float32 were requested.
bool hasNarrowResults(const std::vector<Trial> &trials)
{
    const auto isNarrow = [](const OutputComparison &output) {
        const std::string_view dtype = output.dtype;
        return dtype.find("float16") != dtype.npos || dtype.find("float8") != dtype.npos
            || dtype.find("half") != dtype.npos;
    };
    return std::ranges::any_of(
        trials, [&](const Trial &trial) { return std::ranges::any_of(trial.outputs, isNarrow); });
}

} // namespace

Composition compositionOf(MadeOf bySource, const std::vector<KernelActivity> &kernels)
{
    const DeviceShares shares = sharesOf(kernels, HeaderLibraries::MayBeOwn);
    const double all = shares.own + shares.library;
    if (!(all > 0.0))
        return {bySource, std::nullopt};
    if (bySource == MadeOf::LibraryOnly || shares.own <= 0.0)
        return {MadeOf::LibraryOnly, 0.0};
    return {shares.library > 0.0 ? MadeOf::Mixed : MadeOf::OwnKernels, shares.own / all};
}

Composition compositionOf(const CandidateEvidence &evidence)
{
    return compositionOf(madeOfSource(evidence), evidence.kernels);
}

Arithmetic arithmeticOf(const std::vector<Finding> &findings)
{
    if (std::ranges::find(findings, "as_timed", &Finding::rule) != findings.end())
        return Arithmetic::AsBaseline;
    return std::ranges::any_of(findings, isReduced) ? Arithmetic::Reduced : Arithmetic::NotKnown;
}

KernelTraits traitsOf(const Evaluation &evaluation)
{
    const Composition made = compositionOf(evaluation.traits.madeOf, evaluation.kernels);
    Arithmetic arithmetic = arithmeticOf(evaluation.findings);
    if (arithmetic == Arithmetic::NotKnown && evaluation.strictVerdict == Verdict::Correct
        && !hasNarrowResults(evaluation.trials))
        arithmetic = Arithmetic::Float32;
    return {made.madeOf, made.ownShare, arithmetic};
}

} // namespace loupe
