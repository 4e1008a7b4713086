// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentprocess.h"

#include "core/base/result.h"
#include "core/sandbox/system/linestream.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t keptBytes = std::size_t{256} << 10;     ///< of each stream, for the user
constexpr std::size_t maxWaitingBytes = std::size_t{4} << 20; ///< pending messages for an agent
                                                              ///< that does not read
constexpr std::int64_t maxFileBytes = std::int64_t{1} << 30;
constexpr std::int64_t maxMemoryBytes = std::int64_t{16} << 30; ///< limit for all its processes
                                                                ///< together
constexpr int maxProcesses = 512;
constexpr const char *programsInside = "/run/kloupe";
constexpr std::array systemFolders{"/usr/local/bin", "/usr/bin", "/bin"};

bool isBelow(const fs::path &file, const fs::path &folder)
{
    const fs::path below = file.lexically_relative(folder);
    return !below.empty() && *below.begin() != "..";
}

/// Returns true if the sandbox shows the file by default.
bool isOfSystem(const fs::path &file)
{
    const std::array folders{"/usr", "/bin", "/sbin", "/lib", "/lib64"};
    return std::any_of(folders.begin(), folders.end(),
                       [&](const char *folder) { return isBelow(file, folder); });
}

Error noProgram(const std::string &name)
{
    return Error{Errc::Environment, "the agent's program is missing", name,
                 "give its path, or --bind its folder and give its path there"};
}

/// Resolves a command's first word to its path inside the sandbox.
Result<fs::path> programOf(const std::string &word)
{
    std::error_code failed;
    if (word.find('/') != std::string::npos) {
        fs::path path = fs::absolute(word, failed).lexically_normal();
        return ::access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path, failed)
            ? Result<fs::path>(std::move(path))
            : noProgram(word);
    }
    for (const char *folder : systemFolders) {
        if (fs::path path = fs::path(folder) / word; ::access(path.c_str(), X_OK) == 0)
            return path;
    }
    return noProgram(word);
}

Status addEnvironment(ChildSpec &spec, const AgentCommand &command, const fs::path &folder)
{
    std::string path = command.sandbox == SandboxMode::None ? command.kloupe.parent_path().string()
                                                            : std::string(programsInside);
    for (const char *each : systemFolders)
        path.append(":").append(each);
    spec.environment
        = {{"PATH", path}, {"HOME", folder.string()}, {"TMPDIR", "/tmp"}, {"LANG", "C.UTF-8"}};
    for (const std::string &name : command.environment) {
        const char *value = std::getenv(name.c_str()); // NOLINT(concurrency-mt-unsafe)
        if (value == nullptr)
            return Error{Errc::Environment, "a variable for the agent is not set", name,
                         "set it, or remove its --env"};
        spec.environment[name] = name == "PATH" ? path + ":" + value : std::string(value);
    }
    return {};
}

Status addVisible(ChildSpec &spec, const AgentCommand &command, const fs::path &program)
{
    for (const fs::path &each : command.readOnly) {
        std::error_code failed;
        fs::path path = fs::absolute(each, failed).lexically_normal();
        if (!fs::exists(path, failed))
            return Error{Errc::NotFound, "the file or folder for the agent does not exist",
                         each.string(), "name an existing file or folder, or remove its --bind"};
        spec.readOnly.push_back(std::move(path));
    }
    const bool isShown
        = std::any_of(spec.readOnly.begin(), spec.readOnly.end(), [&](const fs::path &shown) {
              return shown == program || isBelow(program, shown);
          });
    if (!isShown && !isOfSystem(program))
        spec.readOnly.push_back(program);
    return {};
}

struct AgentPipe {
    Fd in;
    Fd out;
};

Result<AgentPipe> agentPipe()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return Error{Errc::Io, "no pipe to the agent: " + std::generic_category().message(errno),
                     "pipe"};
    return AgentPipe{Fd(ends[0]), Fd(ends[1])};
}

void makeWaitless(const Fd &fd)
{
    ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

AgentExit exitOf(const ChildEnd &end)
{
    switch (end.kind) {
    case ChildEnd::Kind::Exited:
        return {"exit code " + std::to_string(end.code), end.code == 0, false};
    case ChildEnd::Kind::OutputFlood:
        return {"it wrote more than 64 MiB to standard error", false, true};
    default:
        return {"signal " + std::to_string(end.code), false, false};
    }
}

} // namespace

