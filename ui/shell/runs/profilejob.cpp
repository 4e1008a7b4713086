// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/profilejob.h"

#include "ui/text/windowwords.h"
#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

ProfileJob::ProfileJob(KernelProfiler profiler, ProfilingRequest request, QString task,
                       QObject *parent)
    : Job(parent)
    , m_profiler(std::move(profiler))
    , m_request(std::move(request))
    , m_task(std::move(task))
{
}

ProfileJob::~ProfileJob()
{
    m_thread.request_stop();
}

void ProfileJob::start()
{
    m_isRunning = true;
    startClock();
    m_thread = std::jthread([this](const std::stop_token &stop) {
        const auto waiting = [this](const Error &reason) {
            QMetaObject::invokeMethod(
                this, [this, reason] { wait(reason); }, Qt::QueuedConnection);
        };
        const auto outcome = m_profiler(m_request, waiting, stop);
        QMetaObject::invokeMethod(
            this, [this, outcome] { finish(outcome); }, Qt::QueuedConnection);
    });
}

void ProfileJob::cancel()
{
    m_thread.request_stop();
}

void ProfileJob::wait(const Error &reason)
{
    const std::string hint = reason.hint.empty() ? "" : "; " + reason.hint;
    const QString text = inWindowWords(lineText(reason.message + hint));
    if (text == m_waitingFor)
        return;
    m_waitingFor = text;
    emit changed();
}

void ProfileJob::finish(const Result<CounterProfile> &outcome)
{
    m_outcome = outcome;
    m_isRunning = false;
    emit finished();
}

QString ProfileJob::title() const
{
    return m_request.sanitizer.empty() ? tr("Hardware counters of %1").arg(m_task)
                                       : tr("%1 of %2").arg(toQt(m_request.sanitizer), m_task);
}

QString ProfileJob::progressText() const
{
    if (isWaiting())
        return tr("measured, waits to be stored: %1").arg(m_waitingFor);
    return m_request.sanitizer.empty()
        ? tr("reading hardware counters…")
        : tr("running the kernel under %1…").arg(toQt(m_request.sanitizer));
}

} // namespace loupe::ui
