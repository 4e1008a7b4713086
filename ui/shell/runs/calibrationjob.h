// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/job.h"
#include "ui/shell/session/services.h"

#include <optional>
#include <string>
#include <thread>

namespace loupe::ui {

/// Measures and stores the ceilings of a device on a separate thread.
class CalibrationJob final : public Job
{
    Q_OBJECT
public:
    CalibrationJob(CeilingMeasurer measurer, std::string device, QObject *parent = nullptr);
    ~CalibrationJob() override;

    void start();
    /// Set once it has finished.
    const std::optional<Result<DeviceCeilings>> &outcome() const { return m_outcome; }

    QString title() const override;
    QString progressText() const override;
    int done() const override { return 0; }
    int total() const override { return 0; }
    bool isRunning() const override { return m_isRunning; }
    bool holdsRuns() const override { return m_isRunning; }
    void cancel() override;

private:
    void finish(const Result<DeviceCeilings> &outcome);

    CeilingMeasurer m_measurer;
    std::string m_device;
    std::optional<Result<DeviceCeilings>> m_outcome;
    bool m_isRunning = false;
    std::jthread m_thread; // last: joined before the members that it uses are destroyed
};

} // namespace loupe::ui
