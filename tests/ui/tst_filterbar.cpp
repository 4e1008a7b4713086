// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/filterhistory.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/topbar.h"
#include "ui/shell/window/viewsbutton.h"
#include "ui/widgets/input/completionlist.h"
#include "ui/widgets/input/filterline.h"
#include "ui/widgets/input/termchips.h"

#include <QMenu>
#include <QPushButton>
#include <QTest>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_filterbar {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Window on 30 rows with the keyboard focus on the filter line.
struct Fixture : test::WindowFixture {
    Fixture() : WindowFixture(30) { }

    bool start()
    {
        if (!open())
            return false;
        window->activateWindow();
        line().setFocus();
        return QTest::qWaitFor([this] { return line().hasFocus(); }, loupe::test::patience);
    }
    FilterLine &line() const { return *window->topBar()->filterLine(); }
    CompletionList &list() const { return *line().completions(); }
    bool offers() const
    {
        return QTest::qWaitFor([this] { return list().isVisible(); }, loupe::test::patience);
    }
    QStringList chips() const
    {
        QStringList out;
        for (const QPushButton *chip : window->topBar()->chips()->findChildren<QPushButton *>()) {
            if (chip->isVisible())
                out.append(chip->accessibleName());
        }
        return out;
    }
    void click(const QString &name) const
    {
        for (QPushButton *chip : window->topBar()->chips()->findChildren<QPushButton *>()) {
            if (chip->isVisible() && chip->accessibleName() == name) {
                chip->click();
                return;
            }
        }
        QFAIL("there is no such chip");
    }
    void press(const QString &command) const
    {
        window->commands().refresh();
        QVERIFY2(window->commands().action(command)->isEnabled(), qPrintable(command));
        window->commands().action(command)->trigger();
    }
    bool can(const QString &command) const
    {
        window->commands().refresh();
        return window->commands().action(command)->isEnabled();
    }
};

} // namespace

class TestFilterBar final : public QObject
{
    Q_OBJECT
private slots:
    void fieldsAndTheStoresValuesAreOffered()
    {
        Fixture f;
        QVERIFY(f.start());
        QTest::keyClicks(&f.line(), u"cat"_s);
        QVERIFY(f.offers());
        QCOMPARE(f.list().textAt(0), u"category:"_s);
        QTest::keyClick(&f.line(), Qt::Key_Tab);
        QCOMPARE(f.line().text(), u"category:"_s);
        QVERIFY(f.offers()); // its values, immediately
        QCOMPARE(f.list().completion().candidates.size(), std::size_t{2});
        QCOMPARE(f.list().completion().candidates[0].count, 15);
        QCOMPARE(f.list().current(), -1);
        QTest::keyClick(&f.line(), Qt::Key_Down);
        QTest::keyClick(&f.line(), Qt::Key_Down);
        QTest::keyClick(&f.line(), Qt::Key_Down); // there are only two
        const QString second = f.list().textAt(1);
        QTest::keyClick(&f.line(), Qt::Key_Return);
        QCOMPARE(f.line().text(), u"category:"_s + second);
        QVERIFY(f.list().isHidden());
        QTest::keyClick(&f.line(), Qt::Key_Return); // now it is confirmed
        QCOMPARE(f.window->session().filterText(), u"category:"_s + second);
        QTRY_COMPARE(f.model().rowCount(), 15);
    }

