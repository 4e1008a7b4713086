// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "ui/async/latestjob.h"
#include "ui/async/readerpool.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace loupe::ui {

/// Source of a population; no pool while no store is open.
struct PopulationSource {
    std::shared_ptr<ReaderPool> pool;
    Filter filter;
    Scope scope;
};

/// Population of the window's filter and scope. It is read in the background on demand, if it is
/// out of date. Its rows have no costs.
class ScopedPopulation final : public QObject
{
    Q_OBJECT
public:
    explicit ScopedPopulation(std::function<PopulationSource()> source);

    /// Returns the last population, even if out of date; null if there is none yet.
    std::shared_ptr<const Population> value() const { return m_value; }
    /// Returns the population if it is up to date, else null.
    std::shared_ptr<const Population> current() const;
    /// Returns the reason why there is none.
    const std::optional<Error> &error() const { return m_error; }
    /// Starts to read it unless it is up to date or being read.
    void want();
    bool isRunning() const { return m_job.isRunning(); }

    /// Drops the population because another store is opened; the next want() reads it.
    void forget();
    /// Marks the population as out of date because filter or scope changed.
    void invalidate();
    /// Marks the population as out of date because the store changed. A slow read is not restarted
    /// by each commit, because it would never finish.
    void dataChanged();

signals:
    /// Emitted when want() would read another population.
    void outdated();
    /// Emitted when value() or error() changed.
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
