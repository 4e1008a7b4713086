// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPersistentModelIndex>
#include <QTableView>

#include <functional>
#include <vector>

class QMenu;

namespace loupe::ui {

class CellDelegate;
class ColumnMemory;
class Theme;

/// Table for all pages: rows of fixed height, row selection; J and K move, Space and Enter open,
/// Tab leaves the table. Ctrl+A selects all rows, Ctrl+C copies them with the titles as
/// tab-separated values. Rows and titles have context menus. Without rows it shows a sentence.
class ResultTable final : public QTableView
{
    Q_OBJECT
public:
    explicit ResultTable(const Theme &theme, QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model) override;
    /// Returns the user's choices about the columns.
    ColumnMemory &columnMemory() const { return *m_columns; }

    /// Dims the rows while newer ones are being loaded.
    void setStale(bool stale);
    /// Sets column widths in characters of the current font, for a table without saved widths.
    void setColumnCharacters(const std::vector<int> &characters);
    /// Sets the sentence that a table without rows shows: why it is empty, or how to fill it.
    void setEmptyText(const QString &text);
    /// Makes the cells for which `leads` returns true open with one click, and shows a hand there.
    void setLinks(std::function<bool(const QModelIndex &)> leads);

    /// More rows are not copied, because reading them would block the window.
    static constexpr qsizetype maxCopiedRows = 100000;
    /// Copies the selected rows, or shows a note if there are too many.
    void copyRows();
    /// Replaces copyRows(), for a table whose cells are more precise than their text.
    void setRowCopy(std::function<void()> copy);
    /// Creates the context menu of a row, or of the titles: a list of the columns. The table owns
    /// it.
    QMenu *rowMenu(const QModelIndex &index);
    QMenu *columnMenu();

signals:
    /// Emitted on Space or Enter on a row, or a double click.
    void openRequested(const QModelIndex &index);
    /// Emitted on a click on a link; `position` is relative to the cell.
    void linkClicked(const QModelIndex &index, const QPoint &position);
    /// Emitted by "Filter by …" of a cell with a FilterRole.
    void filterRequested(const QString &field, const QString &value);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    void widenToTitles();
    /// Scales rows and columns after the text size changed.
    void followTextSize();
    bool isLink(const QModelIndex &index) const;
    /// Returns the shown columns in their order on the screen.
    std::vector<int> shownColumns() const;

    const Theme &m_theme;
    CellDelegate *m_delegate;
    QString m_emptyText;
    ColumnMemory *m_columns;
    int m_unit; ///< the theme's, when the widths were set
    std::function<bool(const QModelIndex &)> m_leads;
    QPersistentModelIndex m_pressed; ///< the link under the pressed button
    std::function<void()> m_copy;
};

} // namespace loupe::ui
