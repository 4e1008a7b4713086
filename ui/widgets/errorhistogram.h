// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/errorcounts.h"
#include "ui/widgets/barechartview.h"

#include <optional>

class QBarSet;
class QStackedBarSeries;
class QValueAxis;

namespace loupe::ui {

class Theme;

/// How far the mismatches of an output are off: bars over the relative error in half decades, those
/// that are no number on their own at the right, the tolerance as a dashed line. The mouse or the
/// arrow keys choose the bar that is described.
class ErrorHistogram final : public BareChartView
{
    Q_OBJECT
public:
    explicit ErrorHistogram(const Theme &theme, QWidget *parent = nullptr);

    /// Empty counts: nothing was counted, which is said. A tolerance of 0 is not drawn.
    void setCounts(ErrorCounts counts, double relativeTolerance);
    bool isEmpty() const { return m_counts.empty(); }
    /// "3.16e-3 to 1e-2", "below 1e-8", "no number".
    static QString binName(int bin);
    void setCurrent(std::optional<int> bin);
    /// "3.16e-3 to 1e-2: 1 204 (12.5 %)" of the chosen bar; without one, where most of them are.
    QString text() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void currentChanged();

protected:
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void applyTheme();
    void placePlot();
    /// The bar's slot over the whole height of the plot.
    QRectF slotOf(int bin) const;
    /// Where a relative error is on the axis; that of the nearest end beyond it.
    double xOf(double relative) const;
    void paintAxis(QPainter &painter) const;

    const Theme &m_theme;
    ErrorCounts m_counts;
    double m_tolerance = 0;
    std::optional<int> m_current;
    QStackedBarSeries *m_series;
    QBarSet *m_mismatches;
    QBarSet *m_notFinite;
    QValueAxis *m_horizontal;
    QValueAxis *m_vertical;
};

} // namespace loupe::ui
