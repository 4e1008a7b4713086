// SPDX-License-Identifier: GPL-3.0-or-later
// Counts in the window's side bar.
#include "ui/pages/audit/auditpage.h"
#include "ui/pages/figures/figurespage.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/sidebar.h"

#include <QStackedWidget>

namespace loupe::ui {

void MainWindow::updateCounts()
{
    if (!m_session.isOpen())
        return;
    m_side->setCount(Runs, static_cast<std::int64_t>(m_session.runList().runs.size()));
    m_countLater.start(0); // once for all pages that became out of date
    if (!m_selection.isEmpty())
        return; // the page shows the error when it is visible
    const auto population = m_session.population().current();
    if (m_sides.front().page<ResultsPage>()->showsEvery()) {
        if (m_session.filterText().isEmpty())
            m_side->setCount(Results, m_session.evaluations());
    } else if (population) {
        m_side->setCount(Results, static_cast<std::int64_t>(population->cells().size()));
    }
}

void MainWindow::countPages()
{
    const auto pool = m_session.pool();
    const auto population = m_session.population().current();
    m_countingPages.cancel();
    if (!pool || !population)
        return; // called again when the population was read
    m_countingPages.start(
        [pool, population, filter = m_session.filter()](const std::stop_token &stop) {
            return pool->with([&](StoreReader &reader) {
                return readPageCounts(reader, filter, *population, stop);
            });
        },
        [this](const Result<PageCounts> &counts) {
            if (counts) // else the page shows the error when it is visible
                showCounts(*counts);
        });
}

void MainWindow::showCounts(const PageCounts &counts)
{
    const int displayed = m_sides.front().stack()->currentIndex(); // it counts itself
    const auto show = [&](PageIndex page, std::int64_t count) {
        if (page != static_cast<PageIndex>(displayed))
            m_side->setCount(page, count);
    };
    if (m_selection.isEmpty()) // else Triage shows only selected results
        show(Triage, counts.failures);
    show(Audit, counts.unreviewed);
    show(Figures, counts.figures);
}

} // namespace loupe::ui
