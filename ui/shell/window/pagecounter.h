// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/workbench.h"
#include "ui/shell/window/windowpages.h"

#include <QObject>
#include <QTimer>

#include <cstdint>

namespace loupe::ui {

class SideBar;

/// Numbers beside the names of pages that were not visited yet. Each is the one that its page
/// shows.
struct PageCounts {
    std::int64_t failures = 0;   ///< failed pairs, by the verdicts of the runs
    std::int64_t unreviewed = 0; ///< suspicious results without a decision
    std::int64_t figures = 0;
};

/// Counts in the side bar. Counts of hidden pages are read in the background.
class PageCounter final : public QObject, private PageNames
{
    Q_OBJECT
public:
    /// `pages` are those of the left side. They and `sideBar` must outlive this.
    PageCounter(const Workbench &bench, const WindowPages &pages, SideBar &sideBar);

    /// Shows the counts that need no reading, and reads the others. Does nothing without a store.
    void update();
    /// Removes all counts.
    void clear();
    bool isCounting() const { return m_countLater.isActive() || m_countingPages.isRunning(); }

private:
    void countPages();
    void showCounts(const PageCounts &counts);

    const Workbench m_bench;
    const WindowPages &m_pages;
    SideBar &m_sideBar;
    QTimer m_countLater; ///< starts countPages()
    LatestJob<Result<PageCounts>> m_countingPages;
};

} // namespace loupe::ui
