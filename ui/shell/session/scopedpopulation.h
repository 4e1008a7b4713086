// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/result.h"
#include "core/model/filter.h"
#include "ui/async/latestjob.h"
#include "ui/async/readerpool.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace loupe::ui {

/// What a population is read from; no pool while no store is open.
struct PopulationSource {
    std::shared_ptr<ReaderPool> pool;
    Filter filter;
    Scope scope;
};

/// The population that the pages of a window show: the store's results under its filter and scope,
/// read in the background when somebody wants it and it is out of date. Its rows say no costs.
class ScopedPopulation final : public QObject
{
    Q_OBJECT
public:
    explicit ScopedPopulation(std::function<PopulationSource()> source);

    /// The last one that was read, out of date or not; null before there is one.
    std::shared_ptr<const Population> value() const { return m_value; }
    /// The same where it is up to date, else null.
    std::shared_ptr<const Population> current() const;
    /// Why there is none.
    const std::optional<Error> &error() const { return m_error; }
    /// Begins to read it, unless it is up to date or being read.
    void want();
    bool isRunning() const { return m_job.isRunning(); }

    /// Another store is opened: there is none until somebody wants it.
    void forget();
    /// The source is another one.
    void invalidate();
    /// The store holds more. A slow read is not begun again by each commit, or it would never end.
    void dataChanged();

signals:
    /// want() would read another one.
    void outdated();
    /// value() or error() is another one.
    void changed();

private:
    void markStale();
    void take(const Result<std::shared_ptr<const Population>> &result);

    std::function<PopulationSource()> m_source;
    std::shared_ptr<const Population> m_value;
    std::optional<Error> m_error;
    bool m_isStale = true;
    LatestJob<Result<std::shared_ptr<const Population>>> m_job;
};

} // namespace loupe::ui
