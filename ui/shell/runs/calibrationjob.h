// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/runs/outcomejob.h"
#include "ui/shell/session/services.h"

#include <string>

namespace loupe::ui {

/// Measures and stores the ceilings of a device on a separate thread.
class CalibrationJob final : public OutcomeJob<Result<DeviceCeilings>>
{
    Q_OBJECT
public:
    CalibrationJob(CeilingMeasurer measurer, std::string device, QObject *parent = nullptr);

    QString title() const override;
    QString progressText() const override;
    bool holdsRuns() const override { return isRunning(); }

private:
    std::string m_device;
};

} // namespace loupe::ui
