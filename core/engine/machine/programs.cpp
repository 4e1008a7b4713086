// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/programs.h"

#include "core/base/environment.h"

#include <sstream>
#include <string>

#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

fs::path programFolder()
{
    std::error_code failed;
    return fs::read_symlink("/proc/self/exe", failed).parent_path();
}

fs::path helperFolder()
{
    const fs::path asked(environmentVariable("KLOUPE_PROGRAMS"));
    return asked.empty() ? programFolder() : asked;
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
    if (cache.is_relative())
        return Error{Errc::InvalidInput,
                     "the cache folder \"" + cache.string() + "\" is not an absolute path",
                     "KLOUPE_CACHE",
                     "set KLOUPE_CACHE to the whole path of a folder you may write"};
    std::error_code failed;
    fs::create_directories(cache, failed);
    if (failed)
        return Error{Errc::Io, "cannot create the cache folder: " + failed.message(),
                     cache.string(), "set KLOUPE_CACHE to a folder you may write"};
    return cache;
}

fs::path libraryBeside(const ProgramPaths &programs, const char *name)
{
    const fs::path folder = programs.host.parent_path();
    for (const fs::path &place : {folder / name, folder.parent_path() / "lib/kernelloupe" / name}) {
        std::error_code failed;
        if (fs::exists(place, failed))
            return fs::canonical(place, failed);
    }
    return {};
}

/// Returns the folder of an installation, or else of the source tree, that has `part`; else `error`
/// with the place of the installation.
Result<fs::path> findShipped(const char *name, const fs::path &source, const char *part,
                             Error error)
{
    const fs::path installed = programFolder().parent_path() / "share/kernelloupe" / name;
    for (const fs::path &folder : {installed, source}) {
        std::error_code failed;
        if (fs::exists(folder / part, failed))
            return folder;
    }
    error.where = installed.string();
    return error;
}

} // namespace

Result<ProgramPaths> findPrograms()
{
    const fs::path folder = helperFolder();
    ProgramPaths paths{folder / "kloupe-host", folder / "kloupe-judge", {}};
    for (const fs::path &program : {paths.host, paths.judge}) {
        std::error_code failed;
        if (!fs::exists(program, failed))
            return Error{Errc::Environment, program.filename().string() + " is missing",
                         program.string(),
                         "build or install all programs, or set KLOUPE_PROGRAMS to their folder"};
    }
    auto cache = cacheFolder();
    if (!cache)
        return cache.error();
    paths.cache = std::move(*cache);
    return paths;
}

fs::path askProgram()
{
    return helperFolder() / "kloupe-ask";
}

fs::path kloupeProgram()
{
    return helperFolder() / "kloupe";
}

fs::path findInjection(const ProgramPaths &programs)
{
    return libraryBeside(programs, "libkernelloupe-injection.so");
}

fs::path findDraws(const ProgramPaths &programs)
{
    return libraryBeside(programs, "libkernelloupe-draws.so");
}

Result<fs::path> findNativeSuite()
{
    return findShipped(
        "tasks", LOUPE_SOURCE_TASKS, ".",
        {Errc::NotFound, "the native suite is not installed", {}, "give --suite FOLDER"});
}

Result<fs::path> findRecordedAnswers()
{
    return findShipped("demo", fs::path(LOUPE_SOURCE_WORKER).parent_path() / "demo",
                       "dialogue.jsonl",
                       {Errc::NotFound,
                        "the recorded answers are not installed",
                        {},
                        "install the whole package again"});
}

Result<fs::path> findWorker()
{
    return findShipped("worker", LOUPE_SOURCE_WORKER, "__main__.py",
                       {Errc::Environment,
                        "the Python worker is not installed",
                        {},
                        "install the whole package again"});
}

fs::path findInPath(const std::string &program)
{
    std::istringstream folders(environmentVariable("PATH"));
    for (std::string folder; std::getline(folders, folder, ':');) {
        fs::path candidate = fs::path(folder) / program;
        std::error_code failed; // access() also accepts a folder
        if (::access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate, failed))
            return candidate;
    }
    return {};
}

Result<fs::path> findPython(const fs::path &asked)
{
    fs::path found = asked;
    if (found.empty())
        found = fs::path(environmentVariable("KLOUPE_PYTHON"));
    if (found.empty())
        found = findInPath("python3");
    if (found.empty())
        return Error{.code = Errc::Environment,
                     .message = "there is no python3 in PATH",
                     .hint = "name one with --python, or: apt-get install python3 python3-venv"};
    // The last link is kept: a virtual environment is found through its own python3.
    std::error_code failed;
    return fs::absolute(found, failed);
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
    return Error{Errc::NotFound, "loupe_kernel.h is not there", (own / "loupe_kernel.h").string(),
                 "copy tasks/abi into the suite's folder"};
}

} // namespace loupe