Result<ChildSpec> agentSpec(const AgentCommand &command, const fs::path &folder)
{
    if (command.argv.empty())
        return Error{Errc::InvalidInput, "no command is named", "agent",
                     "put it behind --, e.g. -- python3 my_agent.py"};
    const auto program = programOf(command.argv.front());
    if (!program)
        return program.error();
    ChildSpec spec;
    spec.argv = command.argv;
    spec.argv.front() = program->string();
    spec.mode = command.sandbox;
    spec.hasNetwork = command.hasNetwork;
    spec.scratch = folder;
    spec.treeMemoryBytes = maxMemoryBytes;
    spec.fileBytes = maxFileBytes;
    spec.processes = maxProcesses;
    spec.keptOutputBytes = keptBytes;
    spec.maxOutputBytes = AgentLines::maxBytes;
    if (command.sandbox != SandboxMode::None)
        spec.copies.push_back({command.kloupe, fs::path(programsInside) / "kloupe"});
    if (Status added = addEnvironment(spec, command, folder); !added)
        return added.error();
    if (Status added = addVisible(spec, command, *program); !added)
        return added.error();
    return spec;
}

AgentProcess::AgentProcess(std::unique_ptr<ChildProcess> child, Fd in, Fd out)
    : m_child(std::move(child))
    , m_in(std::move(in))
    , m_out(std::move(out))
    , m_log(keptBytes)
{
}

Result<AgentProcess> AgentProcess::start(const AgentCommand &command, const fs::path &folder)
{
    auto spec = agentSpec(command, folder);
    if (!spec)
        return spec.error();
    ignoreBrokenPipes();
    auto toIt = agentPipe();
    if (!toIt)
        return toIt.error();
    auto fromIt = agentPipe();
    if (!fromIt)
        return fromIt.error();
    spec->inputFd = toIt->in.get();
    spec->outputFd = fromIt->out.get();
    auto child = ChildProcess::start(*spec);
    if (!child)
        return child.error();
    makeWaitless(toIt->out);
    makeWaitless(fromIt->in);
    return AgentProcess(std::move(*child), std::move(toIt->out), std::move(fromIt->in));
}

void AgentProcess::addTo(std::vector<pollfd> &waiting) const
{
    if (m_out)
        waiting.push_back({m_out.get(), POLLIN, 0});
    if (m_in && !m_waiting.empty())
        waiting.push_back({m_in.get(), POLLOUT, 0});
}

void AgentProcess::pump()
{
    std::array<char, 1 << 16> bytes; // NOLINT(cppcoreguidelines-pro-type-member-init)
    // The number of steps is limited, so that a constant writer cannot block the host.
    for (int step = 0; m_out && step < 64; ++step) {
        const ssize_t count = ::read(m_out.get(), bytes.data(), bytes.size());
        if (count > 0)
            m_lines.add({bytes.data(), static_cast<std::size_t>(count)});
        else if (count == 0 || (errno != EAGAIN && errno != EINTR))
            m_out = Fd();
        if (count <= 0)
            break;
    }
    while (m_in && !m_waiting.empty()) {
        const ssize_t count = ::write(m_in.get(), m_waiting.data(), m_waiting.size());
        if (count > 0)
            m_waiting.erase(0, static_cast<std::size_t>(count));
        else if (errno != EAGAIN && errno != EINTR)
            m_in = Fd();
        if (count <= 0)
            break;
    }
}

void AgentProcess::send(const Json &message)
{
    if (m_waiting.size() < maxWaitingBytes)
        m_waiting += message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    pump();
}

AgentExit AgentProcess::finish()
{
    m_child->kill();
    const ChildEnd end
        = m_child->wait(std::chrono::steady_clock::now() + std::chrono::minutes(1), {});
    m_errors = end.output;
    pump();
    return exitOf(end);
}

std::string AgentProcess::log() const
{
    const std::string said = m_log.text();
    const bool isBoth = !said.empty() && !m_errors.empty();
    return said + (isBoth ? "\n--- standard error ---\n" : "") + m_errors;
}

} // namespace loupe
