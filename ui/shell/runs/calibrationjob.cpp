// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/calibrationjob.h"

#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

CalibrationJob::CalibrationJob(CeilingMeasurer measurer, std::string device, QObject *parent)
    : Job(parent)
    , m_measurer(std::move(measurer))
    , m_device(std::move(device))
{
}

CalibrationJob::~CalibrationJob()
{
    m_thread.request_stop();
}

void CalibrationJob::start()
{
    m_isRunning = true;
    startClock();
    m_thread = std::jthread([this](const std::stop_token &stop) {
        const auto outcome = m_measurer(m_device, stop);
        QMetaObject::invokeMethod(
            this, [this, outcome] { finish(outcome); }, Qt::QueuedConnection);
    });
}

void CalibrationJob::cancel()
{
    m_thread.request_stop();
}

void CalibrationJob::finish(const Result<DeviceCeilings> &outcome)
{
    m_outcome = outcome;
    m_isRunning = false;
    emit finished();
}

QString CalibrationJob::title() const
{
    return tr("Calibration of %1").arg(lineText(m_device));
}

QString CalibrationJob::progressText() const
{
    return tr("measuring the peak rates…");
}

} // namespace loupe::ui
