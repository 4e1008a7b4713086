// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelgenbench/kernelgenbenchnames.h"

#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace loupe {

namespace {

constexpr std::array<std::string_view, 3> kernelGenBenchSums{"pass_at_k_results.json",
                                                             "results.json", "progress.json"};
constexpr int maxKernelGenBenchLogs = 10'000;
constexpr std::array<std::string_view, 2> kernelGenBenchSettings{"args.json", "config.yaml"};

/// Returns the name without a final "_20260601_120000" or "_20260601-120000".
std::string_view withoutTime(std::string_view name)
{
    constexpr std::size_t length = 16;
    if (name.size() <= length)
        return name;
    const std::string_view end = name.substr(name.size() - length);
    const bool isTime = end[0] == '_' && std::all_of(end.begin(), end.end(), [](unsigned char c) {
                            return std::isdigit(c) != 0 || c == '_' || c == '-';
                        });
    return isTime ? name.substr(0, name.size() - length) : name;
}

std::string_view withoutDataset(std::string_view name)
{
    for (const std::string_view mark : {"_KernelGenBench", "_v2_"}) {
        const std::size_t at = name.find(mark);
        if (at != std::string_view::npos)
            return name.substr(0, at);
    }
    return name;
}

/// Returns "gpt-4o" for "pass_at_5_gpt-4o_KernelGenBench_20260601-120000".
std::string_view modelOfFolder(std::string_view name)
{
    constexpr std::string_view start = "pass_at_";
    if (!name.starts_with(start))
        return {};
    name.remove_prefix(start.size());
    const std::size_t mark = name.find('_');
    if (mark == std::string_view::npos)
        return {};
    return withoutDataset(withoutTime(name.substr(mark + 1)));
}

struct KernelGenBenchSettings {
    std::string model;
    bool hasReflection = false;
};

KernelGenBenchSettings kernelGenBenchSettingsOf(const FileTree &tree, const std::string &prefix)
{
    KernelGenBenchSettings out;
    if (const ImportedFile *file = tree.find(prefix + "args.json")) {
        const auto json = parsePythonJson(file->content, {});
        if (json && json->is_object()) {
            for (const char *key : {"model_name", "model"}) {
                const auto found = json->find(key);
                if (out.model.empty() && found != json->end() && found->is_string())
                    out.model = found->get<std::string>();
            }
            const auto reflection = json->find("reflection");
            out.hasReflection
                = reflection != json->end() && reflection->is_boolean() && reflection->get<bool>();
        }
    }
    if (const ImportedFile *file = tree.find(prefix + "config.yaml"); file != nullptr) {
        if (isUtf8(file->content))
            out.model = yamlValue(file->content, "model");
    }
    return out;
}

/// Returns run_name of results.json, for files moved out of their folder.
std::string kernelGenBenchRunNameOf(const FileTree &tree, const std::string &prefix)
{
    const ImportedFile *file = tree.find(prefix + "results.json");
    if (file == nullptr && tree.isSingleFile)
        file = &tree.files.front();
    const auto parts = file == nullptr ? Result<std::vector<JsonPart>>(std::vector<JsonPart>())
                                       : partsOfObject(file->content, {});
    if (!parts)
        return {};
    for (const JsonPart &part : *parts) {
        const auto json
            = part.key == "run_name" ? parsePythonJson(part.text, {}) : Result<Json>(Json());
        if (json && json->is_string())
            return json->get<std::string>();
    }
    return {};
}

} // namespace

