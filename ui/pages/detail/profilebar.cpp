// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/profilebar.h"

#include "core/engine/run/profiling.h"
#include "ui/shell/runs/profilejob.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/job.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/windowwords.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QPushButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns "Hardware counters: 3 launches counted", or the result of a tool.
QString resultText(const CounterProfile &profile, const std::string &tool)
{
    const QString note = profileNoteText(toQt(profile.note));
    if (!tool.empty())
        return ProfileBar::tr("%1: %2").arg(toQt(tool), note);
    const auto launches = static_cast<std::int64_t>(profile.kernels.size());
    QString text = counted(launches, ProfileBar::tr("Hardware counters of %1 launch"),
                           ProfileBar::tr("Hardware counters of %1 launches"));
    if (!note.isEmpty())
        text += u" · "_s + note;
    return text;
}

} // namespace

std::vector<ProfileWay> profileWays()
{
    return {{"", u"kernel.counters"_s, ProfileBar::tr("&Hardware counters"),
             ProfileBar::tr("Runs the kernel again and reads the GPU's counters; the tabs Device "
                            "and Code show them")},
            {"memcheck", u"kernel.memcheck"_s, ProfileBar::tr("&Memory errors (memcheck)"),
             ProfileBar::tr("Runs the kernel again under compute-sanitizer: accesses outside of "
                            "allocations, misaligned accesses")},
            {"racecheck", u"kernel.racecheck"_s, ProfileBar::tr("&Races (racecheck)"),
             ProfileBar::tr("Runs the kernel again under compute-sanitizer: races in shared "
                            "memory")},
            {"initcheck", u"kernel.initcheck"_s,
             ProfileBar::tr("&Uninitialised memory (initcheck)"),
             ProfileBar::tr("Runs the kernel again under compute-sanitizer: reads of device "
                            "memory that nothing wrote")},
            {"synccheck", u"kernel.synccheck"_s, ProfileBar::tr("&Barriers (synccheck)"),
             ProfileBar::tr("Runs the kernel again under compute-sanitizer: wrong use of "
                            "barriers")}};
}

ProfileBar::ProfileBar(const Workbench &bench, QWidget *parent)
    : QFrame(parent)
    , m_bench(bench)
    , m_sentence(new QLabel)
    , m_action(makeButton(tr("Stop")))
    , m_close(makeButton(tr("Close")))
{
    const int unit = bench.theme.unit();
    setProperty("look", u"panel"_s);
    setAccessibleName(tr("Profile of the kernel"));
    m_sentence->setAccessibleName(accessibleName());
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *row = makeRow(unit, this);
    row->setContentsMargins(unit * 3 / 2, unit / 2, unit, unit / 2);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_action);
    row->addWidget(m_close);
    hide();
    connect(m_close, &QPushButton::clicked, this, &QWidget::hide);
    connect(m_action, &QPushButton::clicked, this, [this] {
        if (m_onAction)
            m_onAction();
    });
    setKernel({});
}

void ProfileBar::setKernel(const EvaluationDetail &detail)
{
    if (detail.row.id != m_kernel && m_job.expired())
        hide(); // the sentence was about another kernel
    m_kernel = detail.row.id;
    m_task = toQt(detail.row.task);
    m_whyNot.clear();
    if (!m_kernel || !m_bench.services.profileKernel)
        m_whyNot = tr("Open a kernel first.");
    else if (const Status possible = checkProfilable(detail); !possible)
        m_whyNot = errorText(possible.error());
}

void ProfileBar::start(const std::string &tool)
{
    if (const auto job = m_job.lock()) {
        follow(job); // one at a time: the second would wait for the device
        return;
    }
    if (m_bench.jobs.running() > 0) {
        say(tr("Another job is running. Profiles and times that share a device with it would be "
               "wrong: start this when no job runs."));
        return;
    }
    if (!m_whyNot.isEmpty()) {
        say(m_whyNot);
        return;
    }
    const auto &store = m_bench.session.file();
    if (m_bench.services.isReadOnly && m_bench.services.isReadOnly(store)) {
        say(tr("The store is read-only, so the result could not be stored. Save a copy and open "
               "it."),
            commandStep(u"store.copy"_s));
        return;
    }
    const auto job = std::make_shared<ProfileJob>(
        m_bench.services.profileKernel,
        ProfilingRequest{store, m_kernel, tool, {}, m_bench.session.identity()}, m_task);
    m_job = job;
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] { finish(*raw); });
    connect(job.get(), &Job::changed, this, [this] {
        if (const auto running = m_job.lock())
            follow(running);
    });
    follow(job);
    job->start();
    m_bench.jobs.add(job);
}

void ProfileBar::follow(const std::shared_ptr<ProfileJob> &job)
{
    say(tr("%1: %2").arg(job->title(), job->progressText()),
        {tr("Stop"), [raw = m_job] {
             if (const auto running = raw.lock())
                 running->cancel();
         }});
    m_close->hide(); // the sentence goes when the job ends
}

void ProfileBar::finish(const ProfileJob &job)
{
    m_job.reset();
    const auto &outcome = *job.outcome();
    const RowId evaluation = job.request().evaluation;
    if (!outcome) {
        const Error &error = outcome.error();
        if (error.code == Errc::Cancelled && job.isCancelled())
            say(tr("%1: stopped, nothing was stored").arg(job.title()));
        else
            say(tr("%1: %2").arg(job.title(), errorText(error)),
                error.code == Errc::Environment ? commandStep(u"help.doctor"_s) : Step());
        return;
    }
    const QString result = resultText(*outcome, job.request().sanitizer);
    if (job.request().store != m_bench.session.file()) {
        say(tr("%1 · %2").arg(job.title(), result)); // another store was opened meanwhile
        return;
    }
    if (evaluation == m_kernel)
        say(result);
    else
        say(tr("%1 · %2").arg(job.title(), result),
            {tr("Show"), [this, evaluation] { emit kernelRequested(evaluation); }});
    emit profiled(evaluation, !job.request().sanitizer.empty());
    m_bench.session.poll();
}

ProfileBar::Step ProfileBar::commandStep(const QString &id) const
{
    if (!m_bench.commands.contains(id))
        return {};
    QAction *action = m_bench.commands.action(id);
    return {action->text().remove(u'&'), [action] { action->trigger(); }};
}

void ProfileBar::say(const QString &sentence, Step next)
{
    m_sentence->setText(sentence);
    m_sentence->setAccessibleName(sentence);
    m_action->setVisible(!next.title.isEmpty());
    if (!next.title.isEmpty()) {
        m_action->setText(next.title);
        m_action->setAccessibleName(next.title);
    }
    m_onAction = std::move(next.run);
    m_close->show();
    show();
}

} // namespace loupe::ui
