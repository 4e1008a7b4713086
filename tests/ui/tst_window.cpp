// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/metrics/scoreboard.h"
#include "ui/dialogs/commandpalette.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/models/resulttablemodel.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/runs/runspage.h"
#include "ui/pages/start/startpage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/topbar.h"
#include "ui/shell/window/windowpages.h"
#include "ui/shell/window/windowruns.h"
#include "ui/shell/window/windowstores.h"
#include "ui/style/theme.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/charts/roundstrip.h"
#include "ui/widgets/input/completionlist.h"
#include "ui/widgets/input/filterline.h"
#include "ui/widgets/source/diffpane.h"
#include "ui/widgets/source/diffview.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

#include <algorithm>

#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_window {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

using Fixture = test::WindowFixture;

/// Returns controls that the user can reach but a screen reader could not name.
QStringList namelessControls(const QWidget &root)
{
    QStringList out;
    for (const QWidget *widget : root.findChildren<QWidget *>()) {
        const bool isControl
            = widget->focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton *>(widget);
        const auto *text = qobject_cast<const QLabel *>(widget); // is read by its text
        const bool isInside = (text && !text->text().isEmpty()) || widget->focusProxy()
            || widget->objectName().startsWith("qt_"_L1)
            || qobject_cast<const QAbstractSpinBox *>(widget->parentWidget())
            || widget->inherits("QComboBoxPrivateContainer")
            || widget->parentWidget()->inherits("QComboBoxPrivateContainer")
            || (widget->parentWidget()->inherits("QLineEdit")) // its clear button
            || widget->inherits("QTableCornerButton") || widget->inherits("QMenu")
            || (widget->inherits("QToolButton") && widget->parentWidget()->inherits("QTabBar"))
            || widget->inherits("QMenuBarExtension");
        if (isControl && !isInside && widget->accessibleName().isEmpty())
            out.append(QString::fromLatin1(widget->metaObject()->className()) + u" in "_s
                       + QString::fromLatin1(widget->parentWidget()->metaObject()->className()));
    }
    return out;
}

} // namespace

class TestWindow final : public QObject
{
    Q_OBJECT
private slots:
    void everyPageHasItsName()
    {
        const std::vector<std::pair<MainWindow::PageIndex, QString>> commands{
            {MainWindow::Start, u"page.start"_s},
            {MainWindow::Overview, u"page.overview"_s},
            {MainWindow::Results, u"page.results"_s},
            {MainWindow::Compare, u"page.compare"_s},
            {MainWindow::Distributions, u"page.distributions"_s},
            {MainWindow::Roofline, u"page.roofline"_s},
            {MainWindow::Trajectories, u"page.trajectories"_s},
            {MainWindow::Triage, u"page.triage"_s},
            {MainWindow::Audit, u"page.audit"_s},
            {MainWindow::Runs, u"page.runs"_s},
            {MainWindow::Queue, u"page.queue"_s},
            {MainWindow::Figures, u"page.figures"_s},
            {MainWindow::Sql, u"page.sql"_s}};
        QCOMPARE(allPages().size(), commands.size());
        for (const auto &[page, command] : commands)
            QCOMPARE(allPages().at(page).command, command);
    }

    void anEmptyPageDoesNotScroll()
    {
        Fixture f(0);
        QVERIFY(f.open());
        f.window->resize(1280, 720);
        for (const auto page : {MainWindow::Figures, MainWindow::Audit, MainWindow::Trajectories,
                                MainWindow::Triage}) {
            f.window->showPage(page);
            QVERIFY(f.settle());
            QApplication::processEvents();
            const QWidget *at = f.window->findChild<QStackedWidget *>()->currentWidget();
            while (at != nullptr && qobject_cast<const QScrollArea *>(at) == nullptr)
                at = at->parentWidget();
            QVERIFY(at != nullptr);
            QCOMPARE(qobject_cast<const QScrollArea *>(at)->verticalScrollBar()->maximum(), 0);
        }
    }

    void pagesExplainAMissingStore()
    {
        Fixture f(0);
        for (int page = MainWindow::Start; page <= MainWindow::Queue; ++page) {
            f.window->showPage(static_cast<MainWindow::PageIndex>(page));
            QVERIFY(!f.window->isLoading());
        }
        f.window->openStore("missing.kloupe");
        QTRY_VERIFY(f.window->page<StartPage>()->problem().contains(u"no such file"_s));
        QCOMPARE(f.window->currentPage(), MainWindow::Start);
    }

