// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of the triage page: annotations, and navigation in compared sources.
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/detail/judgementpanel.h"
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
                         tr("Whole cause: %1").arg(QString(mark.text).remove(u'&')),
                         {QKeySequence(u"Alt+"_s + mark.key)},
                         [this, state = mark.state] { page<TriagePage>()->markCause(state); },
                         hasCandidate,
                         {},
                         tr("Marks every failure of the cause; Ctrl+Z takes it back"),
                         needsCandidate});
    m_commands->add({u"triage.next"_s,
                     triage,
                     tr("Next ne&w failure"),
                     {QKeySequence(u"U"_s), QKeySequence(u"Ctrl+F8"_s)},
                     [this] { page<TriagePage>()->goToNextNew(); },
                     isTriage,
                     {},
                     tr("Goes to the next failure that is not reviewed yet"),
                     needsTriage});
    m_commands->add({u"triage.tag"_s,
                     triage,
                     tr("Ta&g…"),
                     {QKeySequence(u"T"_s)},
                     [this] { shownPage()->focusTag(); },
                     [this] { return shownPage()->canTag(); },
                     {},
                     tr("Tags the selected results"),
                     tr("choose a failure on Triage, or select results on Distributions or "
                        "Trajectories first")});
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
    addDifferenceCommands();
}

void MainWindow::addDifferenceCommands()
{
    const QString triage = tr("&Triage");
    const QString needsTriage = tr("go to Triage first");
    const auto isTriage = [this] { return currentPage() == Triage; };
    const auto diff = [this] { return page<TriagePage>()->view()->diff(); };
    const auto addWalk = [&](const QString &id, const QString &text, const QKeySequence &key,
                             int step, const QString &help) {
        m_commands->add({id,
                         triage,
                         text,
                         {key},
                         [this, step] { shownPage()->walkDifferences(step); },
                         [this] { return shownPage()->hasDifferences(); },
                         {},
                         help,
                         tr("go to Triage or Trajectories first")});
    };
    addWalk(u"diff.next"_s, tr("Next &difference"), QKeySequence(Qt::Key_F7), 1,
            tr("Goes to the next difference of the sources"));
    addWalk(u"diff.previous"_s, tr("&Previous difference"), QKeySequence(Qt::SHIFT | Qt::Key_F7),
            -1, tr("Goes to the previous difference of the sources"));
    const auto addSwitch = [&](const QString &id, const QString &text,
                               bool AlignmentOptions::*option, const QString &help) {
        m_commands->add(
            {id,
             triage,
             text,
             {},
             [diff, option] {
                 AlignmentOptions options = diff()->options();
                 options.*option = !(options.*option);
                 diff()->setOptions(options);
             },
             isTriage,
             [this, diff, option] { return page<TriagePage>() && diff()->options().*option; },
             help,
             needsTriage});
    };
    addSwitch(u"diff.blanks"_s, tr("Ignore &blanks"), &AlignmentOptions::ignoresBlanks,
              tr("Lines that differ only in blanks are the same"));
    addSwitch(u"diff.comments"_s, tr("Ignore &comments"), &AlignmentOptions::ignoresComments,
              tr("Lines that differ only in comments are the same"));
    m_commands->add({u"diff.tests"_s,
                     triage,
                     tr("S&how the suite's tests"),
                     {},
                     [diff] { diff()->setShowsTests(!diff()->showsTests()); },
                     isTriage,
                     [this, diff] { return page<TriagePage>() && diff()->showsTests(); },
                     tr("Some suites keep tests below the code; they are folded away"),
                     needsTriage});
}

} // namespace loupe::ui
