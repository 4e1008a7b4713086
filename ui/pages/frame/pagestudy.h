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

/// What a page reads in the background to show it. Only what was asked for last is delivered. When
/// the store changes meanwhile, the page reads once more afterwards: a slow read that began anew
/// with each change would never end.
template <typename T>
class PageStudy
{
public:
    using Work = std::function<Result<T>(const std::stop_token &)>;
    using Read = std::function<Result<T>(StoreReader &, const std::stop_token &)>;
    using Deliver = std::function<void(Result<T>)>;

    /// `readAgain` is what the page does when what it shows is out of date.
    explicit PageStudy(std::function<void()> readAgain = {}) : m_readAgain(std::move(readAgain)) { }

    /// Work that needs no reader, or borrows one itself. It must capture by value only.
    void start(Work work, Deliver deliver)
    {
        m_isOutdated = false;
        m_job.start(std::move(work), [this, deliver = std::move(deliver)](Result<T> result) {
            deliver(std::move(result));
            if (std::exchange(m_isOutdated, false))
                m_readAgain();
        });
    }

    /// Work with one of the pool's readers.
    void read(std::shared_ptr<ReaderPool> pool, Read work, Deliver deliver)
    {
        start(
            [pool = std::move(pool), work = std::move(work)](const std::stop_token &stop) {
                return pool->with([&](StoreReader &reader) { return work(reader, stop); });
            },
            std::move(deliver));
    }

    /// Reads again, at once or after the read that is under way.
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
    /// The store changed since what is being read, or delivered just now, was asked for.
    bool isOutdated() const { return m_isOutdated; }

private:
    std::function<void()> m_readAgain;
    bool m_isOutdated = false;
    LatestJob<Result<T>> m_job;
};

/// What a page says of a study that failed; nothing where it was cancelled, or did not fail.
template <typename T>
QString problemOf(const Result<T> &result)
{
    return result || result.error().code == Errc::Cancelled ? QString() : errorText(result.error());
}

} // namespace loupe::ui
