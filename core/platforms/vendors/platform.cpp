// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/platform.h"

#include "core/base/environment.h"
#include "core/base/shellword.h"
#include "core/platforms/python/pythonworkerspec.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;
using Kind = PlatformNeed::Kind;

std::vector<std::string> splitAt(const std::string &text, char separator)
{
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = text.find(separator); end != std::string::npos;
         end = text.find(separator, begin)) {
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    parts.push_back(text.substr(begin));
    return parts;
}

std::string_view prefixOf(std::string_view device)
{
    return device.substr(0, device.find(':'));
}

/// Returns candidate folders of the platform's toolkit: those in variables, then the customary
/// ones.
std::vector<fs::path> toolkitFolders(const Platform &platform,
                                     const PlatformSurroundings &surroundings)
{
    std::vector<fs::path> folders;
    for (const std::string &variable : platform.passedOn) {
        const fs::path folder = surroundings.variable(variable);
        if (folder.is_absolute() && surroundings.isFolder(folder))
            folders.push_back(folder);
    }
    for (const fs::path &folder : platform.folders) {
        if (surroundings.isFolder(folder))
            folders.push_back(folder);
    }
    return folders;
}

/// Comparison of one platform's needs with its surroundings.
class Examination
{
public:
    Examination(const Platform &platform, const PlatformSurroundings &surroundings)
        : m_surroundings(surroundings)
        , m_toolkits(toolkitFolders(platform, surroundings))
    {
    }

    /// Returns what is missing; empty if nothing is.
    std::string missing(const PlatformNeed &need)
    {
        if (need.kind == Kind::Program)
            return missingProgram(need.name);
        if (need.kind != Kind::Folder)
            return missingInPython(need);
        return m_surroundings.isFolder(m_surroundings.variable(need.name))
            ? std::string()
            : need.name + " does not name a folder";
    }

    std::vector<fs::path> takeToolFolders() { return std::move(m_toolFolders); }

private:
    std::string missingProgram(const std::string &name)
    {
        std::vector<fs::path> usual;
        if (m_surroundings.python != nullptr)
            usual.push_back(m_surroundings.python->interpreter.parent_path());
        usual.insert(usual.end(), usualProgramFolders.begin(), usualProgramFolders.end());
        for (const fs::path &folder : usual) {
            if (m_surroundings.isProgram(folder / name))
                return {};
        }
        std::vector<fs::path> unusual;
        for (const fs::path &toolkit : m_toolkits) {
            unusual.push_back(toolkit / "bin");
            unusual.push_back(toolkit);
        }
        for (const std::string &folder : splitAt(m_surroundings.variable("PATH"), ':'))
            unusual.emplace_back(folder);
        for (const fs::path &folder : unusual) {
            if (folder.is_absolute() && m_surroundings.isProgram(folder / name)) {
                if (std::find(m_toolFolders.begin(), m_toolFolders.end(), folder)
                    == m_toolFolders.end())
                    m_toolFolders.push_back(folder);
                return {};
            }
        }
        return "the program " + name + " was not found";
    }

    std::string missingInPython(const PlatformNeed &need) const
    {
        const PythonEnvironment *python = m_surroundings.python;
        if (python == nullptr)
            return "no Python with torch was found";
        if (need.kind == Kind::Package) {
            const std::vector<std::string> either = splitAt(need.name, '|');
            if (std::any_of(either.begin(), either.end(), [&](const std::string &name) {
                    return python->packages.contains(name);
                }))
                return {};
            return "this Python has no " + either.front();
        }
        if (need.kind == Kind::Device) {
            const auto found = python->accelerators.find(need.name);
            if (found != python->accelerators.end() && found->second > 0)
                return {};
            return fmt::format("torch in this Python finds no {} device", need.name);
        }
        if (need.kind == Kind::Header)
            return python->hasHeaders ? std::string() : "this Python has no " + need.name;
        if (need.kind == Kind::PlainPath)
            return unplainPath(*python);
        if (python->torchBuild == need.name)
            return {};
        return fmt::format("the torch of this Python is built for {}, not for {}",
                           python->torchBuild, need.name);
    }

