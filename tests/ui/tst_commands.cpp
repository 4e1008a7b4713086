// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/commandpalette.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/models/commandmodel.h"
#include "ui/text/fuzzymatch.h"

#include <QAbstractItemModelTester>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTest>

#include <map>

#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_commands {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

using Fixture = test::WindowFixture;

QKeySequence keys(const QString &text)
{
    return QKeySequence(text, QKeySequence::PortableText);
}

} // namespace

class TestCommands final : public QObject
{
    Q_OBJECT
private slots:
    void everyCommandIsDescribed()
    {
        const Fixture f(0);
        QVERIFY(f.window->commands().commands().size() > 40);
        std::map<QString, QString> seen;
        for (const Command &command : f.window->commands().commands()) {
            QVERIFY2(!command.id.isEmpty() && !command.text.isEmpty() && !command.group.isEmpty(),
                     qPrintable(command.id));
            QVERIFY2(!command.help.isEmpty(), qPrintable(command.id));
            QVERIFY2(!command.isEnabled || !command.needs.isEmpty(), qPrintable(command.id));
            const auto [other, isNew] = seen.emplace(fullText(command), command.id);
            QVERIFY2(isNew, qPrintable(command.id + u" reads as "_s + other->second));
        }
    }

    void noTwoCommandsHaveTheSameKeys()
    {
        const Fixture f(0);
        std::map<QString, QString> owners;
        for (const Command &command : f.window->commands().commands()) {
            for (const QKeySequence &each : command.shortcuts) {
                const auto [other, isFree]
                    = owners.emplace(each.toString(QKeySequence::PortableText), command.id);
                QVERIFY2(isFree,
                         qPrintable(each.toString() + u": "_s + command.id + u" and "_s
                                    + other->second));
            }
        }
    }

