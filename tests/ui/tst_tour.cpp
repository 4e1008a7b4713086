// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the recorded demo that is installed with the program, without a compiler, and takes the
// tour over it with the keyboard only.
#include "app/kernelloupe/realservices.h"
#include "ui/models/resulttablemodel.h"
#include "ui/models/scoreboardmodel.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/overview/overviewpage.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/start/startpage.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowstate.h"
#include "ui/shell/window/windowstores.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/offerbar.h"
#include "ui/widgets/layout/tourbar.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAccessible>
#include <QApplication>
#include <QFile>
#include <QItemSelectionModel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <semaphore>

#include "tests/ui/desk.h"
#include "tests/ui/patience.h"
#include "tests/ui/spokennames.h"
#include "tests/ui/uitest.h"

namespace tst_tour {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// The window and its parts that the tour uses.
struct Desk : test::Desk {
    using test::Desk::Desk;
    /// Opens the recorded demo with the first button of the page Start.
    bool openDemo()
    {
        const QWidget *focus = QApplication::focusWidget();
        if (focus == nullptr || focus->accessibleName() != u"Open the demo"_s)
            return false;
        press(Qt::Key_Space);
        return QTest::qWaitFor([this] { return window.session().isOpen(); }, loupe::test::patience)
            && settle();
    }
    TourBar &tour() { return *window.tourBar(); }
    OfferBar &offer() { return *window.offerBar(); }
    ResultsPage &results() { return *window.page<ResultsPage>(); }
};

} // namespace

class TestTour final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QTemporaryDir m_programs; ///< PATH: empty
    QByteArray m_path;
    Services m_services;

    std::filesystem::path demo() const { return m_services.dataFolder / "recorded-demo.kloupe"; }

