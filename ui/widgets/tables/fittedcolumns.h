// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include <vector>

class QAbstractItemModel;

namespace loupe::ui {

class ResultTable;
class Theme;

/// Shares the width of a table among its columns by need. Numbers, verdicts and titles are whole.
/// Texts shrink to their minimum, those that need least last, and then the table scrolls. One
/// column gets the rest. A width that the user set stays.
class FittedColumns final : public QObject
{
public:
    /// Width in characters of the current font; 0: as the visible cells need.
    struct Room {
        int least = 0;
        int wanted = 0;
    };

    static constexpr int noColumn = -1; ///< no stretched column: the columns may end before the
                                        ///< table

    /// The table owns it.
    FittedColumns(ResultTable &table, const Theme &theme, int stretched);
    /// Fits the columns of the table's present model; columns without a room get an empty one.
    void set(std::vector<Room> rooms = {});

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// Bounds for the width of a column, in pixels.
    struct Need {
        int column = 0;
        int least = 0;
        int wanted = 0;
    };

    void follow(QAbstractItemModel *model);
    void fit();
    Need needOf(int column);
    int firstVisibleRow() const;
    int shortestNames(int column) const;

    ResultTable &m_table;
    const Theme &m_theme;
    int m_stretched;
    QPointer<QAbstractItemModel> m_model;
    std::vector<Room> m_rooms; ///< by column
    std::vector<int> m_widest; ///< by column: content so far, in pixels
    bool m_isFitting = false;
};

/// Sets the column widths of a table with a ResultTableModel.
void fitResultColumns(ResultTable &table, const Theme &theme);

} // namespace loupe::ui
