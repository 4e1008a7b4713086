// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/chart.h"
#include "ui/figures/chartlayout.h"
#include "ui/figures/chartstyle.h"
#include "ui/figures/placedmark.h"

#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace loupe::ui {

/// Draws a Chart on anything that QPainter draws on: the screen, SVG, PDF, PNG. Layout and places
/// are worked out once, when it is made. Rows of cells run downwards from 0.
class ChartPainter
{
public:
    ChartPainter() = default;
    /// Keeps a copy of chart and style.
    ChartPainter(Chart chart, ChartStyle style, const QRectF &area);
    ChartPainter(const ChartPainter &) = delete; // layout and marks point into the chart
    ChartPainter &operator=(const ChartPainter &) = delete;
    ChartPainter(ChartPainter &&other) noexcept = default; // a vector's elements stay in place
    ChartPainter &operator=(ChartPainter &&other) noexcept = default;
    ~ChartPainter() = default;

    /// `shown`: for each of marks(), whether it keeps its full colour; empty: all do.
    void paint(QPainter &painter, const std::vector<bool> &shown = {}) const;

    const Chart &chart() const { return m_chart; }
    const ChartStyle &style() const { return m_style; }
    const ChartLayout &layout() const { return m_layout; }
    /// In the order in which they are drawn: panel by panel.
    const std::vector<PlacedMark> &marks() const { return m_marks; }
    /// The uppermost mark at a position, or the nearest point of a line within reach: its place in
    /// marks().
    std::optional<std::size_t> markAt(const QPointF &position) const;
    /// The panel whose plot holds a position.
    std::optional<std::size_t> panelAt(const QPointF &position) const;

private:
    bool isStep(const PlacedMark &mark) const;

    Chart m_chart;
    ChartStyle m_style;
    ChartLayout m_layout;
    std::vector<PlacedMark> m_marks;
};

} // namespace loupe::ui
