// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/roofline/ceilingsrow.h"

#include "ui/shell/runs/calibrationjob.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QMenu>
#include <QPushButton>

#include <memory>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString ceilingsText(const Result<std::optional<DeviceCeilings>> &stored)
{
    if (!stored)
        return errorText(stored.error());
    if (!*stored)
        return QObject::tr("not measured");
    return QObject::tr("%1 (%2)").arg(toQt(summary(**stored)), timeText((*stored)->takenAt));
}

} // namespace

CeilingsRow::CeilingsRow(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_text(new ElidedLabel)
    , m_calibrate(makeButton(tr("Calibrate")))
{
    m_text->setAccessibleName(tr("Ceilings of this machine"));
    auto *row = makeRow(bench.theme.unit(), this);
    row->addWidget(m_text, 1);
    row->addWidget(m_calibrate);
    connect(m_calibrate, &QPushButton::clicked, this, &CeilingsRow::choose);
    connect(&bench.jobs, &JobList::changed, this, &CeilingsRow::followJobs);
}

void CeilingsRow::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_devices.empty() && !m_reading.isRunning())
        read();
}

void CeilingsRow::read()
{
    m_text->setText(tr("Reading the ceilings of this machine…"));
    m_reading.start(
        [find = m_bench.services.findChoices,
         stored = m_bench.services.storedCeilings](const std::stop_token &) {
            std::vector<Device> out;
            for (const DeviceChoice &device : find().devices)
                out.push_back({device.device,
                               tr("%1: %2").arg(lineText(device.device),
                                                ceilingsText(stored(device.device)))});
            return out;
        },
        [this](std::vector<Device> devices) { showDevices(std::move(devices)); });
    followJobs();
}

void CeilingsRow::showDevices(std::vector<Device> devices)
{
    m_devices = std::move(devices);
    QStringList texts;
    for (const Device &device : m_devices)
        texts.append(device.text);
    m_text->setText(tr("Ceilings of this machine · %1").arg(texts.join(u" · "_s)));
    m_text->setToolTip(texts.join(u'\n'));
    followJobs();
}

void CeilingsRow::choose()
{
    if (m_devices.size() == 1) {
        calibrate(m_devices.front().id);
        return;
    }
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const Device &device : m_devices) {
        QAction *action = menu->addAction(device.text);
        connect(action, &QAction::triggered, this, [this, id = device.id] { calibrate(id); });
    }
    menu->popup(m_calibrate->mapToGlobal(QPoint(0, m_calibrate->height())));
}

void CeilingsRow::calibrate(const std::string &device)
{
    auto job = std::make_shared<CalibrationJob>(m_bench.services.measureCeilings, device);
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] {
        if (const auto &outcome = *raw->outcome(); !outcome) {
            m_text->setText(errorText(outcome.error()));
            m_text->setToolTip(m_text->text());
            return;
        }
        read();
    });
    m_text->setText(tr("Measuring %1. Results of later runs are drawn with its ceilings.")
                        .arg(lineText(device)));
    job->start();
    m_bench.jobs.add(std::move(job));
}

void CeilingsRow::followJobs()
{
    // A device that works for others is measured as slower than it is, and then honest times look
    // impossible.
    const bool isIdle = m_bench.jobs.running() == 0;
    m_calibrate->setEnabled(isIdle && !m_devices.empty() && !m_reading.isRunning());
    m_calibrate->setToolTip(isIdle ? tr("Measure the peak rates; nothing else should run meanwhile")
                                   : tr("Available when no job is running"));
}

} // namespace loupe::ui
