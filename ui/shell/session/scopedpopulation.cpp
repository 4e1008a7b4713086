// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/scopedpopulation.h"

#include "ui/async/readerpool.h"
#include "ui/shell/session/storesession.h"

#include <utility>

namespace loupe::ui {

namespace {

using Read = Result<std::shared_ptr<const Population>>;

Read read(ReaderPool &pool, const Filter &filter, const Scope &scope, const std::stop_token &stop)
{
    auto rows = pool.with([&](StoreReader &reader) { return reader.metricRows(filter, stop); });
    if (!rows)
        return std::move(rows).error();
    return std::make_shared<const Population>(populationOf(std::move(*rows), scope));
}

} // namespace

ScopedPopulation::ScopedPopulation(StoreSession &session) : m_session(session)
{
    connect(&session, &StoreSession::leaving, this, &ScopedPopulation::forget);
    connect(&session, &StoreSession::opened, this, [this] {
        m_job.cancel();
        invalidate();
    });
    for (const auto signal : {&StoreSession::filterChanged, &StoreSession::scopeChanged}) {
        connect(&session, signal, this, [this] {
            m_job.cancel();
            invalidate();
        });
    }
    // A slow read is not begun again by each commit, or it would never end.
    connect(&session, &StoreSession::dataChanged, this, [this] {
        if (m_job.isRunning())
            m_isStale = true;
        else
            invalidate();
    });
}

void ScopedPopulation::invalidate()
{
    m_isStale = true;
    emit outdated();
}

void ScopedPopulation::forget()
{
    m_job.cancel();
    m_value.reset();
    m_error.reset();
    m_isStale = true;
    emit changed();
}

void ScopedPopulation::want()
{
    const auto pool = m_session.pool();
    if (!m_isStale || m_job.isRunning() || !pool)
        return;
    m_isStale = false;
    m_job.start([pool, filter = m_session.filter(), scope = m_session.scope()](
                    const std::stop_token &stop) { return read(*pool, filter, scope, stop); },
                [this](const Read &result) { take(result); });
}

void ScopedPopulation::take(const Read &result)
{
    if (result) {
        m_value = *result;
        m_error.reset();
    } else {
        m_value.reset();
        m_error = result.error();
    }
    emit changed();
    if (m_isStale)
        emit outdated();
}

} // namespace loupe::ui
