// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Layout of a folder of tasks on disk.
enum class SuiteLayout : std::uint8_t {
    Native,
    KernelBench,
    KernelBenchX,
    TritonBenchT,
    TritonBenchG,
    MultiKernelBench,
    KernelGenBench
};

/// Returns the suite's name in tasks and stores ("kernelbench", "kernelbench-x", "tritonbench-t").
const char *name(SuiteLayout layout);
/// Returns the suite's name as its authors write it ("KernelBench-X").
const char *title(SuiteLayout layout);
std::optional<SuiteLayout> suiteLayoutFromName(std::string_view name);
/// Returns the names of all layouts, in the order of the enumeration.
std::vector<std::string> suiteLayoutNames();

} // namespace loupe
