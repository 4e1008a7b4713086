// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/request/runload.h"
#include "ui/widgets/barechartview.h"

#include <array>
#include <deque>
#include <optional>
#include <vector>

class QAreaSeries;
class QLineSeries;
class QValueAxis;

namespace loupe::ui {

class Theme;

/// What a run was told to be at, over its last minutes: a lane each for builds, draws, the device
/// and timing, filled as high as their share was. The mouse or the arrow keys choose a moment that
/// is described; without a choice it is the last.
class LoadStrip final : public BareChartView
{
    Q_OBJECT
public:
    /// Seconds that are shown.
    static constexpr double span = 300;

    explicit LoadStrip(const Theme &theme, QWidget *parent = nullptr);

    /// By second, the earliest first.
    void setLoads(const std::deque<RunLoad> &loads);
    bool isEmpty() const { return m_loads.empty(); }
    /// "2 min 10 s: builds 25 %, draws 0 %, device 62.5 %, timing 3 %".
    QString text() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    static constexpr std::size_t lanes = 4;
    struct Lane {
        QAreaSeries *area;
        QLineSeries *top;
        QLineSeries *floor;
    };
    void applyTheme();
    void placePlot();
    void choose(std::optional<std::size_t> moment);
    /// What is described: the chosen moment, else the last.
    const RunLoad &current() const;
    double xOf(double second) const;
    double floorOf(std::size_t lane) const;
    void paintLanes(QPainter &painter) const;
    void paintMinutes(QPainter &painter) const;

    const Theme &m_theme;
    std::vector<RunLoad> m_loads;
    std::optional<std::size_t> m_chosen;
    std::array<Lane, lanes> m_lanes{};
    QValueAxis *m_horizontal;
    QValueAxis *m_vertical;
};

} // namespace loupe::ui