    void openingShowsResultsAndCounts()
    {
        Fixture f(300);
        QVERIFY(f.open());
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QTRY_COMPARE(f.model().rowCount(), 300);
        f.window->showPage(MainWindow::Runs);
        QCOMPARE(f.window->page<RunsPage>()->table()->model()->rowCount(), 1);
        QTest::keyClick(f.window->page<RunsPage>()->table(), Qt::Key_Return);
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QCOMPARE(f.window->session().filterText(), u"run:first"_s);
    }

    void filterLineWorksByKeys()
    {
        Fixture f(300);
        QVERIFY(f.open());
        f.window->activateWindow();
        f.window->commands().action(u"filter.focus"_s)->trigger();
        FilterLine *line = f.window->topBar()->filterLine();
        QTest::keyClicks(line, u"status:correct"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(f.model().rowCount(), 100);
        QVERIFY(f.table().hasFocus());
        QTest::keyClicks(line, u" nonsense:1"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(!line->errorMessage().isEmpty());
        QCOMPARE(f.model().rowCount(), 100); // the current filter stays
        f.window->commands().action(u"filter.clear"_s)->trigger();
        QTRY_COMPARE(f.model().rowCount(), 300);
    }

    void columnsAreSortedByTheStoreAndSpeedupsByTheScope()
    {
        Fixture f(30);
        QVERIFY(f.open());
        QTRY_COMPARE(f.model().rowCount(), 30);
        const int before = f.store->idQueries;
        f.table().horizontalHeader()->setSortIndicator(ResultTableModel::SpeedupColumn,
                                                       Qt::DescendingOrder);
        QVERIFY(f.settle());
        QCOMPARE(f.store->idQueries.load(), before);
        QCOMPARE(f.model().index(0, ResultTableModel::SpeedupColumn).data().toString(), u"6.50×"_s);
        f.table().horizontalHeader()->setSortIndicator(ResultTableModel::TaskColumn,
                                                       Qt::AscendingOrder);
        QVERIFY(f.settle());
        QCOMPARE(f.store->idQueries.load(), before + 1);
    }

    void minSpeedupsHaveAColumnIfARunHasShapes()
    {
        Fixture plain(3);
        QVERIFY(plain.open());
        QVERIFY(plain.table().isColumnHidden(ResultTableModel::MinSpeedupColumn));
        Fixture shaped(3);
        shaped.store->addRun("shaped", "strict-1+shapes-0a1b2c3d");
        QVERIFY(shaped.open());
        QTRY_VERIFY(!shaped.table().isColumnHidden(ResultTableModel::MinSpeedupColumn));
    }

    void detailOpensAndWalksProblems()
    {
        Fixture f(30);
        QVERIFY(f.open());
        QTRY_COMPARE(f.model().rowCount(), 30);
        f.table().selectRow(2); // a compile error
        QTest::keyClick(&f.table(), Qt::Key_Return);
        CandidateView *detail = f.window->page<ResultsPage>()->detail();
        QTRY_VERIFY(detail->isVisible() && !detail->isLoading());
        QCOMPARE(detail->tabs()->diagnostics()->rowCount(), 2);
        const auto cursorLine = [&] {
            const DiffPane *candidate = detail->diff()->pane(1);
            return candidate->lineOfRow(candidate->currentRow());
        };
        QCOMPARE(cursorLine(), 42); // the first cause
        f.trigger(u"detail.nextProblem"_s);
        QCOMPARE(cursorLine(), 3);
        f.table().selectRow(1); // a wrong value
        QTRY_COMPARE(detail->tabs()->trials()->rowCount(), 1);
        QCOMPARE(detail->tabs()->currentIndex(), int(DetailTabs::MismatchTab));
        QCOMPARE(detail->tabs()->trials()->index(0, 3).data().toString(), u"24 of 1\u202F000"_s);
        f.window->commands().action(u"kernel.leave"_s)->trigger();
        QVERIFY(detail->isHidden());
    }

    void roundsAreReachedByKeys()
    {
        Fixture f(3);
        for (int round = 0; round < 3; ++round) {
            ResultRow row;
            row.task = "Math/refined";
            row.method = "refine";
            row.run = "first";
            row.round = round;
            row.verdict = round == 2 ? Verdict::Correct : Verdict::WrongValue;
            f.store->addRow(row);
        }
        QVERIFY(f.open());
        f.window->page<ResultsPage>()->setShowsEvery(true);
        QTRY_COMPARE(f.model().rowCount(), 6);
        f.table().selectRow(3);
        f.window->page<ResultsPage>()->toggleDetail();
        CandidateView *detail = f.window->page<ResultsPage>()->detail();
        QTRY_VERIFY(detail->rounds()->isVisible());
        f.window->activateWindow();
        QTest::keyClick(&f.table(), Qt::Key_BracketRight);
        QTRY_COMPARE(detail->current(), RowId{5});
        QCOMPARE(f.table().currentIndex().row(), 4);
    }

    void barsSelectResultsForEveryPage()
    {
        Fixture f(300);
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        ChartView *view = f.window->page<DistributionsPage>()->view();
        QCOMPARE(view->chart().panels.size(), std::size_t{2});
        const auto isOfWrong = [view](const PlacedMark &mark) {
            if (mark.kind != MarkKind::Strip)
                return false;
            const ChartStrip &strip = view->chart().panels[mark.panel].strips[mark.line];
            return strip.parts[mark.index].name == label(CellOutcome::Wrong);
        };
        const auto wrong = std::ranges::find_if(view->marks(), isOfWrong);
        QVERIFY(wrong != view->marks().end());
        auto failures = wrong->mark->members;
        std::ranges::sort(failures);
        QVERIFY(!failures.empty());
        view->pickMark(static_cast<std::size_t>(wrong - view->marks().begin()));
        f.window->showPage(MainWindow::Results);
        QTRY_COMPARE(f.model().ids(), failures);
        f.trigger(u"selection.clear"_s);
        QTRY_COMPARE(f.model().rowCount(), 300);
    }

    void liveRowsKeepPlaceAndSelection()
    {
        Fixture f(500);
        QVERIFY(f.open());
        QTRY_COMPARE(f.model().rowCount(), 500);
        f.table().selectRow(250);
        f.table().verticalScrollBar()->setValue(240);
        const RowId selected = f.model().idAt(250);
        for (int i = 0; i < 5; ++i) {
            f.store->addRows(40);
            f.window->session().poll();
            QTRY_COMPARE(f.model().rowCount(), 500 + 40 * (i + 1));
        }
        QCOMPARE(f.table().verticalScrollBar()->value(), 240);
        QCOMPARE(f.model().idAt(f.table().currentIndex().row()), selected);
        // With sorting, new rows are inserted in between, and the top row stays at the top.
        f.window->page<ResultsPage>()->setSort({SortKey::Speedup, true});
        QVERIFY(f.settle());
        f.table().verticalScrollBar()->setValue(100);
        const RowId top = f.model().idAt(f.table().rowAt(0));
        f.store->addRows(21);
        f.window->session().poll();
        QTRY_COMPARE(f.model().rowCount(), 721);
        QCOMPARE(f.model().idAt(f.table().rowAt(0)), top);
        QCOMPARE(f.model().idAt(f.table().currentIndex().row()), selected);
    }

    void aSlowQueryIsNotRestartedByEachCommit()
    {
        Fixture f(10);
        QVERIFY(f.open());
        QTRY_COMPARE(f.model().rowCount(), 10);
        // Stored order and speedups need no query.
        f.window->page<ResultsPage>()->setSort({SortKey::Task, false});
        QVERIFY(f.settle());
        std::atomic<bool> isHeld = true;
        f.store->duringIds = [&isHeld](const std::stop_token &stop) {
            while (isHeld && !stop.stop_requested())
                std::this_thread::yield();
        };
        const int before = f.store->idQueries;
        f.store->addRows(1);
        f.window->session().poll();
        QTRY_COMPARE(f.store->idQueries.load(), before + 1);
        for (int i = 0; i < 4; ++i) {
            f.store->addRows(1);
            f.window->session().poll();
        }
        QTest::qWait(20);
        QCOMPARE(f.store->idQueries.load(), before + 1);
        isHeld = false;
        QTRY_COMPARE(f.model().rowCount(), 15);
        QCOMPARE(f.store->idQueries.load(), before + 2);
    }

    void themesSwitch()
    {
        Fixture f(9);
        QVERIFY(f.open());
        const QColor light = f.window->grab().toImage().pixelColor(3, f.window->height() / 2);
        f.window->commands().action(u"theme.dark"_s)->trigger();
        QVERIFY(f.theme.isDark());
        const QColor dark = f.window->grab().toImage().pixelColor(3, f.window->height() / 2);
        QCOMPARE(dark, f.theme.color(Token::Panel));
        QVERIFY(light != dark);
        QVERIFY(f.window->commands().action(u"theme.dark"_s)->isChecked());
        f.window->commands().action(u"theme.light"_s)->trigger();
        QVERIFY(!f.theme.isDark());
    }

    void closingStopsTheRunFirst()
    {
        Fixture f(9);
        QVERIFY(f.open());
        RunRequest request;
        request.store = "fake.kloupe";
        const auto job = f.window->startRun(request);
        QTRY_VERIFY(job->progress().plan.has_value());
        f.window->close();
        QVERIFY(f.window->isVisible()); // the engine gets a stop request and must answer first
        QVERIFY(test::answerStopQuestion(*f.window, test::StopAnswer::Stop));
        QTRY_VERIFY(!f.window->isVisible());
        QVERIFY((*job->outcome())->cancelled);
    }

    void closingDuringARunNeedsConfirmation()
    {
        Fixture f(9);
        QVERIFY(f.open());
        RunRequest request;
        request.store = "fake.kloupe";
        const auto job = f.window->startRun(request);
        QTRY_VERIFY(job->progress().plan.has_value());
        f.window->close();
        QVERIFY(test::answerStopQuestion(*f.window, test::StopAnswer::GoOn));
        QTRY_VERIFY(f.window->findChildren<QMessageBox *>(u"stopQuestion"_s).isEmpty());
        QVERIFY(f.window->isVisible());
        QCOMPARE(f.window->jobs().running(), 1);
        QVERIFY(!job->outcome());
        // A second close is possible, and changes nothing while the first question is open.
        f.window->close();
        f.window->close();
        QCOMPARE(f.window->findChildren<QMessageBox *>(u"stopQuestion"_s).size(), 1);
        QVERIFY(test::answerStopQuestion(*f.window, test::StopAnswer::Stop));
        QTRY_VERIFY(!f.window->isVisible());
    }

    void windowCanBeDestroyedDuringARun()
    {
        Fixture f(9);
        QVERIFY(f.open());
        RunRequest request;
        request.store = "fake.kloupe";
        f.window->startRun(request);
        f.window.reset(); // joins the engine's thread, so nothing is delivered afterwards
        QCoreApplication::processEvents();
    }

    void windowCanBeDestroyedWhileTyping()
    {
        Fixture f(9);
        QVERIFY(f.open());
        f.window->activateWindow();
        FilterLine *line = f.window->topBar()->filterLine();
        line->setFocus();
        QTRY_VERIFY(line->hasFocus());
        QTest::keyClicks(line, u"task_1"_s);
        f.window.reset(); // before the pause after which it would be applied
        QCoreApplication::processEvents();
    }

    void reportsAFailedImport()
    {
        Fixture f(0);
        f.window->stores().importRecords({std::filesystem::path("records.jsonl")}, "fake.kloupe");
        QTRY_COMPARE(f.window->statusArea()->message(),
                     u"Nothing was imported; refused: records.jsonl:3: line 3 is no JSON"_s);
        QCOMPARE(f.window->jobs().running(), 0);
    }

    void referencesOfACheckoutAreAddedAndCounted()
    {
        Fixture f(3);
        QVERIFY(!f.window->commands().action(u"store.attach"_s)->isEnabled());
        QVERIFY(f.open());
        QVERIFY(f.window->commands().action(u"store.attach"_s)->isEnabled());
        StatusArea *status = f.window->statusArea();
        f.window->stores().attachReferences("/suites/kb");
        QTRY_COMPARE(status->message(),
                     u"2 of 3 missing references attached from /suites/kb; 1 not in the checkout: "
                     "level9/9"_s);
        f.window->stores().attachReferences("/suites/none");
        QTRY_VERIFY(status->message().contains(u"no suite is known"_s));
    }

    void stateIsKeptBetweenSessions()
    {
        Fixture f(9);
        QVERIFY(f.open());
        QWidget *header = f.table().horizontalHeader()->viewport();
        const int before = f.table().columnWidth(ResultTableModel::TaskColumn);
        const QPoint from(f.table().columnViewportPosition(ResultTableModel::TaskColumn) + before
                              - 1,
                          header->height() / 2);
        QTest::mousePress(header, Qt::LeftButton, {}, from);
        QTest::mouseMove(header, from + QPoint(20, 0));
        QTest::mouseMove(header, from + QPoint(60, 0));
        QTest::mouseRelease(header, Qt::LeftButton, {}, from + QPoint(60, 0));
        const int set = f.table().columnWidth(ResultTableModel::TaskColumn);
        QVERIFY(set > before + 40);
        f.window->close();
        f.theme.choose(ThemeChoice::Light);
        f.show();
        QVERIFY(f.open()); // widths are kept for each store
        QCOMPARE(f.table().columnWidth(ResultTableModel::TaskColumn), set);
    }

    void everyControlHasAName()
    {
        Fixture f(30);
        QVERIFY(f.open());
        f.table().selectRow(2);
        f.window->page<ResultsPage>()->toggleDetail();
        QVERIFY(f.window->session().setFilter(u"status:failed"_s));
        for (int page = MainWindow::Start; page <= MainWindow::Roofline; ++page) {
            f.window->showPage(static_cast<MainWindow::PageIndex>(page));
            QVERIFY(f.settle());
        }
        f.window->panes().setSplit(true);
        f.window->showPage(MainWindow::Runs);
        QVERIFY(f.settle());
        f.window->activateWindow();
        FilterLine *line = f.window->topBar()->filterLine();
        line->setFocus();
        QTRY_VERIFY(line->hasFocus());
        QTest::keyClicks(line, u" cat"_s);
        QTRY_VERIFY(line->completions()->isVisible());
        f.window->runControl().newRunDialog()->show();
        f.window->commandPalette()->appear();
        ShortcutsDialog keys(f.theme, f.window->commands(), f.window.get());
        keys.show();
        f.window->commands().action(u"help.open"_s)->trigger();
        const QStringList nameless = namelessControls(*f.window);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u"; "_s)));
    }

    void helpHasPagesAndKeys()
    {
        Fixture f(0);
        HelpDialog help(f.theme, f.window->commands());
        QVERIFY(help.text()->toPlainText().contains(u"A kernel"_s));
        emit help.text()->anchorClicked(QUrl(u"tasks.md"_s));
        QVERIFY(
            help.topics()->currentItem()->data(Qt::UserRole).toString().endsWith(u"tasks.md"_s));
        const auto follow = [&help](const QString &link) {
            emit help.text()->anchorClicked(QUrl(link));
            return help.topics()->currentItem()->data(Qt::UserRole).toString();
        };
        QCOMPARE(follow(u"reference/timing.md#conditions"_s), u":/help/reference/timing.md"_s);
        QCOMPARE(follow(u"../timing.md"_s), u":/help/timing.md"_s);
        help.topics()->setCurrentRow(help.topics()->count() - 1);
        QVERIFY(help.text()->toPlainText().contains(u"Ctrl+L"_s));
    }

    void helpOpensAtThePageThatIsShown()
    {
        Fixture f(0);
        for (std::size_t page = 0; page < allPages().size(); ++page) {
            const QString target = allPages()[page].help;
            f.window->showPage(static_cast<MainWindow::PageIndex>(page));
            f.window->commands().action(u"help.open"_s)->trigger();
            const auto *help = f.window->findChild<HelpDialog *>();
            QVERIFY(help != nullptr && help->isVisible());
            QCOMPARE(help->topics()->currentItem()->data(Qt::UserRole).toString(),
                     u":/help/"_s + target.section(u'#', 0, 0));
            const QString anchor = target.section(u'#', 1);
            if (anchor.isEmpty())
                continue;
            const QTextBlock heading = help->text()->textCursor().block();
            QVERIFY(heading.blockFormat().headingLevel() > 0);
            QCOMPARE(heading.text().toLower().replace(u' ', u'-'), anchor);
        }
    }
};

} // namespace tst_window

LOUPE_UI_TEST(window, tst_window::TestWindow)
#include "tst_window.moc"
