// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPersistentModelIndex>
#include <QTableView>

#include <functional>
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
    /// Makes the cells for which `leads` returns true open with one click, and shows a hand there.
    void setLinks(std::function<bool(const QModelIndex &)> leads);

signals:
    /// Emitted on Space or Enter on a row, or a double click.
    void openRequested(const QModelIndex &index);
    /// Emitted on a click on a link; `position` is relative to the cell.
    void linkClicked(const QModelIndex &index, const QPoint &position);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    void widenToTitles();
    bool isLink(const QModelIndex &index) const;

    const Theme &m_theme;
    CellDelegate *m_delegate;
    std::function<bool(const QModelIndex &)> m_leads;
    QPersistentModelIndex m_pressed; ///< the link under the pressed button
};

} // namespace loupe::ui
