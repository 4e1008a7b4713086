// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/speeduphistogram.h"

#include <QChartView>

#include <optional>
#include <vector>

class QBarSet;
class QStackedBarSeries;
class QValueAxis;

namespace loupe::ui {

class Theme;

/// One speedup histogram: slower and faster bars on a log2 axis labelled at the true bin edges, 1×
/// dotted, failures as a dashed bar at the left on their own scale (share of n). A click, or the
/// arrow keys and Enter, pick a bar.
class HistogramChart final : public QChartView
{
    Q_OBJECT
public:
    /// The bar of failures, among the bins 0, 1, 2 …
    static constexpr int failureBar = -1;

    explicit HistogramChart(const Theme &theme, QWidget *parent = nullptr);

    void setHistogram(const SpeedupHistogram &histogram, const HistogramAxis &axis);
    const SpeedupHistogram &histogram() const { return m_histogram; }
    /// Marks one bar as picked and pales the others; nullopt marks none.
    void setPicked(std::optional<int> bar);
    /// "1× to 1.4×", "below ⅛×", "failures".
    QString barText(int bar) const;
    int countOf(int bar) const;
    const std::vector<RowId> &members(int bar) const;
    /// Where a bar stands, in the widget's coordinates.
    QRectF barRect(int bar) const;

signals:
    void barPicked(int bar);

protected:
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void applyTheme();
    void placePlot();
    std::optional<int> barAt(const QPointF &position) const;
    double xOf(double barPosition) const;
    int firstFasterBin() const;
    void drawAxis(QPainter &painter) const;
    void drawFailures(QPainter &painter) const;
    void drawCursor(QPainter &painter) const;

    const Theme &m_theme;
    SpeedupHistogram m_histogram;
    HistogramAxis m_axis;
    std::optional<int> m_picked;
    int m_cursor = 0;
    QStackedBarSeries *m_series;
    QBarSet *m_slower;
    QBarSet *m_faster;
    QValueAxis *m_horizontal;
    QValueAxis *m_vertical;
};

} // namespace loupe::ui
