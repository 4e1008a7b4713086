// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"

class QLabel;
class QStackedLayout;

namespace loupe::ui {

class EmptyState;
class ResultTable;
class RunTableModel;

/// The runs of the store with their counts. Enter shows a run's results.
class RunsPage final : public Page
{
    Q_OBJECT
public:
    explicit RunsPage(const Workbench &bench, QWidget *parent = nullptr);

    QString keys() const override;
    void takeFocus() override;
    ResultTable *table() const { return m_table; }

signals:
    /// A person wants the results of the run with this name.
    void resultsRequested(const QString &run);

private:
    void update();

    RunTableModel *m_model;
    ResultTable *m_table;
    QLabel *m_heading;
    QLabel *m_note;
    QStackedLayout *m_stack;
    EmptyState *m_empty;
};

} // namespace loupe::ui
