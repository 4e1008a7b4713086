// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of the triage page: annotations, and navigation in compared sources.
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/detail/judgementpanel.h"
#include "ui/pages/detail/sourcesearch.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/widgets/diffview.h"

using namespace Qt::StringLiterals;

namespace loupe::ui {

DetailTabs *MainWindow::problemTabs() const
{
    const Page *const shown = shownPage();
    return shown == nullptr ? nullptr : shown->problemTabs();
}

DiffView *MainWindow::shownDiff() const
{
    const Page *const shown = shownPage();
    return shown == nullptr ? nullptr : shown->diff();
}

KernelFrame *MainWindow::shownFrame() const
{
    const Page *const shown = shownPage();
    return shown == nullptr ? nullptr : shown->kernelFrame();
}

bool MainWindow::isKernelFilled() const
{
    const KernelFrame *const frame = shownFrame();
    return frame != nullptr && frame->isFilled();
}

void MainWindow::addTriageCommands()
{
    const QString triage = tr("&Triage");
    const auto isTriage = [this] { return currentPage() == Triage; };
    const auto hasCandidate
        = [this] { return currentPage() == Triage && page<TriagePage>()->hasCandidate(); };
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
        m_commands->add({u"triage."_s + mark.id,
                         triage,
                         mark.text,
                         {QKeySequence(mark.key)},
                         [this, state = mark.state] { page<TriagePage>()->markCurrent(state); },
                         hasCandidate,
                         {},
                         tr("Marks the selected failures"),
                         needsCandidate});
    for (const Mark &mark : marks)
        m_commands->add({u"triage.all."_s + mark.id,
                         triage,
                         tr("Whole cause: %1").arg(mark.text),
                         {QKeySequence(u"Alt+"_s + mark.key)},
                         [this, state = mark.state] { page<TriagePage>()->markCause(state); },
                         hasCandidate,
                         {},
                         tr("Marks every failure of the cause; Ctrl+Z takes it back"),
                         needsCandidate,
                         tr("&Whole cause")});
    m_commands->add({u"triage.next"_s,
                     triage,
                     tr("Next new &failure"),
                     {QKeySequence(u"U"_s), QKeySequence(u"Ctrl+F8"_s)},
                     [this] { page<TriagePage>()->goToNextNew(); },
                     isTriage,
                     {},
                     tr("Goes to the next failure that is not reviewed yet"),
                     needsTriage});
    m_commands->add({u"triage.note"_s,
                     triage,
                     tr("N&ote…"),
                     {QKeySequence(u"N"_s)},
                     [this] { page<TriagePage>()->view()->judgement()->focusNote(); },
                     hasCandidate,
                     {},
                     tr("Writes a note about the failure"),
                     needsCandidate});
    m_commands->add({u"triage.rerun"_s,
                     triage,
                     tr("Run aga&in"),
                     {QKeySequence(u"R"_s)},
                     [this] { rerun(page<TriagePage>()->targets()); },
                     hasCandidate,
                     {},
                     tr("Evaluates the selected failures again, as a new run; the old one stays"),
                     needsCandidate});
}

void MainWindow::addDifferenceCommands()
{
    const QString result = tr("R&esult");
    const QString differences = tr("Di&fferences");
    const QString needsSources = tr("open a kernel on Results, Triage or Trajectories first");
    const auto diff = [this] { return shownDiff(); };
    const auto hasDiff = [this] { return shownDiff() != nullptr; };
    const auto addWalk = [&](const QString &id, const QString &text, const QKeySequence &key,
                             int step, const QString &help) {
        m_commands->add({id,
                         result,
                         text,
                         {key},
                         [diff, step] { diff()->walkDifferences(step); },
                         hasDiff,
                         {},
                         help,
                         needsSources,
                         differences});
    };
    addWalk(u"diff.next"_s, tr("Next &difference"), QKeySequence(Qt::Key_F7), 1,
            tr("Goes to the next difference of the sources"));
    addWalk(u"diff.previous"_s, tr("&Previous difference"), QKeySequence(Qt::SHIFT | Qt::Key_F7),
            -1, tr("Goes to the previous difference of the sources"));
    const auto addSwitch = [&](const QString &id, const QString &text,
                               bool AlignmentOptions::*option, const QString &help) {
        m_commands->add({id,
                         result,
                         text,
                         {},
                         [diff, option] {
                             AlignmentOptions options = diff()->options();
                             options.*option = !(options.*option);
                             diff()->setOptions(options);
                         },
                         hasDiff,
                         [hasDiff, diff, option] { return hasDiff() && diff()->options().*option; },
                         help,
                         needsSources,
                         differences});
    };
    addSwitch(u"diff.blanks"_s, tr("Ignore &blanks"), &AlignmentOptions::ignoresBlanks,
              tr("Lines that differ only in blanks are the same"));
    addSwitch(u"diff.comments"_s, tr("Ignore &comments"), &AlignmentOptions::ignoresComments,
              tr("Lines that differ only in comments are the same"));
    m_commands->add({u"diff.tests"_s,
                     result,
                     tr("S&how the suite's tests"),
                     {},
                     [diff] { diff()->setShowsTests(!diff()->showsTests()); },
                     hasDiff,
                     [hasDiff, diff] { return hasDiff() && diff()->showsTests(); },
                     tr("Some suites keep tests below the code; they are folded away"),
                     needsSources,
                     differences});
    m_commands->add(
        {u"diff.mode"_s,
         result,
         tr("&Mark differences"),
         {},
         [diff] {
             diff()->setMode(diff()->showsDifferences() ? DiffView::Mode::Plain
                                                        : DiffView::Mode::Differences);
         },
         hasDiff,
         [hasDiff, diff] { return hasDiff() && diff()->showsDifferences(); },
         tr("Aligns the sources; chosen for you where over 40 % of the lines are shared"),
         needsSources,
         differences});
}

void MainWindow::addKernelCommands()
{
    const QString view = tr("&View");
    const QString needsKernel = tr("open a kernel on Results, Triage or Trajectories first");
    const auto hasKernel = [this] {
        const KernelFrame *frame = shownFrame();
        return frame != nullptr && frame->hasKernel();
    };
    const auto isFilled = [this] { return isKernelFilled(); };
    m_commands->add({u"kernel.list"_s,
                     view,
                     tr("&List next to the kernel"),
                     {QKeySequence(u"Ctrl+B"_s)},
                     [this] {
                         shownFrame()->toggleDrawer();
                         shownPage()->takeFocus();
                     },
                     hasKernel,
                     [hasKernel, isFilled] { return hasKernel() && !isFilled(); },
                     tr("Opens or closes the list; without it the kernel fills the page"),
                     needsKernel});
    m_commands->add({u"kernel.leave"_s,
                     view,
                     tr("&Back to the list"),
                     {},
                     [this] { shownFrame()->leave(); },
                     isFilled,
                     {},
                     tr("Leaves a kernel that fills the page; so does Esc"),
                     needsKernel});
}

SourceSearch *MainWindow::sourceSearch() const
{
    return m_sourceSearch;
}

void MainWindow::showSourceSearch()
{
    StoreSession &store = presentStore();
    if (m_sourceSearch && &m_sourceSearch->session() != &store)
        delete m_sourceSearch; // it searches under the filter of the other side
    if (!m_sourceSearch) {
        m_sourceSearch = new SourceSearch(m_theme, store, this);
        connect(m_sourceSearch, &SourceSearch::kernelRequested, this, [this](RowId id, int line) {
            showPage(Results);
            page<ResultsPage>()->show(id, line);
        });
    }
    const DiffView *diff = shownDiff();
    m_sourceSearch->appear(shownPage()->kernel(),
                           diff != nullptr ? diff->selectedWords() : QString());
}

} // namespace loupe::ui
