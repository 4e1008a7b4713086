// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/profilejob.h"

#include "ui/text/windowwords.h"
#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

ProfileJob::ProfileJob(KernelProfiler profiler, ProfilingRequest request, QString task,
                       QObject *parent)
    : OutcomeJob(
        [this, profile = std::move(profiler), request](const std::stop_token &stop) {
            const auto waiting = [this](const Error &reason) {
                QMetaObject::invokeMethod(
                    this, [this, reason] { wait(reason); }, Qt::QueuedConnection);
            };
            return profile(request, waiting, stop);
        },
        parent)
    , m_request(std::move(request))
    , m_task(std::move(task))
{
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
