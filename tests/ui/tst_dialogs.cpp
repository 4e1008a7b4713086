// SPDX-License-Identifier: GPL-3.0-or-later
// Opens every menu and every dialog with the keyboard. Each dialog takes the focus, names its
// controls, closes on Esc and returns the focus.
#include "ui/pages/frame/page.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/window/windowpages.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>

#include <functional>
#include <map>

#include "tests/ui/spokennames.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_dialogs {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Returns the letter that Alt presses for this text, or a null one.
QChar letterOf(const QString &text)
{
    const QKeySequence keys = QKeySequence::mnemonic(text);
    return keys.isEmpty() ? QChar() : QChar(keys[0].key());
}

QDialog *openDialog(const QWidget &window)
{
    for (QWidget *each : QApplication::topLevelWidgets()) {
        auto *dialog = qobject_cast<QDialog *>(each);
        if (dialog != nullptr && dialog->isVisible() && each != &window)
            return dialog;
    }
    return nullptr;
}

/// Checks the dialog that opens next, and presses Esc in it.
class Visit final : public QObject
{
public:
    explicit Visit(const QWidget &window) : m_window(window)
    {
        connect(&m_timer, &QTimer::timeout, this, &Visit::look);
        m_timer.start(20);
    }
    bool isOver() const { return m_isOver; }
    const QStringList &problems() const { return m_problems; }

private:
    void look()
    {
        QDialog *dialog = openDialog(m_window);
        if (dialog == nullptr)
            return;
        if (!dialog->isActiveWindow()) {
            dialog->activateWindow(); // as a window manager does
            return;
        }
        QWidget *focus = QApplication::focusWidget();
        if (focus == nullptr || focus->window() != dialog)
            return; // not yet
        m_timer.stop();
        if (dialog->windowTitle().isEmpty())
            m_problems += u"it has no title"_s;
        // Qt names the parts of its own dialogs for files.
        if (qobject_cast<QFileDialog *>(dialog) == nullptr)
            m_problems += test::namelessControls(*dialog, dialog->windowTitle());
        QTest::keyClick(focus, Qt::Key_Escape);
        if (dialog->isVisible())
            m_problems += u"Esc does not close it"_s;
        dialog->hide();
        m_isOver = true;
    }

    const QWidget &m_window;
    QTimer m_timer;
    QStringList m_problems;
    bool m_isOver = false;
};

struct Fixture : test::WindowFixture {
    Fixture() : WindowFixture(30)
    {
        services.openWindow = [](const std::filesystem::path &) { return Status(); };
        services.examineMachine = [] { return std::vector<DoctorSection>(); };
        show();
    }
    bool isActive() const
    {
        window->activateWindow();
        return QTest::qWaitForWindowActive(window.get(), test::patience);
    }
    QList<QMenu *> menus() const
    {
        QList<QMenu *> out;
        for (const QAction *each : window->menuBar()->actions()) {
            if (each->isVisible())
                out.append(each->menu());
        }
        return out;
    }
    /// Opens a dialog, visits it and returns what is wrong with it.
    QStringList problemsOf(const std::function<void()> &open) const
    {
        QWidget *before = QApplication::focusWidget();
        const Visit visit(*window);
        open();
        if (!QTest::qWaitFor([&visit] { return visit.isOver(); }, test::patience))
            return {u"it does not open"_s};
        QStringList problems = visit.problems();
        if (!isActive() || QApplication::focusWidget() != before)
            problems += u"the focus does not return"_s;
        return problems;
    }
};

} // namespace

