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

/// Queue of the user's annotations for a store. Batches are written one after another on a worker
/// thread, and retried while another program holds the store or a write fails. Pages show that
/// queued events are not stored yet.
class WriteQueue : public QObject
{
    Q_OBJECT
public:
    /// Returns the number of events that are not in a store yet.
    int waitingCount() const;
    /// Returns the error for which the oldest batch is retried; empty if there is none.
    const QString &problem() const { return m_problem; }
    void setRetryMilliseconds(int milliseconds) { m_retry.setInterval(milliseconds); }
    bool isWriting() const { return m_job.isRunning(); }
    /// Tries now instead of at the next tick.
    void retry();
    /// Redirects the batches for `store` to its copy, in which every row has the same id.
    virtual void moveTo(const std::filesystem::path &store, const std::filesystem::path &copy) = 0;

signals:
    /// Emitted when a batch was stored, queued or failed.
    void changed();
    /// Emitted when a store rejected events finally; they leave the queue. The window may show
    /// another store by then.
    void refused(const std::filesystem::path &store, int events, const QString &problem);

protected:
    explicit WriteQueue(QObject *parent);

    /// Events of one user action, stored atomically.
    struct Batch {
        std::filesystem::path store;
        int events = 0;
        std::function<Status()> write; ///< blocks
        std::shared_ptr<const void> content;
    };
    void add(Batch batch);
    virtual void batchStored(const Batch &batch) = 0;
    std::deque<Batch> &batches() { return m_batches; }
    const std::deque<Batch> &batches() const { return m_batches; }

private:
    void writeNext();
    void written(const Status &status);

    std::deque<Batch> m_batches;
    QString m_problem;
    QTimer m_retry;
    LatestJob<Status> m_job;
};

/// Queue of one type of events.
template <typename Event>
class EventQueue final : public WriteQueue
{
public:
    /// Adds events to a store atomically. Blocks. Fails with Busy while another program writes the
    /// store.
    using Writer
        = std::function<Status(const std::filesystem::path &store, std::span<const Event>)>;

    /// Called for each batch once it is in the store, before changed().
    using Listener
        = std::function<void(const std::filesystem::path &store, const std::vector<Event> &)>;

    /// An empty `writer` rejects everything, because this build cannot write.
    EventQueue(Writer writer, Listener stored, QObject *parent = nullptr)
        : WriteQueue(parent)
        , m_writer(std::move(writer))
        , m_stored(std::move(stored))
    {
    }

    /// Adds a batch for this store.
    void add(const std::filesystem::path &store, std::vector<Event> events)
    {
        if (events.empty())
            return;
        const auto content = std::make_shared<const std::vector<Event>>(std::move(events));
        WriteQueue::add(makeBatch(store, content, static_cast<int>(content->size())));
    }

    void moveTo(const std::filesystem::path &store, const std::filesystem::path &copy) override
    {
        for (Batch &batch : batches()) {
            if (batch.store == store)
                batch = makeBatch(copy, batch.content, batch.events);
        }
        retry();
    }

    /// Returns the queued events of this store, oldest first.
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

protected:
    void batchStored(const Batch &batch) override
    {
        m_stored(batch.store, *static_cast<const std::vector<Event> *>(batch.content.get()));
    }

private:
    Batch makeBatch(const std::filesystem::path &store, const std::shared_ptr<const void> &content,
                    int count) const
    {
        std::function<Status()> write;
        if (m_writer)
            write = [writer = m_writer, store, content] {
                return writer(store, *static_cast<const std::vector<Event> *>(content.get()));
            };
        return {store, count, std::move(write), content};
    }

    Writer m_writer;
    Listener m_stored;
};

} // namespace loupe::ui
