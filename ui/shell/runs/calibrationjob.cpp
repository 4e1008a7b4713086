// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/calibrationjob.h"

#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

CalibrationJob::CalibrationJob(CeilingMeasurer measurer, std::string device, QObject *parent)
    : OutcomeJob([measure = std::move(measurer),
                  device](const std::stop_token &stop) { return measure(device, stop); },
                 parent)
    , m_device(std::move(device))
{
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
