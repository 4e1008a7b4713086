// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/frame/page.h"
#include "ui/shell/session/workbench.h"

#include <QString>

#include <vector>

class QStackedWidget;

namespace loupe::ui {

class RunLine;

/// Pages of a window, in the order of the side bar.
struct PageNames {
    enum PageIndex {
        Start,
        Overview,
        Results,
        Compare,
        Distributions,
        Roofline,
        Trajectories,
        Triage,
        Audit,
        Runs,
        Queue,
        Figures,
        Sql
    };
};

/// Entry of a page in the window's list.
struct PageEntry {
    QString command; ///< command that shows it: "page.results"
    QString title;   ///< with a mnemonic: "R&esults"
    QString section; ///< section of the side bar that starts with it, or empty
    QString keys;    ///< shortcut, or empty; Ctrl+0 is for the text size
    QString help;    ///< page of the help about it, with "#heading" for a part of one
    /// The page depends on the scope, which is shown above it.
    bool hasScope = false;
    Page *(*make)(const Workbench &bench, RunLine &runs);
};

/// Returns one entry for each of PageNames, in that order.
const std::vector<PageEntry> &allPages();

/// Pages of one side of a window, owned by their parents.
class WindowPages
{
public:
    /// Creates an object without pages.
    WindowPages() = default;
    WindowPages(const Workbench &bench, RunLine &runs);

    const std::vector<Page *> &all() const { return m_pages; }
    QStackedWidget *stack() const { return m_stack; }
    /// Returns the displayed page; null before there are any.
    Page *shown() const;
    /// Returns the page of that class; null before there are any.
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
