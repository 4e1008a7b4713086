// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/resultcommands.h"

#include "ui/pages/detail/candidateview.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/pages/detail/judgementpanel.h"
#include "ui/pages/detail/profilebar.h"
#include "ui/pages/detail/sourcesearch.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/window/windowpanes.h"
#include "ui/shell/window/windowruns.h"
#include "ui/widgets/charts/roundstrip.h"
#include "ui/widgets/source/diffview.h"

#include <QAction>
#include <QWidget>

#include <vector>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ResultCommands::ResultCommands(QWidget &window, const Workbench &bench, WindowPanes &panes,
                               WindowRuns &runs)
    : m_window(window)
    , m_bench(bench)
    , m_commands(bench.commands)
    , m_panes(panes)
    , m_runs(runs)
{
}

void ResultCommands::addFindCommands()
{
    const QString edit = tr("&Edit");
    m_commands.add({u"kernel.find"_s,
                    edit,
                    tr("&Find…"),
                    tr("Finds words in the sources of the kernel; in a list, goes to the filter"),
                    {QKeySequence::Find},
                    [this] {
                        if (DiffView *diff = shownDiff())
                            diff->find();
                        else
                            m_commands.action(u"filter.focus"_s)->trigger();
                    },
                    [this] { return shownDiff() != nullptr || m_bench.session.isOpen(); },
                    tr("no store is open")});
    const auto addStep = [&](const QString &id, const QString &text, const QKeySequence &key,
                             int step, const QString &help) {
        m_commands.add({id,
                        edit,
                        text,
                        help,
                        {key},
                        [this, step] { shownDiff()->findNext(step); },
                        [this] { return shownDiff() != nullptr; },
                        tr("open a kernel on Results, Triage or Trajectories first")});
    };
    addStep(u"kernel.findNext"_s, tr("Find &next"), QKeySequence(Qt::Key_F3), 1,
            tr("Goes to the next place of the words"));
    addStep(u"kernel.findPrevious"_s, tr("Find &previous"), QKeySequence(Qt::SHIFT | Qt::Key_F3),
            -1, tr("Goes to the previous place of the words"));
    m_commands.add({u"kernel.findEverywhere"_s,
                    edit,
                    tr("Find in all &sources…"),
                    tr("Finds words in the sources of all attempts in the scope"),
                    {QKeySequence(u"Ctrl+Shift+F"_s)},
                    [this] { showSourceSearch(); },
                    [this] { return m_bench.session.isOpen(); },
                    tr("no store is open")});
}

void ResultCommands::addResultCommands()
{
    const QString result = tr("Re&sult");
    const auto hasDetail = [this] {
        return m_panes.currentPage() == Results
            && !m_panes.page<ResultsPage>()->detail()->isHidden();
    };
    const auto isResults = [this] { return m_panes.currentPage() == Results; };
    m_commands.add({u"detail.toggle"_s,
                    result,
                    tr("&Detail"),
                    tr("The kernel of the current result next to the list"),
                    {QKeySequence(u"Ctrl+D"_s)},
                    [this] { m_panes.page<ResultsPage>()->toggleDetail(); },
                    isResults,
                    tr("go to Results first"),
                    hasDetail});
    m_commands.add({u"facets.toggle"_s,
                    result,
                    tr("&Counts by value"),
                    tr("How many results have which status, category, method and so on"),
                    {QKeySequence(u"Ctrl+Shift+C"_s)},
                    [this] { m_panes.page<ResultsPage>()->toggleFacets(); },
                    [isResults, hasDetail] { return isResults() && !hasDetail(); },
                    tr("go to the list of Results first"),
                    [this] {
                        return m_panes.page<ResultsPage>()
                            && m_panes.page<ResultsPage>()->showsFacets();
                    }});
    m_commands.add({u"results.every"_s,
                    result,
                    tr("Show all att&empts"),
                    tr("Also lists results outside the scope and other attempts"),
                    {QKeySequence(u"Ctrl+Shift+E"_s)},
                    [this] {
                        ResultsPage *results = m_panes.page<ResultsPage>();
                        results->setShowsEvery(!results->showsEvery());
                    },
                    isResults,
                    tr("go to Results first"),
                    [this] {
                        return m_panes.page<ResultsPage>()
                            && m_panes.page<ResultsPage>()->showsEvery();
                    }});
    addDetailCommands();
}

