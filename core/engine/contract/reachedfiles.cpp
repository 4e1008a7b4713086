// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/reachedfiles.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

namespace loupe {

namespace {

/// Ways to load a module, or read a file, whose name is in no text.
constexpr std::array<std::string_view, 26> loaders{"exec",       "eval",
                                                   "__import__", "importlib",
                                                   "runpy",      "pkgutil",
                                                   "pickle",     "marshal",
                                                   "pydoc",      "imp",
                                                   "builtins",   "timeit",
                                                   "zipimport",  "listdir",
                                                   "scandir",    "walk",
                                                   "glob",       "rglob",
                                                   "iterdir",    "with_suffix",
                                                   "with_name",  "stem",
                                                   "fork",       "import_",
                                                   "module_",    "PyRun_SimpleString"};

bool isPython(const SourceFile &file)
{
    return file.path.ends_with(".py");
}

bool isDocument(const SourceFile &file)
{
    return file.path.ends_with(".md") || file.path.ends_with(".rst");
}

/// Adds the words of a text. Of "torch.compile" or "model.eval" only the first one counts, because
/// the others are of a known object.
void addWords(std::string_view text, std::set<std::string_view> &words)
{
    const auto isOfWord
        = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    char before = ' ';
    while (!text.empty()) {
        const auto *const begin = std::ranges::find_if(text, isOfWord);
        const auto *const end = std::find_if_not(begin, text.end(), isOfWord);
        if (begin != text.begin())
            before = *(begin - 1);
        if (begin != end && before != '.')
            words.insert(std::string_view(begin, static_cast<std::size_t>(end - begin)));
        before = begin != end ? *(end - 1) : ' ';
        text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    }
}

/// Returns the first name in "utils.check" or ".helper".
std::string_view firstName(std::string_view module)
{
    module.remove_prefix(std::min(module.find_first_not_of('.'), module.size()));
    return module.substr(0, module.find('.'));
}

/// Returns whether a file's folders or its name without suffix are among the words.
bool isNamed(std::string_view path, const std::set<std::string_view> &words)
{
    std::size_t begin = 0;
    while (begin < path.size()) {
        const std::size_t end = std::min(path.find_first_of("/.", begin), path.size());
        if (words.contains(path.substr(begin, end - begin)))
            return true;
        begin = end + 1;
    }
    return false;
}

std::string_view stemOf(std::string_view path)
{
    path.remove_prefix(path.rfind('/') + 1);
    return path.substr(0, path.find('.'));
}

} // namespace

std::vector<bool> reachedFiles(const std::vector<SourceFile> &files,
                               const std::vector<std::optional<PythonFacts>> &facts)
{
    std::vector<bool> reached(files.size());
    std::vector<std::size_t> next;
    const auto reach = [&](std::size_t i) {
        if (!reached[i])
            next.push_back(i);
        reached[i] = true;
    };
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (i == 0 || (!isPython(files[i]) && !isDocument(files[i])))
            reach(i);
    }
    std::set<std::string_view> modules;
    std::set<std::string_view> words;
    while (!next.empty()) {
        const std::size_t from = next.back();
        next.pop_back();
        addWords(files[from].text, words);
        bool reachesAll = std::ranges::any_of(
            loaders, [&](std::string_view loader) { return words.contains(loader); });
        if (facts[from]) {
            for (const SourceFact &import : facts[from]->imports)
                modules.insert(firstName(import.name));
            reachesAll = reachesAll || !facts[from]->computed.empty();
        }
        for (std::size_t i = 0; i < files.size(); ++i) {
            if (reachesAll || words.contains(stemOf(files[i].path))
                || (isPython(files[i]) && isNamed(files[i].path, modules)))
                reach(i);
        }
    }
    return reached;
}

} // namespace loupe
