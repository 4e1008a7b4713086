// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbenchx/kernelbenchxtasks.h"

#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <cctype>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *kernelBenchXMetadata = "kernelbenchx_v1.json";
constexpr int foldersAbove = 4;
constexpr std::uintmax_t maxMetadataBytes = 64U << 20U;

std::string_view withoutEnding(std::string_view file)
{
    constexpr std::string_view ending = ".py";
    return file.ends_with(ending) ? file.substr(0, file.size() - ending.size()) : file;
}

std::string_view kernelBenchXStem(std::string_view file)
{
    const std::size_t slash = file.rfind('/');
    return withoutEnding(slash == std::string_view::npos ? file : file.substr(slash + 1));
}

} // namespace

std::string kernelBenchXSeparator()
{
    constexpr std::size_t length = 146;
    return std::string(length, '#');
}

std::string kernelBenchXKernelOf(const std::string &code)
{
    return code.substr(0, code.find(kernelBenchXSeparator()));
}

bool isKernelBenchXTaskFile(std::string_view file)
{
    const bool isPlain = std::all_of(file.begin(), file.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0
            || std::string_view("_.-/").find(c) != std::string_view::npos;
    });
    const std::size_t slash = file.find('/');
    return isPlain && slash != 0 && slash == file.rfind('/') && !kernelBenchXStem(file).empty()
        && file.find("..") == std::string_view::npos;
}

std::string kernelBenchXFileIn(const JsonReader &reader)
{
    std::string file = reader.requiredString("file");
    if (reader.has("file") && reader.json()["file"].is_string() && !isKernelBenchXTaskFile(file))
        reader.problem("file", "must be Category/name.py, is \"" + file + "\"");
    return file;
}

KernelBenchXTaskNames KernelBenchXTaskNames::near(const fs::path &folder)
{
    KernelBenchXTaskNames out;
    std::error_code failed;
    fs::path at = fs::absolute(folder, failed).lexically_normal();
    for (int i = 0; i <= foldersAbove && !failed; ++i, at = at.parent_path()) {
        for (const fs::path &file :
             {at / kernelBenchXMetadata, at / "data" / kernelBenchXMetadata}) {
            if (!isFile(file))
                continue;
            const auto text = readWithin(at, file, maxMetadataBytes);
            const auto json = text ? parseJson(*text, file.string()) : Result<Json>(text.error());
            if (!json || !json->is_array())
                continue;
            for (const Json &task : *json) {
                if (!task.is_object() || !task.contains("file") || !task["file"].is_string())
                    continue;
                const auto name = task["file"].get<std::string>();
                if (!isKernelBenchXTaskFile(name))
                    continue;
                out.learn(name);
                if (task.contains("difficulty") && task["difficulty"].is_number_integer())
                    out.m_names[std::string(kernelBenchXStem(name))].difficulty
                        = task["difficulty"].get<int>();
            }
            return out;
        }
    }
    return out;
}

void KernelBenchXTaskNames::learn(std::string_view file)
{
    if (file.find('/') != std::string_view::npos)
        m_names[std::string(kernelBenchXStem(file))].name = withoutEnding(file);
}

Task KernelBenchXTaskNames::task(std::string_view file) const
{
    Task out;
    out.suite = "kernelbench-x";
    out.referenceLanguage = "python";
    out.title = kernelBenchXStem(file);
    const auto known = m_names.find(out.title);
    if (known != m_names.end()) {
        out.name = known->second.name;
        out.level = known->second.difficulty;
    } else {
        out.name = withoutEnding(file);
    }
    const std::size_t slash = out.name.find('/');
    out.category = slash == std::string::npos ? "unknown" : out.name.substr(0, slash);
    return out;
}

} // namespace loupe
