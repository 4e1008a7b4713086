// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QString>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace loupe::ui {

/// Bars of 100 %, one below the other, each divided into counted parts: who solves what, who is
/// faster at the tasks of a level. Counts stand inside where they fit, else in the tooltip.
class StripBars final : public QWidget
{
    Q_OBJECT
public:
    struct Part {
        QString name;
        std::int64_t count = 0;
        Token token = Token::Neutral;
        bool isHatched = false;
        bool isTint = false; ///< a light ground with dark digits
    };
    struct Bar {
        QString name; ///< at the left; where no bar has one, there is no room for it
        std::vector<Part> parts;
        QString note; ///< at the right, or in place of a bar without any count
    };

    explicit StripBars(const Theme &theme, QWidget *parent = nullptr);

    /// Below the bars, the parts of the first are named.
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
