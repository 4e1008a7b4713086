// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/chartbuilder.h"
#include "core/report/figures/figurespec.h"
#include "core/store/read/resultlisting.h"
#include "ui/async/latestjob.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/shell/session/selection.h"

#include <QStackedWidget>

#include <memory>

class QFrame;
class QLabel;
class QPushButton;
class QSplitter;

namespace loupe::ui {

class ChartControls;
class ChartView;
class ElidedLabel;
class EmptyState;
class ResultTable;
class ResultTableModel;
class TagLine;
class TextTableModel;

/// Charts of the filtered results. Selecting marks selects their evaluations on every page. A table
/// shows the numbers of the chart.
class DistributionsPage final : public Page
{
    Q_OBJECT
public:
    explicit DistributionsPage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override
    {
        return Page::isLoading() || m_drawing.isRunning() || m_listing.isRunning()
            || m_waitsToFilter;
    }
    QString keys() const override;
    void takeFocus() override;

    ChartControls *controls() const { return m_controls; }
    ChartView *view() const { return m_view; }
    /// Returns the list of the selection; its space is reserved, so that a brush moves nothing.
    ResultTable *pickedTable() const { return m_table; }
    /// Returns the splitter between the chart and the list.
    QSplitter *splitter() const { return m_parts; }
    bool hasTable() const override { return true; }
    bool showsTable() const override { return m_stack->currentIndex() == 1; }
    /// Switches between the chart and the table of its numbers.
    void toggleTable() override;
    /// Filters by what the selected evaluations have in common, if terms select exactly these, and
    /// shows them in Results.
    void filterByPicked();
    /// Returns the displayed chart as a figure for a paper, with its filter.
    FigureSpec figureSpec() const;
    /// Returns true if the selection can be tagged; focusTag() focuses the line.
    bool canTag() const override { return !m_bench.selection.isEmpty(); }
    void focusTag() override;

signals:
    /// Emitted to review and save the displayed chart as a figure.
    void figureRequested(const loupe::FigureSpec &spec);
    /// Emitted to show a kernel of the selection.
    void kernelRequested(loupe::RowId id);
    void tagRequested(const std::vector<loupe::RowId> &ids, const QString &tag);

protected:
    void reload() override;

private:
    struct Built {
        std::shared_ptr<const ChartRows> rows;
        Result<Chart> chart;
    };
    using Drawing = std::shared_ptr<const Built>;
    /// Key of the cached rows.
    struct RowsKey {
        QString filter;
        bool soundTasksOnly = false;
        Scope scope;
        bool isOfObservations = false;
        bool isByShape = false;
        bool operator==(const RowsKey &) const = default;
    };
    void buildLayout();
    QWidget *makeChartPanel();
    QWidget *makeChartPart();
    QFrame *makePickedPanel();
    void connectAll();
    void showPicked();
    /// Returns the request in the controls, within the window's scope.
    ChartRequest presentRequest() const;
    void showBuilt(const Built &built);
    void sayEmpty(const Error &why);
    void fillTable();
    void followSelection();
    /// Lists the selection with the speedups of the population.
    void listPicked();

    QLabel *m_heading;
    ElidedLabel *m_count;
    QPushButton *m_makeFigure;
    ChartControls *m_controls;
    QStackedWidget *m_stack;
    ChartView *m_view;
    ResultTable *m_chartTable;
    TextTableModel *m_chartModel;
    EmptyState *m_empty;
    QLabel *m_definition;
    QSplitter *m_parts;
    QFrame *m_picked;
    ElidedLabel *m_pickedText;
    TagLine *m_tag;
    QPushButton *m_showPicked;
    QPushButton *m_clearPicked;
    ResultTable *m_table;
    ResultTableModel *m_model;
    std::shared_ptr<const ChartRows> m_rows;
    RowsKey m_rowsKey;
    PageStudy<Drawing> m_drawing{[this] { invalidate(); }};
    LatestJob<std::shared_ptr<const ListedSpeedups>> m_listing;
    bool m_waitsToFilter = false; ///< until the population is counted
};

} // namespace loupe::ui
