// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/windowcommands.h"

#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/pages/compare/comparepage.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/filterhistory.h"
#include "ui/shell/session/job.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/window/splitside.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/viewsbutton.h"
#include "ui/shell/window/windowpanes.h"
#include "ui/shell/window/windowruns.h"
#include "ui/shell/window/windowstate.h"
#include "ui/shell/window/windowstores.h"
#include "ui/shell/window/windowtour.h"
#include "ui/style/language.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>

#include <map>

using namespace Qt::StringLiterals;

namespace loupe::ui {

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

/// Sends the keys to the widget with the focus, past all shortcuts.
void press(Qt::Key key)
{
    QWidget *focused = QApplication::focusWidget();
    if (focused == nullptr)
        return;
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
        QKeyEvent event(type, key, Qt::ControlModifier);
        QCoreApplication::sendEvent(focused, &event);
    }
}

} // namespace

WindowCommands::WindowCommands(QMainWindow &window, const Workbench &bench, WindowPanes &panes,
                               WindowStores &stores, WindowRuns &runs, WindowTour &tour,
                               StatusArea &status, FilterHistory &history)
    : m_window(window)
    , m_bench(bench)
    , m_commands(bench.commands)
    , m_panes(panes)
    , m_stores(stores)
    , m_runs(runs)
    , m_tour(tour)
    , m_status(status)
    , m_history(history)
    , m_runCommands(bench, panes, runs)
    , m_resultCommands(window, bench, panes, runs)
    , m_language(languageFromName(WindowState(bench.services.settingsFile).language())
                     .value_or(Language::System))
{
}

void WindowCommands::add()
{
    addFileCommands();
    addEditCommands();
    m_runCommands.add();
    addPageCommands();
    m_resultCommands.addResultCommands();
    m_resultCommands.addTriageCommands();
    addViewCommands();
    addHelpCommands();
}

void WindowCommands::addHelpCommands()
{
    const QString help = tr("&Help");
    m_commands.add({u"help.open"_s,
                    help,
                    tr("&Help"),
                    tr("Explains the page that is shown"),
                    {QKeySequence(Qt::Key_F1)},
                    [this] { showHelp(); }});
    m_commands.add({u"help.tour"_s,
                    help,
                    tr("&Tour"),
                    tr("Opens the recorded demo and shows in five steps what is there"),
                    {},
                    [this] { m_tour.begin(); },
                    [this] { return bool(m_bench.services.copyDemo); },
                    tr("the recorded demo is not installed")});
    m_commands.add({u"help.commands"_s,
                    help,
                    tr("&Commands…"),
                    tr("Finds any command, run, view or task by part of its name"),
                    {QKeySequence(u"Ctrl+P"_s), QKeySequence(u"Ctrl+Shift+P"_s)},
                    [this] { commandPalette()->appear(destinations()); }});
    m_commands.add({u"help.keys"_s,
                    help,
                    tr("&Keys…"),
                    tr("Changes the keys of commands"),
                    {QKeySequence(u"Ctrl+K"_s), QKeySequence(Qt::Key_Question)},
                    [this] { ShortcutsDialog(m_bench.theme, m_commands, &m_window).exec(); }});
    m_commands.add({u"help.doctor"_s,
                    help,
                    tr("&Doctor…"),
                    tr("Shows what is installed, what is missing and how to install it"),
                    {},
                    [this] { m_runs.showDoctor(); },
                    [this] { return bool(m_bench.services.examineMachine); },
                    tr("not available in this build")});
    m_commands.add({
        u"help.about"_s,
        help,
        tr("&About KernelLoupe"),
        tr("Licence and parts"),
        {},
        [this] { showAbout(); },
    });
}

