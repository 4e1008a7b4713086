// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/runline.h"

#include "ui/shell/runs/runjob.h"
#include "ui/shell/session/job.h"

#include <algorithm>
#include <utility>

namespace loupe::ui {

namespace {

/// Ended runs are kept with all items, so that failures can be viewed and evaluated again.
constexpr std::ptrdiff_t keptRuns = 20;

} // namespace

RunLine::RunLine(const JobList &jobs, QObject *parent) : QObject(parent), m_jobs(jobs)
{
    connect(&jobs, &JobList::changed, this, [this] {
        if (startNext())
            emit changed();
    });
}

void RunLine::add(std::shared_ptr<RunJob> job)
{
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] {
        startNext();
        emit changed();
        emit ended(raw);
    });
    const auto hasEnded = [](const auto &run) { return !run->isRunning(); };
    while (std::count_if(m_runs.begin(), m_runs.end(), hasEnded) >= keptRuns)
        m_runs.erase(std::find_if(m_runs.begin(), m_runs.end(), hasEnded));
    job->enqueue();
    m_runs.push_back(std::move(job));
    startNext();
    emit changed();
}

RunJob *RunLine::current() const
{
    const auto it = std::find_if(m_runs.begin(), m_runs.end(), [](const auto &run) {
        return run->isRunning() && !run->isWaiting();
    });
    return it == m_runs.end() ? nullptr : it->get();
}

std::shared_ptr<RunJob> RunLine::find(const RunJob *job) const
{
    const auto it = std::find_if(m_runs.begin(), m_runs.end(),
                                 [&](const auto &run) { return run.get() == job; });
    return it == m_runs.end() ? nullptr : *it;
}

int RunLine::waiting() const
{
    return static_cast<int>(std::count_if(m_runs.begin(), m_runs.end(),
                                          [](const auto &run) { return run->isWaiting(); }));
}

bool RunLine::startNext()
{
    if (current() != nullptr || m_jobs.holdsRuns())
        return false;
    const auto next = std::find_if(m_runs.begin(), m_runs.end(),
                                   [](const auto &run) { return run->isWaiting(); });
    if (next == m_runs.end())
        return false;
    (*next)->start();
    return true;
}

} // namespace loupe::ui
