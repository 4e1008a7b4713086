// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// The rule with the absolute tolerances widened by `times` the reference's own errors.
NestedRule widened(NestedRule rule, const std::map<std::string, double> &referenceError,
                   double times);

} // namespace loupe
