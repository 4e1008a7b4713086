// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/record/evaluation.h"

#include <QImage>
#include <QPoint>
#include <QWidget>

namespace loupe::ui {

class Theme;

/// Map of an output's differences: one cell for each part of the tensor, stronger for a larger
/// share. The wheel or + and - zoom; arrow keys or the mouse select the described cell. A grid of
/// tiles can be shown over it.
class MismatchView final : public QWidget
{
    Q_OBJECT
public:
    explicit MismatchView(const Theme &theme, QWidget *parent = nullptr);

    /// `shape` is that of the tensor; its last axis gives the columns.
    void setMap(const MismatchMap &map, const std::vector<std::int64_t> &shape);
    bool isEmpty() const { return m_map.rows == 0; }
    /// Draws lines every `elements` rows and columns of the tensor; 0: none.
    void setTile(int elements);
    void zoom(double factor);
    double zoomFactor() const { return m_zoom; }
    /// Returns the described cell; -1, -1 if there is none.
    QPoint cell() const { return m_cell; }
    void setCell(QPoint cell);
    /// Returns "rows 16–31, columns 976–999: 37 % differ"; empty without a cell.
    QString cellText() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void cellChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void makeImage();
    /// Returns the visible part of the map in cells.
    QRectF shownCells() const;
    QRectF target() const;
    QPoint cellAt(QPointF place) const;
    void paintTiles(QPainter &painter) const;
    QRectF onScreen(const QRectF &cells) const;

    const Theme &m_theme;
    MismatchMap m_map;
    std::int64_t m_tensorRows = 0;
    std::int64_t m_tensorColumns = 0;
    QImage m_image;
    int m_tile = 0;
    double m_zoom = 1;
    QPointF m_centre;
    QPoint m_cell{-1, -1};
};

} // namespace loupe::ui
