// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/request/runload.h"
#include "ui/widgets/charts/barechartview.h"

#include <array>
#include <deque>
#include <optional>
#include <vector>

class QAreaSeries;
class QLineSeries;
class QValueAxis;

namespace loupe::ui {

class Theme;

/// Load of a run over the last minutes: a lane each for builds, draws, device and timing, filled by
/// share. Mouse or arrow keys select the described moment; the default is the last one.
class LoadStrip final : public BareChartView
{
    Q_OBJECT
public:
    /// Displayed time in seconds.
    static constexpr double span = 300;

    explicit LoadStrip(const Theme &theme, QWidget *parent = nullptr);

    /// Sets the loads by second, earliest first.
    void setLoads(const std::deque<RunLoad> &loads);
    bool isEmpty() const { return m_loads.empty(); }
    /// Returns "2 min 10 s: builds 25 %, draws 0 %, device 62.5 %, timing 3 %".
    QString text() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent * /*event*/) override { choose(std::nullopt); }
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
    /// Returns the selected load, else the last one.
    const RunLoad &current() const { return m_chosen ? m_loads[*m_chosen] : m_loads.back(); }
    double xOf(double second) const;
    double floorOf(std::size_t lane) const { return static_cast<double>(lanes - 1 - lane); }
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
