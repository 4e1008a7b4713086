// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/statusarea.h"

#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/job.h"
#include "ui/style/theme.h"

#include <QAction>
#include <QProgressBar>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QPushButton *makeLink(const QString &text, const QString &name)
{
    auto *button = new QPushButton(text);
    button->setProperty("look", u"link"_s);
    button->setAccessibleName(name);
    return button;
}

} // namespace

StatusArea::StatusArea(const Workbench &bench, QWidget *parent)
    : QStatusBar(parent)
    , m_bench(bench)
    , m_keys(new ElidedLabel)
    , m_message(new ElidedLabel)
    , m_job(makeLink({}, tr("Running job")))
    , m_progress(new QProgressBar)
    , m_cancel(makeLink(tr("Stop"), tr("Stop the running job")))
{
    const int unit = bench.theme.unit();
    setSizeGripEnabled(false);
    m_keys->setProperty("tone", u"dim"_s);
    setContentsMargins(unit * 3 / 2, 0, unit / 2, 0);
    m_progress->setFixedSize(unit * 12, unit * 3 / 4);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the running job"));
    auto *help = makeLink(tr("F1 help"), tr("Help"));
    connect(help, &QPushButton::clicked, this,
            [this] { m_bench.commands.action(u"help.open"_s)->trigger(); });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (Job *job = m_bench.jobs.current())
            job->cancel();
    });
    connect(m_job, &QPushButton::clicked, this, &StatusArea::jobRequested);
    connect(&bench.jobs, &JobList::changed, this, &StatusArea::updateJobs);
    addWidget(m_keys, 1);
    addPermanentWidget(m_message);
    addPermanentWidget(m_job);
    addPermanentWidget(m_progress);
    addPermanentWidget(m_cancel);
    addPermanentWidget(help);
    updateJobs();
}

void StatusArea::say(const QString &message)
{
    m_message->setText(message);
    m_message->updateGeometry();
}

void StatusArea::updateJobs()
{
    const Job *job = m_bench.jobs.current();
    m_job->setVisible(job != nullptr);
    m_progress->setVisible(job != nullptr);
    m_cancel->setVisible(job != nullptr);
    if (!job)
        return;
    const int others = m_bench.jobs.running() - 1;
    QStringList parts;
    if (others > 0)
        parts.append(tr("%1 jobs").arg(others + 1));
    parts.append(job->progressText());
    if (const QString remaining = job->remainingText(); !remaining.isEmpty())
        parts.append(remaining);
    m_job->setText(parts.join(u" · "_s));
    m_job->setToolTip(tr("%1: %2").arg(job->title(), job->progressText()));
    m_progress->setRange(0, job->total());
    m_progress->setValue(job->done());
}

} // namespace loupe::ui
