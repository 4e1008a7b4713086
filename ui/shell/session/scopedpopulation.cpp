// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/scopedpopulation.h"

#include <utility>

namespace loupe::ui {

namespace {

using Read = Result<std::shared_ptr<const Population>>;

Read read(ReaderPool &pool, const Filter &filter, const Scope &scope, const std::stop_token &stop)
{
    auto population = pool.with(
        [&](StoreReader &reader) { return pool.pairs().population(reader, filter, scope, stop); });
    if (!population)
        return std::move(population).error();
    return std::make_shared<const Population>(std::move(*population));
}

} // namespace

ScopedPopulation::ScopedPopulation(std::function<PopulationSource()> source)
    : m_source(std::move(source))
{
}

std::shared_ptr<const Population> ScopedPopulation::current() const
{
    return m_isStale || m_job.isRunning() ? nullptr : m_value;
}

void ScopedPopulation::markStale()
{
    m_isStale = true;
    emit outdated();
}

void ScopedPopulation::invalidate()
{
    m_job.cancel();
    markStale();
}

void ScopedPopulation::dataChanged()
{
    if (m_job.isRunning())
        m_isStale = true;
    else
        markStale();
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
    if (!m_isStale || m_job.isRunning())
        return;
    PopulationSource source = m_source();
    if (!source.pool)
        return;
    m_isStale = false;
    m_job.start(
        [source = std::move(source)](const std::stop_token &stop) {
            return read(*source.pool, source.filter, source.scope, stop);
        },
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
