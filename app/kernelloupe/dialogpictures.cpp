// SPDX-License-Identifier: GPL-3.0-or-later
// Draws pictures of the dialogs, and of the page Queue during a run.
#include "app/kernelloupe/pagerenderer.h"
#include "app/kernelloupe/runreplay.h"
#include "app/kernelloupe/waiting.h"
#include "ui/dialogs/commandpalette.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/dialogs/runform.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/models/doctormodel.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/windowruns.h"
#include "ui/widgets/resulttable.h"

#include <QKeySequenceEdit>
#include <QLineEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::app {

namespace {

/// Returns true once enough items have ended for the picture to show progress.
bool isAtWork(const ui::RunJob &job)
{
    return job.total() > 0 && job.done() >= std::min(60, job.total() / 2);
}

} // namespace

Status PageRenderer::renderDialogs(ui::MainWindow &window, const std::filesystem::path &store)
{
    ui::NewRunDialog empty(m_theme, m_services.launch,
                           {m_services.choices, m_services.presets, m_services.findChoices},
                           &window);
    empty.show();
    if (Status saved = save(empty, u"11-new-run-empty"_s); !saved)
        return saved;
    RunRequest request;
    request.suite = m_services.taskFolder;
    request.candidates = {m_services.taskFolder / "demo"};
    request.store = store;
    empty.setRequest(request);
    if (!waitFor([&empty] { return !empty.isPlanning(); }))
        return Error{Errc::Timeout, "the plan did not come", {}, {}, {}};
    if (Status saved = save(empty, u"12-new-run-planned"_s); !saved)
        return saved;
    empty.form()->showPython(true); // as the plan of a benchmark would
    if (Status saved = save(empty, u"14-new-run-python"_s); !saved)
        return saved;
    empty.form()->showPython(false);
    RunRequest wrong = request;
    wrong.suite = m_services.taskFolder / "no-such-suite";
    empty.setRequest(wrong);
    if (!waitFor([&empty] { return !empty.isPlanning(); }))
        return Error{Errc::Timeout, "the plan was not refused", {}, {}, {}};
    if (Status saved = save(empty, u"37-new-run-failing"_s); !saved)
        return saved;
    ui::CommandPalette &palette = *window.commandPalette();
    palette.appear();
    palette.line()->setText(u"tri"_s);
    if (Status saved = save(palette, u"27-commands"_s); !saved)
        return saved;
    palette.hide();
    ui::ShortcutsDialog keys(m_theme, window.commands(), &window);
    keys.show();
    keys.choose(u"detail.toggle"_s);
    keys.keys()->setKeySequence(QKeySequence(u"Ctrl+L"_s));
    if (Status saved = save(keys, u"28-keys"_s); !saved)
        return saved;
    if (Status rendered = renderGeneration(window, store); !rendered)
        return rendered;
    if (Status rendered = renderAgents(window, store); !rendered)
        return rendered;
    if (Status rendered = renderQueue(store); !rendered)
        return rendered;
    ui::DoctorDialog &doctor = *window.runControl().doctorDialog();
    doctor.show();
    if (Status looking = save(doctor, u"39-doctor-looking"_s); !looking)
        return looking;
    if (!waitFor([&doctor] { return !doctor.isExamining(); }))
        return Error{Errc::Timeout, "the check of the machine did not end", {}, {}, {}};
    int row = 0; // the first that says what adds it
    while (row + 1 < doctor.model()->rowCount() && doctor.model()->fixAt(row).isEmpty())
        ++row;
    doctor.table()->selectRow(row);
    Status saved = save(doctor, u"33-doctor"_s);
    doctor.hide();
    return saved;
}

Status PageRenderer::renderQueue(const std::filesystem::path &store)
{
    struct Picture {
        QString name;
        ReplayEnd end;
        std::function<bool(const ui::RunJob &)> isReady;
    };
    const auto hasEnded = [](const ui::RunJob &job) { return !job.isRunning(); };
    const Error full{Errc::Io,
                     "the evaluation could not be stored: the disk is full",
                     store.string(),
                     "make room and resume the run",
                     {}};
    for (const Picture &picture : {Picture{u"29-queue-empty"_s, {}, nullptr},
                                   Picture{u"30-queue-running"_s, {60, {}}, isAtWork},
                                   Picture{u"31-queue-failing"_s, {40, full}, hasEnded},
                                   Picture{u"32-queue-finished"_s, {}, hasEnded}}) {
        ui::Services services = m_services;
        services.launch = makeReplay(m_services.openStore, picture.end);
        services.findUnfinished = nullptr;
        ui::MainWindow window(services, m_theme);
        window.resize(1440, 900);
        window.show();
        window.showPage(ui::MainWindow::Queue);
        if (picture.isReady) {
            RunRequest request;
            request.store = store;
            const auto job = window.startRun(request);
            if (picture.name.contains(u"running"_s))
                window.startRun(request); // stays in the queue
            window.showPage(ui::MainWindow::Queue);
            if (!waitFor([&] { return picture.isReady(*job); }))
                return Error{Errc::Timeout, "the run was not replayed", {}, {}, {}};
            if (Status settled = settle(window, picture.name); !settled)
                return settled;
        }
        Status saved = save(window, picture.name);
        window.jobs().cancelAll();
        if (!saved || !waitFor([&window] { return window.jobs().running() == 0; }))
            return saved ? Error{Errc::Timeout, "the run did not end", {}, {}, {}} : saved;
    }
    return {};
}

} // namespace loupe::app
