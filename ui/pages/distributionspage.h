// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/speeduphistogram.h"
#include "ui/async/latestjob.h"
#include "ui/pages/page.h"

class QComboBox;
class QFrame;
class QGridLayout;
class QLabel;
class QScrollArea;

namespace loupe::ui {

class ElidedLabel;
class EmptyState;
class HistogramChart;
class ResultTable;
class ResultTableModel;

/// Speedup histograms as small multiples on one shared axis; picking a bar selects its evaluations
/// for every page.
class DistributionsPage final : public Page
{
    Q_OBJECT
public:
    explicit DistributionsPage(const Workbench &bench, QWidget *parent = nullptr);
    ~DistributionsPage() override;

    bool isLoading() const override { return Page::isLoading() || m_job.isRunning(); }
    QString keys() const override;
    void takeFocus() override;
    std::vector<HistogramChart *> charts() const;

protected:
    void reload() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Histograms {
        std::vector<SpeedupHistogram> groups;
        SpeedupHistogram all;
    };
    /// One group's panel.
    struct Cell {
        QFrame *panel = nullptr;
        QLabel *title = nullptr;
        ElidedLabel *note = nullptr;
        HistogramChart *chart = nullptr;
    };
    void buildLayout();
    Cell makeCell();
    QFrame *makeBrushedPanel();
    void showHistograms(const Histograms &histograms);
    void showGroups(const std::vector<SpeedupHistogram> &groups);
    void arrange();
    void pick(HistogramChart *chart, int bar);
    void followSelection();
    GroupBy groupBy() const;

    QLabel *m_heading;
    ElidedLabel *m_definition;
    QComboBox *m_group;
    QScrollArea *m_scroll;
    QGridLayout *m_grid;
    EmptyState *m_empty;
    QFrame *m_brushed;
    ResultTable *m_table;
    ResultTableModel *m_model;
    HistogramAxis m_axis;
    std::vector<Cell> m_cells;
    int m_columns = 0;
    bool m_isAgain = false;
    bool m_wantsFocus = false; ///< shown before there was a chart to take it
    LatestJob<Result<Histograms>> m_job;
};

} // namespace loupe::ui
