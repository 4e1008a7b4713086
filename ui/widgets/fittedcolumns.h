// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

namespace loupe::ui {

class ResultTable;
class Theme;

/// Fits the columns of a table to its width. Each gets its wanted width if possible; otherwise they
/// shrink proportionally to their minimum, and then the table scrolls. One column gets the rest.
/// Titles are never elided.
class FittedColumns final : public QObject
{
public:
    /// Width in characters of the current font.
    struct Room {
        int least = 0;
        int wanted = 0;
    };

    static constexpr int noColumn = -1; ///< no stretched column: the columns may end before the
                                        ///< table

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
