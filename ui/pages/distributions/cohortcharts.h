// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/model/saved/chart.h"
#include "core/report/figures/figurespec.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/workbench.h"

#include <QStackedLayout>
#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QPushButton;

namespace loupe::ui {

class ChartView;
class ChoiceBox;
class ResultTable;
class TagLine;
class TextTableModel;

/// Charts of a cohort, one at a time, from the same trajectories. Marks can be selected, filtered,
/// tagged, exported as a figure, or read in a table.
class CohortCharts final : public QWidget
{
    Q_OBJECT
public:
    explicit CohortCharts(const Workbench &bench, QWidget *parent = nullptr);

    /// Null with a reason if there is nothing to draw.
    void setStudy(std::shared_ptr<const RoundStudy> study, const QString &problem);
    bool isLoading() const { return m_drawing.isRunning(); }
    ChartView *chart() const { return m_chart; }
    ChoiceBox *chartBox() const { return m_kind; }
    ChoiceBox *groupBox() const { return m_group; }
    QPushButton *figureButton() const { return m_makeFigure; }
    TagLine *tagLine() const { return m_tag; }
    /// Returns the label with the chart's definition, or with the reason that there is no chart.
    QLabel *definition() const { return m_definition; }
    /// Returns true if a table of the numbers replaces the chart.
    bool showsTable() const { return m_stack->currentIndex() == 1; }
    void toggleTable();
    /// Shows or hides the definition below the chart, which the box of charts has as tooltip, too.
    /// A problem in its place stays visible.
    void showDefinition(bool isShown);
    /// Returns the displayed chart as a figure for a paper, with its filter.
    FigureSpec figureSpec() const;
    /// Focuses the line for a tag on the selection.
    void focusTag();

signals:
    void figureRequested(const loupe::FigureSpec &spec);
    void tagRequested(const std::vector<loupe::RowId> &ids, const QString &tag);

private:
    void buildLayout();
    void connectAll();
    ChartRequest request() const;
    void drawChart();
    void showChart(const Result<Chart> &chart);
    void say(const QString &text, bool isProblem);
    void fillTable();
    void followSelection();

    const Workbench m_bench;
    ChoiceBox *m_kind;
    ChoiceBox *m_group;
    TagLine *m_tag;
    QPushButton *m_makeFigure;
    ChartView *m_chart;
    ResultTable *m_table;
    TextTableModel *m_model;
    QStackedLayout *m_stack = nullptr; ///< chart or its table
    QLabel *m_definition;
    bool m_showsDefinition = true;
    bool m_hasProblem = false; ///< instead of the definition
    std::shared_ptr<const RoundStudy> m_study;
    LatestJob<Result<Chart>> m_drawing;
};

} // namespace loupe::ui