void ResultCommands::addDetailCommands()
{
    const QString result = tr("Re&sult");
    const auto addWalk = [&](const QString &id, const QString &text, const QString &key, int step) {
        m_commands.add({id,
                        result,
                        text,
                        step > 0 ? tr("The same sample one round later")
                                 : tr("The same sample one round earlier"),
                        {QKeySequence(key)},
                        [this, step] { shownRounds()->walk(step); },
                        [this, step] {
                            const RoundStrip *rounds = shownRounds();
                            return rounds != nullptr && rounds->canWalk(step);
                        },
                        tr("open a result or trajectory with another round first")});
    };
    addWalk(u"detail.previousRound"_s, tr("&Previous round"), u"["_s, -1);
    addWalk(u"detail.nextRound"_s, tr("&Next round"), u"]"_s, 1);
    m_commands.add({u"detail.nextProblem"_s,
                    result,
                    tr("Next p&roblem"),
                    tr("Goes to the next line with a message"),
                    {QKeySequence(Qt::Key_F8)},
                    [this] { shownCandidate()->tabs()->walkProblems(1); },
                    [this] { return shownCandidate() != nullptr; },
                    tr("open a result or a failure first")});
    m_commands.add({u"detail.previousProblem"_s,
                    result,
                    tr("Previous pr&oblem"),
                    tr("Goes to the previous line with a message"),
                    {QKeySequence(Qt::SHIFT | Qt::Key_F8)},
                    [this] { shownCandidate()->tabs()->walkProblems(-1); },
                    [this] { return shownCandidate() != nullptr; },
                    tr("open a result or a failure first")});
    m_commands.add({u"detail.synchronise"_s,
                    result,
                    tr("&Scroll both sources together"),
                    tr("The sources of a kernel stay at the same line"),
                    {},
                    [this] {
                        DiffView *diff = shownDiff();
                        diff->setSynchronised(!diff->isSynchronised());
                    },
                    [this] { return shownDiff() != nullptr; },
                    tr("open a kernel on Results, Triage or Trajectories first"),
                    [this] { return shownDiff() == nullptr || shownDiff()->isSynchronised(); }});
    addDifferenceCommands();
    addProfileCommands();
    m_commands.add({u"triage.tag"_s,
                    result,
                    tr("Ta&g…"),
                    tr("Tags the selected results"),
                    {QKeySequence(u"T"_s)},
                    [this] { m_panes.shown()->focusTag(); },
                    [this] { return m_panes.shown()->canTag(); },
                    tr("choose a failure on Triage, or select results on Distributions or "
                       "Trajectories first")});
}

