// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/evaluation.h"

#include <QImage>
#include <QPoint>
#include <QWidget>

namespace loupe::ui {

class Theme;

/// Where an output differs, as a picture: a cell for each part of the tensor, the stronger the more
/// of it differs. The wheel or + and - zoom, arrow keys or the mouse move the cell that is
/// described, tiles of the size that kernels work in can be laid over it.
class MismatchView final : public QWidget
{
    Q_OBJECT
public:
    explicit MismatchView(const Theme &theme, QWidget *parent = nullptr);

    /// `shape` is the tensor's; its last axis gives the columns.
    void setMap(const MismatchMap &map, const std::vector<std::int64_t> &shape);
    bool isEmpty() const { return m_map.rows == 0; }
    /// Lines every `elements` rows and columns of the tensor; 0: none.
    void setTile(int elements);
    void zoom(double factor);
    double zoomFactor() const { return m_zoom; }
    /// The cell that is described; -1, -1: none.
    QPoint cell() const { return m_cell; }
    void setCell(QPoint cell);
    /// "rows 16–31, columns 976–999: 37 % differ"; empty without a cell.
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
    /// The map's part that is on screen, in cells.
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
