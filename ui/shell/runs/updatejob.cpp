// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/updatejob.h"

#include "core/store/file/storeupdate.h"
#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

UpdateJob::UpdateJob(std::filesystem::path store, QObject *parent)
    : Job(parent)
    , m_store(std::move(store))
{
}

UpdateJob::~UpdateJob()
{
    m_thread.request_stop();
}

void UpdateJob::start()
{
    m_isRunning = true;
    startClock();
    m_thread = std::jthread([this](const std::stop_token &stop) {
        const Status outcome = updateStore(m_store, stop);
        QMetaObject::invokeMethod(
            this, [this, outcome] { finish(outcome); }, Qt::QueuedConnection);
    });
}

void UpdateJob::cancel()
{
    m_thread.request_stop();
}

void UpdateJob::finish(const Status &outcome)
{
    m_outcome = outcome;
    m_isRunning = false;
    emit finished();
}

QString UpdateJob::title() const
{
    return tr("Update of %1").arg(pathText(m_store.filename()));
}

QString UpdateJob::progressText() const
{
    return tr("making a backup, then updating…");
}

} // namespace loupe::ui
