// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "ui/shell/session/workbench.h"
#include "ui/style/theme.h"

#include <QSplitter>
#include <QStackedLayout>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

class QHeaderView;

namespace loupe {
struct Chart;
}

namespace loupe::ui {

class CandidateView;
class ChartView;
class DiffView;
class KernelFrame;
class ResultTable;
class RoundStrip;
class Selection;
class TextTableModel;

/// Page of the window. A hidden page does no work: it is marked stale and loads when it is shown.
class Page : public QWidget
{
    Q_OBJECT
public:
    explicit Page(const Workbench &bench, QWidget *parent = nullptr);

    /// Returns true until all work for the page is delivered.
    virtual bool isLoading() const { return m_isStale && isVisible(); }
    /// Returns the status bar's text about keys for this page.
    virtual QString keys() const { return {}; }
    /// Focuses the main widget of the page.
    virtual void takeFocus() { setFocus(); }

    // Window commands on this page. Commands without a meaning here are disabled.

    /// Undo and redo the user's last action on this page.
    virtual bool canUndo() const { return false; }
    virtual void undo() { }
    virtual bool canRedo() const { return false; }
    virtual void redo() { }
    /// Returns true if something can be tagged; focusTag() focuses the line for the tag.
    virtual bool canTag() const { return false; }
    virtual void focusTag() { }
    /// Returns the evaluation whose kernel is displayed; none if there is none.
    virtual RowId kernel() const { return {}; }
    /// Returns the displayed sources of a kernel, or null.
    virtual DiffView *diff() const { return nullptr; }
    /// Returns the frame of list and kernel, or null.
    virtual KernelFrame *kernelFrame() const { return nullptr; }
    /// Returns true if there is a chart whose numbers can be shown in a table.
    virtual bool hasTable() const { return false; }
    virtual bool showsTable() const { return false; }
    virtual void toggleTable() { }
    /// Returns the view of the displayed evaluation with its tabs, or null.
    virtual CandidateView *candidate() const { return nullptr; }
    /// Returns the strip of rounds, or null.
    virtual RoundStrip *rounds() const { return nullptr; }

signals:
    /// Emitted with the number next to the page's name in the side bar; none if there is nothing to
    /// count.
    void countChanged(std::optional<std::int64_t> count);
    /// Emitted when keys() may have changed.
    void statusChanged();

protected:
    /// Loads the page's data in the background.
    virtual void reload() { }
    /// Marks the page as out of date: reloads now, or when it is shown next.
    void invalidate();
    /// Lets the page call invalidate() whenever the scope's population is known, or failed to be.
    void reloadWithPopulation();
    void showEvent(QShowEvent *event) override;

    const Workbench m_bench;

private:
    bool m_isStale = true;
};

/// Fills the page with a stack of its content and a message for its absence.
QStackedLayout *fillPage(QWidget *page, QWidget *content, QWidget *empty, const Theme &theme);

/// Creates a splitter with visible handles and no collapsible parts.
QSplitter *makeSplitter(Qt::Orientation orientation, const Theme &theme);

/// Lets clicks on the titles of a table sort it. The initial order belongs to no column.
void makeSortable(QHeaderView &titles);

/// Selects the results picked in a chart, with a description; no results clear the selection.
void selectBrushed(Selection &selection, const std::vector<RowId> &ids, const QString &text);
/// Lets a chart of a page do so.
void connectBrush(const ChartView &chart, QWidget *page, Selection &selection);
/// Shows the numbers of a chart in a table.
void showNumbers(const Chart &chart, ResultTable &table, TextTableModel &model);
/// Lets Enter on a row of that table pick the mark of the chart.
void connectNumbers(const ResultTable &table, ChartView &chart);

} // namespace loupe::ui
