// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/checkout.h"

#include "core/base/files.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t maxGitFileBytes = 64ULL << 20;
constexpr std::string_view symbolic = "ref: ";
constexpr std::string_view linked = "gitdir: ";

/// Returns the file's first line without trailing white space; empty if it cannot be read.
std::string firstLine(const fs::path &file)
{
    const auto text = readFile(file, maxGitFileBytes);
    if (!text)
        return {};
    std::string line = text->substr(0, text->find('\n'));
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
        line.pop_back();
    return line;
}

bool isCommit(const std::string &text)
{
    return text.size() == 40 && std::all_of(text.begin(), text.end(), [](unsigned char c) {
               return std::isxdigit(c) != 0;
           });
}

std::string packedReference(const fs::path &folder, const std::string &reference)
{
    const auto text = readFile(folder / "packed-refs", maxGitFileBytes);
    if (!text)
        return {};
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        if (line.size() > 41 && line.compare(41, std::string::npos, reference) == 0)
            return line.substr(0, 40);
    }
    return {};
}

/// Returns the repository's folder: .git, or the target of a .git file in a work tree or submodule.
fs::path repositoryFolder(const fs::path &git)
{
    std::error_code failed;
    if (!fs::is_regular_file(git, failed))
        return git;
    const std::string line = firstLine(git);
    if (line.rfind(linked, 0) != 0)
        return {};
    const fs::path target = line.substr(linked.size());
    return target.is_absolute() ? target : git.parent_path() / target;
}

std::string headCommit(const fs::path &git)
{
    const fs::path repository = repositoryFolder(git);
    std::string head = firstLine(repository / "HEAD");
    if (isCommit(head))
        return head;
    if (head.rfind(symbolic, 0) != 0)
        return {};
    const std::string reference = head.substr(symbolic.size());
    if (reference.find("..") != std::string::npos || fs::path(reference).is_absolute())
        return {};
    // A linked work tree has its own HEAD and shares the branches of the main repository.
    const std::string shared = firstLine(repository / "commondir");
    for (const fs::path &place :
         {repository, shared.empty() ? repository : (repository / shared).lexically_normal()}) {
        std::string loose = firstLine(place / reference);
        if (isCommit(loose))
            return loose;
        std::string packed = packedReference(place, reference);
        if (isCommit(packed))
            return packed;
    }
    return {};
}

} // namespace

std::string checkoutCommit(const fs::path &folder)
{
    constexpr int maxLevels = 3;
    fs::path place = folder;
    for (int level = 0; level <= maxLevels; ++level) {
        std::error_code failed;
        if (fs::exists(place / ".git", failed))
            return headCommit(place / ".git");
        const fs::path parent = place.parent_path();
        if (parent == place || parent.empty())
            break;
        place = parent;
    }
    return {};
}

} // namespace loupe
