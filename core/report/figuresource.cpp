// SPDX-License-Identifier: Apache-2.0
#include "core/report/figuresource.h"

#include "core/base/files.h"
#include "core/model/storedfigure.h"

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t longestSpec = 1 << 20;

Result<FigureSpec> specFromFile(const fs::path &file)
{
    const auto text = readFile(file, longestSpec);
    if (!text)
        return text.error();
    return parseFigureSpec(*text, file.string());
}

} // namespace

Result<fs::path> findFigureGallery()
{
    std::error_code failed;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed);
    const fs::path installed = program.parent_path().parent_path() / "share/kernelloupe/figures";
    for (const fs::path &folder : {installed, fs::path(LOUPE_SOURCE_FIGURES)}) {
        if (fs::is_directory(folder, failed))
            return folder;
    }
    return Error{Errc::NotFound,
                 "the figures that come with the program are not installed",
                 installed.string(),
                 "install the whole package again",
                 {}};
}

Result<std::vector<FigureSpec>> readFigureSpecs(const fs::path &folder)
{
    std::error_code failed;
    std::vector<fs::path> files;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, failed)) {
        if (entry.path().extension() == ".json")
            files.push_back(entry.path());
    }
    if (failed)
        return Error{Errc::Io, "the folder cannot be read", folder.string(), {}, failed.message()};
    std::ranges::sort(files);
    std::vector<FigureSpec> out;
    out.reserve(files.size());
    for (const fs::path &file : files) {
        auto spec = specFromFile(file);
        if (!spec)
            return std::move(spec).error();
        out.push_back(*std::move(spec));
    }
    return out;
}

Result<FigureSpec> figureSpecNamed(const std::string &word, StoreReader &reader)
{
    const auto stored = reader.figures();
    if (!stored)
        return stored.error();
    for (const StoredFigure &each : *stored) {
        if (each.name == word)
            return parseFigureSpec(each.spec, "figure " + each.name);
    }
    std::error_code failed;
    if (fs::is_regular_file(word, failed))
        return specFromFile(word);
    if (isFigureName(word)) {
        const auto gallery = findFigureGallery();
        const fs::path file = gallery ? *gallery / (word + ".json") : fs::path();
        if (gallery && fs::is_regular_file(file, failed))
            return specFromFile(file);
    }
    return Error{Errc::NotFound,
                 "\"" + word + "\" is no file, no figure of the store and none of the gallery",
                 {},
                 "kloupe figure --list --store STORE lists them",
                 {}};
}

} // namespace loupe
