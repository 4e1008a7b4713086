// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"
#include "ui/shell/window/windowpages.h"

#include <QObject>

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <vector>

class QBoxLayout;
class QSplitter;

namespace loupe {
struct Filter;
} // namespace loupe

namespace loupe::ui {

class FilterLine;
class PageCounter;
class ResultTable;
class ScopeHeader;
class ScopedPopulation;
class SideBar;
class SplitSide;
class WriteQueue;

/// Side bar and pages of a window, on one side or two. Commands, keys and the side bar apply to the
/// side with the keyboard focus.
class WindowPanes final : public QObject, public PageNames
{
    Q_OBJECT
public:
    /// There are no pages before build(). `bench` is that of the left side.
    WindowPanes(const Workbench &bench, RunLine &runs);
    ~WindowPanes() override;

    /// Creates the widgets. The commands that show the pages must be registered.
    QBoxLayout *build();

    void showPage(PageIndex page);
    PageIndex currentPage() const;
    /// Sets the filter of the side with the focus and shows its page Results.
    void showResultsOf(const Filter &filter);
    /// Opens or closes a second page at the right.
    void setSplit(bool split);
    bool isSplit() const;
    void activateSide(std::size_t side);
    void activateOtherSide();
    /// Returns null until the window was split.
    SplitSide *rightSide() const { return m_right; }

    /// Returns the pages of the side with the focus.
    const WindowPages &pages() const { return m_sides[m_present]; }
    /// Returns the page of that class on the side with the focus; null before build().
    template <typename Wanted>
    Wanted *page() const
    {
        return pages().page<Wanted>();
    }
    /// Returns the displayed page of the side with the focus; null before build().
    Page *shown() const { return pages().shown(); }
    /// Returns the sides that have pages, the left one first.
    std::span<const WindowPages> sides() const;
    /// Returns the tables of the left side whose columns are remembered, by page and name.
    std::map<QString, ResultTable *> namedTables() const;

    /// Return the parts of the side with the focus.
    StoreSession &presentStore();
    Selection &presentSelection();
    ScopeHeader *scopeHeader() const { return m_scopes[m_present]; }
    /// Returns the filter line of the right side if it is unlinked and has the focus; null for the
    /// window's own.
    FilterLine *presentFilterLine() const;

    /// Shows the scope of the side with the focus, or of the other one if only its page counts.
    void showScope();
    /// Returns the counts in the side bar.
    PageCounter &counter() const { return *m_counter; }
    /// Returns true while any visible widget waits for a worker.
    bool isLoading() const;
    /// Returns the queues of annotations that may not be stored yet.
    std::vector<WriteQueue *> queues() const;

signals:
    /// The right side was created.
    void sideAdded();
    void pageShown();
    /// The selection, the keys or the state of the shown page changed.
    void statusChanged();
    void storeRequested(const std::filesystem::path &file);
    void marksChanged();
    /// Annotations of a store were given up.
    void marksRefused(const std::filesystem::path &store, int events, const QString &problem);

private:
    void connectPages(const WindowPages &side);
    void connectRunsPage(const WindowPages &side);
    void makeRightSide();
    /// Returns true if the page of that side depends on the scope.
    bool countsScope(std::size_t side) const;
    /// Reads the population of a side again while its page counts, regardless of the focus.
    void followPopulation(std::size_t side, ScopedPopulation &population);
    void followQueue(const WriteQueue &queue);

    const Workbench m_bench;
    RunLine &m_runs;
    std::array<WindowPages, 2> m_sides;      ///< left and right side; the right one may be missing
    std::array<ScopeHeader *, 2> m_scopes{}; ///< of these sides
    std::size_t m_present = 0;               ///< index of the side with the focus
    SplitSide *m_right = nullptr;            ///< exists once the window was split
    QSplitter *m_across = nullptr;
    SideBar *m_sideBar = nullptr;
    std::unique_ptr<PageCounter> m_counter;
};

} // namespace loupe::ui
