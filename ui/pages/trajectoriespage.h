// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/chartrequest.h"
#include "core/analysis/roundcomposition.h"
#include "core/analysis/stepgroups.h"
#include "core/analysis/storyorder.h"
#include "core/model/chart.h"
#include "ui/async/latestjob.h"
#include "ui/models/storymodel.h"
#include "ui/pages/page.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QSplitter;
class QStackedLayout;

namespace loupe::ui {

class ChartView;
class ChoiceBox;
class ElidedLabel;
class EmptyState;
class ResultTable;
class TextTableModel;
class TrajectoryView;

/// Refinement round by round: what became of the whole cohort and why its mean moved, every
/// trajectory as a strip, and one of them in full.
class TrajectoriesPage final : public Page
{
    Q_OBJECT
public:
    explicit TrajectoriesPage(const Workbench &bench, QWidget *parent = nullptr);
    ~TrajectoriesPage() override;

    bool isLoading() const override;
    QString keys() const override;
    void takeFocus() override;

    ResultTable *table() const { return m_table; }
    StoryModel *model() const { return m_model; }
    TrajectoryView *view() const { return m_view; }
    ChartView *chart() const { return m_chart; }
    ChoiceBox *chartBox() const { return m_kind; }
    ChoiceBox *groupBox() const { return m_group; }
    ChoiceBox *cohortBox() const { return m_cohort; }
    ChoiceBox *stepBox() const { return m_step; }
    QPushButton *resultsButton() const { return m_toResults; }
    QSplitter *splitter() const { return m_parts; }
    QString heading() const;
    /// The numbers of the chart in its place.
    bool showsTable() const;
    void toggleTable();
    /// "Mean speedup fell from 1.58× to 1.44×. Why?" and the answer.
    QString question() const;
    QString answer() const;

signals:
    /// How many trajectories there are, for the side bar.
    void countChanged(std::int64_t trajectories);

protected:
    void reload() override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// Everything that is known before a chart is drawn.
    struct Study {
        std::shared_ptr<const std::vector<MetricRow>> rows;
        StoryModel::Cohort cohort;
        std::vector<RoundChange> changes;
        std::vector<StepGroups> groups;
        std::vector<std::uint32_t> order;
    };
    static Result<Study> study(StoreReader &reader, const Filter &filter, const StoryOrder &order,
                               const std::stop_token &stop);
    void buildLayout();
    QWidget *makeHead();
    QWidget *makeCharts();
    QWidget *makeWhy();
    QWidget *makeStrips();
    void connectAll();
    void deliver(const Result<Study> &result);
    void fillCohorts();
    void fillSteps();
    void showStep();
    void drawChart();
    void fillTable();
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
    ChoiceBox *m_cohort;
    QPushButton *m_toResults;
    ChoiceBox *m_kind;
    ChoiceBox *m_group;
    ChartView *m_chart;
    ResultTable *m_chartTable;
    TextTableModel *m_chartModel;
    QStackedLayout *m_chartStack = nullptr; ///< chart or its table
    QLabel *m_definition;
    ChoiceBox *m_step;
    QLabel *m_question;
    QLabel *m_answer;
    QLabel *m_parted;
    QLabel *m_groupNote;
    TrajectoryView *m_view;
    QSplitter *m_parts = nullptr;
    QStackedLayout *m_stack = nullptr;
    EmptyState *m_empty;

    Study m_study;
    StoryOrder m_order; ///< by which column
    QString m_error;
    bool m_isAgain = false; ///< the store changed while it was being read
    LatestJob<Result<Study>> m_job;
    LatestJob<Result<Chart>> m_drawing;
    LatestJob<std::vector<std::uint32_t>> m_arranging;
};

} // namespace loupe::ui
