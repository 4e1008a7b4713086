// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/figuresource.h"

#include "core/base/files.h"
#include "core/base/nearest.h"
#include "core/model/saved/storedfigure.h"
#include "core/report/shipped/shippedfiles.h"

#include <cstdint>
#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxSpecBytes = 1 << 20;

Result<FigureSpec> specFromFile(const fs::path &file)
{
    const auto text = readFile(file, maxSpecBytes);
    if (!text)
        return text.error();
    return parseFigureSpec(*text, file.string());
}

/// Returns the names from the store and from the gallery, if that is installed.
std::vector<std::string> namesOf(const std::vector<StoredFigure> &stored)
{
    std::vector<std::string> names;
    names.reserve(stored.size());
    for (const StoredFigure &each : stored)
        names.push_back(each.name);
    const auto gallery = findFigureGallery();
    if (!gallery)
        return names;
    if (const auto files = jsonFilesIn(*gallery)) {
        for (const fs::path &file : *files)
            names.push_back(file.stem().string());
    }
    return names;
}

} // namespace

Result<fs::path> findFigureGallery()
{
    return findShippedFolder("figures", LOUPE_SOURCE_FIGURES, "the figures",
                             "install the whole package again");
}

Result<std::vector<FigureSpec>> readFigureSpecs(const fs::path &folder)
{
    const auto files = jsonFilesIn(folder);
    if (!files)
        return files.error();
    std::vector<FigureSpec> out;
    out.reserve(files->size());
    for (const fs::path &file : *files) {
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
    return Error{
        .code = Errc::NotFound,
        .message = "\"" + word + "\" is no file, no figure of the store and none of the gallery",
        .hint
        = hintWithNearest(word, namesOf(*stored),
                          "kloupe figure STORE --list and kloupe figure --gallery list them")};
}

} // namespace loupe
