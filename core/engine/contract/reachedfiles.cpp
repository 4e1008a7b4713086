// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/reachedfiles.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace loupe {

namespace {

bool isPython(const SourceFile &file)
{
    return file.path.ends_with(".py");
}

/// Calls of a function in `call` may load a module by a name that is computed.
bool loadsByName(std::string_view call)
{
    constexpr std::array<std::string_view, 4> functions{"exec", "eval", "__import__", "compile"};
    return call.starts_with("importlib.") || call.starts_with("runpy.")
        || std::ranges::find(functions, call) != functions.end();
}

/// Returns whether C++ code, also in a string of a Python file, imports modules of Python.
bool importsFromNative(const SourceFile &file)
{
    constexpr std::array<std::string_view, 3> signs{"::import(", "PyImport_", "PyRun_"};
    return std::ranges::any_of(
        signs, [&](std::string_view sign) { return file.text.find(sign) != std::string::npos; });
}

/// Returns the first name in "utils.check" or ".helper".
std::string_view firstName(std::string_view module)
{
    module.remove_prefix(std::min(module.find_first_not_of('.'), module.size()));
    return module.substr(0, module.find('.'));
}

/// Returns whether a file's folders or its name without suffix contain a module's name.
bool isPartOf(std::string_view path, std::string_view module)
{
    std::size_t begin = 0;
    while (begin < path.size()) {
        const std::size_t end = std::min(path.find_first_of("/.", begin), path.size());
        if (path.substr(begin, end - begin) == module)
            return true;
        begin = end + 1;
    }
    return false;
}

std::string_view baseName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

} // namespace

std::vector<bool> reachedFiles(const std::vector<SourceFile> &files,
                               const std::vector<std::optional<PythonFacts>> &facts)
{
    std::vector<bool> reached(files.size());
    bool reachesAll = std::ranges::any_of(files, importsFromNative);
    std::vector<std::size_t> next;
    const auto reach = [&](std::size_t i) {
        if (!reached[i])
            next.push_back(i);
        reached[i] = true;
    };
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (i == 0 || (!isPython(files[i]) && isSourceName(files[i].path)))
            reach(i);
    }
    while (!next.empty()) {
        const std::size_t from = next.back();
        next.pop_back();
        std::set<std::string_view> modules;
        if (facts[from]) {
            for (const SourceFact &import : facts[from]->imports)
                modules.insert(firstName(import.name));
            reachesAll = reachesAll || !facts[from]->computed.empty()
                || std::ranges::any_of(facts[from]->calls, loadsByName, &SourceFact::name);
        }
        for (std::size_t i = 0; i < files.size(); ++i) {
            const bool isImported = isPython(files[i])
                && (reachesAll || std::ranges::any_of(modules, [&](std::string_view module) {
                                        return isPartOf(files[i].path, module);
                                    }));
            const bool isNamed = !isPython(files[i])
                && files[from].text.find(baseName(files[i].path)) != std::string::npos;
            if (isImported || isNamed)
                reach(i);
        }
    }
    return reached;
}

} // namespace loupe
