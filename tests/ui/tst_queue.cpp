// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/doctordialog.h"
#include "ui/models/doctormodel.h"
#include "ui/models/queuemodel.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/runs/runline.h"
#include "ui/shell/window/statusarea.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/loadstrip.h"
#include "ui/widgets/layout/offerbar.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <iterator>
#include <memory>
#include <mutex>

#include "tests/ui/steeredengine.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_queue {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Window on the page Queue, with an engine that runs step by step.
struct Fixture : test::WindowFixture {
    explicit Fixture(int items = 8) : WindowFixture(3)
    {
        steered.items = items;
        services.launch = steered.launcher();
        services.prepareRerun = [this](const std::filesystem::path &, std::span<const RowId> ids) {
            again.assign(ids.begin(), ids.end());
            return Result<RunRequest>(RunRequest());
        };
        show();
        window->showPage(MainWindow::Queue);
    }
    ~Fixture()
    {
        window->jobs().cancelAll();
        window.reset(); // before the engine that its runs still use
    }

    static RunRequest request()
    {
        RunRequest out;
        out.suite = "tasks";
        out.candidates = {"mine"};
        out.store = "fake.kloupe";
        return out;
    }
    QueuePage &page() const { return *window->page<QueuePage>(); }
    QueueModel &items() const { return *page().model(); }
    QString cell(int row, int column) const { return items().index(row, column).data().toString(); }
    QAction &action(const QString &id) const { return *window->commands().action(id); }
    void select(int row) const { page().table()->selectRow(row); }

    test::SteeredEngine steered;
    std::vector<RowId> again;
};

ItemInfo itemNamed(const std::string &task)
{
    return {task, "Math", "tester", 0, 0};
}

} // namespace

class TestQueue final : public QObject
{
    Q_OBJECT
private slots:
    void emptyPageExplainsItself()
    {
        const Fixture f;
        QVERIFY(f.page().run() == nullptr);
        QCOMPARE(f.items().rowCount(), 0);
        QVERIFY(!f.action(u"run.pause"_s).isEnabled());
        QVERIFY(!f.action(u"queue.cancel"_s).isEnabled());
        QVERIFY(!f.action(u"run.retryFailed"_s).isEnabled());
    }

    void everyItemIsListedWithItsState()
    {
        Fixture f;
        const QAbstractItemModelTester tester(
            &f.items(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.items().rowCount(), 8);
        QTRY_COMPARE(f.cell(0, QueueModel::StateColumn), u"verifying"_s);
        QTRY_COMPARE(f.cell(1, QueueModel::StateColumn), u"verifying"_s);
        QCOMPARE(f.cell(2, QueueModel::StateColumn), u"waiting"_s);
        QCOMPARE(f.cell(2, QueueModel::PlaceColumn), u"1"_s);
        QCOMPARE(f.cell(7, QueueModel::PlaceColumn), u"6"_s);
        QVERIFY(f.cell(0, QueueModel::DeviceColumn).startsWith(u"cuda:"_s));
        f.steered.step(8);
        QTRY_VERIFY(!f.page().run()->isRunning());
        QTRY_COMPARE(f.page().heading(), u"Finished: 8 of 8 evaluated"_s);
        QCOMPARE(f.cell(0, QueueModel::StateColumn), u"correct"_s);
        QCOMPARE(f.cell(1, QueueModel::StateColumn), u"wrong value"_s);
        QCOMPARE(f.cell(1, QueueModel::MessageColumn), u"what happened"_s);
        QCOMPARE(f.cell(1, QueueModel::SecondsColumn), u"0.5"_s);
        QVERIFY(f.page().note().contains(u"3 failed"_s));
    }

    void theControlsOfTheTasksAreCounted()
    {
        Fixture f;
        f.services.launch = [](const RunRequest & /*request*/, RunObserver &observer,
                               const std::stop_token &stop) -> Result<RunOutcome> {
            observer.planned({"a run", "native", 74, 74, 0, {}});
            observer.tasksChecked(31, 74);
            std::mutex own;
            std::condition_variable_any stopped;
            std::unique_lock lock(own);
            stopped.wait(lock, stop, [] { return false; });
            return RunOutcome{};
        };
        f.show();
        f.window->showPage(MainWindow::Queue);
        const auto job = f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.page().heading(), u"Checking 74 tasks with their controls: 31 of 74"_s);
        QCOMPARE(job->progressText(), u"checking 74 tasks with their controls: 31 of 74"_s);
        job->cancel();
        QTRY_VERIFY(!job->isRunning());
    }

