// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/annotationqueue.h"

#include "ui/text/words.h"

#include <algorithm>

namespace loupe::ui {

namespace {
constexpr int retryMilliseconds = 2000;
}

AnnotationQueue::AnnotationQueue(Annotator annotate, QObject *parent)
    : QObject(parent)
    , m_annotate(std::move(annotate))
{
    m_retry.setSingleShot(true);
    m_retry.setInterval(retryMilliseconds);
    connect(&m_retry, &QTimer::timeout, this, &AnnotationQueue::writeNext);
}

void AnnotationQueue::add(const std::filesystem::path &store, const std::vector<Annotation> &events)
{
    if (events.empty())
        return;
    ++m_batches;
    for (const Annotation &event : events)
        m_waiting.push_back({store, event, m_batches});
    if (!m_retry.isActive())
        writeNext();
    emit changed();
}

std::vector<Annotation> AnnotationQueue::waiting(const std::filesystem::path &store) const
{
    std::vector<Annotation> out;
    for (const Item &item : m_waiting) {
        if (item.store == store)
            out.push_back(item.event);
    }
    return out;
}

void AnnotationQueue::retry()
{
    m_retry.stop();
    writeNext();
}

void AnnotationQueue::writeNext()
{
    if (m_waiting.empty() || m_job.isRunning())
        return;
    if (!m_annotate) {
        written(Error{Errc::Unsupported, "this window cannot write to stores", {}, {}, {}},
                m_waiting.size());
        return;
    }
    // One batch at a time: what a person did in one step is stored whole or not at all.
    const Item first = m_waiting.front();
    std::vector<Annotation> events;
    for (const Item &item : m_waiting) {
        if (item.batch != first.batch)
            break;
        events.push_back(item.event);
    }
    const std::size_t count = events.size();
    m_job.start([annotate = m_annotate, store = first.store, events = std::move(events)](
                    const std::stop_token &) { return annotate(store, events); },
                [this, count](const Status &status) { written(status, count); });
}

void AnnotationQueue::written(const Status &status, std::size_t count)
{
    const bool isBusy = !status && status.error().code == Errc::Busy;
    m_problem = status ? QString() : errorText(status.error());
    if (isBusy) {
        m_retry.start();
        emit changed();
        return;
    }
    m_waiting.erase(m_waiting.begin(), m_waiting.begin() + static_cast<std::ptrdiff_t>(count));
    if (!status)
        emit refused(m_problem);
    emit changed();
    writeNext();
}

} // namespace loupe::ui
