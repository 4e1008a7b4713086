// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/benchmark.h"

#include <filesystem>
#include <optional>

namespace loupe {

/// Reads a checkout of one of the five Python benchmarks, or the part of it that holds the tasks.
/// Tasks that cannot be read are in `problems`. `layout` chooses where a folder has several.
/// Refused: no such folder, an unknown layout (InvalidInput, with what was looked for), the native
/// layout (readNativeSuite reads that), a folder of which no task can be read.
Result<Benchmark> readBenchmark(const std::filesystem::path &folder,
                                std::optional<SuiteLayout> layout = std::nullopt);

} // namespace loupe
