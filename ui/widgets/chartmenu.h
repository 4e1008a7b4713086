// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/async/latestjob.h"

#include <QMenu>
#include <QPointer>

namespace loupe::ui {

class AxisLimitsDialog;
class ChartView;

/// What the right mouse button, or the menu key, offers on a chart: the ends of its axes, and
/// taking the chart along as a picture or as numbers.
class ChartMenu final : public QMenu
{
    Q_OBJECT
public:
    /// The view owns it and shows it where it is asked for.
    explicit ChartMenu(ChartView &view);
    ~ChartMenu() override;

    QAction *limitsAction() const { return m_limits; }
    QAction *zoomAction() const { return m_zoom; }
    QAction *resetAction() const { return m_reset; }
    QAction *copyImageAction() const { return m_copyImage; }
    QAction *copyDataAction() const { return m_copyData; }
    QAction *saveAction() const { return m_save; }
    /// Offers what the chart can do now.
    void follow();
    /// Open while somebody types the ends of axes, else null.
    AxisLimitsDialog *limitsDialog() const;
    /// Writes what is looked at; the ending says the format: svg, pdf or png.
    void saveTo(const QString &file);
    bool isSaving() const { return m_saving.isRunning(); }

private:
    void askLimits();
    void zoom();
    void copyImage() const;
    void copyData() const;
    void askAndSave();

    ChartView &m_view;
    QAction *m_limits;
    QAction *m_zoom;
    QAction *m_reset;
    QAction *m_copyImage;
    QAction *m_copyData;
    QAction *m_save;
    QPointer<AxisLimitsDialog> m_dialog;
    LatestJob<Status> m_saving;
};

} // namespace loupe::ui
