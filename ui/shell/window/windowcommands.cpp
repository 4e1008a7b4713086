// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of the main window, and its menus.
#include "core/generation/loop/generationoutcome.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/pages/audit/auditpage.h"
#include "ui/pages/compare/comparepage.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/pages/detail/hintoffer.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/runs/runspage.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/pages/trajectories/trajectoryview.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/window/hintcommand.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowstate.h"
#include "ui/style/theme.h"
#include "ui/widgets/diffview.h"
#include "ui/widgets/roundstrip.h"

#include <QMenu>
#include <QMenuBar>

#include <map>

using namespace Qt::StringLiterals;

namespace loupe::ui {

void MainWindow::addCommands()
{
    addFileCommands();
    addEditCommands();
    const QString run = tr("&Run");
    m_commands->add({u"run.new"_s,
                     run,
                     tr("&New run…"),
                     {QKeySequence::New},
                     [this] { showNewRun(); },
                     [this] { return bool(m_services.launch); },
                     {},
                     tr("Evaluates candidates against the native suite"),
                     tr("not available in this build")});
    m_commands->add({u"run.demo"_s,
                     run,
                     tr("Evaluate the &demo"),
                     {},
                     [this] { runDemo(); },
                     [this] { return m_services.launch && !m_services.taskFolder.empty(); },
                     {},
                     tr("Evaluates our own demonstration kernels into a new store"),
                     tr("the native suite is not installed")});
    m_commands->add({u"run.cancel"_s,
                     run,
                     tr("&Stop run"),
                     {QKeySequence(u"Ctrl+."_s)},
                     [this] { m_jobs.cancelAll(); },
                     [this] { return m_jobs.running() > 0; },
                     {},
                     tr("Stops within a second; finished results are stored"),
                     tr("nothing is running")});
    addRunCommands();
    addQueueCommands();
    addPageCommands();
    addResultCommands();
    addTriageCommands();
    addViewCommands();
    const QString help = tr("&Help");
    m_commands->add({u"help.open"_s,
                     help,
                     tr("&Help"),
                     {QKeySequence(Qt::Key_F1)},
                     [this] { showHelp(); },
                     {},
                     {},
                     tr("Explains pages, marks and keys")});
    m_commands->add({u"help.commands"_s,
                     help,
                     tr("&Commands…"),
                     {QKeySequence(u"Ctrl+Shift+P"_s)},
                     [this] { showPalette(); },
                     {},
                     {},
                     tr("Finds any command by part of its name")});
    m_commands->add({u"help.keys"_s,
                     help,
                     tr("&Keys…"),
                     {QKeySequence(u"Ctrl+K"_s)},
                     [this] { ShortcutsDialog(m_theme, *m_commands, this).exec(); },
                     {},
                     {},
                     tr("Changes the keys of commands")});
    m_commands->add({u"help.doctor"_s,
                     help,
                     tr("&Doctor…"),
                     {},
                     [this] { showDoctor(); },
                     [this] { return bool(m_services.examineMachine); },
                     {},
                     tr("Shows what is installed, what is missing and how to install it"),
                     tr("not available in this build")});
    m_commands->add({u"help.about"_s,
                     help,
                     tr("&About KernelLoupe"),
                     {},
                     [this] { showAbout(); },
                     {},
                     {},
                     tr("Licence and parts")});
}

void MainWindow::addRunCommands()
{
    const QString run = tr("&Run");
    const auto current = [this]() -> const RunSummary * {
        return currentPage() == Runs ? page<RunsPage>()->current() : nullptr;
    };
    const auto isMarked = [this, current](auto question) {
        return [this, current, question] {
            const RunSummary *shown = page<RunsPage>() ? current() : nullptr;
            return shown != nullptr && (m_marking.*question)(shown->id);
        };
    };
    m_commands->add({u"run.baseline"_s,
                     run,
                     tr("&Baseline run"),
                     {QKeySequence(u"B"_s)},
                     [this, current] { m_marking.toggleBaseline(current()->id); },
                     [this, current] { return page<RunsPage>() && current() != nullptr; },
                     isMarked(&RunMarking::isBaseline),
                     tr("Makes it the run that others are compared with, or removes that mark"),
                     tr("choose a run on the Runs page first")});
    m_commands->add({u"run.pin"_s,
                     run,
                     tr("&Pin"),
                     {QKeySequence(u"P"_s)},
                     [this, current] { m_marking.togglePin(current()->id); },
                     [this, current] { return page<RunsPage>() && current() != nullptr; },
                     isMarked(&RunMarking::isPinned),
                     tr("Pins the run to the top of the list, or unpins it"),
                     tr("choose a run on the Runs page first")});
    m_commands->add({QString::fromLatin1(hintCommand),
                     run,
                     tr("Ask again with a &hint…"),
                     {},
                     [this] {
                         askWithHint(m_theme, m_services, m_session.file(), m_selection.current(),
                                     this, [this](const std::shared_ptr<RunJob> &job) {
                                         if (!isPlaceOfLostStore(m_session.file()))
                                             startJob(job);
                                     });
                     },
                     [this] { return m_services.generation.launch && bool(m_selection.current()); },
                     {},
                     tr("Sends the model a hint about the selected result"),
                     tr("select a result first")});
    m_commands->add({u"audit.run"_s,
                     run,
                     tr("A&udit the records"),
                     {},
                     [this] {
                         showPage(Audit);
                         page<AuditPage>()->startAudit();
                     },
                     [this] { return m_services.auditRecords && m_session.isOpen(); },
                     {},
                     tr("Checks all records and the imported sources; flags nothing by itself"),
                     tr("no store is open")});
}

void MainWindow::addPageCommands()
{
    const QString go = tr("&Go");
    for (int place = 0; const PageEntry &entry : allPages()) {
        QList<QKeySequence> keys; // Ctrl+0 is for the text size.
        if (place < 9)
            keys = {QKeySequence(u"Ctrl+"_s + QString::number(place + 1))};
        else if (place == 9)
            keys = {QKeySequence(u"Alt+0"_s)};
        m_commands->add({entry.command,
                         go,
                         entry.title,
                         keys,
                         [this, page = static_cast<PageIndex>(place)] { showPage(page); },
                         {},
                         {},
                         tr("Shows this page")});
        ++place;
    }
    m_commands->add({u"compare.swap"_s,
                     go,
                     tr("Swap the com&pared sides"),
                     {QKeySequence(u"X"_s)},
                     [this] { page<ComparePage>()->swap(); },
                     [this] {
                         const auto *compare = page<ComparePage>();
                         return compare != nullptr && currentPage() == Compare
                             && compare->canSwap();
                     },
                     {},
                     tr("Swaps A and B"),
                     tr("compare two sides on the Compare page first")});
    addFilterCommands();
}

RoundStrip *MainWindow::shownRounds() const
{
    return shownPage()->rounds();
}

void MainWindow::addResultCommands()
{
    const QString result = tr("R&esult");
    const auto hasDetail
        = [this] { return currentPage() == Results && !page<ResultsPage>()->detail()->isHidden(); };
    const auto isResults = [this] { return currentPage() == Results; };
    m_commands->add({u"detail.toggle"_s,
                     result,
                     tr("&Detail"),
                     {QKeySequence(u"Ctrl+D"_s)},
                     [this] { page<ResultsPage>()->toggleDetail(); },
                     isResults,
                     hasDetail,
                     tr("The kernel of the current result next to the list"),
                     tr("go to Results first")});
    m_commands->add({u"facets.toggle"_s,
                     result,
                     tr("&Counts by value"),
                     {QKeySequence(u"Ctrl+Shift+C"_s)},
                     [this] { page<ResultsPage>()->toggleFacets(); },
                     [isResults, hasDetail] { return isResults() && !hasDetail(); },
                     [this] { return page<ResultsPage>() && page<ResultsPage>()->showsFacets(); },
                     tr("How many results have which status, category, method and so on"),
                     tr("go to the list of Results first")});
    m_commands->add({u"results.every"_s,
                     result,
                     tr("Show all att&empts"),
                     {QKeySequence(u"Ctrl+Shift+E"_s)},
                     [this] {
                         ResultsPage *results = page<ResultsPage>();
                         results->setShowsEvery(!results->showsEvery());
                     },
                     isResults,
                     [this] { return page<ResultsPage>() && page<ResultsPage>()->showsEvery(); },
                     tr("Also lists results outside the scope and other attempts"),
                     tr("go to Results first")});
    const auto addWalk = [&](const QString &id, const QString &text, const QString &key, int step) {
        m_commands->add({id,
                         result,
                         text,
                         {QKeySequence(key)},
                         [this, step] { shownRounds()->walk(step); },
                         [this, step] {
                             const RoundStrip *rounds = shownRounds();
                             return rounds != nullptr && rounds->canWalk(step);
                         },
                         {},
                         step > 0 ? tr("The same sample one round later")
                                  : tr("The same sample one round earlier"),
                         tr("open a result or trajectory with another round first")});
    };
    addWalk(u"detail.previousRound"_s, tr("&Previous round"), u"["_s, -1);
    addWalk(u"detail.nextRound"_s, tr("&Next round"), u"]"_s, 1);
    m_commands->add({u"detail.nextProblem"_s,
                     result,
                     tr("Next p&roblem"),
                     {QKeySequence(Qt::Key_F8)},
                     [this] { problemTabs()->walkProblems(1); },
                     [this] { return problemTabs() != nullptr; },
                     {},
                     tr("Goes to the next line with a message"),
                     tr("open a result or a failure first")});
    m_commands->add({u"detail.previousProblem"_s,
                     result,
                     tr("Previous pr&oblem"),
                     {QKeySequence(Qt::SHIFT | Qt::Key_F8)},
                     [this] { problemTabs()->walkProblems(-1); },
                     [this] { return problemTabs() != nullptr; },
                     {},
                     tr("Goes to the previous line with a message"),
                     tr("open a result or a failure first")});
    m_commands->add({u"detail.synchronise"_s,
                     result,
                     tr("&Scroll both sources together"),
                     {},
                     [this] {
                         DiffView *diff = shownDiff();
                         diff->setSynchronised(!diff->isSynchronised());
                     },
                     [this] { return shownDiff() != nullptr; },
                     [this] { return shownDiff() == nullptr || shownDiff()->isSynchronised(); },
                     tr("The sources of a kernel stay at the same line"),
                     tr("open a kernel on Results, Triage or Trajectories first")});
    addDifferenceCommands();
    m_commands->add({u"triage.tag"_s,
                     result,
                     tr("Ta&g…"),
                     {QKeySequence(u"T"_s)},
                     [this] { shownPage()->focusTag(); },
                     [this] { return shownPage()->canTag(); },
                     {},
                     tr("Tags the selected results"),
                     tr("choose a failure on Triage, or select results on Distributions or "
                        "Trajectories first")});
}

void MainWindow::addViewCommands()
{
    const QString view = tr("&View");
    const auto addTheme = [&](const QString &id, const QString &text, ThemeChoice choice) {
        m_commands->add({id,
                         view,
                         text,
                         {},
                         [this, choice] { m_theme.choose(choice); },
                         {},
                         [this, choice] { return m_theme.choice() == choice; },
                         tr("Colours of the window"),
                         {},
                         tr("T&heme")});
    };
    addTheme(u"theme.system"_s, tr("Theme of the &system"), ThemeChoice::System);
    addTheme(u"theme.light"_s, tr("&Light theme"), ThemeChoice::Light);
    addTheme(u"theme.dark"_s, tr("&Dark theme"), ThemeChoice::Dark);
    addTheme(u"theme.contrast"_s, tr("High &contrast, dark"), ThemeChoice::Contrast);
    addTheme(u"theme.contrastLight"_s, tr("High contrast, l&ight"), ThemeChoice::ContrastLight);
    addTextSizeCommands();
    addKernelCommands();
    addSplitCommands();
    m_commands->add({u"view.reload"_s,
                     view,
                     tr("&Reload"),
                     {QKeySequence(Qt::Key_F5)},
                     [this] { openStore(m_session.file()); },
                     [this] { return m_session.isOpen(); },
                     {},
                     tr("Reads the store again"),
                     tr("no store is open")});
    m_commands->add({u"view.resetLayout"_s,
                     view,
                     tr("Reset the l&ayout"),
                     {},
                     [this] { WindowState::resetLayout(*this); },
                     {},
                     {},
                     tr("Resets the sizes of window, panes and columns")});
}

void MainWindow::addTextSizeCommands()
{
    const QString view = tr("&View");
    const QString size = tr("Text si&ze");
    const auto add = [&](const QString &id, const QString &text, const QList<QKeySequence> &keys,
                         int step, const QString &help, const QString &needs) {
        m_commands->add(
            {id,
             view,
             text,
             keys,
             [this, step] { setTextPercent(m_theme.textPercentAfter(step)); },
             [this, step] { return m_theme.textPercentAfter(step) != m_theme.textPercent(); },
             {},
             help,
             needs,
             size});
    };
    // Without Shift, the key with the plus sends "=" on many keyboards.
    add(u"text.larger"_s, tr("&Larger text"),
        {QKeySequence(u"Ctrl++"_s), QKeySequence(u"Ctrl+="_s)}, 1, tr("Enlarges all text"),
        tr("the text has its largest size"));
    add(u"text.smaller"_s, tr("&Smaller text"), {QKeySequence(u"Ctrl+-"_s)}, -1,
        tr("Makes all text smaller"), tr("the text has its smallest size"));
    add(u"text.normal"_s, tr("&Normal text size"), {QKeySequence(u"Ctrl+0"_s)}, 0,
        tr("Shows text in the size of the desktop"), tr("the text has its normal size"));
}

void MainWindow::setTextPercent(int percent)
{
    m_theme.setTextPercent(percent);
    WindowState(m_services.settingsFile).saveTextPercent(m_theme.textPercent());
    m_status->say(tr("Text size: %1 %").arg(m_theme.textPercent()));
}

namespace {

/// Returns true for the first command of a section of a menu.
bool beginsSection(const QString &id)
{
    static const QStringList first{
        u"store.import"_s,       u"store.copy"_s,         u"store.close"_s,
        u"app.quit"_s,           u"edit.copy"_s,          u"kernel.find"_s,
        u"run.baseline"_s,       u"run.pause"_s,          u"queue.front"_s,
        u"compare.swap"_s,       u"filter.focus"_s,       u"views.save"_s,
        u"selection.filter"_s,   u"results.every"_s,      u"detail.previousRound"_s,
        u"detail.nextProblem"_s, u"detail.synchronise"_s, u"diff.blanks"_s,
        u"triage.next"_s,        u"kernel.list"_s,        u"split.toggle"_s,
        u"view.reload"_s,        u"help.about"_s};
    return first.contains(id);
}

/// Gives the menu its title as accessible name.
QMenu *namedMenu(QMenu *menu)
{
    menu->setAccessibleName(menu->title().remove(u'&'));
    return menu;
}

} // namespace

void MainWindow::buildMenus()
{
    std::map<QString, QMenu *> menus; // by group, and by group and submenu
    for (const Command &command : m_commands->commands()) {
        QMenu *&menu = menus[command.group];
        if (menu == nullptr) {
            menu = namedMenu(menuBar()->addMenu(command.group));
            connect(menu, &QMenu::aboutToShow, m_commands, &CommandRegistry::refresh);
        }
        QMenu *target = menu;
        if (!command.submenu.isEmpty()) {
            QMenu *&part = menus[command.group + u'/' + command.submenu];
            if (part == nullptr)
                part = namedMenu(menu->addMenu(command.submenu));
            target = part;
        }
        if (!target->isEmpty() && beginsSection(command.id))
            target->addSeparator();
        target->addAction(m_commands->action(command.id));
        if (command.id == "store.open"_L1) {
            QMenu *recent = namedMenu(menu->addMenu(tr("&Recent stores")));
            connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
        }
    }
    m_triageMenu = menus.at(m_commands->command(u"triage.next"_s).group);
    menuBar()->setAccessibleName(tr("Menus"));
}

} // namespace loupe::ui
