// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

class QTableView;

namespace loupe::ui {

/// Makes each column of a table as wide as the widest that it has shown so far, and gives one of
/// them what is left: nothing is cut off but there. What a person has dragged stays until that
/// changes.
class ColumnFit final : public QObject
{
    Q_OBJECT
public:
    /// `flexible` is the column that gets what is left, at least so many characters. The table owns
    /// the fit.
    ColumnFit(QTableView *table, int flexible, int leastCharacters);

    /// Looks at what is shown now.
    void update();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void giveRoom();

    QTableView *m_table;
    int m_flexible;
    int m_leastCharacters;
    std::vector<int> m_widest; ///< by column; 0: hidden
};

} // namespace loupe::ui
