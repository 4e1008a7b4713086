// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/requestedshapes.h"

#include "core/base/counted.h"
#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/nearest.h"
#include "core/base/result.h"
#include "core/suites/text/pythonconstants.h"
#include "core/suites/text/pythonnumbers.h"
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace loupe {

namespace {

constexpr std::uintmax_t maxShapesBytes = std::uintmax_t{1} << 20;
constexpr std::size_t maxShapesOfTask = 16;
constexpr std::size_t maxNumbersOfConstant = 64;

/// Place in a file of shapes: "shapes.json:level1/19[2].dim", counted from 0.
struct ShapeLocation {
    std::string file;
    std::string task;
    std::size_t shape = 0;

    std::string ofTask() const { return file + ":" + task; }
    std::string ofShape() const { return fmt::format("{}[{}]", ofTask(), shape); }
    std::string of(const std::string &constant) const { return ofShape() + "." + constant; }
};

Error badShape(std::string message, std::string where, std::string hint = {})
{
    return Error{Errc::InvalidInput, std::move(message), std::move(where), std::move(hint)};
}

Error comesTwice(const ShapeLocation &place)
{
    return badShape("the shape comes twice", place.ofShape(), "name each shape once");
}

bool isNumbers(const Json &value)
{
    return value.is_array() && !value.empty() && value.size() <= maxNumbersOfConstant
        && std::ranges::all_of(value, [](const Json &each) { return each.is_number(); });
}

Status checkShape(const Json &shape, const ShapeLocation &place)
{
    if (!shape.is_object() || shape.empty())
        return badShape("a shape must be an object of constants with other values", place.ofShape(),
                        R"(write it as {"dim": 4096})");
    for (const auto &[name, value] : shape.items()) {
        if (!value.is_number() && !isNumbers(value))
            return badShape(fmt::format("the value must be a number, or a list of 1 to {} numbers",
                                        maxNumbersOfConstant),
                            place.of(name));
    }
    return {};
}

Status checkShapes(const Json &shapes, ShapeLocation place)
{
    if (!shapes.is_array() || shapes.empty())
        return badShape("a task must have a list of at least one shape", place.ofTask(),
                        R"(write it as [{"dim": 4096}])");
    if (shapes.size() > maxShapesOfTask)
        return badShape(fmt::format("a task can have {}, not {}",
                                    counted(maxShapesOfTask, "further shape"), shapes.size()),
                        place.ofTask());
    for (; place.shape < shapes.size(); ++place.shape) {
        if (Status fits = checkShape(shapes[place.shape], place); !fits)
            return fits;
        const auto current = shapes.begin() + static_cast<std::ptrdiff_t>(place.shape);
        if (std::find(shapes.begin(), current, *current) != current)
            return comesTwice(place);
    }
    return {};
}

/// Writes 1e3 and 1000.0 as 1000, so that equal shapes have one text and one digest.
Json withWholeNumbers(const Json &json)
{
    constexpr double maxExact = 9007199254740992.0; // 2^53
    if (json.is_number_float()) {
        const auto value = json.get<double>();
        const bool isWhole = std::trunc(value) == value && std::abs(value) <= maxExact;
        return isWhole ? Json(static_cast<std::int64_t>(value)) : json;
    }
    Json out = json;
    for (Json &each : out) {
        if (each.is_number_float() || each.is_structured())
            each = withWholeNumbers(each);
    }
    return out;
}

/// Parses the text of a file of shapes; `source` names it in errors.
Result<Json> parseShapes(const std::string &text, const std::string &source)
{
    auto json = parseJson(text, source);
    if (!json)
        return json;
    if (!json->is_object() || json->empty())
        return badShape("a file of shapes must be an object of tasks, each with a list of shapes",
                        source, R"(write it as {"level1/19": [{"dim": 4096}]})");
    for (const auto &[task, shapes] : json->items()) {
        if (Status fits = checkShapes(shapes, {source, task}); !fits)
            return fits.error();
    }
    return withWholeNumbers(*json);
}

/// Returns the tasks that a key of the file means: by name, number or file.
std::vector<BenchmarkTask *> tasksNamed(const std::string &key, Benchmark &benchmark)
{
    std::vector<BenchmarkTask *> out;
    for (BenchmarkTask &task : benchmark.tasks) {
        const std::string &name = task.task.name;
        if (name == key)
            return {&task};
        if (name.starts_with(key + "_") || task.file.filename() == key || task.file.stem() == key)
            out.push_back(&task);
    }
    return out;
}

Result<BenchmarkTask *> taskNamed(const ShapeLocation &place, Benchmark &benchmark)
{
    const std::vector<BenchmarkTask *> found = tasksNamed(place.task, benchmark);
    if (found.size() == 1)
        return found.front();
    if (!found.empty())
        return badShape(fmt::format("\"{}\" names {} and {}", place.task, found[0]->task.name,
                                    found[1]->task.name),
                        place.ofTask(), "use the task's whole name");
    std::vector<std::string> known;
    known.reserve(benchmark.tasks.size());
    for (const BenchmarkTask &task : benchmark.tasks)
        known.push_back(task.task.name);
    return badShape("the suite has no task \"" + place.task + "\"", place.ofTask(),
                    hintWithNearest(place.task, known, "kloupe suites list lists the tasks"));
}

/// Constant of a task's file, and its value as far as the text says it.
struct OwnConstant {
    std::string text;
    std::optional<PythonNumbers> value;
    bool isLiteral = false; ///< no constant before it changes the value
};

std::map<std::string, OwnConstant> ownConstants(const BenchmarkTask &task)
{
    const std::string_view source = task.implementation;
    std::map<std::string, OwnConstant> out;
    std::map<std::string, PythonNumbers> known;
    const std::vector<PythonMention> mentions = otherMentions(source);
    auto mention = mentions.begin();
    for (const PythonConstant &each : pythonConstants(source)) {
        for (; mention != mentions.end() && mention->at < each.begin; ++mention)
            known.erase(mention->name); // `n *= 2` gives it a value that only Python knows
        const std::string_view text = source.substr(each.begin, each.end - each.begin);
        OwnConstant own{std::string(text), pythonNumbers(text, known),
                        pythonNumbers(text).has_value()};
        known.erase(each.name);
        if (own.value)
            known.emplace(each.name, *own.value);
        out.insert_or_assign(each.name, std::move(own));
    }
    return out;
}

PythonNumbers numbersOf(const Json &value)
{
    PythonNumbers out;
    out.isSequence = value.is_array();
    const auto add = [&](const Json &each) {
        out.numbers.push_back({each.get<double>(), each.is_number_integer()});
    };
    if (!value.is_array())
        add(value);
    else
        std::ranges::for_each(value, add);
    return out;
}

/// Returns whether all numbers of the constant are of one type; false where it is not known.
bool areAll(const OwnConstant &own, bool isInteger)
{
    return own.value && !own.value->numbers.empty()
        && std::ranges::all_of(own.value->numbers, [&](const PythonNumber &each) {
               return each.isInteger == isInteger;
           });
}

/// Returns the value with the type of the constant's numbers: 1 in the place of 0.5 is 1.0.
Json typedAs(const OwnConstant &own, Json value)
{
    if (!areAll(own, false))
        return value;
    if (!value.is_array())
        return value.get<double>();
    for (Json &each : value)
        each = each.get<double>();
    return value;
}

/// Refuses a value that the constant cannot have by its type.
Status checkType(const OwnConstant &own, const Json &value, const ShapeLocation &place,
                 const std::string &name)
{
    const bool isNoNumber = own.text.find_first_of("\"'") == 0 || own.text == "True"
        || own.text == "False" || own.text == "None";
    if (isNoNumber)
        return badShape(fmt::format("the task's file assigns {}, which is no number", own.text),
                        place.of(name), "choose another constant");
    const PythonNumbers numbers = numbersOf(value);
    const auto fraction = std::ranges::find(numbers.numbers, false, &PythonNumber::isInteger);
    if (!areAll(own, true) || fraction == numbers.numbers.end())
        return {};
    return badShape(fmt::format("the value must be an integer, as {} in the task's file, not {}",
                                own.text, fraction->value),
                    place.of(name), "write it without a fraction");
}

/// Returns a value as Python has it in the place of `old`, where a sequence keeps its type.
std::string pythonText(const Json &value, std::string_view old)
{
    if (!value.is_array() || !old.starts_with('('))
        return value.dump();
    std::string out = "(";
    for (const Json &each : value)
        out += each.dump() + ", ";
    out.back() = ')';
    return out;
}

/// Returns the shape as people read it: "batch_size=128, dim=4096".
std::string shapeText(const Json &shape)
{
    std::vector<std::string> parts;
    for (const auto &[name, value] : shape.items())
        parts.push_back(name + "=" + value.dump());
    return fmt::format("{}", fmt::join(parts, ", "));
}

Error unknownConstant(const BenchmarkTask &task, const std::string &name,
                      const ShapeLocation &place,
                      const std::map<std::string, OwnConstant> &constants)
{
    std::vector<std::string> known;
    known.reserve(constants.size());
    for (const auto &[each, own] : constants)
        known.push_back(each);
    const std::string hint = known.empty()
        ? "the task's file assigns no constant: give its sizes names there first"
        : hintWithNearest(name, known, fmt::format("its constants are {}", fmt::join(known, ", ")));
    return badShape(fmt::format("{} has no constant \"{}\"", task.task.name, name), place.of(name),
                    hint);
}

/// Returns the task's reference with the constants of a shape; its own text for its own shape,
/// however that is written.
Result<std::string> implementationOf(const BenchmarkTask &task, const Json &shape,
                                     const ShapeLocation &place)
{
    const std::map<std::string, OwnConstant> constants = ownConstants(task);
    std::map<std::string, std::string> values;
    bool isOwnShape = true;
    for (const auto &[name, value] : shape.items()) {
        const auto found = constants.find(name);
        if (found == constants.end())
            return unknownConstant(task, name, place, constants);
        const OwnConstant &own = found->second;
        if (Status fits = checkType(own, value, place, name); !fits)
            return fits.error();
        const Json typed = typedAs(own, value);
        std::string text = pythonText(typed, own.text);
        const bool isOwn = text == own.text || own.value == numbersOf(typed);
        isOwnShape = isOwnShape && isOwn;
        if (!isOwn || !own.isLiteral) // what is left out has no part in whether shapes are equal
            values[name] = std::move(text);
    }
    return isOwnShape ? task.implementation : withConstants(task.implementation, values);
}

Status addShapesTo(BenchmarkTask &task, const Json &shapes, ShapeLocation place)
{
    for (; place.shape < shapes.size(); ++place.shape) {
        auto implementation = implementationOf(task, shapes[place.shape], place);
        if (!implementation)
            return implementation.error();
        if (*implementation == task.implementation)
            continue; // the task's own shape, which comes first in any case
        if (std::ranges::find(task.otherShapes, *implementation, &BenchmarkTask::implementation)
            != task.otherShapes.end())
            return comesTwice(place);
        BenchmarkTask other = task;
        other.otherShapes.clear();
        other.implementation = std::move(*implementation);
        other.shape = shapeText(shapes[place.shape]);
        task.otherShapes.push_back(std::move(other));
    }
    task.shapes = 1 + static_cast<int>(task.otherShapes.size());
    for (BenchmarkTask &other : task.otherShapes)
        other.shapes = task.shapes;
    return {};
}

/// Refuses a suite whose tasks cannot have several shapes.
Status checkHasModels(const Benchmark &benchmark, const std::string &source)
{
    const bool hasModels = benchmark.layout == SuiteLayout::KernelBench
        || benchmark.layout == SuiteLayout::MultiKernelBench;
    if (!hasModels)
        return Error{Errc::Unsupported,
                     "tasks of KernelBench and MultiKernelBench can have several shapes, "
                     "not those of "
                         + benchmark.name,
                     source, "leave --shapes out"};
    return {};
}

std::string sourceOf(const PythonRequest &python)
{
    return python.shapesFile.empty() ? std::string("shapes") : python.shapesFile.string();
}

} // namespace

Status readShapes(PythonRequest &python)
{
    if (python.shapesFile.empty() && python.shapes.empty())
        return {};
    const auto text = python.shapesFile.empty() ? Result<std::string>(python.shapes)
                                                : readFile(python.shapesFile, maxShapesBytes);
    if (!text)
        return text.error();
    const auto json = parseShapes(*text, sourceOf(python));
    if (!json)
        return json.error();
    python.shapes = json->dump();
    return {};
}

Status chooseShapes(const PythonRequest &python, Benchmark &benchmark)
{
    if (python.shapes.empty())
        return {};
    const std::string source = sourceOf(python);
    if (Status possible = checkHasModels(benchmark, source); !possible)
        return possible;
    const auto json = parseShapes(python.shapes, source); // a preset or a store may have any text
    if (!json)
        return json.error();
    for (BenchmarkTask &task : benchmark.tasks)
        task.facts["shapes"] = shapesDigest(python.shapes);
    std::set<const BenchmarkTask *> named;
    for (const auto &[key, shapes] : json->items()) {
        const ShapeLocation place{source, key};
        const auto task = taskNamed(place, benchmark);
        if (!task)
            return task.error();
        if (!named.insert(*task).second)
            return badShape("\"" + key + "\" names " + (*task)->task.name + " again",
                            place.ofTask(), "name each task once");
        if (Status added = addShapesTo(**task, shapes, place); !added)
            return added;
    }
    return {};
}

std::string shapesDigest(const std::string &shapes)
{
    return shapes.empty() ? std::string() : sha256Hex(shapes).substr(0, 8);
}

} // namespace loupe
