// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythoninspector.h"

#include "core/platforms/python/pythonmessage.h"

#include <utility>

namespace loupe {

namespace {

constexpr std::chrono::seconds inspectionPatience{20};
constexpr std::int64_t inspectionMemory = std::int64_t{4} << 30;

} // namespace

PythonInspector::~PythonInspector()
{
    if (m_child)
        m_child->kill();
}

PythonInspector::Settings PythonInspector::settingsFor(const std::filesystem::path &interpreter,
                                                       const std::filesystem::path &workerFolder,
                                                       SandboxMode mode)
{
    std::error_code failed;
    // The interpreter of a virtual environment links to one that needs its own folder.
    const auto real = std::filesystem::canonical(interpreter, failed);
    Settings settings{interpreter, {interpreter.parent_path().parent_path()}, workerFolder, mode};
    if (!failed && real.parent_path().parent_path() != settings.roots.front())
        settings.roots.push_back(real.parent_path().parent_path());
    return settings;
}

Status PythonInspector::restart()
{
    m_channel.reset();
    m_child.reset();
    Result<std::pair<Channel, Channel>> ends = Channel::pair();
    if (!ends)
        return ends.error();
    std::error_code failed;
    const auto worker = std::filesystem::absolute(m_settings.workerFolder, failed);
    ChildSpec spec;
    spec.argv = {m_settings.interpreter.string(), "-I", "-B", (worker / "loupe_inspect").string(),
                 std::to_string(ends->second.fd())};
    spec.environment = {{"PATH", "/usr/bin:/bin"}, {"LANG", "C.UTF-8"}};
    spec.readOnly = m_settings.roots;
    spec.readOnly.push_back(worker);
    spec.inheritedFds = {ends->second.fd()};
    spec.mode = m_settings.mode;
    spec.memoryBytes = inspectionMemory;
    Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(spec);
    if (!child)
        return child.error();
    m_child = std::move(child).value();
    m_channel = std::make_unique<Channel>(std::move(ends->first));
    return {};
}

Result<std::unique_ptr<PythonInspector>> PythonInspector::start(const Settings &settings)
{
    std::unique_ptr<PythonInspector> inspector(new PythonInspector(settings));
    if (Status started = inspector->restart(); !started)
        return started.error();
    // Detects an unsuitable Python before the first candidate.
    const Result<PythonFacts> facts = inspector->inspect("", "", {});
    if (!facts)
        return Error{Errc::Environment, "this Python cannot read candidates",
                     settings.interpreter.string(), "name one of at least 3.9 with --python",
                     facts.error().message};
    return inspector;
}

Result<PythonFacts> PythonInspector::inspect(const std::string &source, const std::string &entry,
                                             const std::stop_token &stop)
{
    if (!m_child || m_child->hasEnded()) {
        if (Status started = restart(); !started)
            return started.error();
    }
    const std::string id = std::to_string(++m_lastId);
    Status sent
        = sendToPython(*m_channel, {{"id", id}, {"source", source}, {"entry", entry}}, nullptr);
    if (!sent)
        return sent.error();
    const auto answer
        = receiveFromPython(*m_channel, id, std::string(hostMemory),
                            std::chrono::steady_clock::now() + inspectionPatience, stop);
    if (answer)
        return pythonFactsFromJson(answer->body);
    m_child->kill(); // its late output would be taken for the next answer
    const ChildEnd end = m_child->wait(std::chrono::steady_clock::now() + inspectionPatience, {});
    m_child.reset();
    Error error = answer.error();
    error.detail += end.output;
    return error;
}

} // namespace loupe
