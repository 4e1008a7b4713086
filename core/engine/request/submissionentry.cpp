// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/submissionentry.h"

#include "core/suites/text/pythontext.h"

#include <algorithm>

namespace loupe {

namespace {

/// Returns why an overload is missing. KernelGenBench looks for the text "def add_Tensor(" of every
/// overload.
std::optional<std::string> missingOverload(const Protocol &protocol, const BenchmarkTask &task,
                                           const std::string &source)
{
    const auto interfaces = task.facts.find("interfaces");
    if (!protocol.isAsShipped("every_overload_defined") || interfaces == task.facts.end()
        || task.task.category != "aten")
        return std::nullopt;
    for (const Json &interface : interfaces->second) {
        auto function = interface.get<std::string>();
        std::replace(function.begin(), function.end(), '.', '_');
        if (source.find(std::string("def ").append(function).append("(")) == std::string::npos)
            return "the suite wants def " + function + "( in the text";
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> entryProblem(const Protocol &protocol, const BenchmarkTask &task,
                                        const std::string &source)
{
    if (auto missing = missingOverload(protocol, task, source))
        return missing;
    const ProtocolToggle *check = protocol.toggle("entry_check_wants_stem");
    if (check == nullptr)
        return std::nullopt;
    const bool wantsStem = check->state == ToggleState::AsShipped;
    const std::string entry = wantsStem ? task.file.stem().string() : task.entry;
    const PythonOutline outline = pythonOutline(source);
    for (const std::string &name : {entry, std::string("kernel_function")}) {
        const auto among = [&](const std::vector<std::string> &names) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        if (among(outline.functions) || among(outline.assigned))
            return std::nullopt;
    }
    return "the suite wants " + entry + " or kernel_function at the top level";
}

std::string withOperatorImports(const std::string &source)
{
    const auto has = [&](const char *text) { return source.find(text) != std::string::npos; };
    std::string imports;
    for (const char *package : {"torch", "triton"}) {
        const std::string import = std::string("import ") + package;
        if (has(package) && !has(import.c_str()))
            imports += import + "\n";
    }
    if (has("tl.") && !has("import triton.language as tl"))
        imports += "import triton.language as tl\n";
    return imports + source;
}

} // namespace loupe
