// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/latestjob.h"
#include "ui/async/readerpool.h"
#include "ui/text/words.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace loupe::ui {

/// Background read for a page. Only the latest request is delivered. If the store changes during a
/// read, the page reads again afterwards, because restarting a slow read at each change would never
/// finish.
template <typename T>
class PageStudy
{
public:
    using Work = std::function<Result<T>(const std::stop_token &)>;
    using Read = std::function<Result<T>(StoreReader &, const std::stop_token &)>;
    using Deliver = std::function<void(Result<T>)>;

    /// `readAgain` is called when the page's data is out of date.
    explicit PageStudy(std::function<void()> readAgain = {}) : m_readAgain(std::move(readAgain)) { }

    /// Starts work without a reader, or with one that it borrows itself. It must capture by value
    /// only.
    void start(Work work, Deliver deliver)
    {
        m_isOutdated = false;
        m_job.start(std::move(work), [this, deliver = std::move(deliver)](Result<T> result) {
            deliver(std::move(result));
            if (std::exchange(m_isOutdated, false))
                m_readAgain();
        });
    }

    /// Starts work with one of the pool's readers.
    void read(std::shared_ptr<ReaderPool> pool, Read work, Deliver deliver)
    {
        start(
            [pool = std::move(pool), work = std::move(work)](const std::stop_token &stop) {
                return pool->with([&](StoreReader &reader) { return work(reader, stop); });
            },
            std::move(deliver));
    }

    /// Reads again, now or after the running read.
    void storeChanged()
    {
        if (m_job.isRunning())
            m_isOutdated = true;
        else
            m_readAgain();
    }

    void cancel()
    {
        m_job.cancel();
        m_isOutdated = false;
    }

    bool isRunning() const { return m_job.isRunning(); }
    /// Returns true if the store changed since the running or just delivered read was requested.
    bool isOutdated() const { return m_isOutdated; }

private:
    std::function<void()> m_readAgain;
    bool m_isOutdated = false;
    LatestJob<Result<T>> m_job;
};

/// Returns the error text of a failed study; empty on success or if it was cancelled.
template <typename T>
QString problemOf(const Result<T> &result)
{
    return result || result.error().code == Errc::Cancelled ? QString() : errorText(result.error());
}

} // namespace loupe::ui
