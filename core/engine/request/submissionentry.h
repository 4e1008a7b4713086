// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/protocol.h"
#include "core/suites/benchmark.h"

#include <optional>
#include <string>

namespace loupe {

/// Why a suite refuses a submission for what it does not define, before it runs anything; nullopt
/// where it does not. KernelBench-X wants the file's stem or
/// kernel_function at the top level of the module.
std::optional<std::string> entryProblem(const Protocol &protocol, const BenchmarkTask &task,
                                        const std::string &source);

/// The source with the imports that KernelGenBench adds where their names occur without them.
std::string withOperatorImports(const std::string &source);

} // namespace loupe