void WindowCommands::addFileCommands()
{
    const QString file = tr("&File");
    const auto isOpen = [this] { return m_bench.session.isOpen(); };
    const QString needsStore = tr("no store is open");
    m_commands.add({u"store.open"_s,
                    file,
                    tr("&Open store…"),
                    tr("Shows the results in a store"),
                    {QKeySequence::Open},
                    [this] { m_stores.chooseStore(); }});
    m_commands.add({u"store.demo"_s,
                    file,
                    tr("Open the &demo"),
                    tr("Shows the recorded results of our own demonstration kernels"),
                    {},
                    [this] { m_tour.openDemo(); },
                    [this] { return bool(m_bench.services.copyDemo); },
                    tr("the recorded demo is not installed")});
    m_commands.add({u"window.new"_s,
                    file,
                    tr("&New window"),
                    tr("Opens a second window on the same store; both follow each other's marks"),
                    {QKeySequence(u"Ctrl+Shift+N"_s)},
                    [this] { m_stores.openWindow(); },
                    [this] { return bool(m_bench.services.openWindow); },
                    tr("not available in this build")});
    addExchangeCommands();
    m_commands.add({u"store.copy"_s,
                    file,
                    tr("&Save a copy…"),
                    tr("Writes the open store to a new file"),
                    {},
                    [this] { m_stores.chooseCopy(); },
                    isOpen,
                    needsStore});
    m_commands.add({u"store.close"_s,
                    file,
                    tr("&Close store"),
                    tr("Leaves the store and shows the page Start"),
                    {QKeySequence(u"Ctrl+W"_s)},
                    [this] { m_stores.closeStore(); },
                    [this] { return m_bench.session.isOpen() && m_bench.jobs.running() == 0; },
                    tr("no store is open, or something is running")});
    m_commands.add({u"app.quit"_s,
                    file,
                    tr("&Quit"),
                    tr("Closes; asks first while something is running"),
                    {QKeySequence(u"Ctrl+Q"_s)},
                    [this] { m_window.close(); }});
}

void WindowCommands::addExchangeCommands()
{
    const QString file = tr("&File");
    m_commands.add({u"store.import"_s,
                    file,
                    tr("&Import…"),
                    tr("Reads results of other tools into a store: files, folders, archives"),
                    {QKeySequence(u"Ctrl+I"_s)},
                    [this] { m_stores.showImport({}); },
                    [this] { return bool(m_bench.services.importRecords); },
                    tr("not available in this build")});
    m_commands.add(
        {u"store.attach"_s,
         file,
         tr("&Add references…"),
         tr("Adds the references of a suite's checkout to recorded tasks"),
         {},
         [this] { m_stores.chooseReferences(); },
         [this] { return m_bench.services.attachReferences && m_bench.session.isOpen(); },
         tr("no store is open")});
    m_commands.add({u"store.export"_s,
                    file,
                    tr("&Export results…"),
                    tr("Writes the list of the page Results as CSV"),
                    {QKeySequence(u"Ctrl+E"_s)},
                    [this] { m_stores.chooseExport(); },
                    [this] { return m_bench.session.isOpen(); },
                    tr("no store is open")});
}

void WindowCommands::addEditCommands()
{
    const QString edit = tr("&Edit");
    m_commands.add({u"triage.undo"_s,
                    edit,
                    tr("&Undo"),
                    tr("Undoes the last mark, decision or change of a figure"),
                    {QKeySequence::Undo},
                    [this] { m_panes.shown()->undo(); },
                    [this] { return m_panes.shown() != nullptr && m_panes.shown()->canUndo(); },
                    tr("there is nothing to undo on Triage, Runs, Audit or Figures")});
    m_commands.add({u"triage.redo"_s,
                    edit,
                    tr("&Redo"),
                    tr("Redoes what was undone"),
                    {QKeySequence(u"Ctrl+Shift+Z"_s), QKeySequence(u"Ctrl+Y"_s)},
                    [this] { m_panes.shown()->redo(); },
                    [this] { return m_panes.shown() != nullptr && m_panes.shown()->canRedo(); },
                    tr("there is nothing to redo on Triage, Runs or Figures")});
    // Without shortcuts: texts and tables have their own, which a window's would hide.
    m_commands.add({u"edit.copy"_s,
                    edit,
                    tr("&Copy"),
                    tr("Copies the selected text or cells, like Ctrl+C"),
                    {},
                    [] { press(Qt::Key_C); }});
    m_commands.add({u"edit.selectAll"_s,
                    edit,
                    tr("Select &all"),
                    tr("Selects all of the text or table, like Ctrl+A"),
                    {},
                    [] { press(Qt::Key_A); }});
    m_resultCommands.addFindCommands();
}

