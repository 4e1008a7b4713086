// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/storereader.h"
#include "ui/pages/frame/page.h"

class QLabel;
class QSplitter;
class QStackedLayout;

namespace loupe::ui {

class EmptyState;
class ResultTable;
class RunSummaryView;
class RunTableModel;

/// The runs of the store with their counts, the baseline and pinned ones first, and a summary of
/// the current one. Enter shows a run's results.
class RunsPage final : public Page
{
    Q_OBJECT
public:
    explicit RunsPage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override;
    QString keys() const override;
    void takeFocus() override;
    bool canUndo() const override;
    void undo() override;
    bool canRedo() const override;
    void redo() override;

    /// Of the current row; nullptr where there is none.
    const RunSummary *current() const;
    ResultTable *table() const { return m_table; }
    RunSummaryView *summary() const { return m_summary; }
    QSplitter *splitter() const { return m_splitter; }

signals:
    /// A person wants the results of the run with this name.
    void resultsRequested(const QString &run);
    /// … or of one evaluation or outcome of it.
    void filterRequested(const loupe::Filter &filter);

protected:
    void reload() override;

private:
    void connectAll();
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
