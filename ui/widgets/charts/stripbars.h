// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QString>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace loupe::ui {

/// Stacked bars of 100 % with counted parts, such as the tasks solved by A and B. Counts are inside
/// if they fit, else in the tooltip.
class StripBars final : public QWidget
{
    Q_OBJECT
public:
    struct Part {
        QString name;
        std::int64_t count = 0;
        Token token = Token::Neutral;
        bool isHatched = false;
        bool isTint = false; ///< light background with dark digits
    };
    struct Bar {
        QString name; ///< at the left; takes no space if no bar has one
        std::vector<Part> parts;
        QString note; ///< at the right, or instead of a bar without counts
    };

    explicit StripBars(const Theme &theme, QWidget *parent = nullptr);

    /// Sets the bars; the legend below names the parts of the first one.
    void setBars(std::vector<Bar> bars);
    const std::vector<Bar> &bars() const { return m_bars; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QRectF barBox(std::size_t bar) const;
    double nameWidth() const;
    double noteWidth() const;
    void paintParts(QPainter &painter, const Bar &bar, const QRectF &box) const;
    void paintLegend(QPainter &painter) const;
    QString textAt(const QPointF &position) const;

    const Theme &m_theme;
    std::vector<Bar> m_bars;
};

} // namespace loupe::ui