void WindowCommands::addPageCommands()
{
    const QString go = tr("&Go");
    for (int place = 0; const PageEntry &entry : allPages()) {
        QList<QKeySequence> keys;
        if (!entry.keys.isEmpty())
            keys.append(QKeySequence(entry.keys));
        m_commands.add({entry.command, go, entry.title, tr("Shows this page"), keys,
                        [this, page = static_cast<PageIndex>(place)] { m_panes.showPage(page); }});
        ++place;
    }
    m_commands.add({u"compare.swap"_s,
                    go,
                    tr("Swap the com&pared sides"),
                    tr("Swaps A and B"),
                    {QKeySequence(u"X"_s)},
                    [this] { m_panes.page<ComparePage>()->swap(); },
                    [this] {
                        const auto *compare = m_panes.page<ComparePage>();
                        return compare != nullptr && m_panes.currentPage() == Compare
                            && compare->canSwap();
                    },
                    tr("compare two sides on the Compare page first")});
    addFilterCommands();
}

void WindowCommands::addFilterCommands()
{
    const QString go = tr("&Go");
    m_commands.add({u"filter.focus"_s,
                    go,
                    tr("Filter l&ine"),
                    tr("Which results every page shows"),
                    {QKeySequence(u"Ctrl+L"_s)},
                    [this] { emit filterLineRequested(); },
                    [this] { return m_bench.session.isOpen(); },
                    tr("no store is open")});
    m_commands.add({u"filter.clear"_s,
                    go,
                    tr("&Clear the filter"),
                    tr("Shows everything again"),
                    {QKeySequence(u"Ctrl+Shift+L"_s)},
                    [this] { static_cast<void>(m_panes.presentStore().setFilter({})); },
                    [this] { return !m_panes.presentStore().filterText().isEmpty(); },
                    tr("there is no filter")});
    const auto addWalk = [&](const QString &id, const QString &text, const QString &key, int step,
                             const QString &help, const QString &needs) {
        m_commands.add({id,
                        go,
                        text,
                        help,
                        {QKeySequence(key)},
                        [this, step] { walkFilters(step); },
                        [this, step] { return m_history.canGo(step); },
                        needs});
    };
    addWalk(u"filter.back"_s, tr("&Back"), u"Alt+Left"_s, -1,
            tr("Goes back to the previous filter and scope"),
            tr("there is no earlier filter or scope"));
    addWalk(u"filter.forward"_s, tr("For&ward"), u"Alt+Right"_s, 1,
            tr("Goes forward to the next filter and scope"),
            tr("there is no later filter or scope"));
    m_commands.add({u"views.save"_s,
                    go,
                    tr("Save filter and scope as a &view…"),
                    tr("Saves filter and scope in the store under a name"),
                    {QKeySequence(u"Ctrl+Shift+S"_s)},
                    [this] { emit saveViewRequested(); },
                    [this] {
                        return m_bench.session.isOpen() && m_bench.services.saveView
                            && (!m_bench.session.filterText().isEmpty()
                                || m_bench.session.scope() != Scope());
                    },
                    tr("there is neither a filter nor a chosen scope to save")});
    addSelectionCommands();
}

void WindowCommands::addSelectionCommands()
{
    const QString go = tr("&Go");
    m_commands.add({u"selection.filter"_s,
                    go,
                    tr("Filter b&y the selection"),
                    tr("Uses the chart selection as the filter"),
                    {},
                    [this] { m_panes.page<DistributionsPage>()->filterByPicked(); },
                    [this] { return !m_panes.presentSelection().isEmpty(); },
                    tr("nothing is selected in a chart")});
    m_commands.add({u"chart.table"_s,
                    go,
                    tr("C&hart as table"),
                    tr("Shows the data of the chart"),
                    {QKeySequence(u"Shift+T"_s)},
                    [this] { m_panes.shown()->toggleTable(); },
                    [this] { return m_panes.shown()->hasTable(); },
                    tr("go to Distributions, Roofline or Trajectories first"),
                    [this] {
                        const Page *const shown = m_panes.shown();
                        return shown != nullptr && shown->showsTable();
                    }});
    m_commands.add({u"selection.clear"_s,
                    go,
                    tr("Clear the se&lection"),
                    tr("Clears the chart selection"),
                    {QKeySequence(Qt::Key_Escape)},
                    [this] { m_panes.presentSelection().clear(); },
                    [this] { return !m_panes.presentSelection().isEmpty(); },
                    tr("nothing is selected in a chart")});
}

