// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/async/latestjob.h"

#include <QMenu>
#include <QPointer>

namespace loupe::ui {

class AxisLimitsDialog;
class ChartView;

/// Context menu of a chart: axis limits, and copying or saving it as a picture or numbers.
class ChartMenu final : public QMenu
{
    Q_OBJECT
public:
    /// The view owns the menu and opens it on request.
    explicit ChartMenu(ChartView &view);
    ~ChartMenu() override;

    QAction *limitsAction() const { return m_limits; }
    QAction *zoomAction() const { return m_zoom; }
    QAction *resetAction() const { return m_reset; }
    QAction *copyImageAction() const { return m_copyImage; }
    QAction *copyDataAction() const { return m_copyData; }
    /// Enables the actions that the chart supports now.
    void follow();
    /// Returns the open dialog for axis limits, or null.
    AxisLimitsDialog *limitsDialog() const;
    /// Writes the displayed chart; the extension selects the format: svg, pdf or png.
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
