// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/differencemodel.h"
#include "ui/models/sidematrixmodel.h"
#include "ui/pages/compare/sidesstudy.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;
class QStackedLayout;

namespace loupe::ui {

class ChartView;
class NamedPanel;
class ResultTable;
class SentencePanel;
class StripBars;
class Theme;

/// Comparison of A and B: summary, endings of tasks, the faster one by group, each task as a dot,
/// and the largest differences.
class SidesView final : public QWidget
{
    Q_OBJECT
public:
    explicit SidesView(const Theme &theme, QWidget *parent = nullptr);

    /// Shows a study that has a comparison.
    void show(const SharedStudy &study);
    using QWidget::show;
    void forget();

    SentencePanel *sentence() const { return m_sentence; }
    ResultTable *matrixTable() const { return m_matrixTable; }
    const SideMatrixModel *matrix() const { return m_matrix; }
    ResultTable *differenceTable() const { return m_differenceTable; }
    const DifferenceModel *differences() const { return m_differences; }
    StripBars *solving() const { return m_solving; }
    StripBars *speeds() const { return m_speeds; }
    ChartView *chart() const { return m_chart; }
    QPushButton *allButton() const { return m_all; }

signals:
    /// Emitted to show both kernels of a task of the displayed study.
    void pairRequested(const loupe::ComparedPair *pair);
    /// Emitted to show the results of a cell or of the selection.
    void resultsRequested(const std::vector<loupe::RowId> &ids, const QString &text);
    void brushed(const std::vector<loupe::RowId> &ids, const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeLeft();
    QWidget *makeChart();
    QWidget *makeDifferences();
    void connectAll();
    /// Moves the differences below the rest if there is little space.
    void arrange();
    void fitMatrix();
    void showBars();
    void showChart();
    void showAll();
    void pickCell(const QModelIndex &index);
    void openCell(const QModelIndex &index);
    void pick(const std::vector<RowId> &ids, const QString &text);
    void showPairs(DifferenceModel::Pairs pairs, const QString &name);
    void followDifference(const QModelIndex &index);
    bool isOfGains() const { return m_study->compared->measure == SpeedMeasure::Gains; }
    QString aheadText() const;
    QString cellText(const SideMatrixModel::Cell &cell) const;

    const Theme &m_theme;
    SharedStudy m_study;
    QString m_first;
    QString m_second;
    std::vector<RowId> m_picked;
    SentencePanel *m_sentence;
    SideMatrixModel *m_matrix;
    ResultTable *m_matrixTable;
    StripBars *m_solving;
    StripBars *m_speeds;
    NamedPanel *m_matrixPanel = nullptr;
    NamedPanel *m_solvingPanel = nullptr;
    NamedPanel *m_speedPanel = nullptr;
    ChartView *m_chart;
    QLabel *m_noChart;
    QStackedLayout *m_chartStack = nullptr;
    NamedPanel *m_chartPanel = nullptr;
    DifferenceModel *m_differences;
    ResultTable *m_differenceTable;
    QPushButton *m_all;
    NamedPanel *m_differencePanel = nullptr;
    QWidget *m_left = nullptr;
    QGridLayout *m_grid = nullptr;
    bool m_isNarrow = false;
};

} // namespace loupe::ui
