// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/filtercompletion.h"

#include <QFrame>

class QStandardItemModel;

namespace loupe::ui {

class ResultTable;
class Theme;

/// List of completions below a line, which keeps the focus and moves through the list.
class CompletionList final : public QFrame
{
    Q_OBJECT
public:
    explicit CompletionList(const Theme &theme, QWidget *parent = nullptr);

    /// Shows the candidates without a selection; hides if there are none.
    void offer(FilterCompletion completion);
    const FilterCompletion &completion() const { return m_completion; }
    /// Selects the next or previous candidate; before the first one, none.
    void walk(int step);
    /// Returns the selected candidate, or -1.
    int current() const;
    QString textAt(int row) const;

signals:
    /// Emitted when a candidate is clicked.
    void picked(int row);

private:
    const Theme &m_theme;
    QStandardItemModel *m_model;
    ResultTable *m_table;
    FilterCompletion m_completion;
};

} // namespace loupe::ui
