// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/console.h"
#include "core/suites/benchmark.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loupe::cli {

/// Every Python benchmark of a folder, or the one that `layout` chooses.
Result<std::vector<Benchmark>> readBenchmarks(const std::filesystem::path &folder,
                                              std::optional<SuiteLayout> layout);

/// `kloupe suites list`: tasks, counts, doubts, problems.
ExitCode listBenchmarks(const std::vector<Benchmark> &benchmarks, const Console &console);
/// `kloupe suites show`: one task with its reference; `task` as findTasks understands it.
ExitCode showBenchmarkTask(const std::vector<Benchmark> &benchmarks, const std::string &task,
                           const Console &console);
/// `kloupe suites check`: problems only; BadInput when there is one.
ExitCode checkBenchmarks(const std::vector<Benchmark> &benchmarks, const Console &console);

/// Counts, problems and remarks of a suite as JSON; without its tasks.
Json summaryOf(const Benchmark &benchmark);
/// The same for people.
void printSummary(const Benchmark &benchmark, const Console &console);

} // namespace loupe::cli
