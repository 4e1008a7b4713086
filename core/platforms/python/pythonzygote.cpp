// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythonzygote.h"

#include "core/platforms/python/pythonworkerspec.h"

#include <chrono>
#include <utility>
#include <vector>

#include <unistd.h>

namespace loupe {

namespace {

constexpr std::chrono::seconds zygoteImportPatience{120};
constexpr std::chrono::seconds zygoteForkPatience{10};

} // namespace

std::shared_ptr<PythonZygote> PythonZygote::begin(const PythonEnvironment &environment,
                                                  const PythonSettings &settings)
{
    if (geteuid() != 0 || settings.mode != SandboxMode::Bubblewrap)
        return nullptr;
    auto ends = Channel::pair();
    if (!ends)
        return nullptr;
    PythonSettings own = settings;
    own.mode = SandboxMode::None; // only the servers are confined, not their parent
    ChildSpec spec = pythonWorkerSpec(environment, own, "/tmp");
    spec.argv.push_back(Json{{"control", ends->second.fd()},
                             {"role", "zygote"},
                             {"preload", settings.preload},
                             {"preload_if_there", settings.preloadIfThere}}
                            .dump());
    spec.inheritedFds = {ends->second.fd()};
    auto child = ChildProcess::start(spec);
    if (!child)
        return nullptr;
    return std::shared_ptr<PythonZygote>(
        new PythonZygote(std::move(ends->first), std::move(*child)));
}

Error PythonZygote::fail(const std::string &why)
{
    m_child->kill();
    m_isUseless = true;
    m_failure = Error{.code = Errc::Environment, .message = why, .detail = m_child->outputSoFar()};
    return *m_failure;
}

void PythonZygote::remember(const Error &why)
{
    const std::lock_guard lock(m_reasonMutex);
    if (m_reason.empty())
        m_reason = "\nkloupe: a server could not be forked and imports the framework for itself: "
            + why.text() + "\n";
}

std::string PythonZygote::whyImported() const
{
    const std::lock_guard lock(m_reasonMutex);
    return m_reason;
}

Status PythonZygote::awaitReady(const std::stop_token &stop)
{
    if (m_failure)
        return *m_failure;
    if (m_isReady)
        return {};
    const auto message
        = m_control.receive(std::chrono::steady_clock::now() + zygoteImportPatience, stop);
    if (!message && message.error().code == Errc::Cancelled)
        return message.error();
    if (!message || !message->body.contains("ready"))
        return fail("the process that servers are forked from cannot import the framework");
    m_isReady = true;
    return {};
}

Status PythonZygote::serve(Json settings, const std::map<std::string, std::string> &environment,
                           const HeldSandbox &sandbox, int processes, const Channel &control,
                           const std::stop_token &stop)
{
    const std::lock_guard lock(m_mutex);
    if (Status ready = awaitReady(stop); !ready)
        return ready;
    const std::vector<int> groups = sandbox.child->groupEntrances();
    const Json request{{"serve", std::move(settings)},
                       {"environment", environment},
                       {"user", sandbox.user},
                       {"processes", processes},
                       {"landlock", sandbox.hasLandlock},
                       {"groups", groups.size()}};
    std::vector<int> descriptors{sandbox.process.get(), control.fd(), sandbox.output.get()};
    descriptors.insert(descriptors.end(), groups.begin(), groups.end());
    if (sandbox.callFilter >= 0)
        descriptors.push_back(sandbox.callFilter);
    const Status sent = m_control.send(request, descriptors);
    if (!sent)
        return fail(sent.error().message);
    const auto answer
        = m_control.receive(std::chrono::steady_clock::now() + zygoteForkPatience, {});
    if (!answer)
        return fail(answer.error().message);
    if (!answer->body.contains("served"))
        return fail(answer->body.value("failed", std::string("no server was forked")));
    return {};
}

} // namespace loupe