class TestDialogs final : public QObject
{
    Q_OBJECT
private slots:
    void keysOpenEveryMenuAndWalkIt()
    {
        Fixture f;
        QVERIFY(f.open());
        f.window->showPage(MainWindow::Triage); // has a menu of its own
        QVERIFY(f.settle());
        QVERIFY(f.isActive());
        const QWidget *focus = QApplication::focusWidget();
        QVERIFY(focus != nullptr);
        QCOMPARE(f.menus().size(), 8);
        for (QMenu *menu : f.menus()) {
            const QChar letter = letterOf(menu->title());
            QVERIFY2(!letter.isNull(), qPrintable(menu->title()));
            QTest::keyClick(f.window.get(), static_cast<Qt::Key>(letter.unicode()),
                            Qt::AltModifier);
            QTRY_VERIFY2(menu->isVisible(), qPrintable(menu->title()));
            QList<QAction *> left = menu->actions();
            left.removeIf([](const QAction *each) {
                return each->isSeparator() || !each->isVisible() || !each->isEnabled();
            });
            const auto presses = menu->actions().size();
            for (qsizetype i = 0; i < presses; ++i) {
                left.removeAll(menu->activeAction());
                QTest::keyClick(menu, Qt::Key_Down);
            }
            QVERIFY2(left.isEmpty(), qPrintable(menu->title()));
            QTest::keyClick(menu, Qt::Key_Escape);
            QTRY_VERIFY2(!menu->isVisible(), qPrintable(menu->title()));
            QTest::keyClick(f.window->menuBar(), Qt::Key_Escape);
            QTRY_COMPARE(QApplication::focusWidget(), focus);
        }
    }

    void noTwoPartsOfAPageHaveTheSameLetter()
    {
        Fixture f;
        QVERIFY(f.open());
        QStringList clashes;
        for (std::size_t page = 0; page < allPages().size(); ++page) {
            f.window->showPage(static_cast<MainWindow::PageIndex>(page));
            QVERIFY(f.settle());
            std::map<QChar, QString> owners;
            const auto take = [&](const QString &text) {
                const QChar letter = letterOf(text);
                if (letter.isNull())
                    return;
                const auto [owner, isNew] = owners.emplace(letter, text);
                if (!isNew)
                    clashes += allPages()[page].title + u": "_s + owner->second + u", "_s + text;
            };
            for (const QMenu *menu : f.menus())
                take(menu->title());
            for (const auto *each : f.window->findChildren<QAbstractButton *>()) {
                if (each->isVisible())
                    take(each->text());
            }
            for (const auto *each : f.window->findChildren<QLabel *>()) {
                if (each->isVisible() && each->buddy() != nullptr)
                    take(each->text());
            }
        }
        clashes.removeDuplicates();
        QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join(u'\n')));
    }

    void keysOpenEveryDialogAndEscClosesIt_data()
    {
        QTest::addColumn<QString>("command");
        for (const char *command :
             {"store.open", "store.import", "store.attach", "store.export", "store.copy", "run.new",
              "views.save", "help.open", "help.commands", "help.keys", "help.doctor", "help.about",
              "kernel.findEverywhere"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }

    void keysOpenEveryDialogAndEscClosesIt()
    {
        QFETCH(QString, command);
        Fixture f;
        QVERIFY(f.open());
        QVERIFY(f.window->session().setFilter(u"status:wrong"_s)); // a view needs one
        QVERIFY(f.settle());
        f.table().setFocus();
        QVERIFY(f.isActive());
        QVERIFY2(f.window->commands().contains(command), qPrintable(command));
        const QAction *action = f.window->commands().action(command);
        QVERIFY(action->isEnabled());
        // By its own keys, or by the letters of its menu.
        const auto open = [&] {
            if (!action->shortcut().isEmpty()) {
                QTest::keySequence(f.window.get(), action->shortcut());
                return;
            }
            for (QMenu *menu : f.menus()) {
                if (!menu->actions().contains(const_cast<QAction *>(action)))
                    continue;
                const auto key = [](const QString &text) {
                    return static_cast<Qt::Key>(letterOf(text).unicode());
                };
                QTest::keyClick(f.window.get(), key(menu->title()), Qt::AltModifier);
                QTest::keyClick(menu, key(action->text()));
            }
        };
        const QStringList problems = f.problemsOf(open);
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
    }

    void theQuestionMarkShowsTheKeysAndCtrlPFinds()
    {
        Fixture f;
        QVERIFY(f.open());
        const CommandRegistry &commands = f.window->commands();
        QCOMPARE(commands.ownerOf(QKeySequence(Qt::Key_Question)), u"help.keys"_s);
        QCOMPARE(commands.ownerOf(QKeySequence(u"Ctrl+P"_s)), u"help.commands"_s);
    }
};

} // namespace tst_dialogs

LOUPE_UI_TEST(dialogs, tst_dialogs::TestDialogs)
#include "tst_dialogs.moc"
