// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/figures/paperfigure.h"
#include "ui/figures/colorvision.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace loupe::ui {

class Theme;

/// Preview of a figure at its printed size, by the screen's reported resolution, or a sentence
/// instead.
class FigurePreview final : public QWidget
{
    Q_OBJECT
public:
    explicit FigurePreview(const Theme &theme, QWidget *parent = nullptr);

    void showFigure(const PaperFigure &figure);
    void say(const QString &why);
    void setVision(ColorVision vision);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void draw();

    const Theme &m_theme;
    std::optional<PaperFigure> m_figure;
    ColorVision m_vision = ColorVision::Full;
    QImage m_image;
    QString m_why;
};

} // namespace loupe::ui
