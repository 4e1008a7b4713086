// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/suitelayout.h"

#include <array>

namespace loupe {

namespace {

struct LayoutNames {
    SuiteLayout layout;
    const char *name;
    const char *title;
};

constexpr std::array<LayoutNames, 7> layouts{{
    {SuiteLayout::Native, "native", "native tasks"},
    {SuiteLayout::KernelBench, "kernelbench", "KernelBench"},
    {SuiteLayout::KernelBenchX, "kernelbench-x", "KernelBench-X"},
    {SuiteLayout::TritonBenchT, "tritonbench-t", "TritonBench-T"},
    {SuiteLayout::TritonBenchG, "tritonbench-g", "TritonBench-G"},
    {SuiteLayout::MultiKernelBench, "multikernelbench", "MultiKernelBench"},
    {SuiteLayout::KernelGenBench, "kernelgenbench", "KernelGenBench"},
}};

} // namespace

const char *name(SuiteLayout layout)
{
    return layouts.at(static_cast<std::size_t>(layout)).name;
}

const char *title(SuiteLayout layout)
{
    return layouts.at(static_cast<std::size_t>(layout)).title;
}

std::optional<SuiteLayout> suiteLayoutFromName(std::string_view name)
{
    for (const LayoutNames &known : layouts) {
        if (name == known.name)
            return known.layout;
    }
    return std::nullopt;
}

std::vector<std::string> suiteLayoutNames()
{
    std::vector<std::string> names;
    names.reserve(layouts.size());
    for (const LayoutNames &each : layouts)
        names.emplace_back(each.name);
    return names;
}

} // namespace loupe