void WindowCommands::walkFilters(int step)
{
    const ShownThrough shown = m_history.go(step);
    const Status applied = m_bench.session.setView(shown.filter, shown.scope);
    Q_ASSERT(applied);
}

void WindowCommands::addViewCommands()
{
    const QString view = tr("&View");
    const auto addTheme = [&](const QString &id, const QString &text, ThemeChoice choice) {
        m_commands.add({id,
                        view,
                        text,
                        tr("Colours of the window"),
                        {},
                        [this, choice] { m_bench.theme.choose(choice); },
                        {},
                        {},
                        [this, choice] { return m_bench.theme.choice() == choice; },
                        tr("T&heme")});
    };
    addTheme(u"theme.system"_s, tr("Theme of the &system"), ThemeChoice::System);
    addTheme(u"theme.light"_s, tr("&Light theme"), ThemeChoice::Light);
    addTheme(u"theme.dark"_s, tr("&Dark theme"), ThemeChoice::Dark);
    addTheme(u"theme.contrast"_s, tr("High &contrast, dark"), ThemeChoice::Contrast);
    addTheme(u"theme.contrastLight"_s, tr("High contrast, l&ight"), ThemeChoice::ContrastLight);
    addTextSizeCommands();
    addLanguageCommands();
    m_resultCommands.addKernelCommands();
    addSplitCommands();
    m_commands.add({u"view.reload"_s,
                    view,
                    tr("&Reload"),
                    tr("Reads the store again"),
                    {QKeySequence(Qt::Key_F5)},
                    [this] { m_stores.openStore(m_bench.session.file()); },
                    [this] { return m_bench.session.isOpen(); },
                    tr("no store is open")});
    m_commands.add({u"view.resetLayout"_s,
                    view,
                    tr("Reset the l&ayout"),
                    tr("Resets the sizes of window, panes and columns"),
                    {},
                    [this] { emit layoutResetRequested(); }});
}

