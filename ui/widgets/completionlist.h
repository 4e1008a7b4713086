// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/filtercompletion.h"

#include <QFrame>

class QStandardItemModel;

namespace loupe::ui {

class ResultTable;
class Theme;

/// Ways to go on, under the line that they are for. The line keeps the keyboard and walks the list.
class CompletionList final : public QFrame
{
    Q_OBJECT
public:
    explicit CompletionList(const Theme &theme, QWidget *parent = nullptr);

    /// Shows the candidates, none of them chosen; without candidates it hides.
    void offer(FilterCompletion completion);
    const FilterCompletion &completion() const { return m_completion; }
    /// Chooses the next or the previous candidate; before the first one stands none.
    void walk(int step);
    /// The chosen candidate, or -1.
    int current() const;
    QString textAt(int row) const;

signals:
    /// A candidate was clicked.
    void picked(int row);

private:
    const Theme &m_theme;
    QStandardItemModel *m_model;
    ResultTable *m_table;
    FilterCompletion m_completion;
};

} // namespace loupe::ui
