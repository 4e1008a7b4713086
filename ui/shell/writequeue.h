// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/async/latestjob.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace loupe::ui {

/// What people say in the window on its way into the store: written one batch after another off
/// the GUI thread, and tried again while another program holds the store. What waits is not lost:
/// it counts on every page at once.
class WriteQueue : public QObject
{
    Q_OBJECT
public:
    /// How many events are not in a store yet.
    int waitingCount() const;
    /// Why the last attempt failed; empty while all is well.
    const QString &problem() const { return m_problem; }
    void setRetryMilliseconds(int milliseconds) { m_retry.setInterval(milliseconds); }
    bool isWriting() const { return m_job.isRunning(); }
    /// Tries at once, instead of at the next tick.
    void retry();

signals:
    /// Something was stored, waits or failed.
    void changed();
    /// Events that the store will never take, and why; they wait no longer.
    void refused(const QString &problem);

protected:
    explicit WriteQueue(QObject *parent);

    /// What a person did in one step: stored whole or not at all.
    struct Batch {
        std::filesystem::path store;
        int events = 0;
        std::function<Status()> write; ///< blocking
        std::shared_ptr<const void> content;
    };
    void add(Batch batch);
    const std::deque<Batch> &batches() const { return m_batches; }

private:
    void writeNext();
    void written(const Status &status);

    std::deque<Batch> m_batches;
    QString m_problem;
    QTimer m_retry;
    LatestJob<Status> m_job;
};

/// The queue of one kind of events.
template <typename Event>
class EventQueue final : public WriteQueue
{
public:
    /// Adds events to a store, all of them or none; blocking. Fails with Busy while another program
    /// writes the store.
    using Writer
        = std::function<Status(const std::filesystem::path &store, std::span<const Event>)>;

    /// An empty `writer` refuses everything: the program cannot write.
    explicit EventQueue(Writer writer, QObject *parent = nullptr)
        : WriteQueue(parent)
        , m_writer(std::move(writer))
    {
    }

    /// One step about this store.
    void add(const std::filesystem::path &store, std::vector<Event> events)
    {
        if (events.empty())
            return;
        const auto content = std::make_shared<const std::vector<Event>>(std::move(events));
        std::function<Status()> write;
        if (m_writer)
            write = [writer = m_writer, store, content] { return writer(store, *content); };
        WriteQueue::add({store, static_cast<int>(content->size()), std::move(write), content});
    }

    /// Events of this store that are not in it yet, the oldest first.
    std::vector<Event> waiting(const std::filesystem::path &store) const
    {
        std::vector<Event> out;
        for (const Batch &batch : batches()) {
            if (batch.store != store)
                continue;
            const auto &events = *static_cast<const std::vector<Event> *>(batch.content.get());
            out.insert(out.end(), events.begin(), events.end());
        }
        return out;
    }

private:
    Writer m_writer;
};

} // namespace loupe::ui