void WindowCommands::addTextSizeCommands()
{
    const QString view = tr("&View");
    const QString size = tr("Text si&ze");
    const auto add = [&](const QString &id, const QString &text, const QList<QKeySequence> &keys,
                         int step, const QString &help, const QString &needs) {
        m_commands.add({id,
                        view,
                        text,
                        help,
                        keys,
                        [this, step] { setTextPercent(m_bench.theme.textPercentAfter(step)); },
                        [this, step] {
                            return m_bench.theme.textPercentAfter(step)
                                != m_bench.theme.textPercent();
                        },
                        needs,
                        {},
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

void WindowCommands::addLanguageCommands()
{
    const auto add = [&](const QString &id, const QString &text, Language language) {
        m_commands.add({id,
                        tr("&View"),
                        text,
                        tr("Language of the window, from the next start on"),
                        {},
                        [this, language] { setLanguage(language); },
                        [language] { return hasTexts(language); },
                        tr("not available in this build"),
                        [this, language] { return m_language == language; },
                        tr("Lan&guage")});
    };
    add(u"language.system"_s, tr("Language of the &system"), Language::System);
    // A language is named in itself, so that those who cannot read the others find it.
    add(u"language.en"_s, u"&English"_s, Language::English);
    add(u"language.de"_s, u"&Deutsch"_s, Language::German);
}

void WindowCommands::addSplitCommands()
{
    const QString view = tr("&View");
    m_commands.add({u"split.toggle"_s,
                    view,
                    tr("S&plit left and right"),
                    tr("Shows a second page of the same store at the right"),
                    {QKeySequence(u"Ctrl+\\"_s)},
                    [this] { m_panes.setSplit(!m_panes.isSplit()); },
                    {},
                    {},
                    [this] { return m_panes.isSplit(); }});
    m_commands.add({u"split.link"_s,
                    view,
                    tr("Lin&k both sides"),
                    tr("Both sides share the filter, selection and result"),
                    {QKeySequence(u"Ctrl+Shift+\\"_s)},
                    [this] { m_panes.rightSide()->setLinked(!m_panes.rightSide()->isLinked()); },
                    [this] { return m_panes.isSplit(); },
                    tr("the window is not split"),
                    [this] { return m_panes.isSplit() && m_panes.rightSide()->isLinked(); }});
    m_commands.add({u"split.other"_s,
                    view,
                    tr("The &other side"),
                    tr("Moves the keyboard to the other side"),
                    {QKeySequence(Qt::Key_F6)},
                    [this] { m_panes.activateOtherSide(); },
                    [this] { return m_panes.isSplit(); },
                    tr("the window is not split")});
}

void WindowCommands::setTextPercent(int percent)
{
    m_bench.theme.setTextPercent(percent);
    WindowState(m_bench.services.settingsFile).saveTextPercent(m_bench.theme.textPercent());
    m_status.say(tr("Text size: %1 %").arg(m_bench.theme.textPercent()));
}

void WindowCommands::setLanguage(Language language)
{
    m_language = language;
    WindowState(m_bench.services.settingsFile).saveLanguage(name(language));
    m_commands.refresh();
    m_status.say(tr("The language changes when KernelLoupe is started again"));
}

void WindowCommands::buildMenus()
{
    std::map<QString, QMenu *> menus; // by group, and by group and submenu
    for (const Command &command : m_commands.commands()) {
        QMenu *&menu = menus[command.group];
        if (menu == nullptr) {
            menu = namedMenu(m_window.menuBar()->addMenu(command.group));
            connect(menu, &QMenu::aboutToShow, &m_commands, &CommandRegistry::refresh);
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
        target->addAction(m_commands.action(command.id));
        if (command.id == "store.open"_L1) {
            QMenu *recent = namedMenu(menu->addMenu(tr("&Recent stores")));
            connect(recent, &QMenu::aboutToShow, this,
                    [this, recent] { m_stores.fillRecent(*recent); });
        }
    }
    m_triageMenu = menus.at(m_commands.command(u"triage.next"_s).group);
    m_window.menuBar()->setAccessibleName(tr("Menus"));
}

void WindowCommands::showMenus()
{
    // The keys of a hidden menu still work, because the window has its actions, too.
    m_triageMenu->menuAction()->setVisible(m_panes.currentPage() == Triage);
}

CommandPalette *WindowCommands::commandPalette()
{
    if (!m_palette)
        m_palette = new CommandPalette(m_bench.theme, m_commands, &m_window);
    return m_palette;
}

CommandPalette::Destinations WindowCommands::destinations()
{
    CommandPalette::Destinations out;
    out.search = [this](const QString &typed) {
        if (const Status applied = m_panes.presentStore().setFilter(typed); !applied)
            m_status.say(errorText(applied.error()));
        else
            m_panes.showPage(Results);
    };
    const RunList &stored = m_bench.session.runList();
    for (const SavedView &view : stored.views) {
        out.named.push_back({tr("View: %1").arg(lineText(view.name)),
                             tr("Applies its filter and scope"), [this, view] {
                                 const Status applied = applyView(m_panes.presentStore(), view);
                                 if (!applied)
                                     m_status.say(errorText(applied.error()));
                             }});
    }
    for (const RunSummary &run : stored.runs) {
        out.named.push_back({tr("Run: %1").arg(lineText(run.run.name)),
                             tr("Shows the results of this run"), [this, name = run.run.name] {
                                 Filter filter;
                                 filter.terms.push_back({"run", FilterOp::Is, {name}, false, 0});
                                 m_panes.showResultsOf(filter);
                             }});
    }
    if (!m_bench.session.isOpen())
        out.search = {};
    return out;
}

void WindowCommands::showHelp()
{
    if (!m_help)
        m_help = new HelpDialog(m_bench.theme, m_commands, &m_window);
    m_help->show();
    m_help->raise();
    m_help->activateWindow();
    m_help->showPage(allPages().at(static_cast<std::size_t>(m_panes.currentPage())).help);
}

void WindowCommands::showAbout()
{
    QMessageBox::about(&m_window, tr("About KernelLoupe"),
                       tr("KernelLoupe evaluates and studies LLM-generated GPU kernels.\n"
                          "The application is licensed under GPL-3.0-or-later; it uses Qt, Qt "
                          "Charts and QScintilla."));
}

} // namespace loupe::ui
