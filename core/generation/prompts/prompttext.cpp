// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/prompttext.h"

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/generation/templates/templatetext.h"
#include "core/report/shipped/shippedfiles.h"

#include <algorithm>
#include <filesystem>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxPromptBytes = std::uintmax_t{1} << 20U;
constexpr const char *promptEnding = ".txt";
constexpr const char *anyPlatform = "any";

Result<PromptTemplate> readPrompt(const fs::path &file)
{
    const std::string name = file.stem().string();
    const std::size_t dot = name.rfind('.');
    if (file.extension() != promptEnding || dot == std::string::npos || dot == 0
        || dot + 1 == name.size())
        return Error{Errc::InvalidInput, "this is not the name of a prompt", file.string(),
                     "name it PLATFORM.PURPOSE.txt, as cpu.start.txt"};
    auto text = readFile(file, maxPromptBytes);
    if (!text)
        return text.error();
    const auto parsed = TemplateText::parse(*text, file.string());
    if (!parsed)
        return parsed.error();
    return PromptTemplate{name, name.substr(0, dot), name.substr(dot + 1), std::move(*text),
                          Json(parsed->variables()).dump()};
}

Result<fs::path> promptFolder()
{
    return findShippedFolder("prompts", LOUPE_SOURCE_PROMPTS, "the prompts",
                             "install the whole package again");
}

} // namespace

Result<std::vector<PromptTemplate>> shippedPrompts()
{
    const auto folder = promptFolder();
    if (!folder)
        return folder.error();
    std::error_code failed;
    std::vector<fs::path> files;
    for (fs::directory_iterator each(*folder, failed), end; !failed && each != end;
         each.increment(failed)) {
        if (each->path().extension() == promptEnding)
            files.push_back(each->path());
    }
    if (failed)
        return Error{Errc::Io, "cannot read the prompts: " + failed.message(), folder->string()};
    std::sort(files.begin(), files.end());
    std::vector<PromptTemplate> out;
    for (const fs::path &file : files) {
        auto prompt = readPrompt(file);
        if (!prompt)
            return prompt.error();
        out.push_back(std::move(*prompt));
    }
    return out;
}

Result<PromptTemplate> findPrompt(const std::string &name)
{
    if (name.find('/') != std::string::npos || name.ends_with(promptEnding))
        return readPrompt(name);
    auto shipped = shippedPrompts();
    if (!shipped)
        return shipped.error();
    std::string known;
    for (PromptTemplate &each : *shipped) {
        if (each.name == name)
            return std::move(each);
        known += (known.empty() ? "" : ", ") + each.name;
    }
    return Error{.code = Errc::NotFound,
                 .message = "there is no prompt \"" + name + "\"",
                 .hint = "use one of " + known + ", or name a file of your own"};
}

std::string promptPlatform(const std::string &platform, bool isNative)
{
    const bool isTorchExtension = !isNative && platform == "cuda";
    return isTorchExtension ? "torch-cuda" : platform;
}

Result<PromptTemplate> promptFor(const std::string &named, const std::string &platform,
                                 const std::string &purpose)
{
    if (!named.empty())
        return findPrompt(named);
    auto own = findPrompt(platform + '.' + purpose);
    if (own || own.error().code != Errc::NotFound)
        return own;
    auto shared = findPrompt(anyPlatform + ('.' + purpose));
    return shared ? shared : own;
}

} // namespace loupe
