// SPDX-License-Identifier: Apache-2.0
#include "core/report/shipped/shippedfiles.h"

#include "core/base/files.h"
#include "core/store/file/storefile.h"

#include <algorithm>
#include <system_error>

#include <unistd.h>

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

Result<fs::path> findDemoStore()
{
    const char *const help = "install the whole package again";
    const auto folder = findShippedFolder("demo", LOUPE_SOURCE_DEMO, "the demo's results", help);
    if (!folder)
        return folder.error();
    const fs::path store = *folder / "demo.kloupe";
    std::error_code failed;
    if (!fs::is_regular_file(store, failed))
        return Error{Errc::NotFound, "the demo's results are not installed", store.string(), help};
    return store;
}

Status copyDemoStore(const fs::path &target)
{
    const auto store = findDemoStore();
    if (!store)
        return store.error();
    std::error_code failed;
    if (fs::exists(fs::symlink_status(target, failed)))
        return Error{Errc::InvalidInput, "the file exists already", target.string(),
                     "name a new file for the copy of the demo"};
    const auto content = readFile(*store);
    if (!content)
        return content.error();
    fs::path unfinished = target;
    unfinished += ".copying-" + std::to_string(getpid());
    if (const Status written = writeFileAtomic(unfinished, *content); !written)
        return Error{Errc::Io, "the demo cannot be copied: " + written.error().message,
                     target.string(), "name a file in a folder that exists and that you may write"};
    return placeNewStore(unfinished, target);
}

} // namespace loupe