KernelGenBenchIdentity kernelGenBenchIdentityOf(const FileTree &tree, const std::string &prefix)
{
    KernelGenBenchIdentity place;
    const auto parts = pathParts(tree.root, prefix);
    const std::string folder = parts.empty() ? std::string() : parts.back();
    const KernelGenBenchSettings known = kernelGenBenchSettingsOf(tree, prefix);
    const std::string_view model = modelOfFolder(folder);
    place.run = kernelGenBenchRunNameOf(tree, prefix);
    place.isAgent = !place.run.empty() || tree.find(prefix + "progress.json") != nullptr
        || tree.find(prefix + "results.json") != nullptr;
    if (place.run.empty() || place.run == "unknown")
        place.run = tree.isSingleFile ? std::string(stemOf(tree.files.front().name)) : folder;
    place.hasReflection = known.hasReflection || folder.find("_reflection") != std::string::npos;
    if (place.isAgent) {
        place.method = withoutDataset(withoutTime(place.run));
        if (!known.model.empty())
            place.method += " (" + known.model + ")";
    } else {
        place.method = known.model.empty() ? std::string(model) : known.model;
    }
    if (place.method.empty())
        place.method = "not recorded";
    return place;
}

bool isKernelGenBenchHackReport(std::string_view file)
{
    return (file.starts_with("antihack_") && file.ends_with(".json"))
        || file == "pass_at_k_results_antihack.json";
}

bool isKernelGenBenchTokenReport(std::string_view file)
{
    return file == "token_analysis.json";
}

std::optional<KernelGenBenchLog> kernelGenBenchLogOf(const FileTree &tree, std::string_view name)
{
    constexpr std::string_view logs = "verification";
    const auto parts = pathParts(tree.root, name);
    const auto number = parts.size() < 2
        ? std::nullopt
        : numberAfter("log_", parts[parts.size() - 2], maxKernelGenBenchLogs);
    if (!number)
        return std::nullopt;
    std::string_view above = folderOf(folderOf(name));
    if (fileOf(above) == logs)
        above = folderOf(above);
    return KernelGenBenchLog{above.empty() ? std::string() : std::string(above) + "/", *number};
}

bool isKernelGenBenchFile(std::string_view name)
{
    const std::string_view file = fileOf(name);
    const std::string_view folder = fileOf(folderOf(name));
    const auto isOneOf = [&](const auto &names) {
        return std::find(names.begin(), names.end(), file) != names.end();
    };
    if (name.find("workspaces/") != std::string_view::npos)
        return false;
    if (isOneOf(kernelGenBenchSums) || isOneOf(kernelGenBenchSettings)
        || isKernelGenBenchHackReport(file) || isKernelGenBenchTokenReport(file)
        || file == "generation_summary.json")
        return true;
    if (folder.empty() || folder.starts_with("log_")) // the tree may be a log
        return file == "result.json" || file == "summary.json"
            || (file.starts_with("test_report_") && file.ends_with(".json"));
    return file.ends_with(".py") && (folder == "kernels" || folder.starts_with("round_"));
}

std::vector<std::string> kernelGenBenchRunFolders(const FileTree &tree)
{
    if (tree.isSingleFile)
        return {""};
    std::set<std::string> folders;
    for (const ImportedFile &file : tree.files) {
        const std::string_view name = file.name;
        const bool isSum
            = std::ranges::find(kernelGenBenchSums, fileOf(name)) != kernelGenBenchSums.end();
        if ((isSum || isKernelGenBenchHackReport(fileOf(name)))
            && !kernelGenBenchKindOf(file.content).empty())
            folders.emplace(name.substr(0, name.size() - fileOf(name).size()));
        else if (const auto log = kernelGenBenchLogOf(tree, name))
            folders.insert(log->prefix);
    }
    return {folders.begin(), folders.end()};
}

std::string_view kernelGenBenchKindOf(std::string_view content)
{
    const std::string_view beginning = content.substr(0, 4096);
    const auto has = [&](std::string_view key) { return hasKeys(beginning, {key}); };
    if (beginning.starts_with('['))
        return has("op_name") && has("success") ? "result.json" : "";
    if (!beginning.starts_with('{'))
        return {};
    if (has("rounds_summary") || has("operator_details"))
        return "pass_at_k_results.json";
    if (has("run_name") && (has("operators") || has("pass_rate")))
        return "results.json";
    if (has("summary") && has("start_time") && (has("operators") || has("kernels")))
        return "progress.json";
    if (has("hacked_operators") || has("hack_details") || has("clean_passed_operators"))
        return "antihack_report.json";
    return {};
}

} // namespace loupe
