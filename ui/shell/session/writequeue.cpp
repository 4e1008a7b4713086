// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/writequeue.h"

#include "ui/text/words.h"

#include <numeric>
#include <utility>

namespace loupe::ui {

namespace {
constexpr int retryMilliseconds = 2000;
}

WriteQueue::WriteQueue(QObject *parent) : QObject(parent)
{
    m_retry.setSingleShot(true);
    m_retry.setInterval(retryMilliseconds);
    connect(&m_retry, &QTimer::timeout, this, &WriteQueue::writeNext);
}

int WriteQueue::waitingCount() const
{
    return std::accumulate(m_batches.begin(), m_batches.end(), 0,
                           [](int sum, const Batch &batch) { return sum + batch.events; });
}

void WriteQueue::add(Batch batch)
{
    m_batches.push_back(std::move(batch));
    if (!m_retry.isActive())
        writeNext();
    emit changed();
}

void WriteQueue::retry()
{
    m_retry.stop();
    writeNext();
}

void WriteQueue::writeNext()
{
    if (m_batches.empty() || m_job.isRunning())
        return;
    if (!m_batches.front().write) {
        written(Error{Errc::Unsupported, "this window cannot write to stores"});
        return;
    }
    m_job.start([write = m_batches.front().write](const std::stop_token &) { return write(); },
                [this](const Status &status) { written(status); });
}

void WriteQueue::written(const Status &status)
{
    // The user can fix a full disk or a moved store, so the batches are kept.
    const bool mayWorkLater
        = !status && (status.error().code == Errc::Busy || status.error().code == Errc::Io);
    m_problem = mayWorkLater ? errorText(status.error()) : QString();
    if (mayWorkLater) {
        m_retry.start();
        emit changed();
        return;
    }
    const Batch done = std::move(m_batches.front());
    m_batches.pop_front();
    if (status)
        batchStored(done);
    else
        emit refused(done.store, done.events, errorText(status.error()));
    emit changed();
    writeNext();
}

} // namespace loupe::ui
