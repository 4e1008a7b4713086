// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include <vector>

namespace loupe::ui {

class CellDelegate;
class Theme;

/// Table for all pages: rows of fixed height, row selection; J and K move, Space and Enter open,
/// Tab leaves the table.
class ResultTable final : public QTableView
{
    Q_OBJECT
public:
    explicit ResultTable(const Theme &theme, QWidget *parent = nullptr);

    /// Dims the rows while newer ones are being loaded.
    void setStale(bool stale);
    /// Sets column widths in characters of the current font, for a table without saved widths.
    void setColumnCharacters(const std::vector<int> &characters);

signals:
    /// Emitted on Space or Enter on a row, or a double click.
    void openRequested(const QModelIndex &index);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void widenToTitles();

    const Theme &m_theme;
    CellDelegate *m_delegate;
};

} // namespace loupe::ui
