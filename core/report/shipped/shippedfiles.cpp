// SPDX-License-Identifier: Apache-2.0
#include "core/report/shipped/shippedfiles.h"

#include <algorithm>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

Result<fs::path> findShippedFolder(const std::string &name, const fs::path &inSources,
                                   const std::string &what, const std::string &help)
{
    std::error_code failed;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed);
    const fs::path installed = program.parent_path().parent_path() / "share/kernelloupe" / name;
    for (const fs::path &folder : {installed, inSources}) {
        if (fs::is_directory(folder, failed))
            return folder;
    }
    return Error{Errc::NotFound, what + " included with the program are not installed",
                 installed.string(), help};
}

Result<std::vector<fs::path>> jsonFilesIn(const fs::path &folder)
{
    std::error_code failed;
    std::vector<fs::path> files;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, failed)) {
        if (entry.path().extension() == ".json")
            files.push_back(entry.path());
    }
    if (failed)
        return Error{Errc::Io, "the folder cannot be read", folder.string(),
                     "check its permissions", failed.message()};
    std::ranges::sort(files);
    return files;
}

} // namespace loupe
