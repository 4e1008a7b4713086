// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/chart.h"
#include "ui/figures/chartlayout.h"
#include "ui/figures/chartstyle.h"
#include "ui/figures/placedmark.h"

#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace loupe::ui {

/// Draws a chart with any QPainter: screen, SVG, PDF, PNG. The layout is computed once, in the
/// constructor. Rows of cells run downwards from 0.
class ChartPainter
{
public:
    ChartPainter() = default;
    /// Copies chart and style.
    ChartPainter(Chart chart, ChartStyle style, const QRectF &area);
    ChartPainter(const ChartPainter &) = delete; // layout and marks point into the chart
    ChartPainter &operator=(const ChartPainter &) = delete;
    ChartPainter(ChartPainter &&other) noexcept = default; // the elements of a vector keep their
                                                           // addresses
    ChartPainter &operator=(ChartPainter &&other) noexcept = default;
    ~ChartPainter() = default;

    /// `shown`: for each of marks(), the share that keeps its full colour, from 0 to 1; empty: all
    /// do. Marks other than parts of strips keep it wholly above 0.
    void paint(QPainter &painter, const std::vector<double> &shown = {}) const;

    const Chart &chart() const { return m_chart; }
    const ChartStyle &style() const { return m_style; }
    const ChartLayout &layout() const { return m_layout; }
    /// Returns the marks in drawing order, panel by panel.
    const std::vector<PlacedMark> &marks() const { return m_marks; }
    /// Returns the index in marks() of the uppermost mark at a position, or of the nearest point of
    /// a line within reach.
    std::optional<std::size_t> markAt(const QPointF &position) const;
    /// Returns the panel whose plot contains a position.
    std::optional<std::size_t> panelAt(const QPointF &position) const;

private:
    bool isStep(const PlacedMark &mark) const;

    Chart m_chart;
    ChartStyle m_style;
    ChartLayout m_layout;
    std::vector<PlacedMark> m_marks;
};

} // namespace loupe::ui
