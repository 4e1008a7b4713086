// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/output/console.h"
#include "core/suites/layout/benchmark.h"

#include <string>
#include <vector>

namespace loupe::cli {

/// Implements `kloupe suites list`: tasks, counts, doubts, problems.
ExitCode listBenchmarks(const std::vector<Benchmark> &benchmarks, const Console &console);
/// Implements `kloupe suites show`: one task with its reference. `task`: see findTasks().
ExitCode showBenchmarkTask(const std::vector<Benchmark> &benchmarks, const std::string &task,
                           const Console &console);
/// Implements `kloupe suites check`: problems only. Returns BadInput if there is one.
ExitCode checkBenchmarks(const std::vector<Benchmark> &benchmarks, const Console &console);

/// Returns counts, problems and remarks of a suite as JSON, without its tasks.
Json summaryOf(const Benchmark &benchmark);
/// Prints that summary as text.
void printSummary(const Benchmark &benchmark, const Console &console);

} // namespace loupe::cli
