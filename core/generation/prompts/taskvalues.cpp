// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/taskvalues.h"

#include "core/engine/request/optionwords.h"
#include "core/generation/prompts/suitevalues.h"
#include "core/suites/submissions/submissionreader.h"

#include <fmt/format.h>

namespace loupe {

namespace {

std::string shapeText(const std::vector<std::string> &axes)
{
    return fmt::format("[{}]", fmt::join(axes, ", "));
}

std::string toleranceText(const NativeTolerance &tolerance)
{
    if (tolerance.exact)
        return "exactly as the reference has it";
    return "right to rounding in its type; terms may be added in another order";
}

std::string sizesText(const std::vector<ShapeCase> &shapes)
{
    if (shapes.empty())
        return "sizes of the caller's";
    std::string out;
    for (const auto &[name, size] : shapes.front().dims)
        out += fmt::format("{}{} = {:.0f}", out.empty() ? "" : ", ", name, size);
    return out;
}

TemplateRows inputRows(const NativeTask &task)
{
    TemplateRows rows;
    for (const NativeInput &input : task.inputs)
        rows.push_back({{"index", std::to_string(rows.size())},
                        {"name", input.name},
                        {"dtype", std::string(name(input.dtype))},
                        {"shape", shapeText(input.shape)}});
    return rows;
}

TemplateRows outputRows(const NativeTask &task)
{
    TemplateRows rows;
    for (const NativeOutput &output : task.outputs)
        rows.push_back({{"index", std::to_string(rows.size())},
                        {"name", output.name},
                        {"dtype", std::string(name(output.dtype))},
                        {"shape", shapeText(output.shape)},
                        {"tolerance", toleranceText(output.tolerance)}});
    return rows;
}

TemplateRows attributeRows(const NativeTask &task)
{
    TemplateRows rows;
    for (const NativeAttribute &attribute : task.attributes)
        rows.push_back({{"index", std::to_string(rows.size())},
                        {"name", attribute.name},
                        {"value", fmt::format("{}", attribute.value)}});
    return rows;
}

std::string entryText(const std::vector<std::string> &entries)
{
    if (entries.size() == 1 && entries.front() == "ModelNew")
        return "the class ModelNew, a torch.nn.Module";
    return fmt::format("the function {}", fmt::join(entries, " or "));
}

bool judgesGradients(const BenchmarkTask &task)
{
    const auto fact = task.facts.find("backward");
    return fact != task.facts.end() && fact->second == true;
}

} // namespace

TemplateValues taskValues(const PlanItem &item, const Plan &plan, const std::string &interface,
                          const std::string &platform)
{
    TemplateValues out{
        {"task", item.task->name}, {"title", item.task->title}, {"category", item.task->category}};
    if (item.native != nullptr) {
        const NativeTask &task = *item.native;
        out["entry"] = std::string("the function loupe_kernel");
        out["interface"] = interface;
        out["description"] = task.description;
        out["sizes"] = sizesText(platform == "cuda" ? task.gpuShapes : task.cpuShapes);
        out["inputs"] = inputRows(task);
        out["outputs"] = outputRows(task);
        out["attributes"] = attributeRows(task);
    } else {
        const auto &suite = std::get<Benchmark>(plan.suite);
        out["entry"] = entryText(entriesOf(suite, *item.benchmark));
        const RunPrecision judged
            = precisionFromWord(plan.precision).value_or(RunPrecision::Float32);
        const bool isHalf = judged == RunPrecision::Float16 || judged == RunPrecision::BFloat16;
        out["precision"] = std::string(isHalf ? name(judged) : std::string_view());
        out["gradients"] = std::string(judgesGradients(*item.benchmark) ? "judged" : "");
        const int shapes = item.benchmark->shapes;
        out["shapes"] = shapes > 1 ? std::to_string(shapes) : std::string();
        out.merge(suiteValues(suite, *item.benchmark));
    }
    return out;
}

bool hasFurtherConditions(const BenchmarkTask &task)
{
    return judgesGradients(task) || task.shapes > 1;
}

EntryRule entryRuleOf(const PlanItem &item, const Plan &plan)
{
    if (item.native != nullptr)
        return {EntryRule::Language::Cpp, {"loupe_kernel"}};
    return {EntryRule::Language::Python,
            entriesOf(std::get<Benchmark>(plan.suite), *item.benchmark)};
}

} // namespace loupe
