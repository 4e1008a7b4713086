// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// How a folder of tasks is laid out on disk.
enum class SuiteLayout : std::uint8_t {
    Native,
    KernelBench,
    KernelBenchX,
    TritonBenchT,
    TritonBenchG,
    MultiKernelBench,
    KernelGenBench
};

/// The suite's name as tasks and stores carry it ("kernelbench", "kernelbench-x", "tritonbench-t").
const char *name(SuiteLayout layout);
/// The suite's name as its authors write it ("KernelBench-X").
const char *title(SuiteLayout layout);
std::optional<SuiteLayout> suiteLayoutFromName(std::string_view name);
/// The names of all layouts, in the order of the enumeration.
std::vector<std::string> suiteLayoutNames();

} // namespace loupe
