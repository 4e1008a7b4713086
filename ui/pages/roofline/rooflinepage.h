// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/report/figures/figurespec.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"

#include <QStackedWidget>

#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;

namespace loupe::ui {

class CeilingsRow;
class ChartView;
class ElidedLabel;
class EmptyState;
class ResultTable;
class RooflineGroupModel;
class RooflineNoteModel;
class TextTableModel;
struct RooflineContent;

/// Roofline of all kernels in the scope: speed over arithmetic intensity under the measured
/// ceilings, a histogram of their shares of the ceiling, these shares by group, and the results
/// that cannot be drawn.
class RooflinePage final : public Page
{
    Q_OBJECT
public:
    explicit RooflinePage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override { return Page::isLoading() || m_reading.isRunning(); }
    QString keys() const override;
    void takeFocus() override;
    bool hasTable() const override { return true; }
    bool showsTable() const override { return m_stack->currentIndex() == 1; }
    /// Switches between the chart and the table of its numbers.
    void toggleTable() override;

    ChartView *view() const { return m_view; }
    /// Returns the histogram below the roofline: how many kernels reached which share.
    ChartView *sharesView() const { return m_shares; }
    EmptyState *emptyState() const { return m_empty; }
    QComboBox *groupBox() const { return m_group; }
    QCheckBox *referencesBox() const { return m_references; }
    /// Returns the row with this machine's ceilings.
    CeilingsRow *ceilings() const { return m_ceilings; }
    ResultTable *groupTable() const { return m_groupTable; }
    ResultTable *noteTable() const { return m_noteTable; }
    /// Returns the label with the number of drawn results and of all.
    ElidedLabel *countLabel() const { return m_count; }
    /// Returns the splitter between the chart and the tables.
    QSplitter *splitter() const { return m_parts; }
    /// Returns the displayed chart as a figure for a paper, with its filter.
    FigureSpec figureSpec() const;

signals:
    /// Emitted to review and save the displayed chart as a figure.
    void figureRequested(const loupe::FigureSpec &spec);
    /// Emitted to show a kernel.
    void kernelRequested(loupe::RowId id);

protected:
    void reload() override;

private:
    using Content = std::shared_ptr<const RooflineContent>;

    void addGroups();
    void buildLayout();
    QWidget *makeChartPart();
    QWidget *makeTables();
    void connectAll();
    /// Links the selection of a chart with that of the window.
    void connectChart(const ChartView &view);
    /// Returns the request of the controls, within the window's scope.
    ChartRequest request() const;
    void showContent(const RooflineContent &content);
    void showTables(const RooflineContent &content);
    /// `leftOut` says why the results of the scope are not drawn, if there are any.
    void sayEmpty(const QString &leftOut);
    void sayUnread(const Error &why);
    void hideChart();
    void clear();
    void fillTable();
    void followSelection();
    void openResults(const std::vector<RowId> &ids, const QString &text);
    /// Shows the selection in Results under a readable filter, and a single kernel beside it.
    void openSelection();

    ElidedLabel *m_count;
    QComboBox *m_group;
    QCheckBox *m_references;
    QPushButton *m_makeFigure;
    QSplitter *m_parts;
    QStackedWidget *m_stack;
    ChartView *m_view;
    ChartView *m_shares;
    QWidget *m_sharesPart;
    ResultTable *m_chartTable;
    TextTableModel *m_chartModel;
    EmptyState *m_empty;
    QLabel *m_definition;
    CeilingsRow *m_ceilings;
    QWidget *m_tables;
    ResultTable *m_groupTable;
    RooflineGroupModel *m_groups;
    ResultTable *m_noteTable;
    RooflineNoteModel *m_notes;
    PageStudy<Content> m_reading{[this] { invalidate(); }};
};

} // namespace loupe::ui
