// SPDX-License-Identifier: Apache-2.0
#include "core/suites/native/nativetask.h"

#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/base/untrustedfile.h"
#include "core/suites/native/categories.h"
#include "core/suites/native/generatorkinds.h"

#include <algorithm>
#include <cctype>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxTaskFileBytes = 1 << 20;

bool isTaskName(const std::string &name)
{
    const auto allowed
        = [](unsigned char c) { return std::islower(c) || std::isdigit(c) || c == '_'; };
    return !name.empty() && std::all_of(name.begin(), name.end(), allowed);
}

DType readDType(const JsonReader &reader)
{
    const std::string text = reader.requiredString("dtype");
    const auto dtype = dtypeFromName(text);
    if ((!dtype || !isNative(*dtype)) && !text.empty())
        reader.problem("dtype", "\"" + text + "\" is not an element type");
    return dtype.value_or(DType::Float32);
}

std::vector<std::string> readShape(const JsonReader &reader)
{
    if (!reader.has("shape"))
        reader.problem("shape", "is missing");
    return reader.optionalStrings("shape");
}

NativeInput readInput(const JsonReader &reader)
{
    reader.allowOnly({"name", "dtype", "shape", "generator"});
    NativeInput input{reader.requiredString("name"), readDType(reader), readShape(reader), {}};
    if (!reader.has("generator") || !reader.json().at("generator").is_string()) {
        if (const auto generator = reader.object("generator"))
            input.generator = readGenerator(*generator);
    } else if (reader.requiredString("generator") != "case") {
        reader.problem("generator", "must be \"case\" or an object with a kind");
    }
    return input;
}

NativeOutput readOutput(const JsonReader &reader)
{
    reader.allowOnly({"name", "dtype", "shape", "tolerance"});
    NativeOutput output{reader.requiredString("name"), readDType(reader), readShape(reader), {}};
    const auto tolerance = reader.object("tolerance");
    if (!tolerance)
        return output;
    tolerance->allowOnly({"exact", "reduction", "condition", "absolute", "reason"});
    output.tolerance.exact = tolerance->optionalBool("exact", false);
    output.tolerance.reduction = tolerance->optionalString("reduction", "1");
    output.tolerance.condition = tolerance->optionalNumber("condition", 1.0);
    output.tolerance.absolute = tolerance->optionalNumber("absolute", 0.0);
    output.tolerance.reason = tolerance->optionalString("reason");
    if (output.tolerance.condition < 1.0)
        tolerance->problem("condition", "must be at least 1");
    if (output.tolerance.absolute < 0.0)
        tolerance->problem("absolute", "must not be negative");
    const bool special = output.tolerance.condition > 1.0 || output.tolerance.absolute > 0.0;
    if (special && output.tolerance.reason.empty())
        tolerance->problem("reason", "is missing: say why this output needs a wider tolerance");
    return output;
}

std::vector<ShapeCase> readShapes(const JsonReader &shapes, std::string_view device)
{
    std::vector<ShapeCase> out;
    for (const JsonReader &reader : shapes.objects(device)) {
        reader.allowOnly({"name", "dims"});
        ShapeCase shape{reader.requiredString("name"), {}};
        if (const auto dims = reader.object("dims"); dims && dims->json().is_object()) {
            for (const auto &[name, value] : dims->json().items()) {
                shape.dims[name] = static_cast<double>(dims->requiredInteger(name));
                if (shape.dims[name] < 0)
                    dims->problem(name, "must not be negative");
            }
        }
        out.push_back(std::move(shape));
    }
    if (out.size() < 2)
        shapes.problem(device, "needs two or more shapes, one of them odd-sized");
    const auto oddSized = [](const ShapeCase &shape) {
        return std::any_of(shape.dims.begin(), shape.dims.end(), [](const auto &dim) {
            return dim.second > 1 && static_cast<std::int64_t>(dim.second) % 2 == 1;
        });
    };
    if (std::none_of(out.begin(), out.end(), oddSized))
        shapes.problem(device, "needs a shape with an odd extent");
    return out;
}

