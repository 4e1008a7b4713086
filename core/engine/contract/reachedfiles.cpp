// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/reachedfiles.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

namespace loupe {

namespace {

using Words = std::set<std::string_view>;

/// Words of functions that load code by a computed name.
constexpr std::array<std::string_view, 13> loaders{
    "exec",    "eval",  "__import__", "importlib", "runpy",  "pkgutil",  "pickle",
    "marshal", "pydoc", "imp",        "builtins",  "timeit", "zipimport"};
/// The same of C++, as parts of a text.
constexpr std::array<std::string_view, 3> nativeLoaders{"::import", "PyImport_", "PyRun_"};
/// Words of functions that find files by patterns, or make names of others.
constexpr std::array<std::string_view, 9> finders{
    "glob", "rglob", "iglob", "listdir", "scandir", "walk", "iterdir", "with_suffix", "with_name"};
constexpr std::array<std::string_view, 3> readers{"open", "read_text", "read_bytes"};

template <std::size_t Count>
bool hasAny(const Words &words, const std::array<std::string_view, Count> &wanted)
{
    return std::ranges::any_of(wanted, [&](std::string_view word) { return words.contains(word); });
}

bool loadsFromNative(const SourceFile &file)
{
    return std::ranges::any_of(nativeLoaders, [&](std::string_view sign) {
        return file.text.find(sign) != std::string::npos;
    });
}

bool isPython(const SourceFile &file)
{
    return file.path.ends_with(".py");
}

bool isDocument(const SourceFile &file)
{
    return file.path.ends_with(".md") || file.path.ends_with(".rst");
}

/// Adds the words of a text. Of "torch.compile" or "model.eval" only the first one counts, but for
/// those of files, because the others are of a known object.
void addWords(std::string_view text, Words &words)
{
    const auto isOfFiles = [](std::string_view word) {
        return std::ranges::find(finders, word) != finders.end()
            || std::ranges::find(readers, word) != readers.end();
    };
    const auto isOfWord
        = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    char before = ' ';
    while (!text.empty()) {
        const auto *const begin = std::ranges::find_if(text, isOfWord);
        const auto *const end = std::find_if_not(begin, text.end(), isOfWord);
        if (begin != text.begin())
            before = *(begin - 1);
        const std::string_view word(begin, static_cast<std::size_t>(end - begin));
        if (!word.empty() && (before != '.' || isOfFiles(word)))
            words.insert(word);
        before = begin != end ? *(end - 1) : ' ';
        text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    }
}

/// Returns whether a file's folders or its name without suffix are among the words.
bool isNamed(std::string_view path, const Words &words)
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
    Words modules;
    Words words;
    bool loadsAny = false;
    while (!next.empty()) {
        const std::size_t from = next.back();
        next.pop_back();
        addWords(files[from].text, words);
        loadsAny = loadsAny || hasAny(words, loaders) || loadsFromNative(files[from]);
        if (facts[from]) {
            for (const SourceFact &import : facts[from]->imports)
                modules.insert(firstModuleName(import.name));
            loadsAny = loadsAny || !facts[from]->computed.empty();
        }
        const bool readsAny = hasAny(words, finders) && hasAny(words, readers);
        for (std::size_t i = 0; i < files.size(); ++i) {
            const bool mayRun
                = isPython(files[i]) ? loadsAny || isNamed(files[i].path, modules) : readsAny;
            if (mayRun || words.contains(stemOf(files[i].path)))
                reach(i);
        }
    }
    return reached;
}

} // namespace loupe