void ResultCommands::addDifferenceCommands()
{
    const QString result = tr("Re&sult");
    const QString differences = tr("Di&fferences");
    const QString needsSources = tr("open a kernel on Results, Triage or Trajectories first");
    const auto diff = [this] { return shownDiff(); };
    const auto hasDiff = [this] { return shownDiff() != nullptr; };
    const auto addWalk = [&](const QString &id, const QString &text, const QKeySequence &key,
                             int step, const QString &help) {
        m_commands.add({id,
                        result,
                        text,
                        help,
                        {key},
                        [diff, step] { diff()->walkDifferences(step); },
                        hasDiff,
                        needsSources,
                        {},
                        differences});
    };
    addWalk(u"diff.next"_s, tr("Next &difference"), QKeySequence(Qt::Key_F7), 1,
            tr("Goes to the next difference of the sources"));
    addWalk(u"diff.previous"_s, tr("&Previous difference"), QKeySequence(Qt::SHIFT | Qt::Key_F7),
            -1, tr("Goes to the previous difference of the sources"));
    const auto addSwitch = [&](const QString &id, const QString &text,
                               bool AlignmentOptions::*option, const QString &help) {
        m_commands.add({id,
                        result,
                        text,
                        help,
                        {},
                        [diff, option] {
                            AlignmentOptions options = diff()->options();
                            options.*option = !(options.*option);
                            diff()->setOptions(options);
                        },
                        hasDiff,
                        needsSources,
                        [hasDiff, diff, option] { return hasDiff() && diff()->options().*option; },
                        differences});
    };
    addSwitch(u"diff.blanks"_s, tr("Ignore &blanks"), &AlignmentOptions::ignoresBlanks,
              tr("Lines that differ only in blanks are the same"));
    addSwitch(u"diff.comments"_s, tr("Ignore &comments"), &AlignmentOptions::ignoresComments,
              tr("Lines that differ only in comments are the same"));
    m_commands.add({u"diff.tests"_s,
                    result,
                    tr("S&how the suite's tests"),
                    tr("Some suites keep tests below the code; they are folded away"),
                    {},
                    [diff] { diff()->setShowsTests(!diff()->showsTests()); },
                    hasDiff,
                    needsSources,
                    [hasDiff, diff] { return hasDiff() && diff()->showsTests(); },
                    differences});
    m_commands.add(
        {u"diff.mode"_s,
         result,
         tr("&Mark differences"),
         tr("Aligns the sources; chosen for you where over 40 % of the lines are shared"),
         {},
         [diff] {
             diff()->setMode(diff()->showsDifferences() ? DiffView::Mode::Plain
                                                        : DiffView::Mode::Differences);
         },
         hasDiff,
         needsSources,
         [hasDiff, diff] { return hasDiff() && diff()->showsDifferences(); },
         differences});
}

void ResultCommands::addProfileCommands()
{
    for (const ProfileWay &way : profileWays())
        m_commands.add(
            {way.command,
             tr("Re&sult"),
             way.title,
             way.help,
             {},
             [this, tool = way.tool] { shownCandidate()->profile()->start(tool); },
             [this] { return m_bench.services.profileKernel && shownCandidate() != nullptr; },
             tr("open a kernel on Results or Triage first"),
             {},
             tr("Profi&le the kernel")});
}

void ResultCommands::addTriageCommands()
{
    const QString triage = tr("&Triage");
    const auto isTriage = [this] { return m_panes.currentPage() == Triage; };
    const auto hasCandidate = [this] {
        return m_panes.currentPage() == Triage && m_panes.page<TriagePage>()->hasCandidate();
    };
    const QString needsTriage = tr("go to Triage first");
    const QString needsCandidate = tr("choose a failure on Triage first");
    struct Mark {
        QString id;
        QString text;
        QString key;
        TriageState state;
    };
    const std::vector<Mark> marks{
        {u"explained"_s, tr("&Explained"), u"1"_s, TriageState::Explained},
        {u"suspicious"_s, tr("&Suspicious"), u"2"_s, TriageState::Suspicious},
        {u"accepted"_s, tr("&Accepted"), u"3"_s, TriageState::Accepted},
        {u"looking"_s, tr("&Looking"), u"4"_s, TriageState::Looking},
        {u"new"_s, tr("Reset to &new"), u"5"_s, TriageState::New}};
    for (const Mark &mark : marks)
        m_commands.add(
            {u"triage."_s + mark.id,
             triage,
             mark.text,
             tr("Marks the selected failures"),
             {QKeySequence(mark.key)},
             [this, state = mark.state] { m_panes.page<TriagePage>()->markCurrent(state); },
             hasCandidate,
             needsCandidate});
    for (const Mark &mark : marks)
        m_commands.add(
            {u"triage.all."_s + mark.id,
             triage,
             tr("Whole cause: %1").arg(mark.text),
             tr("Marks every failure of the cause; Ctrl+Z takes it back"),
             {QKeySequence(u"Alt+"_s + mark.key)},
             [this, state = mark.state] { m_panes.page<TriagePage>()->markCause(state); },
             hasCandidate,
             needsCandidate,
             {},
             tr("&Whole cause")});
    m_commands.add({u"triage.next"_s,
                    triage,
                    tr("Next new &failure"),
                    tr("Goes to the next failure that is not reviewed yet"),
                    {QKeySequence(u"U"_s), QKeySequence(u"Ctrl+F8"_s)},
                    [this] { m_panes.page<TriagePage>()->goToNextNew(); },
                    isTriage,
                    needsTriage});
    m_commands.add({u"triage.note"_s,
                    triage,
                    tr("N&ote…"),
                    tr("Writes a note about the failure"),
                    {QKeySequence(u"N"_s)},
                    [this] { m_panes.page<TriagePage>()->view()->judgement()->focusNote(); },
                    hasCandidate,
                    needsCandidate});
    m_commands.add({u"triage.rerun"_s,
                    triage,
                    tr("Run aga&in"),
                    tr("Evaluates the selected failures again, as a new run; the old one stays"),
                    {QKeySequence(u"R"_s)},
                    [this] { m_runs.rerun(m_panes.page<TriagePage>()->targets()); },
                    hasCandidate,
                    needsCandidate});
}

