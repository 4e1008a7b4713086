// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/figures/figurespec.h"
#include "ui/async/latestjob.h"
#include "ui/pages/distributions/cohortcharts.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/pages/trajectories/trajectorystudy.h"
#include "ui/pages/trajectories/trajectoryview.h"
#include "ui/shell/session/selection.h"

#include <QLabel>

#include <cstdint>
#include <optional>
#include <vector>

class QPushButton;
class QSplitter;
class QStackedLayout;
class QTabWidget;

namespace loupe::ui {

class AskingPanel;
class ChoiceBox;
class ElidedLabel;
class EmptyState;
class ResultTable;
class TextTableModel;

/// Refinement of a method's kernels round by round, under one set of conditions. Shows why their
/// mean changed, all trajectories as strips, and one of them in full. Uses all rounds in the scope,
/// regardless of the counted attempt.
class TrajectoriesPage final : public Page
{
    Q_OBJECT
public:
    explicit TrajectoriesPage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override;
    QString keys() const override;
    void takeFocus() override;
    bool canTag() const override { return !m_bench.selection.isEmpty(); }
    void focusTag() override;
    RowId kernel() const override { return m_view->current(); }
    DiffView *diff() const override { return m_view->diff(); }
    KernelFrame *kernelFrame() const override { return m_frame; }
    bool hasTable() const override { return true; }
    bool showsTable() const override { return m_charts->showsTable(); }
    void toggleTable() override { m_charts->toggleTable(); }
    RoundStrip *rounds() const override { return m_view->rounds(); }

    ResultTable *table() const { return m_table; }
    StoryModel *model() const { return m_model; }
    TrajectoryView *view() const { return m_view; }
    CohortCharts *charts() const { return m_charts; }
    ChartView *chart() const { return m_charts->chart(); }
    /// Returns the choice of method and conditions, shown if there are several.
    ChoiceBox *choiceBox() const { return m_choice; }
    ChoiceBox *cohortBox() const { return m_cohort; }
    ChoiceBox *stepBox() const { return m_step; }
    QPushButton *resultsButton() const { return m_toResults; }
    /// Returns the splitter of charts and list in the drawer.
    QSplitter *splitter() const { return m_parts; }
    /// Returns the tabs with the chart, the reasons for a change of the mean and, if conversations
    /// are recorded, the cost of requests.
    QTabWidget *reasons() const { return m_reasons; }
    AskingPanel *askingPanel() const { return m_asking; }
    QString heading() const { return m_heading->text(); }
    /// Return the question "Mean speedup fell from 1.58× to 1.44×. Why?" and its answer.
    QString question() const { return m_question->text(); }
    QString answer() const { return m_answer->text(); }

signals:
    /// Emitted to review and save the displayed chart as a figure.
    void figureRequested(const loupe::FigureSpec &spec);
    void tagRequested(const std::vector<loupe::RowId> &ids, const QString &tag);

protected:
    void reload() override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildLayout();
    QWidget *makeHead();
    QWidget *makeWhy();
    QWidget *makeReasons(QWidget *why);
    /// Gives the rounds the width that the other columns leave, so that all of them are visible.
    void fitRounds();
    void showAsking();
    QWidget *makeStrips();
    /// Shows the definition of the chart if the page is high enough.
    void fitDefinition();
    /// Gives the trajectories their least height for the size of the text.
    void fitHeights();
    void connectAll();
    void deliver(const Result<TrajectoryStudy> &result);
    void fillChoices();
    void choose();
    void fillCohorts();
    void fillSteps();
    void showStep();
    void sayCounts();
    /// Restricts a figure for a paper to the selected method and conditions.
    FigureSpec madeOfChoice(FigureSpec spec) const;
    StoryOrder wantedOrder() const;
    void arrange();
    void sortBy(int column);
    void restoreRow(RowId evaluation);
    void showTrajectory();
    void showInResults();
    void say();

    StoryModel *m_model;
    TextTableModel *m_groupModel;
    ResultTable *m_table;
    ResultTable *m_groups;
    QLabel *m_heading;
    ElidedLabel *m_note;
    ChoiceBox *m_choice;
    ChoiceBox *m_cohort;
    QPushButton *m_toResults;
    CohortCharts *m_charts;
    ChoiceBox *m_step;
    QLabel *m_question;
    QLabel *m_answer;
    QLabel *m_parted;
    QLabel *m_groupNote;
    AskingPanel *m_asking;
    QTabWidget *m_reasons;
    TrajectoryView *m_view;
    QWidget *m_strips = nullptr; ///< table of the trajectories with its signs
    QSplitter *m_parts = nullptr;
    KernelFrame *m_frame = nullptr;
    QStackedLayout *m_stack = nullptr;
    EmptyState *m_empty;

    TrajectoryStudy m_study;
    QString m_chosen;      ///< by name; empty: the one with the most trajectories
    bool m_isEach = false; ///< all of them, each separately
    StoryOrder m_order;    ///< by column
    QString m_error;
    PageStudy<TrajectoryStudy> m_reading{[this] { invalidate(); }};
    LatestJob<std::vector<std::uint32_t>> m_arranging;
};

} // namespace loupe::ui
