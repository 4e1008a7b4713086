// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/figures/paperfigure.h"
#include "ui/figures/chartpainter.h"
#include "ui/figures/colorvision.h"

#include <QImage>
#include <QSizeF>
#include <QWidget>

#include <optional>

namespace loupe::ui {

class Theme;

/// Returns the scale at which `figure` fits into `room`, at most 1.
double fittingScale(const QSizeF &figure, const QSizeF &room);

/// Preview of a figure, or a sentence instead. It has its printed size, by the screen's reported
/// resolution, where there is room for it; else it is scaled down, never clipped.
class FigurePreview final : public QWidget
{
    Q_OBJECT
public:
    explicit FigurePreview(const Theme &theme, QWidget *parent = nullptr);

    void showFigure(const PaperFigure &figure);
    void say(const QString &why);
    void setVision(ColorVision vision);
    /// Returns the displayed share of the printed size; 1 without a figure.
    double scale() const { return m_scale; }
    /// Returns the place of the figure in the widget; empty without one.
    QRect figureRect() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void draw();
    /// Returns the printed size in pixels.
    QSizeF printedSize() const;
    /// Returns the part of the widget for the figure, above the note on its scale.
    QRectF room() const;

    const Theme &m_theme;
    std::optional<ChartPainter> m_chart;
    ColorVision m_vision = ColorVision::Full;
    QImage m_image;
    double m_scale = 1.0;
    QString m_why;
};

} // namespace loupe::ui