void ResultCommands::addKernelCommands()
{
    const QString view = tr("&View");
    const QString needsKernel = tr("open a kernel on Results, Triage or Trajectories first");
    const auto hasKernel = [this] {
        const KernelFrame *frame = shownFrame();
        return frame != nullptr && frame->hasKernel();
    };
    const auto isFilled = [this] { return isKernelFilled(); };
    m_commands.add({u"kernel.list"_s,
                    view,
                    tr("&List next to the kernel"),
                    tr("Opens or closes the list; without it the kernel fills the page"),
                    {QKeySequence(u"Ctrl+B"_s)},
                    [this] {
                        shownFrame()->toggleDrawer();
                        m_panes.shown()->takeFocus();
                    },
                    hasKernel,
                    needsKernel,
                    [hasKernel, isFilled] { return hasKernel() && !isFilled(); }});
    m_commands.add({u"kernel.leave"_s,
                    view,
                    tr("&Back to the list"),
                    tr("Leaves a kernel that fills the page; so does Esc"),
                    {},
                    [this] { shownFrame()->leave(); },
                    isFilled,
                    needsKernel});
}

SourceSearch *ResultCommands::sourceSearch() const
{
    return m_sourceSearch;
}

void ResultCommands::showSourceSearch()
{
    StoreSession &store = m_panes.presentStore();
    if (m_sourceSearch && &m_sourceSearch->session() != &store)
        delete m_sourceSearch; // it searches under the filter of the other side
    if (!m_sourceSearch) {
        m_sourceSearch = new SourceSearch(m_bench.theme, store, &m_window);
        connect(m_sourceSearch, &SourceSearch::kernelRequested, this, [this](RowId id, int line) {
            m_panes.showPage(Results);
            m_panes.page<ResultsPage>()->show(id, line);
        });
    }
    const DiffView *diff = shownDiff();
    m_sourceSearch->appear(m_panes.shown()->kernel(),
                           diff != nullptr ? diff->selectedWords() : QString());
}

RoundStrip *ResultCommands::shownRounds() const
{
    return m_panes.shown()->rounds();
}

CandidateView *ResultCommands::shownCandidate() const
{
    const Page *const shown = m_panes.shown();
    return shown == nullptr ? nullptr : shown->candidate();
}

DiffView *ResultCommands::shownDiff() const
{
    const Page *const shown = m_panes.shown();
    return shown == nullptr ? nullptr : shown->diff();
}

KernelFrame *ResultCommands::shownFrame() const
{
    const Page *const shown = m_panes.shown();
    return shown == nullptr ? nullptr : shown->kernelFrame();
}

bool ResultCommands::isKernelFilled() const
{
    const KernelFrame *const frame = shownFrame();
    return frame != nullptr && frame->isFilled();
}

} // namespace loupe::ui
