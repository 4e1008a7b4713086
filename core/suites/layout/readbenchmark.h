// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/layout/benchmark.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace loupe {

/// Returns all layouts of the folder (a checkout of TritonBench has two); empty if unknown.
std::vector<SuiteLayout> detectLayouts(const std::filesystem::path &folder);

/// Returns the folder's layout; if there are several, the first in the enumeration's order.
/// NotFound if the folder does not exist, InvalidInput for an unknown layout, with the layouts
/// tried.
Result<SuiteLayout> detectLayout(const std::filesystem::path &folder);

/// Reads a checkout of one of the five Python benchmarks, or its part with the tasks. Unreadable
/// tasks are listed in `problems`. `layout` selects one if a folder has several. Fails if the
/// folder does not exist, its layout is unknown (InvalidInput with the layouts tried) or native
/// (see readNativeSuite()), or no task can be read.
Result<Benchmark> readBenchmark(const std::filesystem::path &folder,
                                std::optional<SuiteLayout> layout = std::nullopt);

/// Reads every Python benchmark of a folder, or only that of `layout`.
Result<std::vector<Benchmark>> readBenchmarks(const std::filesystem::path &folder,
                                              std::optional<SuiteLayout> layout = std::nullopt);

} // namespace loupe
