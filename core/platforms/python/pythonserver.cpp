// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythonchild.h"

namespace loupe {

namespace {

class StartedServer final : public PythonServer
{
public:
    StartedServer(PythonEnvironment environment, PythonRole role, PythonSettings settings)
        : m_environment(std::move(environment))
        , m_role(role)
        , m_settings(std::move(settings))
    {
    }

    Status restart(const std::stop_token &stop)
    {
        m_process.reset();
        Result<std::unique_ptr<PythonProcess>> started
            = PythonProcess::start(m_environment, m_role, m_settings, stop);
        if (!started)
            return started.error();
        m_process = std::move(started).value();
        ++m_starts;
        return {};
    }

    Result<std::unique_ptr<PythonChild>>
    forkWith(const std::map<std::string, std::string> &variables,
             const std::stop_token &stop) override
    {
        bool isFresh = false;
        for (;;) {
            if (!m_process || !m_process->isUsable()) {
                if (Status started = restart(stop); !started)
                    return started.error();
                isFresh = true;
            }
            Result<std::unique_ptr<PythonChild>> child
                = startPythonChild(m_process, m_settings, variables, stop);
            // An earlier child may have damaged the server unnoticed, so a new one is tried.
            if (child || isFresh || child.error().code == Errc::Cancelled)
                return child;
            m_process.reset();
        }
    }

    int starts() const override { return m_starts; }

private:
    PythonEnvironment m_environment;
    PythonRole m_role;
    PythonSettings m_settings;
    std::shared_ptr<PythonProcess> m_process;
    int m_starts = 0;
};

} // namespace

Result<std::unique_ptr<PythonServer>> PythonServer::start(const PythonEnvironment &environment,
                                                          PythonRole role,
                                                          const PythonSettings &settings,
                                                          const std::stop_token &stop)
{
    auto server = std::make_unique<StartedServer>(environment, role, settings);
    if (Status started = server->restart(stop); !started)
        return started.error();
    return std::unique_ptr<PythonServer>(std::move(server));
}

} // namespace loupe
