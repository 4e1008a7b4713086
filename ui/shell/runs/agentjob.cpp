// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/agentjob.h"

#include "ui/text/words.h"

#include <mutex>
#include <numeric>
#include <utility>

namespace loupe::ui {

struct AgentJob::Shared {
    mutable std::mutex mutex;
    std::optional<AgentRunOutcome> outcome;
};

AgentJob::AgentJob(AgentLauncher launcher, AgentRunRequest request, QObject *parent)
    : AgentJob(std::move(launcher), std::move(request), std::make_shared<Shared>(), parent)
{
}

AgentJob::AgentJob(AgentLauncher launcher, AgentRunRequest request,
                   const std::shared_ptr<Shared> &shared, QObject *parent)
    : RunJob(
        [launch = std::move(launcher), request,
         shared](const RunRequest &run, RunObserver &observer,
                 const std::stop_token &stop) -> Result<RunOutcome> {
            AgentRunRequest asked = request;
            asked.run.control = run.control;
            auto ended = launch(asked, observer, stop);
            if (!ended)
                return ended.error();
            const std::lock_guard lock(shared->mutex);
            shared->outcome = std::move(*ended);
            return runOutcomeOf(*shared->outcome);
        },
        request.run, parent)
    , m_agents(std::move(request))
    , m_shared(shared)
{
}

std::optional<AgentRunOutcome> AgentJob::ended() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->outcome;
}

bool AgentJob::canGoOn() const
{
    if (isRunning() || !outcome())
        return false;
    const auto agents = ended();
    // A failed run can be resumed once something of it is stored.
    return agents ? agents->isInterrupted : done() > 0;
}

AgentRunRequest AgentJob::again() const
{
    AgentRunRequest request = m_agents;
    request.run.resume = true;
    if (const auto agents = ended())
        request.run.name = agents->run;
    else if (progress().plan)
        request.run.name = progress().plan->run;
    return request;
}

QString AgentJob::title() const
{
    if (const auto agents = ended())
        return lineText(agents->run);
    return lineText(m_agents.run.name.empty() ? m_agents.method : m_agents.run.name);
}

QString AgentJob::progressText() const
{
    if (!isRunning() || isWaiting() || isCancelling() || isPaused())
        return RunJob::progressText();
    return counted(done(), tr("the agent works: %1 program judged"),
                   tr("the agent works: %1 programs judged"));
}

int AgentJob::done() const
{
    const auto &counts = progress().counts;
    return std::accumulate(counts.begin(), counts.end(), 0);
}

} // namespace loupe::ui
