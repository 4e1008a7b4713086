// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace loupe {

/// Python candidate of the corpus in this folder (see README.md).
struct CorpusEntry {
    std::filesystem::path file;
    std::string source;
    std::map<std::string, std::string> said; ///< values of the comments at its top

    std::string value(const std::string &key) const
    {
        const auto found = said.find(key);
        return found == said.end() ? std::string() : found->second;
    }
};

/// Reads the candidates of a folder, sorted by name.
inline std::vector<CorpusEntry> corpus(const std::string &folder)
{
    std::vector<CorpusEntry> entries;
    for (const auto &found :
         std::filesystem::directory_iterator(LOUPE_SOURCE_DIR "/tests/adversarial/" + folder)) {
        if (found.path().extension() != ".py")
            continue;
        CorpusEntry entry{found.path(), readFile(found.path()).value(), {}};
        const std::regex comment("^# (\\w+): (.*)$", std::regex::multiline);
        for (std::sregex_iterator at(entry.source.begin(), entry.source.end(), comment), end;
             at != end; ++at)
            entry.said[(*at)[1]] = (*at)[2];
        entries.push_back(std::move(entry));
    }
    std::ranges::sort(entries, {}, &CorpusEntry::file);
    return entries;
}

} // namespace loupe