void readIdentity(const JsonReader &reader, NativeTask &task)
{
    if (reader.requiredInteger("schema") != 1)
        reader.problem("schema", "must be 1: this version reads no other");
    const std::string name = reader.requiredString("name");
    task.task.suite = "native";
    task.task.category = reader.requiredString("category");
    task.task.name = task.task.category + "/" + name;
    task.task.title = reader.requiredString("title");
    task.description = reader.requiredString("description");
    task.task.level = static_cast<int>(reader.requiredInteger("difficulty"));
    if (!name.empty() && !isTaskName(name))
        reader.problem("name", "may hold lower-case letters, digits and _ only");
    if (name != task.folder.filename().string())
        reader.problem("name", "must equal the folder's name, " + task.folder.filename().string());
    if (task.task.category != task.folder.parent_path().filename().string())
        reader.problem("category",
                       "must equal the parent folder's name, "
                           + task.folder.parent_path().filename().string());
    if (!isNativeCategory(task.task.category))
        reader.problem("category", "is not one of " + nativeCategoryList());
    if (*task.task.level < 1 || *task.task.level > 5)
        reader.problem("difficulty", "must be 1 to 5");
}

void readBody(const JsonReader &reader, NativeTask &task)
{
    for (const JsonReader &input : reader.objects("inputs"))
        task.inputs.push_back(readInput(input));
    for (const JsonReader &output : reader.objects("outputs"))
        task.outputs.push_back(readOutput(output));
    if (task.outputs.empty())
        reader.problem("outputs", "needs at least one output");
    for (const JsonReader &attribute : reader.objects("attributes", false)) {
        attribute.allowOnly({"name", "value"});
        task.attributes.push_back(
            {attribute.requiredString("name"), attribute.requiredNumber("value")});
    }
    for (const JsonReader &distribution : reader.objects("distributions")) {
        task.distributions.push_back(readGenerator(distribution));
        if (task.distributions.back().name.empty())
            distribution.problem("name", "is missing");
    }
    if (task.distributions.size() < 2)
        reader.problem("distributions", "needs two or more distributions");
    if (const auto shapes = reader.object("shapes")) {
        shapes->allowOnly({"cpu", "gpu"});
        task.cpuShapes = readShapes(*shapes, "cpu");
        task.gpuShapes = readShapes(*shapes, "gpu");
    }
    task.flops = reader.requiredString("flops");
    task.bytes = reader.requiredString("bytes");
}

/// Evaluates all formulas on all shapes, so that a task that cannot be planned is refused early.
void checkFormulas(const NativeTask &task, const std::string &file,
                   std::vector<JsonProblem> &problems)
{
    for (const auto *shapes : {&task.cpuShapes, &task.gpuShapes}) {
        for (const ShapeCase &shape : *shapes) {
            for (const Generator &distribution : task.distributions) {
                const auto trial = trialSpec(task, shape, distribution);
                if (!trial)
                    problems.push_back({file + ":" + trial.error().where,
                                        trial.error().message + " (shape " + shape.name + ")"});
                if (!trial)
                    return;
            }
        }
    }
}

/// Reads a file of an untrusted task; links must stay in the task's folder.
Result<std::string> readTaskFile(const fs::path &folder, const fs::path &file)
{
    return readUntrustedFile(folder, file,
                             {.maxBytes = maxTaskFileBytes, .links = FolderLinks::Within});
}

} // namespace

Result<NativeTask> readNativeTask(const fs::path &given)
{
    // "task/" has an empty file name; its parent is the intended folder.
    const fs::path folder = given.has_filename() ? given : given.parent_path();
    const fs::path file = folder / "task.json";
    const auto text = readTaskFile(folder, file);
    if (!text)
        return text.error();
    const auto json = parseJson(*text, file.string());
    if (!json)
        return json.error();

    NativeTask task;
    task.folder = folder;
    std::vector<JsonProblem> problems;
    const JsonReader reader(*json, file.string(), "", problems);
    reader.allowOnly({"schema", "name", "category", "title", "description", "difficulty", "inputs",
                      "outputs", "attributes", "distributions", "shapes", "flops", "bytes"});
    if (json->is_object()) {
        readIdentity(reader, task);
        readBody(reader, task);
    }
    if (problems.empty())
        checkFormulas(task, file.string(), problems);
    const auto reference = readTaskFile(folder, folder / "reference.cpp");
    if (!reference)
        problems.push_back({(folder / "reference.cpp").string(), reference.error().message});
    std::error_code failed;
    if (fs::exists(folder / "baseline.cu", failed)) {
        auto baseline = readTaskFile(folder, folder / "baseline.cu");
        if (baseline)
            task.cudaBaseline = std::move(baseline).value();
        else
            problems.push_back({(folder / "baseline.cu").string(), baseline.error().message});
    }
    if (!problems.empty())
        return toError(problems);

    task.task.reference = *reference;
    task.task.referenceLanguage = "cpp";
    task.task.specJson = json->dump();
    task.task.hash = sha256Hex(task.task.specJson + '\0' + *reference);
    return task;
}

} // namespace loupe
