// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/python/pythoncontext.h"
#include "core/engine/python/pythonphase.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// What the suite states of a task, as one object.
Json factsOf(const BenchmarkTask &task);

/// A number below 2^60 that nobody knows who does not know the run's seed. Pure.
std::uint64_t secretSeed(const std::string &runSeed, const std::string &task, int index);

/// Our rules for a task, on the suite's own element types; `points` are those asked for. Pure.
Protocol strictFor(const BenchmarkTask &task, const Protocol &suite, const Protocol &points);

/// The phases of a model in order, with the names and seeds of their trials and nothing made yet.
/// Pure.
std::vector<PythonPhase> plannedPhases(const BenchmarkTask &task, const PythonContext &context,
                                       const Protocol &suite);

} // namespace loupe
