// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QtConcurrent>

#include <functional>
#include <stop_token>
#include <utility>

namespace loupe::ui {

/// Background computation of one view. Starting a new one cancels the last one, and nothing is
/// delivered after cancellation or destruction. Work must capture by value only.
template <typename T>
class LatestJob
{
public:
    using Work = std::function<T(std::stop_token)>;
    using Deliver = std::function<void(T)>;

    LatestJob() = default;
    LatestJob(const LatestJob &) = delete;
    LatestJob &operator=(const LatestJob &) = delete;
    ~LatestJob() { cancel(); }

    void start(Work work, Deliver deliver)
    {
        cancel();
        m_stop = std::stop_source();
        m_isRunning = true;
        auto *watcher = new QFutureWatcher<T>(&m_guard); // deleted with this object, and its
                                                         // connection with it
        QObject::connect(watcher, &QFutureWatcherBase::finished, &m_guard,
                         [this, watcher, token = m_stop.get_token(), done = std::move(deliver)] {
                             watcher->deleteLater();
                             if (token.stop_requested())
                                 return;
                             m_isRunning = false;
                             done(watcher->future().takeResult());
                         });
        watcher->setFuture(QtConcurrent::run(
            [body = std::move(work), token = m_stop.get_token()] { return body(token); }));
    }

    void cancel()
    {
        m_stop.request_stop();
        m_isRunning = false;
    }

    /// Returns true from start() until the delivery or cancel().
    bool isRunning() const { return m_isRunning; }

private:
    std::stop_source m_stop;
    bool m_isRunning = false;
    QObject m_guard;
};

} // namespace loupe::ui
