// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/python/pythoncontext.h"
#include "core/engine/python/pythonphase.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// Returns the task's facts from the suite as one object.
Json factsOf(const BenchmarkTask &task);

/// Returns a number below 2^60 that cannot be guessed without the run's seed. Pure.
std::uint64_t secretSeed(const std::string &runSeed, const std::string &task, int index);

/// Returns the strict rules for a task, with the suite's own element types. `points` has the rules
/// that the request switched on or off. Pure.
Protocol strictFor(const BenchmarkTask &task, const Protocol &suite, const Protocol &points);

/// Returns the phases of an evaluation in order, with names and seeds of their trials, but without
/// tensors. Pure.
std::vector<PythonPhase> plannedPhases(const BenchmarkTask &task, const PythonContext &context,
                                       const Protocol &suite);

} // namespace loupe
