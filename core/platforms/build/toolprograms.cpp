// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/toolprograms.h"

#include "core/sandbox/child/childprocess.h"

#include <chrono>
#include <cstdlib>

#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr auto toolPatience = std::chrono::seconds(60);

} // namespace

fs::path findProgram(const std::string &name)
{
    if (name.empty())
        return {};
    if (name.find('/') != std::string::npos)
        return access(name.c_str(), X_OK) == 0 ? fs::absolute(name) : fs::path();
    const char *variable
        = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): it is never set here
    std::string folders = variable == nullptr ? "/usr/bin:/bin" : variable;
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        fs::path path = fs::path(folders.substr(begin, end - begin)) / name;
        if (path.is_absolute() && access(path.c_str(), X_OK) == 0)
            return path;
        begin = end + 1;
    }
    return {};
}

Result<std::string> outputOf(const fs::path &program, const std::vector<std::string> &arguments,
                             const std::string &fix)
{
    ChildSpec spec;
    spec.argv = {program.string()};
    spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
    spec.environment = {{"PATH", "/usr/bin:/bin"}, {"LC_ALL", "C.UTF-8"}};
    spec.mode = SandboxMode::None; // the user's own compiler, without foreign source
    spec.keptOutputBytes = 1 << 20;
    const Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(spec);
    if (!child)
        return child.error();
    const ChildEnd end = (*child)->wait(std::chrono::steady_clock::now() + toolPatience, {});
    if (end.kind != ChildEnd::Kind::Exited || end.code != 0)
        return Error{Errc::Environment, "the compiler does not work", program.string(), fix,
                     end.output};
    return end.output;
}

} // namespace loupe
