// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace loupe::ui {

class Theme;

/// Paints the cells of every table: verdicts as shape + word + colour, numbers with digits of one
/// width at the right, task names in the code font, one line under each row.
class CellDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit CellDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// Old content stays visible, dimmed, while new rows are being looked up.
    void setStale(bool stale) { m_isStale = stale; }

private:
    void paintBackground(QPainter &painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const;

    void paintTint(QPainter &painter, const QStyleOptionViewItem &option, int step) const;

    const Theme &m_theme;
    bool m_isStale = false;
};

/// Draws `text` in `box`, right-aligned, every digit as wide as the widest one.
void drawTabular(QPainter &painter, const QRectF &box, const QString &text);

} // namespace loupe::ui
