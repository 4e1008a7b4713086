// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/sizelimits.h"
#include "core/engine/python/pythonphase.h"
#include "core/model/evaluation.h"

#include <functional>
#include <optional>
#include <string>

namespace loupe {

/// Adds to a model's planned strict trials those that its points ask for, behind the plain ones:
/// variants of the inputs, other weights. The first may break a reference's device, so they come
/// last. `seed` gives a secret seed for a place.
void planStrictTrials(PythonPhase &phase, bool isGrouped,
                      const std::function<std::uint64_t(int)> &seed);

/// What the result's tensors may not do, from what the worker says of the reference's (`expected`)
/// and of the candidate's (`actual`, which may be anything): lie on another device, or in the
/// memory of an input where the reference's are new. nullopt where nothing is wrong.
std::optional<std::string> layoutProblem(const Json &expected, const Json &actual);

/// The first damaged guard beside an input, from what the worker says; nullopt where there is none.
std::optional<std::string> guardDamage(const Json &damage);

/// Whether the first result of a phase is kept until the same inputs come again: by the size of
/// what is expected, so that it is the same for all candidates.
bool keepsFirstResult(const PythonTrial &trial, const SizeLimits &limits);
/// Whether a timed trial is too large for another one beside it.
bool isTooLargeForOther(const PythonTrial &timed, const SizeLimits &limits);
/// What the sizes of a phase's first trial decide, as text for people and programs.
Json decidedBySize(const PythonPhase &phase, const PythonTrial &first, const SizeLimits &limits);

/// The rule with the absolute tolerances widened by `times` the reference's own errors.
NestedRule widened(NestedRule rule, const std::map<std::string, double> &referenceError,
                   double times);
/// The rule with tolerances and distances so many times as large.
NestedRule loosened(NestedRule rule, double times);
/// What a protocol's rule is for one trial: widened by what the reference itself is off, and as lax
/// as what is timed.
NestedRule ruleOf(const Protocol &protocol, const PythonTrial &trial);

} // namespace loupe
