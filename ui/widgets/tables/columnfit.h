// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

class QFontMetrics;
class QHeaderView;
class QTableView;

namespace loupe::ui {

/// Makes each column as wide as its widest content so far; one column gets the rest, and is the
/// only one elided. Widths set by the user stay until the content gets wider.
class ColumnFit final : public QObject
{
    Q_OBJECT
public:
    /// `flexible` is the column that gets the rest, at least that many characters. The table owns
    /// the fit.
    ColumnFit(QTableView *table, int flexible, int minCharacters);

    /// Measures the present content.
    void update();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void giveRoom();

    QTableView *m_table;
    int m_flexible;
    int m_minCharacters;
    std::vector<int> m_widest; ///< by column; 0: hidden
};

/// Returns the mean width of a lower-case letter, in pixels. QFontMetrics::averageCharWidth() is
/// the mean of all glyphs of a font, which may have many wide ones.
int characterWidth(const QFontMetrics &metrics);

/// Returns the width that a column needs for its whole title. The style sheet takes the place of a
/// sort arrow from every title, also where none is shown; Qt's hint does not count it.
int titleWidth(const QHeaderView &header, int column);

} // namespace loupe::ui
