// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/shippedclaims.h"

#include "core/base/files.h"
#include "core/base/nearest.h"
#include "core/report/shipped/shippedfiles.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxClaimsBytes = 1 << 22;

Result<ClaimList> claimsInFile(const fs::path &file)
{
    const auto content = readFile(file, maxClaimsBytes);
    if (!content)
        return content.error();
    return parseClaims(*content, file.string());
}

/// Returns the files of the installed claims.
Result<std::vector<fs::path>> claimFiles()
{
    const auto folder = findShippedFolder("claims", LOUPE_SOURCE_CLAIMS, "the claims",
                                          "install the whole package again, or give a file");
    if (!folder)
        return folder.error();
    return jsonFilesIn(*folder);
}

} // namespace

Result<std::vector<ShippedClaims>> shippedClaims()
{
    const auto files = claimFiles();
    if (!files)
        return files.error();
    std::vector<ShippedClaims> out;
    out.reserve(files->size());
    for (const fs::path &file : *files) {
        auto claims = claimsInFile(file);
        if (!claims)
            return std::move(claims).error();
        out.push_back({file.stem().string(), std::move(claims->source)});
    }
    return out;
}

Result<ClaimList> claimsNamed(const std::string &word)
{
    std::error_code failed;
    if (fs::exists(word, failed))
        return claimsInFile(word);
    std::vector<std::string> known;
    // Compares with existing names, so that a word never becomes part of a path.
    if (const auto files = claimFiles()) {
        const auto found = std::ranges::find_if(
            *files, [&](const fs::path &file) { return file.stem() == word; });
        if (found != files->end())
            return claimsInFile(*found);
        for (const fs::path &file : *files)
            known.push_back(file.stem().string());
    }
    return Error{.code = Errc::NotFound,
                 .message = "\"" + word + "\" is neither a file nor the name of included claims",
                 .hint = hintWithNearest(word, known,
                                         "kloupe report --claims list shows the included claims")};
}

} // namespace loupe
