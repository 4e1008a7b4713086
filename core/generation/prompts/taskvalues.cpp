// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/taskvalues.h"

#include "core/base/json.h"
#include "core/engine/request/optionwords.h"
#include "core/generation/prompts/pythonsource.h"
#include "core/suites/submissions/submissionreader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

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

constexpr std::string_view torchSpace = "aten::";

std::string operatorOf(const std::string &task)
{
    const std::size_t end = task.find_last_of("/:");
    return end == std::string::npos ? task : task.substr(end + 1);
}

/// Applies str.capitalize() to each word between underscores and joins them.
std::string pascalCase(const std::string &name)
{
    std::string out;
    bool isFirst = true;
    for (const char c : name) {
        const auto letter = static_cast<unsigned char>(c);
        if (c != '_')
            out += static_cast<char>(isFirst ? std::toupper(letter) : std::tolower(letter));
        isFirst = c == '_';
    }
    return out;
}

/// Implements repr() for a text without control characters.
std::string pythonQuoted(const std::string &text)
{
    const bool isDouble
        = text.find('\'') != std::string::npos && text.find('"') == std::string::npos;
    const char quote = isDouble ? '"' : '\'';
    std::string out(1, quote);
    for (const char c : text) {
        if (c == '\\' || (c == quote && !isDouble))
            out += '\\';
        out += c;
    }
    return out + quote;
}

/// Returns the lines "- `NAME`REST" below a heading, as pairs of name and rest.
std::vector<std::pair<std::string, std::string>> listBelow(const std::string &prompt,
                                                           const std::string &heading)
{
    std::vector<std::pair<std::string, std::string>> out;
    std::size_t at = prompt.find(heading);
    for (at = prompt.find('\n', at); at != std::string::npos;) {
        const std::size_t end = std::min(prompt.find('\n', at + 1), prompt.size());
        const std::string line = prompt.substr(at + 1, end - at - 1);
        if (line.starts_with("#"))
            break;
        const std::size_t close = line.starts_with("- `") ? line.find('`', 3) : std::string::npos;
        if (close != std::string::npos)
            out.emplace_back(line.substr(3, close - 3), line.substr(close + 1));
        at = end < prompt.size() ? end : std::string::npos;
    }
    return out;
}

TemplateRows interfaceRows(const std::string &prompt)
{
    TemplateRows rows;
    for (const auto &[name, rest] : listBelow(prompt, "### Interfaces to Implement")) {
        std::string function = name;
        std::replace(function.begin(), function.end(), '.', '_');
        const bool isOn = rest.find("enable") != std::string::npos;
        rows.push_back({{"name", name},
                        {"function", std::move(function)},
                        {"autograd", isOn ? "enable" : "disable"},
                        {"is_autograd", isOn ? "True" : "False"}});
    }
    return rows;
}

/// Parses lines such as "- `add.Tensor`: aten::add.Tensor(…) -> Tensor".
TemplateRows signatureRows(const std::string &prompt)
{
    TemplateRows rows;
    for (const auto &[name, rest] : listBelow(prompt, "### Function Signatures")) {
        const std::size_t dot = name.find('.');
        rows.push_back({{"overload", dot == std::string::npos ? "" : name.substr(dot + 1)},
                        {"signature", rest.starts_with(": ") ? rest.substr(2) : rest}});
    }
    return rows;
}

void addOperatorOfTorch(const BenchmarkTask &task, TemplateValues &values)
{
    const Json spec = Json::parse(task.task.specJson, nullptr, false);
    const std::string prompt = spec.is_object() ? spec.value("prompt", "") : std::string();
    TemplateRows interfaces = interfaceRows(prompt);
    TemplateRows signatures = signatureRows(prompt);
    std::string written;
    for (const auto &row : signatures)
        written += (written.empty() ? "" : ", ") + pythonQuoted(row.at("overload")) + ": "
            + pythonQuoted(row.at("signature"));
    values["signature_table"] = "{" + written + "}";
    values["several_interfaces"] = std::string(interfaces.size() > 1 ? "yes" : "");
    values["interfaces"] = std::move(interfaces);
    values["signatures"] = std::move(signatures);
}

void addMetadata(const BenchmarkTask &task, TemplateValues &values)
{
    constexpr std::array<std::pair<const char *, const char *>, 4> fields{
        {{"description", "description"},
         {"wrapper", "func_inputs"},
         {"math", "math"},
         {"other", "other"}}};
    const Json spec = Json::parse(task.task.specJson, nullptr, false);
    for (const auto &[name, field] : fields) {
        const bool hasText = spec.is_object() && spec.contains(field) && spec.at(field).is_string();
        values[name] = hasText ? stripped(spec.at(field).get<std::string>()) : std::string();
    }
}

} // namespace

TemplateValues suiteValues(const Benchmark &suite, const BenchmarkTask &task)
{
    const std::string op = operatorOf(task.task.name);
    TemplateValues out{{"reference", task.implementation},
                       {"reference_stripped", stripped(task.implementation)},
                       {"operator", op},
                       {"operator_pascal", pascalCase(op)}};
    if (suite.layout == SuiteLayout::KernelGenBench && task.task.name.starts_with(torchSpace))
        addOperatorOfTorch(task, out);
    if (suite.layout == SuiteLayout::KernelBenchX)
        addMetadata(task, out);
    return out;
}

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