    void selectionAndScrollStayWhileItemsEnd()
    {
        Fixture f(400);
        f.steered.workers = 8;
        f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.items().rowCount(), 400);
        ResultTable *table = f.page().table();
        table->selectRow(200);
        table->scrollTo(f.items().index(200, 0), QAbstractItemView::PositionAtCenter);
        const int scroll = table->verticalScrollBar()->value();
        const int top = table->rowAt(0);
        QVERIFY(scroll > 0);
        for (int i = 0; i < 10; ++i) {
            f.steered.step(35);
            QTRY_COMPARE(f.page().run()->done(), 35 * (i + 1));
            QCOMPARE(table->verticalScrollBar()->value(), scroll);
            QCOMPARE(table->rowAt(0), top);
            QCOMPARE(f.page().selectedItems(), std::vector<std::size_t>{200});
        }
    }

    void itemsAreMovedToTheFrontAndToTheBack()
    {
        const Fixture f;
        f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.cell(2, QueueModel::PlaceColumn), u"1"_s);
        f.select(6);
        QVERIFY(f.action(u"queue.front"_s).isEnabled());
        f.action(u"queue.front"_s).trigger();
        QCOMPARE(f.cell(6, QueueModel::PlaceColumn), u"1"_s);
        QCOMPARE(f.cell(2, QueueModel::PlaceColumn), u"2"_s);
        f.select(2);
        f.action(u"queue.back"_s).trigger();
        QCOMPARE(f.cell(2, QueueModel::PlaceColumn), u"6"_s);
        QCOMPARE(f.page().run()->line(), (std::vector<std::size_t>{6, 3, 4, 5, 7, 2}));
        f.select(0); // running, so it cannot be moved
        QVERIFY(!f.action(u"queue.front"_s).isEnabled());
    }

    void waitingListFollowsMovedItems()
    {
        const Fixture f;
        f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.cell(2, QueueModel::PlaceColumn), u"1"_s);
        f.items().choose(ItemChoice::Waiting);
        QCOMPARE(f.items().rowCount(), 6);
        f.select(5);
        f.action(u"queue.front"_s).trigger();
        QCOMPARE(f.items().itemAt(0), std::size_t{7});
        QCOMPARE(f.page().selectedItems(), std::vector<std::size_t>{7});
    }

    void oneItemIsCancelledWhileItHangsAndTheOthersGoOn()
    {
        Fixture f;
        f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.cell(0, QueueModel::StateColumn), u"verifying"_s);
        f.select(0);
        QVERIFY(f.action(u"queue.cancel"_s).isEnabled());
        f.action(u"queue.cancel"_s).trigger();
        QTRY_COMPARE(f.cell(0, QueueModel::StateColumn), u"stopped"_s);
        QVERIFY(f.page().run()->isRunning());
        f.select(7); // waiting
        f.action(u"queue.cancel"_s).trigger();
        QTRY_COMPARE(f.cell(7, QueueModel::StateColumn), u"stopped"_s);
        f.steered.step(6);
        QTRY_VERIFY(!f.page().run()->isRunning());
        QTRY_COMPARE(f.page().heading(), u"Stopped: 6 of 8 evaluated"_s);
    }

    void remoteRunShowsItsHostAndNotes()
    {
        const Fixture f;
        RunRequest request = Fixture::request();
        request.place = "ssh:me@node";
        f.window->startRun(request);
        QTRY_VERIFY(f.page().note().contains(u"on me@node"_s));
        QVERIFY(f.page().note().contains(u"connection"_s));
    }

    void allIsCancelled()
    {
        const Fixture f;
        f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.cell(0, QueueModel::StateColumn), u"verifying"_s);
        f.action(u"run.cancel"_s).trigger();
        QTRY_VERIFY(!f.page().run()->isRunning());
        QTRY_COMPARE(f.cell(5, QueueModel::StateColumn), u"stopped"_s);
        QCOMPARE(f.page().run()->items().count(ItemState::Cancelled), 8);
    }

    void pausedRunStartsNothing()
    {
        Fixture f;
        f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.cell(0, QueueModel::StateColumn), u"verifying"_s);
        QTRY_COMPARE(f.cell(1, QueueModel::StateColumn), u"verifying"_s); // of the second worker
        f.action(u"run.pause"_s).trigger();
        QVERIFY(f.action(u"run.pause"_s).isChecked());
        f.steered.step(2);
        QTRY_COMPARE(f.page().heading(), u"Paused: 2 of 8 evaluated"_s);
        QCOMPARE(f.page().run()->items().underWay(), 0);
        QCOMPARE(f.page().run()->items().count(ItemState::Waiting), 6);
        f.action(u"run.pause"_s).trigger();
        f.steered.step(6);
        QTRY_VERIFY(!f.page().run()->isRunning());
    }

    void theSecondRunWaitsForTheFirst()
    {
        Fixture f;
        const auto first = f.window->startRun(Fixture::request());
        const auto second = f.window->startRun(Fixture::request());
        const auto third = f.window->startRun(Fixture::request());
        QVERIFY(second->isRunning() && second->isWaiting());
        QCOMPARE(f.window->runs().waiting(), 2);
        QCOMPARE(f.window->jobs().current(), first.get());
        QTRY_VERIFY(f.page().note().contains(u"2 runs wait"_s));
        third->cancel(); // before it began
        QTRY_VERIFY(!third->isRunning());
        QVERIFY((*third->outcome())->cancelled);
        QVERIFY(second->isWaiting());
        f.steered.step(8);
        QTRY_VERIFY(!first->isRunning());
        QTRY_VERIFY(!second->isWaiting());
        QCOMPARE(f.page().run(), second.get());
        QTRY_COMPARE(f.steered.asked().size(), std::size_t{2}); // its thread has started, too
        f.steered.step(8);
        QTRY_VERIFY(!second->isRunning());
    }

    void rowsStayInAStateSelection()
    {
        Fixture f;
        const QAbstractItemModelTester tester(
            &f.items(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.items().rowCount(), 8);
        f.items().choose(ItemChoice::Failed);
        QCOMPARE(f.items().rowCount(), 0);
        f.steered.step(8);
        QTRY_COMPARE(f.items().rowCount(), 3); // 1, 4 and 7
        f.items().choose(ItemChoice::UnderWay);
        QCOMPARE(f.items().rowCount(), 0);
        f.items().choose(ItemChoice::All);
        QCOMPARE(f.items().rowCount(), 8);
    }

    void failuresAreEvaluatedAgain()
    {
        Fixture f;
        f.window->startRun(Fixture::request());
        f.steered.step(8);
        QTRY_VERIFY(f.action(u"run.retryFailed"_s).isEnabled());
        QVERIFY(!f.action(u"run.retryInfra"_s).isEnabled());
        f.action(u"run.retryFailed"_s).trigger();
        QTRY_COMPARE(f.steered.asked().size(), std::size_t{2});
        QCOMPARE(f.again, (std::vector<RowId>{{2}, {5}, {8}}));
    }

    void infraErrorsAreTriedAgainInTheSameRun()
    {
        Fixture f;
        f.steered.verdictOf
            = [](int place) { return place == 4 ? Verdict::InfraError : Verdict::Correct; };
        f.window->startRun(Fixture::request());
        f.steered.step(8);
        QTRY_VERIFY(f.action(u"run.retryInfra"_s).isEnabled());
        f.action(u"run.retryInfra"_s).trigger();
        QTRY_COMPARE(f.steered.asked().size(), std::size_t{2});
        const RunRequest again = f.steered.asked().back();
        QVERIFY(again.resume);
        QCOMPARE(again.name, "a run");
        QVERIFY(again.control != f.steered.asked().front().control);
    }

    void aResumedRunCountsTheWholeRun()
    {
        Fixture f;
        f.steered.items = 3;
        f.steered.alreadyDone = 50;
        f.window->startRun(Fixture::request());
        f.steered.step(1);
        QTRY_COMPARE(f.window->page<QueuePage>()->heading(), u"51 of 53 evaluated"_s);
        f.steered.step(2);
        QTRY_COMPARE(f.window->page<QueuePage>()->heading(), u"Finished: 53 of 53 evaluated"_s);
        QTRY_COMPARE(f.window->statusArea()->message(),
                     u"Run finished: 2 of 3 correct, 50 evaluated before"_s);
    }

    void lostGpuIsShownAndTheRunRetried()
    {
        Fixture f;
        f.steered.workers = 1;
        f.steered.lostAfter = 3;
        f.steered.verdictOf
            = [](int place) { return place == 2 ? Verdict::InfraError : Verdict::Correct; };
        const auto job = f.window->startRun(Fixture::request());
        f.steered.step(3);
        QTRY_VERIFY(job->outcome().has_value());
        QVERIFY(!*job->outcome());
        QTRY_COMPARE(f.window->page<QueuePage>()->heading(), u"The run failed: 3 of 8 evaluated"_s);
        const auto *lanes = f.window->page<QueuePage>()->findChild<ResultTable *>(u"laneTable"_s);
        QCOMPARE(lanes->model()->index(0, LaneModel::StateColumn).data().toString(),
                 u"▲ not responding"_s);
        QTRY_VERIFY(f.action(u"run.retryInfra"_s).isEnabled());
        f.steered.lostAfter = 0;
        f.action(u"run.retryInfra"_s).trigger();
        QTRY_COMPARE(f.steered.asked().size(), std::size_t{2});
        QVERIFY(f.steered.asked().back().resume);
        QCOMPARE(f.steered.asked().back().name, "a run");
    }

    void showsStepsOfAnItemAndTheRunLog()
    {
        Fixture f;
        f.steered.workers = 1;
        f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.cell(0, QueueModel::StateColumn), u"verifying"_s);
        f.select(0);
        f.steered.step(1);
        QTRY_COMPARE(f.page().run()->done(), 1);
        const auto paneHas = [&f](const QString &name, const QString &text) {
            const auto panes = f.page().findChildren<QPlainTextEdit *>();
            return std::any_of(panes.begin(), panes.end(), [&](const QPlainTextEdit *pane) {
                return pane->accessibleName() == name && pane->toPlainText().contains(text);
            });
        };
        QTRY_VERIFY(paneHas(u"Steps of the current item"_s, u"what happened"_s));
        QTRY_VERIFY(paneHas(u"Log of the run"_s, u"evaluated Math/task_0"_s));
    }

    void lanesShowTheWorkOfEachDevice()
    {
        RunItems items;
        LaneModel lanes;
        const QAbstractItemModelTester tester(
            &lanes, QAbstractItemModelTester::FailureReportingMode::QtTest);
        items.append({itemNamed("a"), itemNamed("b"), itemNamed("c"), itemNamed("d")});
        lanes.show(items);
        QCOMPARE(lanes.rowCount(), 0);
        items.apply({0, ItemState::Building, 1, "cuda:0", {}});
        items.apply({1, ItemState::Timing, 2, "cuda:0", {}});
        items.apply({2, ItemState::Verifying, 2, "cuda:1", {}});
        lanes.show(items);
        QCOMPARE(lanes.lanes(), 2);
        QCOMPARE(lanes.rowCount(), 5);
        QCOMPARE(lanes.index(0, 0).data().toString(), u"cuda:0"_s);
        QCOMPARE(lanes.index(1, 0).data().toString(), u"b · tester"_s); // is timed: first
        QCOMPARE(lanes.index(1, 1).data().toString(), u"timing"_s);
        items.apply({2, ItemState::Done, 3, "cuda:1",
                     ItemResult{itemNamed("c"), {3}, Verdict::Correct, {}, {}, 1.0}});
        lanes.show(items);
        QCOMPARE(lanes.rowCount(), 4);
        QCOMPARE(lanes.index(3, 2).data().toString(), u"1 ended"_s);
        lanes.show(items, {"cuda:1"});
        QCOMPARE(lanes.index(3, 1).data().toString(), u"▲ not responding"_s);
    }

    void itemClockStopsWhileIdle()
    {
        RunItems items;
        std::vector<ItemInfo> infos;
        for (int i = 0; i < 20; ++i)
            infos.push_back(itemNamed(std::to_string(i)));
        items.append(infos);
        double second = 0;
        for (std::size_t i = 0; i < 10; ++i) {
            items.apply({i, ItemState::Building, second, "cpu", {}});
            second += 2;
            items.apply({i, ItemState::Done, second, "cpu",
                         ItemResult{infos[i], {1}, Verdict::Correct, {}, {}, 2.0}});
        }
        const auto rest = items.remaining();
        QVERIFY(rest);
        QCOMPARE(rest->expected, 20.0);
        items.advance(second + 1000); // paused
        QCOMPARE(items.remaining()->expected, 20.0);
        items.end(true);
        QCOMPARE(items.count(ItemState::Cancelled), 10);
        QVERIFY(!items.remaining());
    }

    void theSameCandidateInSeveralPrecisionsIsSeveralItems()
    {
        Fixture f;
        f.services.launch = [](const RunRequest & /*request*/, RunObserver &observer,
                               const std::stop_token & /*stop*/) -> Result<RunOutcome> {
            PlanSummary plan{"a run", "KernelBench", 1, 2, 0, {}, false};
            plan.precisions = {"float32", "bfloat16"};
            observer.planned(plan);
            int done = 0;
            for (const std::string &precision : plan.precisions) {
                ItemInfo item = itemNamed("level1/19_ReLU");
                item.precision = precision;
                const Verdict verdict = done == 0 ? Verdict::Correct : Verdict::WrongValue;
                observer.queued({item});
                observer.itemStarted(item, Stage::Verify);
                observer.itemFinished({item, {1}, verdict, {}, {}, 1.0}, ++done, 2);
            }
            return RunOutcome{};
        };
        f.show();
        f.window->showPage(MainWindow::Queue);
        const auto job = f.window->startRun(Fixture::request());
        QTRY_VERIFY(!job->isRunning());
        QCOMPARE(f.items().rowCount(), 2);
        QCOMPARE(f.cell(0, QueueModel::MethodColumn), u"tester, float32"_s);
        QCOMPARE(f.cell(0, QueueModel::StateColumn), u"correct"_s);
        QCOMPARE(f.cell(1, QueueModel::MethodColumn), u"tester, bfloat16"_s);
        QCOMPARE(f.cell(1, QueueModel::StateColumn), u"wrong value"_s);
    }

    void remainingTimeCountsPrecisionsThatHaveNotBegun()
    {
        static constexpr int ofEach = 12;
        Fixture f;
        f.services.launch = [](const RunRequest & /*request*/, RunObserver &observer,
                               const std::stop_token &stop) -> Result<RunOutcome> {
            PlanSummary plan{"a run", "KernelBench", ofEach, 2 * ofEach, 0, {}, false};
            plan.precisions = {"float32", "bfloat16"};
            observer.planned(plan);
            std::vector<ItemInfo> line;
            for (int i = 0; i < ofEach; ++i) {
                line.push_back(itemNamed(std::to_string(i)));
                line.back().precision = "float32";
            }
            observer.queued(line);
            for (int i = 1; i < ofEach; ++i) {
                const ItemInfo &item = line[static_cast<std::size_t>(i)];
                observer.itemStarted(item, Stage::Verify);
                QThread::msleep(1);
                observer.itemFinished({item, {1}, Verdict::Correct, {}, {}, 1.0}, i, 2 * ofEach);
            }
            observer.itemCancelled(line.front());
            observer.logged("the next precision has not begun");
            std::mutex own;
            std::condition_variable_any stopped;
            std::unique_lock lock(own);
            stopped.wait(lock, stop, [] { return false; });
            return RunOutcome{};
        };
        f.show();
        const auto job = f.window->startRun(Fixture::request());
        QTRY_COMPARE(job->progress().log.size(), std::size_t{1});
        QCOMPARE(job->done(), ofEach - 1);
        QVERIFY2(!job->items().remaining(), "all items that were announced have ended");
        const auto rest = job->remaining();
        QVERIFY(rest);
        QVERIFY(rest->expected > 0);
        QCOMPARE(rest->expected, job->items().remaining(ofEach)->expected);
        job->cancel();
        QTRY_VERIFY(!job->isRunning());
    }

    void anUnfinishedRunIsOfferedWithItsCount()
    {
        Fixture f;
        f.services.findUnfinished = [](const std::filesystem::path &store) {
            UnfinishedRun run{"night", "interrupted", 1080, 412, Fixture::request()};
            run.request.store = store;
            run.request.resume = true;
            return Result<std::optional<UnfinishedRun>>(std::move(run));
        };
        f.show();
        QVERIFY(f.open());
        OfferBar *bar = f.window->offerBar();
        QTRY_VERIFY(bar->isVisible());
        QCOMPARE(bar->sentence(), u"night stopped at 668 of 1\u202F080"_s);
        QCOMPARE(bar->acceptButton()->text(), u"Resume"_s);
        QTest::mouseClick(bar->acceptButton(), Qt::LeftButton);
        QVERIFY(!bar->isVisible());
        QTRY_COMPARE(f.steered.asked().size(), std::size_t{1});
        QVERIFY(f.steered.asked().front().resume);
        QCOMPARE(f.window->currentPage(), MainWindow::Queue);
    }

    void anUnfinishedRunHasAButtonWhereverRunsAre_data()
    {
        QTest::addColumn<int>("page");
        QTest::newRow("start") << static_cast<int>(MainWindow::Start);
        QTest::newRow("runs") << static_cast<int>(MainWindow::Runs);
        QTest::newRow("queue") << static_cast<int>(MainWindow::Queue);
    }
    void anUnfinishedRunHasAButtonWhereverRunsAre()
    {
        QFETCH(const int, page);
        Fixture f;
        f.services.findUnfinished = [](const std::filesystem::path &store) {
            UnfinishedRun run{"night", "interrupted", 1080, 412, Fixture::request()};
            run.request.store = store;
            return Result<std::optional<UnfinishedRun>>(std::move(run));
        };
        f.show();
        const auto buttons = [&] {
            QList<QAbstractButton *> found;
            const auto all = f.window->findChildren<QAbstractButton *>();
            std::ranges::copy_if(all, std::back_inserter(found), [](const QAbstractButton *each) {
                return each->isVisible() && each->text() == u"Resume the unfinished run"_s;
            });
            return found;
        };
        f.window->showPage(static_cast<MainWindow::PageIndex>(page));
        QVERIFY(buttons().isEmpty());
        QVERIFY(f.open());
        f.window->showPage(static_cast<MainWindow::PageIndex>(page));
        QTRY_COMPARE(buttons().size(), 1);
        // The button works even after the offer was declined.
        f.window->offerBar()->declineButton()->click();
        QTest::mouseClick(buttons().front(), Qt::LeftButton);
        QTRY_COMPARE(f.steered.asked().size(), std::size_t{1});
        QTRY_VERIFY(buttons().isEmpty());
    }

    void aStoppedRunCanBeResumedAtOnce()
    {
        Fixture f;
        const auto isOver = std::make_shared<std::atomic<bool>>(false);
        const auto ended = qScopeGuard([isOver] { *isOver = true; });
        // Reading the suite of the store's run takes as long as the test.
        f.services.findUnfinished = [isOver](const std::filesystem::path &) {
            while (!*isOver)
                QThread::msleep(1);
            return Result<std::optional<UnfinishedRun>>(std::nullopt);
        };
        f.show();
        *isOver = true;
        QVERIFY(f.open());
        f.window->showPage(MainWindow::Queue);
        f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.items().rowCount(), 8);
        f.steered.step(1);
        QTRY_COMPARE(f.page().run()->done(), 1);
        *isOver = false;
        const qsizetype before = static_cast<qsizetype>(f.steered.asked().size());
        f.action(u"run.cancel"_s).trigger();
        QTRY_VERIFY(!f.page().run()->isRunning());
        const bool canResume = f.action(u"run.resume"_s).isEnabled();
        if (canResume)
            f.action(u"run.resume"_s).trigger();
        *isOver = true;
        QVERIFY(canResume);
        QTRY_COMPARE(static_cast<qsizetype>(f.steered.asked().size()), before + 1);
        QVERIFY(f.steered.asked().back().resume);
        QCOMPARE(f.steered.asked().back().name, std::string("a run"));
    }

    void explainsRunsThatCannotBeResumed()
    {
        Fixture f;
        f.services.findUnfinished
            = [](const std::filesystem::path &) -> Result<std::optional<UnfinishedRun>> {
            return Error{Errc::InvalidInput, "the suite has changed"};
        };
        f.show();
        QVERIFY(f.open());
        QTRY_VERIFY(f.window->statusArea()->message().contains(u"the suite has changed"_s));
        QVERIFY(!f.window->offerBar()->isVisible());
    }

    void showsTheLoadDuringTheRun()
    {
        Fixture f;
        f.window->startRun(Fixture::request());
        QTRY_COMPARE(f.items().rowCount(), 8);
        LoadStrip *strip = f.page().strip();
        QVERIFY(!strip->isVisible());
        RunLoad load;
        load.second = 1;
        load.now[static_cast<std::size_t>(Occupation::Build)] = 2;
        load.now[static_cast<std::size_t>(Occupation::WaitForMemory)] = 1;
        load.latest = {0.5, 0, 1, 0};
        load.recent = {0, 0, 0.25, 0.125};
        load.bound = RunBound::Memory;
        f.steered.tell(load);
        QTRY_VERIFY(strip->isVisible());
        QCOMPARE(
            f.page().loadNote(),
            u"Limited by memory · 2 building · 1 waiting for memory · device 25 %, timing 13 % of the last 10 s"_s);
        load.second = 2;
        load.latest = {0, 0, 0.5, 0.5};
        load.all = {0, 0, 0.75, 0.25};
        load.boundSoFar = RunBound::Device;
        f.steered.tell(load);
        QTRY_VERIFY(strip->text().startsWith(durationText(2)));
        QVERIFY(strip->text().endsWith(u"device 50.0 %, timing 50.0 %"_s));
        QTest::keyClick(strip, Qt::Key_Left);
        QVERIFY(strip->text().startsWith(durationText(1)));
        QVERIFY(strip->text().contains(u"device 100"_s));
        f.steered.step(8);
        QTRY_VERIFY(!f.page().run()->isRunning());
        QTRY_COMPARE(f.page().loadNote(),
                     u"Limited by the device · device 75 %, timing 25 % of the time"_s);
    }

    void doctorShowsMissingPartsAndCopiesFixes()
    {
        const Theme theme;
        const auto examine = [] {
            return std::vector<DoctorSection>{
                {"What the native suite needs",
                 {{"compiler", "Compiler", DoctorItem::State::Ok, "g++ 12.2", "candidates", {}},
                  {"sandbox", "Sandbox", DoctorItem::State::Missing, "no bwrap", "candidates",
                   "apt-get install bubblewrap"}}}};
        };
        DoctorDialog dialog(theme, examine);
        const QAbstractItemModelTester tester(
            dialog.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        dialog.show();
        QTRY_COMPARE(dialog.heading(), u"What the native suite needs: 1 missing"_s);
        QCOMPARE(dialog.model()->rowCount(), 3);
        QVERIFY(!dialog.copyFixButton()->isEnabled());
        dialog.table()->selectRow(2);
        QVERIFY(dialog.copyFixButton()->isEnabled());
        dialog.copyFixButton()->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), u"apt-get install bubblewrap"_s);
        dialog.copyAllButton()->click();
        const QString all = QGuiApplication::clipboard()->text();
        QVERIFY(all.contains(u"missing   Sandbox"_s));
        QVERIFY(all.contains(u"for candidates: apt-get install bubblewrap"_s));
    }
};

} // namespace tst_queue

LOUPE_UI_TEST(queue, tst_queue::TestQueue)
#include "tst_queue.moc"
