// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace loupe::ui {

class Theme;

/// Paints the graphical cells of a comparison of A and B: the tints of its matrix, and a ratio as a
/// bar towards the better one.
class SideDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit SideDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    void paintCell(QPainter &painter, const QStyleOptionViewItem &option,
                   const QModelIndex &index) const;
    void paintBar(QPainter &painter, const QRectF &box, const QVariantList &ratio) const;

    const Theme &m_theme;
};

} // namespace loupe::ui
