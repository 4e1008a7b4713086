// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintDevice>
#include <QPointF>
#include <QSizeF>
#include <QString>

#include <cstdint>
#include <memory>

class QPainter;

namespace loupe::ui {

class PgfEngine;

/// Point of a text that stays in place if another font makes it narrower.
enum class TextAnchor : std::uint8_t { Left, Middle, Right };

/// Draws one line of text whose baseline starts at `left`, on any paint device.
void drawChartText(QPainter &painter, const QPointF &left, const QString &text, TextAnchor anchor);

/// Paint device that writes a picture for LaTeX's package pgf, with the document's own font. Lines
/// and shapes are exactly where the painter draws them. Texts have the anchor of drawChartText(),
/// and are condensed where the document's font would make them wider than the layout assumed.
class PgfDevice final : public QPaintDevice
{
public:
    /// `size` is in painter units, `unitsInPoint` of them in 1/72 inch.
    PgfDevice(const QSizeF &size, double unitsInPoint);
    PgfDevice(const PgfDevice &) = delete;
    PgfDevice &operator=(const PgfDevice &) = delete;
    PgfDevice(PgfDevice &&) = delete;
    PgfDevice &operator=(PgfDevice &&) = delete;
    ~PgfDevice() override;

    QPaintEngine *paintEngine() const override;
    /// Writes a text with the painter's font, pen and transformation.
    void drawText(const QPainter &painter, const QPointF &left, const QString &text,
                  TextAnchor anchor);
    /// Returns the environment pgfpicture with everything drawn so far.
    QByteArray picture() const;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSizeF m_size;
    double m_unitsInPoint;
    std::unique_ptr<PgfEngine> m_engine;
};

} // namespace loupe::ui
