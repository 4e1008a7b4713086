// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/frame/page.h"
#include "ui/shell/session/workbench.h"

#include <QString>

#include <vector>

class QStackedWidget;

namespace loupe::ui {

class RunLine;

/// The pages of a window, in the order in which the side bar lists them.
struct PageNames {
    enum PageIndex {
        Start,
        Overview,
        Results,
        Compare,
        Distributions,
        Trajectories,
        Triage,
        Audit,
        Runs,
        Queue,
        Figures,
        Sql
    };
};

/// A page as the window lists it.
struct PageEntry {
    QString command; ///< that shows it: "page.results"
    QString title;   ///< with the letter of its menu: "R&esults"
    QString section; ///< that begins with it in the side bar; else empty
    /// It counts what the scope holds, so the scope stands above it.
    bool hasScope = false;
    Page *(*make)(const Workbench &bench, RunLine &runs);
};

/// One entry for each of PageNames, in that order. The first ten have the keys Ctrl+1 to Ctrl+0.
const std::vector<PageEntry> &allPages();

/// The pages of one side of a window. Their parents own them.
class WindowPages
{
public:
    /// No pages yet.
    WindowPages() = default;
    WindowPages(const Workbench &bench, RunLine &runs);

    const std::vector<Page *> &all() const { return m_pages; }
    QStackedWidget *stack() const { return m_stack; }
    /// The one that is shown; null before there are any.
    Page *shown() const;
    /// The page of that class; null before there are any.
    template <typename Wanted>
    Wanted *page() const
    {
        for (Page *each : m_pages) {
            if (auto *const wanted = qobject_cast<Wanted *>(each))
                return wanted;
        }
        return nullptr;
    }

private:
    std::vector<Page *> m_pages;
    QStackedWidget *m_stack = nullptr;
};

} // namespace loupe::ui
