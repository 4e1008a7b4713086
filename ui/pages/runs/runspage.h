// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/storereader.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/runs/runsummary.h"
#include "ui/shell/runs/runmarking.h"

class QLabel;
class QSplitter;
class QStackedLayout;

namespace loupe::ui {

class EmptyState;
class ResultTable;
class RunTableModel;

/// Runs of the store with their counts, baseline and pinned ones first, and a summary of the
/// current one. Enter shows a run's results.
class RunsPage final : public Page
{
    Q_OBJECT
public:
    explicit RunsPage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override { return Page::isLoading() || m_summary->isLoading(); }
    QString keys() const override;
    void takeFocus() override;
    bool canUndo() const override { return m_bench.marking.canUndo(); }
    void undo() override { m_bench.marking.undo(); }
    bool canRedo() const override { return m_bench.marking.canRedo(); }
    void redo() override { m_bench.marking.redo(); }

    /// Returns the run of the current row; nullptr if there is none.
    const RunSummary *current() const;
    ResultTable *table() const { return m_table; }
    RunSummaryView *summary() const { return m_summary; }
    QSplitter *splitter() const { return m_splitter; }

signals:
    /// Emitted to show the results of the run with this name.
    void resultsRequested(const QString &run);
    /// Emitted to show attempts of a run, also those that do not count.
    void attemptsRequested(const loupe::Filter &filter);
    /// Emitted to show a kernel.
    void kernelRequested(loupe::RowId id);

protected:
    void reload() override;

private:
    void connectAll();
    void openNumber(const QModelIndex &index);
    void update();
    void say();

    RunTableModel *m_model;
    ResultTable *m_table;
    RunSummaryView *m_summary;
    QSplitter *m_splitter;
    QLabel *m_heading;
    QLabel *m_note;
    QStackedLayout *m_stack;
    EmptyState *m_empty;
};

} // namespace loupe::ui
