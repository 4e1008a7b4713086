// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/annotation.h"
#include "ui/async/latestjob.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace loupe::ui {

/// Adds events to a store, all of them or none; blocking. Fails with Busy while another program
/// writes the store.
using Annotator
    = std::function<Status(const std::filesystem::path &store, std::span<const Annotation>)>;

/// What people say in the window on its way into the store: written one batch after another off
/// the GUI thread, and tried again while another program holds the store. What waits is not lost:
/// it counts on every page at once.
class AnnotationQueue final : public QObject
{
    Q_OBJECT
public:
    /// An empty `annotate` refuses everything: the program cannot write.
    explicit AnnotationQueue(Annotator annotate, QObject *parent = nullptr);

    /// Adds events about evaluations of this store.
    void add(const std::filesystem::path &store, const std::vector<Annotation> &events);
    /// Events of this store that are not in it yet, the oldest first.
    std::vector<Annotation> waiting(const std::filesystem::path &store) const;
    int waitingCount() const { return static_cast<int>(m_waiting.size()); }
    /// Why the last attempt failed; empty while all is well.
    const QString &problem() const { return m_problem; }
    void setRetryMilliseconds(int milliseconds) { m_retry.setInterval(milliseconds); }
    /// Tries at once, instead of at the next tick.
    void retry();

signals:
    /// Something was stored, waits or failed.
    void changed();
    /// Events that the store will never take, and why; they wait no longer.
    void refused(const QString &problem);

private:
    struct Item {
        std::filesystem::path store;
        Annotation event;
        std::uint64_t batch = 0;
    };
    void writeNext();
    void written(const Status &status, std::size_t count);

    Annotator m_annotate;
    std::vector<Item> m_waiting;
    std::uint64_t m_batches = 0;
    QString m_problem;
    QTimer m_retry;
    LatestJob<Status> m_job;
};

} // namespace loupe::ui
