// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/smallinterface.h"

#include "core/base/digest.h"
#include "core/base/environment.h"
#include "core/base/files.h"
#include "core/sandbox/child/childprocess.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds compilerPatience{180};
constexpr std::int64_t compilerMemory = 8LL << 30; // all of torch's templates
constexpr std::int64_t libraryBytes = 64LL << 20;
constexpr int libraryProcesses = 64;
constexpr std::size_t maxSourceBytes = std::size_t{1} << 20;

/// Returns the key of the library and of builds against it: everything that they depend on.
std::string keyOf(const PythonEnvironment &environment, const PythonSettings &settings)
{
    const fs::path compilers = settings.workerFolder / "compilers";
    std::vector<fs::path> files;
    std::error_code failed;
    for (fs::recursive_directory_iterator each(compilers, failed), end; !failed && each != end;
         each.increment(failed)) {
        const std::string extension = each->path().extension().string();
        if (extension == ".h" || extension == ".cpp" || extension == ".py")
            files.push_back(each->path());
    }
    std::sort(files.begin(), files.end());
    std::string sources;
    for (const fs::path &file : files) {
        const Result<std::string> text = readFile(file, maxSourceBytes);
        sources += file.filename().string() + (text ? sha256Hex(*text) : std::string());
    }
    const Json all{"small 2",
                   sources,
                   environment.interpreter.string(),
                   environment.version,
                   environment.packages,
                   environment.torchBuild,
                   environment.roots};
    return sha256Hex(all.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// Returns the file that marks a failure; compilers/small/__init__.py looks for it.
fs::path failureMark(const fs::path &folder)
{
    return folder / "failed";
}

/// Returns a file that can be renamed to the mark on a full disk.
fs::path reservedMark(const fs::path &folder)
{
    return folder / "reserved";
}

std::string cudaFolder(const PythonEnvironment &environment)
{
    if (environment.torchBuild != "cuda")
        return {};
    const std::string home = environmentVariable("CUDA_HOME");
    return home.empty() ? "/usr/local/cuda" : home;
}

} // namespace

SmallInterface::SmallInterface(const fs::path &cache, PythonEnvironment environment,
                               PythonSettings settings)
    : m_folder(cache / "small" / keyOf(environment, settings))
    , m_environment(std::move(environment))
    , m_settings(std::move(settings))
{
    std::error_code failed;
    fs::create_directories(m_folder, failed);
    if (failed)
        m_whyNot = failed.message();
    else if (!fs::is_regular_file(library(), failed)) {
        if (const Status reserved = writeFileAtomic(reservedMark(m_folder), "\n"); !reserved)
            m_whyNot = reserved.error().message;
    }
}

SmallInterface::~SmallInterface()
{
    wait();
}

bool SmallInterface::isUsedBy(const std::string &source)
{
    return source.find("cpp_extension") != std::string::npos;
}

void SmallInterface::begin()
{
    const std::lock_guard lock(m_mutex);
    if (m_made.valid())
        return;
    std::error_code failed;
    fs::remove(failureMark(m_folder), failed); // a failure of an earlier run; this one may succeed
    m_made = std::async(std::launch::async, [this] { return makeOrSay(); }).share();
}

std::string SmallInterface::makeOrSay() const
{
    std::string problem = make();
    if (!problem.empty()) {
        // Linkers wait for the library or the mark.
        std::error_code failed;
        if (const Status marked = writeFileAtomic(failureMark(m_folder), problem); !marked)
            fs::rename(reservedMark(m_folder), failureMark(m_folder), failed);
        if (failed)
            problem += "; " + failed.message();
    }
    return problem;
}

std::string SmallInterface::problem()
{
    const std::lock_guard lock(m_mutex);
    const bool isThrough
        = m_made.valid() && m_made.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    return isThrough ? m_made.get() : std::string();
}

std::string SmallInterface::wait()
{
    std::shared_future<std::string> made;
    {
        const std::lock_guard lock(m_mutex);
        made = m_made;
    }
    return made.valid() ? made.get() : std::string("it was not requested");
}

std::string SmallInterface::make() const
{
    std::error_code failed;
    if (fs::is_regular_file(library(), failed))
        return {};
    const Result<TemporaryFolder> scratch = TemporaryFolder::create("kloupe-small");
    if (!scratch)
        return scratch.error().message;
    const fs::path made = scratch->path() / "libkloupe_small.so";
    const fs::path worker = fs::absolute(m_settings.workerFolder, failed);
    ChildSpec spec;
    spec.argv = {m_environment.interpreter.string(),
                 "-I",
                 "-B",
                 (worker / "compilers/small/prepare.py").string(),
                 "g++",
                 cudaFolder(m_environment),
                 made.string()};
    spec.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                        {"LC_ALL", "C.UTF-8"},
                        {"TMPDIR", scratch->path().string()}};
    spec.readOnly = m_environment.roots;
    spec.readOnly.push_back(worker);
    spec.scratch = scratch->path();
    spec.mode = m_settings.mode;
    spec.memoryBytes = compilerMemory;
    spec.fileBytes = libraryBytes;
    spec.processes = libraryProcesses;
    const Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(spec);
    if (!child)
        return child.error().message;
    const ChildEnd end = (*child)->wait(std::chrono::steady_clock::now() + compilerPatience, {});
    if (end.kind != ChildEnd::Kind::Exited || end.code != 0)
        return "it does not compile here:\n" + end.output;
    // Written under another name and renamed, because another program may do the same.
    const fs::path beside = m_folder / (randomHex(8) + ".so");
    fs::copy_file(made, beside, failed);
    if (!failed)
        fs::rename(beside, library(), failed);
    return failed ? "it cannot be kept in the cache: " + failed.message() : std::string();
}

} // namespace loupe
