// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/pagecounter.h"

#include "core/analysis/population/countedresults.h"
#include "core/analysis/population/mixture.h"
#include "core/report/documents/suspicions.h"
#include "core/store/read/scopedrows.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/window/sidebar.h"

#include <QStackedWidget>

#include <algorithm>
#include <optional>
#include <utility>

namespace loupe::ui {

namespace {

std::int64_t failedCells(const Population &population)
{
    return std::ranges::count_if(
        population.cells(), [](const MetricRow &row) { return isFailure(outcomeOf(row.verdict)); });
}

/// Counts for a population, which must have been made with this filter. Blocks; fails with
/// Cancelled soon after `stop` is requested.
Result<PageCounts> readPageCounts(StoreReader &reader, const Filter &filter,
                                  const Population &population, const std::stop_token &stop)
{
    PageCounts out;
    if (population.scope().verdict == CountedVerdict::OfRun) {
        out.failures = failedCells(population);
    } else {
        auto rows = scopedParts(reader, filter, population.scope(), stop);
        if (!rows)
            return std::move(rows).error();
        out.failures = failedCells(populationOf(**rows, runVerdictScope(population), stop));
    }
    const auto unreviewed = unreviewedSuspicions(reader, filter, population, stop);
    if (!unreviewed)
        return unreviewed.error();
    out.unreviewed = *unreviewed;
    const auto figures = reader.figures();
    if (!figures)
        return figures.error();
    out.figures = static_cast<std::int64_t>(figures->size());
    return out;
}

} // namespace

PageCounter::PageCounter(const Workbench &bench, const WindowPages &pages, SideBar &sideBar)
    : m_bench(bench)
    , m_pages(pages)
    , m_sideBar(sideBar)
{
    m_countLater.setSingleShot(true);
    connect(&m_countLater, &QTimer::timeout, this, &PageCounter::countPages);
    connect(&bench.session, &StoreSession::runsChanged, this, &PageCounter::update);
    connect(&bench.session.population(), &ScopedPopulation::changed, this, &PageCounter::update);
    for (std::size_t place = 0; place < pages.all().size(); ++place)
        connect(pages.all()[place], &Page::countChanged, this,
                [this, place](std::optional<std::int64_t> count) {
                    m_sideBar.setCount(static_cast<PageIndex>(place), count);
                    if (!count)
                        update(); // some counts need no page
                });
}

void PageCounter::clear()
{
    m_countingPages.cancel();
    for (int page = 0; page < static_cast<int>(allPages().size()); ++page)
        m_sideBar.setCount(page, std::nullopt);
}

void PageCounter::update()
{
    if (!m_bench.session.isOpen())
        return;
    m_sideBar.setCount(Runs, static_cast<std::int64_t>(m_bench.session.runList().runs.size()));
    m_countLater.start(0); // once for all pages that became out of date
    if (!m_bench.selection.isEmpty())
        return; // the page shows the error when it is visible
    const auto population = m_bench.session.population().current();
    if (m_pages.page<ResultsPage>()->showsEvery()) {
        if (m_bench.session.filterText().isEmpty())
            m_sideBar.setCount(Results, m_bench.session.evaluations());
    } else if (population) {
        m_sideBar.setCount(Results, static_cast<std::int64_t>(countResults(population->cells())));
    }
}

void PageCounter::countPages()
{
    const auto pool = m_bench.session.pool();
    const auto population = m_bench.session.population().current();
    m_countingPages.cancel();
    if (!pool || !population)
        return; // called again when the population was read
    m_countingPages.start(
        [pool, population, filter = m_bench.session.filter()](const std::stop_token &stop) {
            return pool->with([&](StoreReader &reader) {
                return readPageCounts(reader, filter, *population, stop);
            });
        },
        [this](const Result<PageCounts> &counts) {
            if (counts) // else the page shows the error when it is visible
                showCounts(*counts);
        });
}

void PageCounter::showCounts(const PageCounts &counts)
{
    const int displayed = m_pages.stack()->currentIndex(); // it counts itself
    const auto show = [&](PageIndex page, std::int64_t count) {
        if (page != static_cast<PageIndex>(displayed))
            m_sideBar.setCount(page, count);
    };
    if (m_bench.selection.isEmpty()) // else Triage shows only selected results
        show(Triage, counts.failures);
    show(Audit, counts.unreviewed);
    show(Figures, counts.figures);
}

} // namespace loupe::ui