    void noTwoEntriesOfAMenuHaveTheSameLetter()
    {
        Fixture f(0);
        std::vector<const QMenu *> menus;
        for (const QAction *each : f.window->menuBar()->actions()) {
            if (each->menu())
                menus.push_back(each->menu());
        }
        QVERIFY(menus.size() > 4);
        QStringList clashes;
        for (std::size_t i = 0; i < menus.size(); ++i) {
            std::map<QString, QString> owners;
            for (const QAction *each : menus[i]->actions()) {
                if (each->menu())
                    menus.push_back(each->menu());
                const QKeySequence letter = QKeySequence::mnemonic(each->text());
                if (letter.isEmpty())
                    continue;
                const auto [other, isFree] = owners.emplace(letter.toString(), each->text());
                if (!isFree)
                    clashes
                        += menus[i]->title() + u": "_s + each->text() + u" and "_s + other->second;
            }
        }
        QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join(u"; "_s)));
    }

    void aFewLettersFindACommand()
    {
        QVERIFY(!fuzzyScore(u"xyz", u"Go: Triage"));
        QVERIFY(!fuzzyScore(u"egairt", u"Go: Triage")); // wrong order
        QVERIFY(fuzzyScore(u"", u"Go: Triage"));
        QVERIFY(*fuzzyScore(u"GTri", u"Go: Triage") > *fuzzyScore(u"gtri", u"Go: Distributions")
                || !fuzzyScore(u"gtri", u"Go: Distributions"));
        // The start of a word scores higher than the same letters inside one.
        QVERIFY(*fuzzyScore(u"run", u"Go: Runs") > *fuzzyScore(u"run", u"Go: Trunk"));
        // Adjacent letters score higher than scattered ones.
        QVERIFY(*fuzzyScore(u"dark", u"View: Dark theme") > *fuzzyScore(u"dark", u"Dagger keeper"));
    }

    void paletteRunsTheChosenCommand()
    {
        Fixture f(30);
        QVERIFY(f.open());
        f.window->commands().action(u"help.commands"_s)->trigger();
        CommandPalette *palette = f.window->commandPalette();
        QVERIFY(palette->isVisible());
        const CommandModel &model = *palette->model();
        QCOMPARE(model.rowCount(), int(f.window->commands().commands().size()) + 1); // and a run
        QTest::keyClicks(palette->line(), u"go runs"_s);
        QCOMPARE(model.idAt(0), u"page.runs"_s);
        QCOMPARE(model.index(0, CommandModel::KeysColumn).data().toString(), u"Ctrl+9"_s);
        QTest::keyClick(palette->line(), Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QCOMPARE(f.window->currentPage(), MainWindow::Runs);
        palette->appear();
        QVERIFY(palette->line()->text().isEmpty());
        QTest::keyClick(palette->line(), Qt::Key_Down);
        QCOMPARE(palette->table()->currentIndex().row(), 1);
        QTest::keyClick(palette->line(), Qt::Key_Up);
        QTest::keyClick(palette->line(), Qt::Key_Up);
        QCOMPARE(palette->table()->currentIndex().row(), 0);
        QTest::keyClick(palette->line(), Qt::Key_Escape);
        QVERIFY(!palette->isVisible());
    }

    void thePaletteGoesToRunsViewsAndResults()
    {
        Fixture f(30);
        QVERIFY(f.store->saveView({"broken", "status:wrong", {}, {}}));
        QVERIFY(f.open());
        CommandPalette *palette = f.window->commandPalette();
        const auto go = [&](const QString &typed, int row) {
            f.window->commands().action(u"help.commands"_s)->trigger();
            QTest::keyClicks(palette->line(), typed);
            palette->table()->selectRow(row);
            QTest::keyClick(palette->line(), Qt::Key_Return);
            return !palette->isVisible() && f.settle();
        };
        QVERIFY(go(u"run: first"_s, 0));
        QCOMPARE(f.window->session().filterText(), u"run:first"_s);
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QVERIFY(go(u"view: broken"_s, 0));
        QCOMPARE(f.window->session().filterText(), u"status:wrong"_s);
        // The last row searches, even if others match better.
        f.window->showPage(MainWindow::Overview);
        f.window->commands().action(u"help.commands"_s)->trigger();
        QTest::keyClicks(palette->line(), u"results"_s);
        const CommandModel &model = *palette->model();
        QVERIFY(model.rowCount() > 1);
        QVERIFY(model.destinationAt(0) == nullptr); // a command
        const Destination *last = model.destinationAt(model.rowCount() - 1);
        QVERIFY(last != nullptr && last->isFallback);
        QTest::keyClick(palette->line(), Qt::Key_Escape);
        QVERIFY(go(u"zzz"_s, 0));
        QCOMPARE(f.window->session().filterText(), u"zzz"_s);
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
    }

    void paletteExplainsDisabledCommands()
    {
        Fixture f(30);
        QVERIFY(f.open());
        CommandPalette *palette = f.window->commandPalette();
        palette->appear();
        QTest::keyClicks(palette->line(), u"stop run"_s);
        QCOMPARE(palette->model()->idAt(0), u"run.cancel"_s);
        QCOMPARE(palette->model()->index(0, CommandModel::HelpColumn).data().toString(),
                 u"Unavailable: nothing is running"_s);
        QTest::keyClick(palette->line(), Qt::Key_Return);
        QVERIFY(palette->isVisible());
        QTest::keyClicks(palette->line(), u" zzz"_s);
        QCOMPARE(palette->model()->rowCount(), 0);
        QTest::keyClick(palette->line(), Qt::Key_Return); // nothing to run, so nothing happens
        QVERIFY(palette->isVisible());
    }

    void keysAreChangedAndClashesNamed()
    {
        Fixture f(0);
        {
            CommandRegistry &commands = f.window->commands();
            ShortcutsDialog dialog(f.theme, commands, f.window.get());
            dialog.show();
            dialog.choose(u"detail.toggle"_s);
            QCOMPARE(dialog.keys()->keySequence(), keys(u"Ctrl+D"_s));
            QTest::keyClick(dialog.keys(), Qt::Key_L, Qt::ControlModifier);
            QTRY_VERIFY(dialog.note().contains(u"used by “Go: Filter line”"_s)); // once it is whole
            QCOMPARE(commands.action(u"detail.toggle"_s)->shortcut(), keys(u"Ctrl+D"_s)); // not yet
            dialog.assignButton()->click();
            QCOMPARE(commands.action(u"detail.toggle"_s)->shortcut(), keys(u"Ctrl+L"_s));
            QVERIFY(commands.action(u"filter.focus"_s)->shortcuts().isEmpty());
            QVERIFY2(dialog.note().contains(u"from “Go: Filter line”"_s),
                     qPrintable(dialog.note()));
        }
        // The next session keeps them.
        f.show();
        QCOMPARE(f.window->commands().action(u"detail.toggle"_s)->shortcut(), keys(u"Ctrl+L"_s));
        QVERIFY(f.window->commands().action(u"filter.focus"_s)->shortcuts().isEmpty());
        f.window->commands().resetShortcuts(u"filter.focus"_s);
        QVERIFY(f.window->commands().action(u"detail.toggle"_s)->shortcuts().isEmpty());
        f.window->commands().resetAllShortcuts();
        f.show();
        for (const Command &command : f.window->commands().commands())
            QCOMPARE(f.window->commands().action(command.id)->shortcuts(), command.shortcuts);
    }

    void modelPassesTheModelTester()
    {
        Fixture f(0);
        CommandModel model(f.window->commands());
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTyped(u"theme"_s);
        QVERIFY(model.rowCount() >= 3);
        model.setTyped(u"zzzz"_s);
        QCOMPARE(model.rowCount(), 0);
        model.setTyped({});
        f.window->commands().setShortcuts(u"app.quit"_s, {keys(u"Ctrl+F12"_s)});
        model.update();
        const int row = model.rowOf(u"app.quit"_s);
        QCOMPARE(model.index(row, CommandModel::KeysColumn).data().toString(), u"Ctrl+F12"_s);
        QCOMPARE(model.idAt(-1), QString());
    }
};

} // namespace tst_commands

LOUPE_UI_TEST(commands, tst_commands::TestCommands)
#include "tst_commands.moc"
