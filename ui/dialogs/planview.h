// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runobserver.h"

#include <QWidget>

class QLabel;
class QStackedLayout;
class QStandardItemModel;

namespace loupe::ui {

class ResultTable;
class Theme;

/// Plan of a run: number of evaluations, and excluded candidates with reasons.
class PlanView final : public QWidget
{
    Q_OBJECT
public:
    explicit PlanView(const Theme &theme, QWidget *parent = nullptr);

    void showPlan(const Result<PlanSummary> &plan);
    /// Shows a sentence instead of a plan.
    void showNote(const QString &note);
    QString heading() const;

private:
    QLabel *m_heading;
    QLabel *m_note;
    QLabel *m_baseline;
    QStandardItemModel *m_skipped;
    ResultTable *m_table;
};

} // namespace loupe::ui
