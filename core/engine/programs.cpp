// SPDX-License-Identifier: Apache-2.0
#include "core/engine/programs.h"

#include "core/base/environment.h"

#include <string>

namespace loupe {

namespace fs = std::filesystem;

namespace {

fs::path programFolder()
{
    std::error_code failed;
    return fs::read_symlink("/proc/self/exe", failed).parent_path();
}

Result<fs::path> cacheFolder()
{
    fs::path cache = fs::path(environmentVariable("KLOUPE_CACHE"));
    if (cache.empty()) {
        cache = fs::path(environmentVariable("XDG_CACHE_HOME"));
        if (cache.empty() && !environmentVariable("HOME").empty())
            cache = fs::path(environmentVariable("HOME")) / ".cache";
        cache /= "kernelloupe";
    }
    std::error_code failed;
    fs::create_directories(cache, failed);
    if (failed || cache.is_relative())
        return Error{Errc::Io,
                     "cannot create the cache folder: " + failed.message(),
                     cache.string(),
                     "set KLOUPE_CACHE to a folder you may write",
                     {}};
    return cache;
}

} // namespace

Result<ProgramPaths> findPrograms()
{
    fs::path folder = fs::path(environmentVariable("KLOUPE_PROGRAMS"));
    if (folder.empty())
        folder = programFolder();
    ProgramPaths paths{folder / "kloupe-host", folder / "kloupe-judge", {}};
    for (const fs::path &program : {paths.host, paths.judge}) {
        std::error_code failed;
        if (!fs::exists(program, failed))
            return Error{Errc::Environment,
                         program.filename().string() + " is missing",
                         program.string(),
                         "build or install all programs, or set KLOUPE_PROGRAMS to their folder",
                         {}};
    }
    auto cache = cacheFolder();
    if (!cache)
        return cache.error();
    paths.cache = std::move(*cache);
    return paths;
}

Result<fs::path> findNativeSuite()
{
    const fs::path installed = programFolder().parent_path() / "share/kernelloupe/tasks";
    for (const fs::path &folder : {installed, fs::path(LOUPE_SOURCE_TASKS)}) {
        std::error_code failed;
        if (fs::is_directory(folder, failed))
            return folder;
    }
    return Error{Errc::NotFound,
                 "the native suite is not installed",
                 installed.string(),
                 "give --suite FOLDER",
                 {}};
}

Result<fs::path> findAbi(const fs::path &suiteFolder)
{
    std::error_code failed;
    fs::path own = fs::absolute(suiteFolder / "abi", failed);
    if (fs::exists(own / "loupe_kernel.h", failed))
        return own;
    const auto shipped = findNativeSuite();
    if (shipped && fs::exists(*shipped / "abi/loupe_kernel.h", failed))
        return fs::absolute(*shipped / "abi", failed);
    return Error{Errc::NotFound,
                 "loupe_kernel.h is not there",
                 (own / "loupe_kernel.h").string(),
                 "copy tasks/abi into the suite's folder",
                 {}};
}

} // namespace loupe
