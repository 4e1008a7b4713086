// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runobserver.h"
#include "ui/dialogs/headedview.h"

class QStandardItemModel;

namespace loupe::ui {

class ResultTable;

/// Plan of a run: number of evaluations, and excluded candidates with reasons.
class PlanView final : public HeadedView
{
    Q_OBJECT
public:
    explicit PlanView(const Theme &theme, QWidget *parent = nullptr);

    void showPlan(const Result<PlanSummary> &plan);
    /// Shows a sentence instead of a plan.
    void showNote(const QString &note);

private:
    QLabel *m_baseline;
    QStandardItemModel *m_skipped;
    ResultTable *m_table;
};

} // namespace loupe::ui
