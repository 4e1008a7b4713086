// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/asking/askedfigures.h"

#include <QLabel>
#include <QWidget>

#include <optional>

namespace loupe::ui {

class ResultTable;
class TextTableModel;
class Theme;

/// Cost of the requests for a method's kernels, and results of the answers.
struct AskingSummary {
    AskingCost cost;
    AnswerLosses answers;
};

/// Panel with the cost per success over all requests, and lost answers by cause.
class AskingPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit AskingPanel(const Theme &theme, QWidget *parent = nullptr);

    void setSummary(const AskingSummary &summary);

    QString perSuccess() const { return m_perSuccess->text(); }
    QString sum() const { return m_sum->text(); }
    ResultTable *answers() const { return m_answers; }

private:
    TextTableModel *m_model;
    QLabel *m_perSuccess;
    QLabel *m_sum;
    ResultTable *m_answers;
    QLabel *m_note;
};

} // namespace loupe::ui
