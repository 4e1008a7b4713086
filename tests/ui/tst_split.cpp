// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/window/splitside.h"
#include "ui/shell/window/windowstores.h"
#include "ui/widgets/input/filterline.h"

#include <QCheckBox>
#include <QSplitter>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_split {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Split window on nine rows: Results on the left, Triage on the right.
struct Fixture : test::WindowFixture {
    Fixture() : WindowFixture(9) { }

    bool openSplit()
    {
        if (!open())
            return false;
        window->showPage(MainWindow::Results);
        left = window->page<ResultsPage>();
        window->panes().setSplit(true);
        triage = window->page<TriagePage>();
        return settle();
    }
    void press(const QString &command) const
    {
        window->commands().refresh();
        QAction *action = window->commands().action(command);
        QVERIFY2(action->isEnabled(), qPrintable(command));
        action->trigger();
    }
    SplitSide &right() const { return *window->panes().rightSide(); }

    ResultsPage *left = nullptr;
    TriagePage *triage = nullptr;
};

} // namespace

class TestSplit final : public QObject
{
    Q_OBJECT
private slots:
    void keysActOnTheFocusedSide()
    {
        Fixture f;
        QVERIFY(f.open());
        f.window->activateWindow();
        f.window->showPage(MainWindow::Results);
        const ResultsPage *left = f.window->page<ResultsPage>();
        f.press(u"split.toggle"_s);
        QVERIFY(f.window->panes().isSplit());
        QCOMPARE(f.window->currentPage(), MainWindow::Triage); // of the right side
        QVERIFY(f.window->page<ResultsPage>() != left);
        QVERIFY(left->isVisible());
        f.press(u"page.results"_s);
        QVERIFY(f.settle());
        QVERIFY(f.window->page<ResultsPage>()->isVisible());
        QCOMPARE(f.model().rowCount(), 9);
        f.press(u"split.other"_s);
        QCOMPARE(f.window->page<ResultsPage>(), left);
        f.press(u"page.compare"_s);
        QVERIFY(!left->isVisible());
        f.press(u"split.toggle"_s);
        QVERIFY(!f.window->panes().isSplit());
        QCOMPARE(f.window->currentPage(), MainWindow::Compare);
        // The next split restores the right side.
        f.press(u"split.toggle"_s);
        QVERIFY(f.window->panes().isSplit());
        QVERIFY(f.window->page<ResultsPage>() != left);
    }

    void halvesStartEqual()
    {
        Fixture f;
        f.window->resize(1440, 900);
        QVERIFY(f.openSplit());
        const auto *across = qobject_cast<QSplitter *>(f.right().parentWidget());
        QVERIFY(across != nullptr);
        QTRY_VERIFY(across->sizes().front() > 0);
        QVERIFY2(
            std::abs(across->sizes().front() - across->sizes().back()) <= 2,
            qPrintable(u"%1 and %2"_s.arg(across->sizes().front()).arg(across->sizes().back())));
    }

    void linkedSidesShowTheSame()
    {
        Fixture f;
        QVERIFY(f.openSplit());
        f.left->table()->selectRow(4); // row 5 is a wrong value, and so a failure
        QVERIFY(f.settle());
        QCOMPARE(f.window->panes().rightSide()->selection().current(), RowId{5});
        QTRY_VERIFY(f.triage->hasCandidate());
        QCOMPARE(f.triage->targets(), std::vector<RowId>{RowId{5}});
        QVERIFY(f.window->session().setFilter(u"category:Fusion"_s));
        QCOMPARE(f.right().session().filterText(), u"category:Fusion"_s);
        QVERIFY(f.right().session().setFilter(u"category:Math"_s)); // as the side's facets do
        QCOMPARE(f.window->session().filterText(), u"category:Math"_s);
        f.right().selection().set({{1}, {3}}, u"two"_s);
        QCOMPARE(f.window->selection().ids(), (std::vector<RowId>{RowId{1}, RowId{3}}));
        QVERIFY(f.settle());
        QCOMPARE(f.left->model()->rowCount(), 2);
        f.window->selection().clear();
        QVERIFY(f.right().selection().isEmpty());
    }

    void unlinkedSidesAreIndependent()
    {
        Fixture f;
        QVERIFY(f.openSplit());
        QVERIFY(!f.right().filterLine()->isEnabled());
        f.press(u"split.link"_s);
        QVERIFY(!f.right().isLinked());
        QVERIFY(f.right().filterLine()->isEnabled());
        f.press(u"page.results"_s);
        const ResultsPage *right = f.window->page<ResultsPage>();
        QVERIFY(f.window->session().setFilter(u"category:Fusion"_s));
        QVERIFY(f.right().session().setFilter(u"task:Math/task_0"_s));
        f.window->selection().set({{2}}, u"one"_s);
        QVERIFY(f.settle());
        QCOMPARE(f.left->model()->ids(), std::vector<RowId>{RowId{2}});
        QCOMPARE(right->model()->ids(), std::vector<RowId>{RowId{1}});
        QVERIFY(f.right().selection().isEmpty());
        f.press(u"filter.clear"_s); // the right side has the keyboard focus
        QCOMPARE(f.window->session().filterText(), u"category:Fusion"_s);
        QVERIFY(f.right().session().filterText().isEmpty());
        f.press(u"split.link"_s); // takes over the left side's filter and selection
        QCOMPARE(f.right().session().filterText(), u"category:Fusion"_s);
        QCOMPARE(f.right().selection().ids(), std::vector<RowId>{RowId{2}});
    }

    void splitIsRestoredInTheNextWindow()
    {
        Fixture f;
        const QString file = f.folder.filePath(u"some.kloupe"_s);
        QFile stored(file);
        QVERIFY(stored.open(QIODevice::WriteOnly));
        QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        f.window->openStore(file.toStdString());
        QVERIFY(opened.wait(loupe::test::patience) && f.settle());
        f.window->showPage(MainWindow::Compare);
        f.window->panes().setSplit(true);
        f.right().setLinked(false);
        QVERIFY(f.settle());
        QVERIFY(f.right().session().setFilter(u"category:Math"_s));
        f.window->close();
        f.show();
        QSignalSpy again(&f.window->session(), &StoreSession::opened);
        f.window->stores().restoreSession();
        QVERIFY(again.wait(loupe::test::patience));
        QVERIFY(f.settle());
        QVERIFY(f.window->panes().isSplit());
        QVERIFY(!f.right().isLinked());
        QCOMPARE(f.right().session().filterText(), u"category:Math"_s);
        QCOMPARE(f.window->currentPage(), MainWindow::Compare); // the left side has the focus
        f.window->panes().activateSide(1);
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QTRY_COMPARE(f.model().rowCount(), 5);
    }

    void windowCanBeDestroyedWhileSplit()
    {
        Fixture f;
        QVERIFY(f.openSplit());
        f.triage->setFocus();
        f.window.reset();
        QCoreApplication::processEvents();
    }
};

} // namespace tst_split

LOUPE_UI_TEST(split, tst_split::TestSplit)
#include "tst_split.moc"
