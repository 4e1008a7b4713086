// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/memoryplan.h"
#include "core/engine/python/pythonphase.h"
#include "core/model/record/evaluation.h"

#include <functional>
#include <optional>
#include <string>

namespace loupe {

/// Appends the strict trials that the phase's points require: variants of the inputs, other
/// weights. They come last, because the first may break a reference's device. `seed` returns a
/// secret seed for a position.
void planStrictTrials(PythonPhase &phase, bool isGrouped,
                      const std::function<std::uint64_t(int)> &seed);

/// Returns what is wrong with the result's tensors compared with the reference's (`expected`).
/// `actual` comes from the candidate's process and may be anything. It is wrong to be on another
/// device, or in an input's memory if the reference's tensor is new.
std::optional<std::string> layoutProblem(const Json &expected, const Json &actual);

/// Describes the first damaged guard next to an input, as reported by the worker; nullopt if there
/// is none.
std::optional<std::string> guardDamage(const Json &damage);

/// Returns whether the first result of a phase is kept until the same inputs come again. Depends on
/// the size of the expectation, so that it is the same for all candidates.
bool keepsFirstResult(const PythonTrial &trial, const SizeLimits &limits);
/// Returns whether a timed trial is too large for a second one in memory.
bool isTooLargeForOther(const PythonTrial &timed, const SizeLimits &limits);
/// Returns what the sizes of a phase's first trial decide, as text for people and programs.
Json decidedBySize(const PythonPhase &phase, const PythonTrial &first, const SizeLimits &limits);

/// Returns [absolute, relative] of each floating type with a tolerance, for a reference process.
Json tolerancesOf(const NestedRule &rule);
/// Returns the rule with the absolute tolerances widened by `times` the reference's own errors.
NestedRule widened(NestedRule rule, const std::map<std::string, double> &referenceError,
                   double times);
/// Returns the rule with tolerances and distances multiplied by `times`.
NestedRule loosened(NestedRule rule, double times);
/// Returns a protocol's rule for one trial: widened by the reference's own error, and as lax as for
/// the timed call.
NestedRule ruleOf(const Protocol &protocol, const PythonTrial &trial);

} // namespace loupe