    static std::string unplainPath(const PythonEnvironment &python)
    {
        std::vector<fs::path> paths = python.roots;
        paths.push_back(python.interpreter);
        for (const fs::path &path : paths) {
            if (shellWord(path.string()) != path.string())
                return "torch cannot build extensions in \"" + path.string()
                    + "\", whose path has a space or another character of the shell's";
        }
        return {};
    }

    const PlatformSurroundings &m_surroundings;
    std::vector<fs::path> m_toolkits;
    std::vector<fs::path> m_toolFolders;
};

std::string withPython(std::string fix, const PythonEnvironment *python)
{
    constexpr std::string_view mark = "{python}";
    const std::string program
        = python == nullptr ? "python3" : shellWord(python->interpreter.string());
    for (std::size_t at = fix.find(mark); at != std::string::npos; at = fix.find(mark))
        fix.replace(at, mark.size(), program);
    return fix;
}

Availability examine(const Platform &platform, const PlatformDevice &device,
                     const PlatformSurroundings &surroundings)
{
    Availability found;
    found.device = &device;
    Examination examination(platform, surroundings);
    const bool lacksPython = !platform.isNative && surroundings.python == nullptr;
    if (lacksPython) {
        found.reason = "no Python with torch was found";
        found.fix = "name one with --python or in KLOUPE_PYTHON";
        return found;
    }
    for (const PlatformNeed &need : device.needs) {
        if (std::string missing = examination.missing(need); !missing.empty()) {
            found.reason = std::move(missing);
            found.fix = withPython(need.fix, surroundings.python);
            return found;
        }
    }
    found.isAvailable = true;
    found.toolFolders = examination.takeToolFolders();
    return found;
}

} // namespace

PlatformSurroundings PlatformSurroundings::here(const PythonEnvironment *python)
{
    return {python,
            [](const fs::path &path) {
                std::error_code failed;
                return fs::is_regular_file(path, failed) && access(path.c_str(), X_OK) == 0;
            },
            [](const fs::path &path) {
                std::error_code failed;
                return !path.empty() && fs::is_directory(path, failed);
            },
            [](const std::string &name) { return environmentVariable(name.c_str()); }};
}

Availability availability(const Platform &platform, const PlatformSurroundings &surroundings,
                          std::string_view device)
{
    std::optional<Availability> first;
    std::vector<std::string> prefixes;
    for (const PlatformDevice &each : platform.devices) {
        prefixes.push_back(each.prefix);
        if (!device.empty() && each.prefix != prefixOf(device))
            continue;
        Availability found = examine(platform, each, surroundings);
        if (found.isAvailable)
            return found;
        if (!first)
            first = std::move(found);
    }
    if (first)
        return std::move(*first);
    Availability none;
    none.reason = fmt::format("{} does not run on {}", platform.name, device);
    none.fix = fmt::format("use --device {}", fmt::join(prefixes, " or "));
    return none;
}

void configure(PythonSettings &settings, const Platform &platform, const Availability &available,
               const PlatformSurroundings &surroundings)
{
    settings.loader = platform.loader;
    for (const std::string &name : platform.passedOn) {
        if (std::string value = surroundings.variable(name); !value.empty())
            settings.variables[name] = std::move(value);
    }
    if (available.device != nullptr) {
        for (const auto &[name, value] : available.device->variables)
            settings.variables[name] = value;
        settings.deviceNodes = available.device->nodes;
    }
    settings.toolFolders = available.toolFolders;
    for (const auto &folders : {available.toolFolders, toolkitFolders(platform, surroundings)}) {
        // The sandbox shows /usr anyway.
        std::copy_if(folders.begin(), folders.end(), std::back_inserter(settings.readable),
                     [](const fs::path &folder) {
                         return !folder.lexically_normal().string().starts_with("/usr/");
                     });
    }
    const PythonEnvironment *python = surroundings.python;
    for (const std::string &module : platform.modules) {
        const bool isThere = python != nullptr && python->packages.contains(module);
        const bool isListed = std::find(settings.preload.begin(), settings.preload.end(), module)
            != settings.preload.end();
        if (isThere && !isListed)
            settings.preload.push_back(module);
    }
}

} // namespace loupe
