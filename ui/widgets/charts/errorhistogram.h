// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/verdict/errorcounts.h"
#include "ui/widgets/charts/barechartview.h"

#include <optional>

class QBarSet;
class QStackedBarSeries;
class QValueAxis;

namespace loupe::ui {

class Theme;

/// Histogram of an output's mismatches: bars over the relative error in half decades, a separate
/// bar for NaN and infinity, the tolerance as a dashed line. Mouse or arrow keys select the
/// described bar.
class ErrorHistogram final : public BareChartView
{
    Q_OBJECT
public:
    explicit ErrorHistogram(const Theme &theme, QWidget *parent = nullptr);

    /// Empty counts show a message. A tolerance of 0 is not drawn.
    void setCounts(ErrorCounts counts, double relativeTolerance);
    bool isEmpty() const { return m_counts.empty(); }
    /// Returns "3.16e-3 to 1e-2", "below 1e-8" or "no number".
    static QString binName(int bin);
    void setCurrent(std::optional<int> bin);
    /// Describes the selected bar as "3.16e-3 to 1e-2: 1 204 (12.5 %)"; without one, the highest
    /// bar.
    QString text() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void currentChanged();

protected:
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent * /*event*/) override { setCurrent(std::nullopt); }
    void keyPressEvent(QKeyEvent *event) override;

private:
    void applyTheme();
    void placePlot();
    /// Returns the slot of a bar over the whole height of the plot.
    QRectF slotOf(int bin) const;
    /// Returns the x position of a relative error, clamped to the axis.
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
