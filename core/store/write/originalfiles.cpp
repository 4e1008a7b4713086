// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/originalfiles.h"

#include "core/base/digest.h"
#include "core/base/files.h"

#include <set>
#include <string>
#include <string_view>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

bool isSafeName(std::string_view name)
{
    if (name.empty() || name.find('\0') != std::string_view::npos)
        return false;
    while (true) {
        const std::size_t end = name.find('/');
        const std::string_view part = name.substr(0, end);
        if (part.empty() || part == "." || part == "..")
            return false;
        if (end == std::string_view::npos)
            return true;
        name.remove_prefix(end + 1);
    }
}

Status checkOriginalNames(std::span<const ImportedFile> files)
{
    std::set<std::string> names;
    std::set<std::string> folders;
    for (const ImportedFile &file : files) {
        if (!isSafeName(file.name))
            return Error{
                Errc::Corrupt, "a file of the import has a name that is no path below a folder",
                file.name, "nothing was written; the store was changed by another program"};
        bool isNew = names.insert(file.name).second;
        for (std::size_t end = file.name.find('/'); end != std::string::npos;
             end = file.name.find('/', end + 1))
            folders.insert(file.name.substr(0, end));
        if (!isNew)
            return Error{Errc::Corrupt, "two files of the import have one name", file.name};
    }
    for (const std::string &folder : folders) {
        if (names.contains(folder))
            return Error{Errc::Corrupt, "a file of the import is also the folder of another",
                         folder};
    }
    return {};
}

Error originalError(const fs::path &path, const std::error_code &reason)
{
    return Error{Errc::Io, "cannot write here: " + reason.message(), path.string()};
}

Status writeOriginals(std::span<const ImportedFile> files, const fs::path &folder)
{
    std::error_code failed;
    for (const ImportedFile &file : files) {
        const fs::path place = folder / file.name;
        fs::create_directories(place.parent_path(), failed);
        if (failed)
            return originalError(place, failed);
        if (Status written = writeFileAtomic(place, file.content); !written)
            return written;
    }
    return {};
}

} // namespace

Status writeOriginalFiles(std::span<const ImportedFile> files, const fs::path &folder)
{
    if (files.empty())
        return Error{
            .code = Errc::NotFound,
            .message = "this run has no stored files",
            .hint = "an import of several runs stores them with the first run; runs of the engine "
                    "and imports before store version 4 have none"};
    if (Status safe = checkOriginalNames(files); !safe)
        return safe;
    std::error_code failed;
    const bool isThere = fs::exists(fs::symlink_status(folder, failed));
    if (isThere && (!fs::is_directory(fs::symlink_status(folder)) || !fs::is_empty(folder, failed)))
        return Error{Errc::InvalidInput, "the folder is there already and not empty",
                     folder.string(), "name a new folder; nothing is overwritten"};
    // Files are first written next to the folder, so that a failure leaves nothing incomplete.
    fs::path target = fs::absolute(folder, failed).lexically_normal();
    if (!target.has_filename())
        target = target.parent_path();
    fs::path partial = target;
    partial += ".partial-" + randomHex(4);
    fs::create_directories(target.parent_path(), failed);
    if (!fs::create_directory(partial, failed))
        return originalError(partial, failed);
    Status written = writeOriginals(files, partial);
    if (written) {
        fs::rename(partial, target, failed); // replaces only an empty folder
        if (failed)
            written = originalError(target, failed);
    }
    if (!written)
        fs::remove_all(partial, failed);
    return written;
}

} // namespace loupe
