// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

namespace loupe::ui {

class ResultTable;
class Theme;

/// Keeps the columns of a table within its width: each has the room that it wants where there is
/// enough, and gives way in proportion down to its least where there is not; below that the table
/// scrolls. What is left goes to one column. A title is never cut off.
class FittedColumns final : public QObject
{
public:
    /// Characters of the current font.
    struct Room {
        int least = 0;
        int wanted = 0;
    };

    static constexpr int noColumn = -1; ///< gets what is left: the columns end before the table

    /// The table owns it.
    FittedColumns(ResultTable &table, const Theme &theme, int stretched);
    void set(std::vector<Room> rooms);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();

    ResultTable &m_table;
    const Theme &m_theme;
    int m_stretched;
    std::vector<Room> m_rooms; ///< by column
};

} // namespace loupe::ui
