// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QStyledItemDelegate>

class QPainter;
class QRect;

namespace loupe::ui {

class Theme;

/// Paints the cells of every table: verdicts as shape, word and colour; numbers right-aligned in
/// tabular figures; task names in the code font; a line under each row.
class CellDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit CellDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// Dims the old content while new rows are being loaded.
    void setStale(bool stale) { m_isStale = stale; }

private:
    void paintBackground(QPainter &painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const;

    void paintTint(QPainter &painter, const QStyleOptionViewItem &option, int step) const;

    const Theme &m_theme;
    bool m_isStale = false;
};

/// Returns the text of a cell for this width. A name with a ShortNameRole is whole if the longest
/// of its column fits.
QString shownName(const QModelIndex &index, const QFontMetrics &metrics, int width);

/// Returns a path such as a task "MatrixMultiply/batched" for this width: "Matrix…/batched". The
/// name stays whole if it fits, and is cut if it does not; then a folder of more than half the
/// width is left with one letter. Other texts lose their end.
QString elidedPath(const QString &path, const QFontMetrics &metrics, int width);

/// Draws `text` right-aligned in `box`, with all digits as wide as the widest one. A number
/// that is too wide is drawn narrower.
void drawTabular(QPainter &painter, const QRectF &box, const QString &text);

/// Paints the background of a selected cell: a tint, or lines above and below in themes without
/// tints.
void paintSelected(QPainter &painter, const QRect &cell, const Theme &theme);

} // namespace loupe::ui