    void unfinishedTextIsNotAnError()
    {
        Fixture f;
        QVERIFY(f.start());
        QTest::keyClicks(&f.line(), u"status:"_s);
        QVERIFY(f.offers());
        QTest::keyClick(&f.line(), Qt::Key_Escape);
        QVERIFY(f.list().isHidden());
        QVERIFY(!f.line().errorMessage().isEmpty()); // wrong if left unchanged
        QTest::keyClick(&f.line(), Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(f.offers());
        QVERIFY(f.line().errorMessage().isEmpty());
        QTest::keyClicks(&f.line(), u"zzz"_s);
        QTRY_VERIFY(f.list().isHidden()); // no such value
    }

    void aHalfTypedTermKeepsTheLastResult()
    {
        Fixture f;
        QVERIFY(f.start());
        QTest::keyClicks(&f.line(), u"status:wrong"_s);
        QTRY_COMPARE(f.window->session().filterText(), u"status:wrong"_s);
        QTRY_COMPARE(f.model().rowCount(), 10);
        QTest::keyClicks(&f.line(), u" cat"_s); // searched as a word, it would match nothing
        QTRY_VERIFY(f.line().isHalfTyped());
        QCOMPARE(f.window->session().filterText(), u"status:wrong"_s);
        QTest::keyClicks(&f.line(), u"egory:Mat"_s);
        QTRY_COMPARE(f.list().textAt(0), u"Math"_s);
        QTRY_VERIFY(f.line().isHalfTyped());
        QCOMPARE(f.model().rowCount(), 10);
        QVERIFY(f.line().errorMessage().isEmpty());
        QTest::keyClick(&f.line(), Qt::Key_Return); // takes the only completion
        QCOMPARE(f.line().text(), u"status:wrong category:Math"_s);
        QTRY_COMPARE(f.window->session().filterText(), u"status:wrong category:Math"_s);
        QVERIFY(!f.line().isHalfTyped());
    }

    void reportsUnknownFieldsNextToTheList()
    {
        Fixture f;
        QVERIFY(f.start());
        QTest::keyClicks(&f.line(), u"colour:red"_s);
        QTRY_VERIFY(f.line().errorMessage().contains(u"colour"_s));
        QTest::keyClicks(&f.line(), u" cat"_s);
        QVERIFY(f.offers());
        QTRY_VERIFY(f.line().isHalfTyped());
        QVERIFY(f.line().errorMessage().contains(u"colour"_s)); // of the term before
        const auto *callout = f.window->findChild<QFrame *>(u"filterCallout"_s);
        QVERIFY(callout != nullptr && callout->isVisible());
        QVERIFY(!callout->geometry().intersects(f.list().geometry()));
        QVERIFY(f.window->session().filterText().isEmpty());
    }

    void dropsLateCompletions()
    {
        Fixture f;
        QVERIFY(f.start());
        QTest::keyClicks(&f.line(), u"x"_s);
        f.line().offer(u"cat"_s, {0, 3, {{"category:", "", 0}}});
        QVERIFY(f.list().isHidden());
    }

    void chipsRemoveTerms()
    {
        Fixture f;
        QVERIFY(f.start());
        QVERIFY(f.chips().isEmpty());
        QVERIFY(f.window->session().setFilter(u"status:wrong -category:Math task_1"_s));
        QTRY_COMPARE(f.chips(),
                     QStringList({u"Remove status:wrong"_s, u"Remove -category:Math"_s,
                                  u"Remove task_1"_s}));
        f.click(u"Remove -category:Math"_s);
        QCOMPARE(f.window->session().filterText(), u"status:wrong task_1"_s);
        QCOMPARE(f.line().text(), u"status:wrong task_1"_s);
        QTRY_COMPARE(f.chips().size(), 2);
        f.click(u"Remove task_1"_s);
        QTRY_COMPARE(f.chips().size(), 1);
        f.click(u"Remove status:wrong"_s);
        QVERIFY(f.window->session().filterText().isEmpty());
        QTRY_VERIFY(f.chips().isEmpty());
    }

    void filterHistoryGoesBackAndForward()
    {
        Fixture f;
        QVERIFY(f.start());
        QVERIFY(!f.can(u"filter.back"_s));
        for (const QString &filter : {u"status:wrong"_s, u"status:correct"_s, u"run:first"_s})
            QVERIFY(f.window->session().setFilter(filter));
        f.press(u"filter.back"_s);
        f.press(u"filter.back"_s);
        QCOMPARE(f.window->session().filterText(), u"status:wrong"_s);
        f.press(u"filter.forward"_s);
        QCOMPARE(f.window->session().filterText(), u"status:correct"_s);
        QVERIFY(f.window->session().setFilter(u"task_3"_s)); // starts a new history
        QVERIFY(!f.can(u"filter.forward"_s));
        f.press(u"filter.back"_s);
        QCOMPARE(f.window->session().filterText(), u"status:correct"_s);
        QVERIFY(f.open()); // opening the same store again keeps it
        QVERIFY(f.can(u"filter.back"_s));
    }

    void typingIsOneHistoryStep()
    {
        FilterHistory history;
        history.visit({u"s"_s, {}}, true);
        history.visit({u"so"_s, {}}, true);
        history.visit({u"softmax"_s, {}}, true);
        QVERIFY(history.canGo(-1) && !history.canGo(-2));
        history.settle();
        history.visit({u"softmax run:a"_s, {}}, true);
        QCOMPARE(history.go(-1).filter, u"softmax"_s);
        QCOMPARE(history.go(-1).filter, QString());
        QVERIFY(!history.canGo(-1));
        QCOMPARE(history.go(2).filter, u"softmax run:a"_s);
        for (int i = 0; i < 500; ++i)
            history.visit({QString::number(i), {}}, false);
        int back = 0;
        for (; history.canGo(-1); ++back)
            history.go(-1);
        QCOMPARE(back, 199);
    }

    void scopeChangeIsAHistoryStep()
    {
        FilterHistory history;
        history.visit({u"so"_s, {}}, true);
        Scope best;
        best.choice = {AttemptRule::BestRound, 0};
        history.visit({u"so"_s, best}, false);
        history.visit({u"softmax"_s, best}, true);
        QVERIFY(history.go(-1) == (ShownThrough{u"so"_s, best}));
        QVERIFY(history.go(-1) == (ShownThrough{u"so"_s, {}}));

        Fixture f;
        QVERIFY(f.start());
        f.window->session().setScope(best);
        QVERIFY(f.window->session().setFilter(u"status:wrong"_s));
        f.press(u"filter.back"_s);
        f.press(u"filter.back"_s);
        QVERIFY(f.window->session().scope() == Scope());
        f.press(u"filter.forward"_s);
        QVERIFY(f.window->session().scope() == best);
        QVERIFY(f.window->session().filterText().isEmpty());
    }

    void viewsKeepTheScope()
    {
        Fixture f;
        QVERIFY(f.start());
        Scope best;
        best.choice = {AttemptRule::BestRound, 0};
        best.includeWithheld = true;
        f.window->session().setScope(best);
        QVERIFY(f.can(u"views.save"_s)); // a scope alone can be saved
        ViewsButton &views = *f.window->topBar()->views();
        views.save(u"the best"_s);
        QTRY_COMPARE(f.window->session().runList().views.size(), std::size_t{1});
        QVERIFY(f.store->saveView({"zz old", "status:wrong", "2026", {}}));
        f.window->session().poll();
        QTRY_COMPARE(f.window->session().runList().views.size(), std::size_t{2});
        f.window->session().setScope({});
        emit views.menu()->aboutToShow();
        QVERIFY(!views.menu()->actions().front()->isChecked());
        views.menu()->actions().front()->trigger();
        QVERIFY(f.window->session().scope() == best);
        emit views.menu()->aboutToShow();
        QVERIFY(views.menu()->actions().front()->isChecked());
        // A view from before scopes existed keeps the current scope.
        views.menu()->actions().at(1)->trigger();
        QCOMPARE(f.window->session().filterText(), u"status:wrong"_s);
        QVERIFY(f.window->session().scope() == best);
        f.press(u"filter.back"_s); // back to the view
        f.press(u"filter.back"_s);
        QVERIFY(f.window->session().scope() == Scope());
    }

    void viewsAreKeptInTheStore()
    {
        Fixture f;
        QVERIFY(f.start());
        QVERIFY(!f.can(u"views.save"_s)); // an empty filter is not a view
        QVERIFY(f.window->session().setFilter(u"status:wrong"_s));
        QVERIFY(f.can(u"views.save"_s));
        ViewsButton &views = *f.window->topBar()->views();
        views.save(u"broken"_s);
        QTRY_COMPARE(f.window->session().runList().views.size(), std::size_t{1});
        QCOMPARE(f.window->session().runList().views[0].filter, std::string("status:wrong"));
        QVERIFY(f.window->statusArea()->message().contains(u"broken"_s));
        QVERIFY(f.window->session().setFilter({}));
        emit views.menu()->aboutToShow();
        QAction *first = views.menu()->actions().front();
        QCOMPARE(first->text(), u"broken"_s);
        QVERIFY(!first->isChecked());
        first->trigger();
        QCOMPARE(f.window->session().filterText(), u"status:wrong"_s);
        views.remove(u"broken"_s);
        QTRY_VERIFY(f.window->session().runList().views.empty());
        emit views.menu()->aboutToShow();
        QVERIFY(!views.menu()->actions().front()->isEnabled());
        views.remove(u"broken"_s);
        QTRY_VERIFY(f.window->statusArea()->message().contains(u"no such view"_s));
    }

    void busyStoreIsReportedAndNothingSaved()
    {
        Fixture f;
        f.services.saveView = [](const std::filesystem::path &, const SavedView &) -> Status {
            return Error{Errc::Busy, "another program writes the store"};
        };
        f.show();
        QVERIFY(f.start());
        QVERIFY(f.window->session().setFilter(u"status:wrong"_s));
        f.window->topBar()->views()->save(u"broken"_s);
        QTRY_VERIFY(f.window->statusArea()->message().contains(u"another program"_s));
        QVERIFY(f.window->session().runList().views.empty());
    }
};

} // namespace tst_filterbar

LOUPE_UI_TEST(filterbar, tst_filterbar::TestFilterBar)
#include "tst_filterbar.moc"
