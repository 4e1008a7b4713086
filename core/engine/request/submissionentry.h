// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/protocol.h"
#include "core/suites/layout/benchmark.h"

#include <optional>
#include <string>

namespace loupe {

/// Returns why a suite refuses a submission for a missing definition before it runs anything;
/// nullopt if it does not. KernelBench-X requires the file's stem or kernel_function at the top
/// level of the module.
std::optional<std::string> entryProblem(const Protocol &protocol, const BenchmarkTask &task,
                                        const std::string &source);

/// Returns the source with the imports that KernelGenBench adds if their names occur without them.
std::string withOperatorImports(const std::string &source);

} // namespace loupe
