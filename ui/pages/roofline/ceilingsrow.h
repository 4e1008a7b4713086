// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/latestjob.h"
#include "ui/shell/session/workbench.h"

#include <QWidget>

#include <string>
#include <vector>

class QPushButton;

namespace loupe::ui {

class ElidedLabel;

/// Row below a roofline: the measured ceilings of this machine's devices, and a button that
/// measures them.
class CeilingsRow final : public QWidget
{
    Q_OBJECT
public:
    explicit CeilingsRow(const Workbench &bench, QWidget *parent = nullptr);

    QPushButton *button() const { return m_calibrate; }
    ElidedLabel *text() const { return m_text; }
    bool isLoading() const { return m_reading.isRunning(); }

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Device {
        std::string id; ///< "cpu", "cuda:0"
        QString text;   ///< the ceilings, or that there are none
    };

    /// Reads the devices and their stored ceilings.
    void read();
    void showDevices(std::vector<Device> devices);
    void choose();
    void calibrate(const std::string &device);
    void followJobs();

    const Workbench &m_bench;
    ElidedLabel *m_text;
    QPushButton *m_calibrate;
    std::vector<Device> m_devices;
    LatestJob<std::vector<Device>> m_reading;
};

} // namespace loupe::ui
