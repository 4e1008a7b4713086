// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/job.h"

#include "ui/text/words.h"

#include <algorithm>

namespace loupe::ui {

QString Job::remainingText() const
{
    const double elapsed = elapsedSeconds();
    if (done() <= 0 || total() <= done() || elapsed < 2.0)
        return {};
    return tr("%1 left").arg(durationText(elapsed / done() * (total() - done())));
}

void JobList::add(std::shared_ptr<Job> job)
{
    connect(job.get(), &Job::changed, this, &JobList::changed);
    connect(job.get(), &Job::finished, this, &JobList::changed);
    // Removes ended jobs from the list.
    std::erase_if(m_jobs, [](const auto &each) { return !each->isRunning(); });
    m_jobs.push_back(std::move(job));
    emit changed();
}

Job *JobList::current() const
{
    Job *found = nullptr;
    for (const auto &job : m_jobs) {
        if (job->isRunning() && (found == nullptr || !job->isWaiting()))
            found = job.get();
    }
    return found;
}

int JobList::running() const
{
    return static_cast<int>(std::count_if(m_jobs.begin(), m_jobs.end(),
                                          [](const auto &job) { return job->isRunning(); }));
}

bool JobList::holdsRuns() const
{
    return std::ranges::any_of(m_jobs, [](const auto &job) { return job->holdsRuns(); });
}

void JobList::cancelAll()
{
    for (const auto &job : m_jobs) {
        if (job->isRunning())
            job->cancel();
    }
}

} // namespace loupe::ui