private slots:
    void initTestCase()
    {
        m_path = qgetenv("PATH");
        qputenv("PATH", m_programs.path().toLocal8Bit()); // without any compiler
    }
    void cleanupTestCase() { qputenv("PATH", m_path); }

    void init()
    {
        m_services = app::realServices(false);
        m_services.dataFolder = toPath(m_folder.filePath(u"data"_s));
        m_services.settingsFile = toPath(m_folder.filePath(u"window.ini"_s));
    }

    void cleanup()
    {
        std::filesystem::remove_all(m_services.dataFolder);
        std::filesystem::remove(m_services.settingsFile);
    }

    void demoOpensAtOnceWithoutACompiler()
    {
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        QCOMPARE(desk.window.currentPage(), MainWindow::Start);
        QVERIFY(desk.openDemo());
        QCOMPARE(desk.window.session().file(), demo());
        QCOMPARE(desk.window.currentPage(), MainWindow::Overview);
        QVERIFY(desk.window.session().evaluations() > 250);
        QCOMPARE(desk.window.jobs().running(), 0); // nothing is evaluated
        // Both the page Start and the status bar name the machine of the times.
        QCOMPARE(desk.window.session().devices().size(), 1);
        const QString machine = desk.window.session().devices().front();
        QVERIFY2(desk.window.statusArea()->message().contains(machine),
                 qPrintable(desk.window.statusArea()->message()));
        const auto buttons = desk.window.page<StartPage>()->findChildren<QPushButton *>();
        QVERIFY(std::ranges::any_of(buttons, [&](const QPushButton *each) {
            return each->text() == u"Open the demo"_s
                && each->accessibleDescription().contains(u"another machine (%1)"_s.arg(machine));
        }));
    }

    void anotherVisitOpensTheSameCopy()
    {
        {
            Desk desk(m_services);
            QVERIFY(desk.isReady());
            QVERIFY(desk.openDemo());
        }
        int copies = 0;
        m_services.copyDemo = [&](const std::filesystem::path &) -> Status {
            ++copies;
            return {};
        };
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        QVERIFY(desk.openDemo());
        QCOMPARE(copies, 0);
        QCOMPARE(desk.window.session().file(), demo());
    }

    void failedCopyIsExplained()
    {
        m_services.copyDemo = [](const std::filesystem::path &target) -> Status {
            return Error{Errc::Io, "the disk is full", target.string(), "make room"};
        };
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        desk.press(Qt::Key_Space);
        QTRY_VERIFY(desk.window.page<StartPage>()->problem().contains(u"the disk is full"_s));
        QVERIFY(!desk.window.session().isOpen());
        QVERIFY(desk.offer().isHidden());
    }

    void folderThatCannotBeMadeIsExplained()
    {
        QFile file(m_folder.filePath(u"taken"_s)); // also refused to root, unlike a permission
        QVERIFY(file.open(QIODevice::WriteOnly));
        m_services.dataFolder = toPath(file.fileName());
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        desk.press(Qt::Key_Space);
        QTRY_VERIFY(!desk.window.page<StartPage>()->problem().isEmpty());
        const QString problem = desk.window.page<StartPage>()->problem();
        QVERIFY2(problem.contains(u"Not a directory"_s), qPrintable(problem));
        QVERIFY2(problem.contains(u"check the permissions of "_s + file.fileName()),
                 qPrintable(problem));
    }

    void copyOfAnotherWindowIsOpened()
    {
        m_services.copyDemo = [copy = m_services.copyDemo](const std::filesystem::path &target) {
            const Status first = copy(target);
            return first ? copy(target) : first; // the file exists now
        };
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        QVERIFY(desk.openDemo());
        QCOMPARE(desk.window.session().file(), demo());
    }

    void secondClickWaitsForTheCopy()
    {
        std::atomic<int> copies = 0;
        std::binary_semaphore mayCopy(0);
        m_services.copyDemo = [&, copy = m_services.copyDemo](const std::filesystem::path &target) {
            ++copies;
            mayCopy.acquire();
            const Status copied = copy(target);
            mayCopy.release(); // for a second copy, which must not be
            return copied;
        };
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        desk.window.commands().action(u"store.demo"_s)->trigger();
        desk.window.commands().action(u"help.tour"_s)->trigger();
        mayCopy.release();
        QTRY_VERIFY(!desk.tour().isHidden()); // as the second click wants
        QCOMPARE(copies.load(), 1);
        QCOMPARE(desk.window.session().file(), demo());
        QVERIFY(desk.window.page<StartPage>()->problem().isEmpty());
    }

    void lateCopyDoesNotDisplaceAnotherStore()
    {
        const std::filesystem::path other = toPath(m_folder.filePath(u"other.kloupe"_s));
        QVERIFY(m_services.copyDemo(other));
        std::binary_semaphore mayCopy(0);
        m_services.copyDemo = [&, copy = m_services.copyDemo](const std::filesystem::path &target) {
            mayCopy.acquire();
            return copy(target);
        };
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        desk.window.commands().action(u"help.tour"_s)->trigger();
        desk.window.openStore(other);
        QTRY_VERIFY(desk.window.session().isOpen());
        mayCopy.release();
        QTRY_VERIFY(std::filesystem::exists(demo()));
        QVERIFY(QThreadPool::globalInstance()->waitForDone());
        QVERIFY(desk.settle());
        QCOMPARE(desk.window.session().file(), other);
        QVERIFY(desk.tour().isHidden());
        // Nor does the tour begin when the demo is opened later.
        desk.window.openStore(demo());
        QTRY_COMPARE(desk.window.session().file(), demo());
        QVERIFY(desk.settle());
        QVERIFY(desk.tour().isHidden());
    }

    void packageWithoutTheDemoSaysSo()
    {
        m_services.copyDemo = {};
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        QVERIFY(!desk.window.commands().action(u"store.demo"_s)->isEnabled());
        QVERIFY(!desk.window.commands().action(u"help.tour"_s)->isEnabled());
        QVERIFY(desk.window.commands().command(u"store.demo"_s).needs.contains(u"not installed"_s));
        QVERIFY(QApplication::focusWidget() != nullptr);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), u"Evaluate the demo"_s);
    }

    void fiveStepsByKeyboard()
    {
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        QVERIFY(desk.openDemo());
        QVERIFY(desk.tour().isHidden());
        QVERIFY(!desk.offer().isHidden());
        QVERIFY(desk.tabTo(u"Take the tour"_s));
        desk.press(Qt::Key_Space);
        QVERIFY(!desk.tour().isHidden());
        QVERIFY(desk.offer().isHidden());

        QCOMPARE(desk.window.currentPage(), MainWindow::Overview);
        QVERIFY(!desk.tour().backButton()->isEnabled());
        QVERIFY(desk.tour().nextButton()->hasFocus());
        QTRY_COMPARE(desk.window.page<OverviewPage>()->scores()->currentIndex().column(),
                     static_cast<int>(ScoreboardModel::MeanColumn));

        desk.press(Qt::Key_Return); // the kernels behind a count
        QCOMPARE(desk.window.currentPage(), MainWindow::Results);
        QCOMPARE(desk.window.session().filterText(), u"method:demo-failing status:wrong"_s);
        QVERIFY(desk.settle());
        QVERIFY(desk.results().model()->rowCount() > 5);
        QVERIFY(!desk.results().kernelFrame()->isFilled());
        QTRY_COMPARE(desk.results().table()->currentIndex().row(), 0);
        QVERIFY(desk.tour().nextButton()->hasFocus());

        desk.press(Qt::Key_Return); // one kernel, and why it failed
        QTRY_VERIFY(desk.results().kernelFrame()->isFilled());
        QVERIFY(desk.settle());
        QCOMPARE(desk.results().kernel(), desk.results().model()->idAt(0));
        QVERIFY(desk.results().candidate() != nullptr);
        QTRY_VERIFY(desk.tour().nextButton()->hasFocus());

        desk.press(Qt::Key_Space);
        QCOMPARE(desk.window.currentPage(), MainWindow::Trajectories);
        QCOMPARE(desk.window.session().filterText(), u"method:demo-refine"_s);
        QVERIFY(desk.settle());
        QVERIFY2(desk.window.page<TrajectoriesPage>()->heading().startsWith(u"demo-refine"_s),
                 qPrintable(desk.window.page<TrajectoriesPage>()->heading()));

        desk.press(Qt::Key_Return);
        QCOMPARE(desk.window.currentPage(), MainWindow::Distributions);
        QCOMPARE(desk.tour().nextButton()->accessibleName(), u"Finish"_s);

        desk.press(Qt::Key_B, Qt::AltModifier); // back, and on again; a letter presses with a delay
        QTRY_COMPARE(desk.window.currentPage(), MainWindow::Trajectories);
        desk.press(Qt::Key_C, Qt::AltModifier);
        QTRY_COMPARE(desk.window.currentPage(), MainWindow::Distributions);
        desk.press(Qt::Key_Return);
        QVERIFY(desk.tour().isHidden());
        QVERIFY(WindowState(m_services.settingsFile).isTourEnded());
        QVERIFY(QApplication::focusWidget() != nullptr); // on the page
    }

    void endedTourIsNotOfferedAgain()
    {
        WindowState(m_services.settingsFile).saveTourEnded();
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        QVERIFY(desk.openDemo());
        QVERIFY(desk.offer().isHidden());
        QVERIFY(desk.tour().isHidden());
        desk.window.commands().action(u"help.tour"_s)->trigger(); // but it can be taken
        QTRY_VERIFY(!desk.tour().isHidden());
        QCOMPARE(desk.window.currentPage(), MainWindow::Overview);
        QVERIFY(desk.tour().title().startsWith(u"Overview"_s));
    }

    void tourShowsItsOwnChoiceInAnOpenDemo()
    {
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        QVERIFY(desk.openDemo());
        Scope first;
        first.choice.rule = AttemptRule::FirstRound;
        desk.window.session().setScope(first);
        desk.window.selection().set({RowId{1}}, u"one"_s);
        QVERIFY(desk.tabTo(u"Take the tour"_s)); // without opening the demo again
        desk.press(Qt::Key_Space);
        QVERIFY(!desk.tour().isHidden());
        QVERIFY(desk.window.session().scope() == Scope());
        QVERIFY(desk.window.selection().isEmpty());
    }

    void stepPointsOnlyAtItsOwnPage()
    {
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        desk.window.commands().action(u"help.tour"_s)->trigger();
        QTRY_VERIFY(!desk.tour().isHidden());
        desk.press(Qt::Key_Return); // whose page is still being read when the user goes elsewhere
        desk.press(Qt::Key_7, Qt::ControlModifier);
        QCOMPARE(desk.window.currentPage(), MainWindow::Triage);
        QVERIFY(desk.settle());
        QTest::qWait(100); // longer than the tour's timer
        QVERIFY(!desk.results().table()->selectionModel()->hasSelection());
    }

    void windowCanBeUsedMeanwhile()
    {
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        desk.window.commands().action(u"help.tour"_s)->trigger(); // opens the demo itself
        QTRY_VERIFY(!desk.tour().isHidden());
        desk.press(Qt::Key_7, Qt::ControlModifier);
        QCOMPARE(desk.window.currentPage(), MainWindow::Triage);
        QVERIFY(!desk.tour().isHidden());
        QVERIFY(desk.settle());
        desk.press(Qt::Key_C, Qt::AltModifier);
        QTRY_COMPARE(desk.window.currentPage(), MainWindow::Results);
        // Another store takes the tour away without ending it for good.
        desk.window.stores().closeStore();
        QTRY_VERIFY(desk.tour().isHidden());
        QVERIFY(!WindowState(m_services.settingsFile).isTourEnded());
        QVERIFY(!desk.window.session().isOpen());
    }

    void everyStepIsSpoken()
    {
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        desk.window.commands().action(u"help.tour"_s)->trigger();
        QTRY_VERIFY(!desk.tour().isHidden());
        QVERIFY(desk.settle());
        const QStringList nameless = test::namelessControls(desk.tour(), u"tour"_s);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
        for (int step = 1; step <= 5; ++step) {
            const QAccessibleInterface *next
                = QAccessible::queryAccessibleInterface(desk.tour().nextButton());
            const QString spoken = next->text(QAccessible::Description);
            QVERIFY2(spoken.contains(u"step %1 of 5"_s.arg(step)), qPrintable(spoken));
            QVERIFY2(spoken.contains(desk.tour().text()), qPrintable(spoken));
            QVERIFY(desk.tour().nextButton()->hasFocus());
            desk.press(Qt::Key_Return);
        }
        QVERIFY(desk.tour().isHidden());
    }
};

} // namespace tst_tour

LOUPE_UI_TEST(tour, tst_tour::TestTour)
#include "tst_tour.moc"
