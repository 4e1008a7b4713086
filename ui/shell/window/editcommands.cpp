// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of the menu Edit: undo, find, and what every text and table does by its keys.
#include "ui/shell/window/mainwindow.h"
#include "ui/widgets/diffview.h"

#include <QApplication>
#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

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

void MainWindow::addEditCommands()
{
    const QString edit = tr("&Edit");
    m_commands->add({u"triage.undo"_s,
                     edit,
                     tr("&Undo"),
                     {QKeySequence::Undo},
                     [this] { shownPage()->undo(); },
                     [this] { return shownPage() != nullptr && shownPage()->canUndo(); },
                     {},
                     tr("Undoes the last mark, decision or change of a figure"),
                     tr("there is nothing to undo on Triage, Runs, Audit or Figures")});
    m_commands->add({u"triage.redo"_s,
                     edit,
                     tr("&Redo"),
                     {QKeySequence(u"Ctrl+Shift+Z"_s), QKeySequence(u"Ctrl+Y"_s)},
                     [this] { shownPage()->redo(); },
                     [this] { return shownPage() != nullptr && shownPage()->canRedo(); },
                     {},
                     tr("Redoes what was undone"),
                     tr("there is nothing to redo on Triage, Runs or Figures")});
    // Without shortcuts: texts and tables have their own, which a window's would hide.
    m_commands->add({u"edit.copy"_s,
                     edit,
                     tr("&Copy"),
                     {},
                     [] { press(Qt::Key_C); },
                     {},
                     {},
                     tr("Copies the selected text or cells, like Ctrl+C")});
    m_commands->add({u"edit.selectAll"_s,
                     edit,
                     tr("Select &all"),
                     {},
                     [] { press(Qt::Key_A); },
                     {},
                     {},
                     tr("Selects all of the text or table, like Ctrl+A")});
    addFindCommands();
}

void MainWindow::addFindCommands()
{
    const QString edit = tr("&Edit");
    m_commands->add({u"kernel.find"_s,
                     edit,
                     tr("&Find…"),
                     {QKeySequence::Find},
                     [this] {
                         if (DiffView *diff = shownDiff())
                             diff->find();
                         else
                             m_commands->action(u"filter.focus"_s)->trigger();
                     },
                     [this] { return shownDiff() != nullptr || m_session.isOpen(); },
                     {},
                     tr("Finds words in the sources of the kernel; in a list, goes to the filter"),
                     tr("no store is open")});
    const auto addStep = [&](const QString &id, const QString &text, const QKeySequence &key,
                             int step, const QString &help) {
        m_commands->add({id,
                         edit,
                         text,
                         {key},
                         [this, step] { shownDiff()->findNext(step); },
                         [this] { return shownDiff() != nullptr; },
                         {},
                         help,
                         tr("open a kernel on Results, Triage or Trajectories first")});
    };
    addStep(u"kernel.findNext"_s, tr("Find &next"), QKeySequence(Qt::Key_F3), 1,
            tr("Goes to the next place of the words"));
    addStep(u"kernel.findPrevious"_s, tr("Find &previous"), QKeySequence(Qt::SHIFT | Qt::Key_F3),
            -1, tr("Goes to the previous place of the words"));
    m_commands->add({u"kernel.findEverywhere"_s,
                     edit,
                     tr("Find in all &sources…"),
                     {QKeySequence(u"Ctrl+Shift+F"_s)},
                     [this] { showSourceSearch(); },
                     [this] { return m_session.isOpen(); },
                     {},
                     tr("Finds words in the sources of all attempts in the scope"),
                     tr("no store is open")});
}

} // namespace loupe::ui
