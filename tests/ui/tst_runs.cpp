// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/runtablemodel.h"
#include "ui/pages/compare/comparepage.h"
#include "ui/pages/compare/runcomparisonview.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/runs/runspage.h"
#include "ui/pages/runs/runsummary.h"
#include "ui/shell/window/topbar.h"
#include "ui/widgets/tables/resulttable.h"

#include <QComboBox>
#include <QPushButton>

#include <atomic>

#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_runs {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Window on the page Runs of a store with runs first, second and third of the same three tasks.
/// The second run fixed one task and broke one.
struct Fixture : test::WindowFixture {
    Fixture() : WindowFixture(0)
    {
        for (const char *run : {"second", "third"})
            store->addRun(run);
        const auto attempt = [this](const char *run, const char *task, Verdict verdict) {
            ResultRow row;
            row.run = run;
            row.suite = "native";
            row.task = task;
            row.method = "tester";
            row.verdict = verdict;
            store->addRow(row);
        };
        attempt("first", "Math/a", Verdict::WrongValue);
        attempt("first", "Math/b", Verdict::Correct);
        attempt("first", "Math/c", Verdict::Correct);
        attempt("second", "Math/a", Verdict::Correct);
        attempt("second", "Math/b", Verdict::Crashed);
        attempt("second", "Math/c", Verdict::Correct);
        attempt("third", "Math/a", Verdict::Correct);
        services.markRuns
            = [this](const std::filesystem::path &file, std::span<const RunMark> events) -> Status {
            if (isBusy)
                return Error{Errc::Busy, "another program writes the store"};
            if (file == refusing)
                return Error{Errc::InvalidInput, "there is no such run"};
            return store->markRuns(events);
        };
        services.person = "ada";
        show();
    }

    bool openRuns() { return openThenShow(MainWindow::Runs); }
    RunsPage &page() const { return *window->page<RunsPage>(); }
    void select(const QString &run) const
    {
        const auto &model = *page().table()->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.index(row, RunTableModel::NameColumn).data().toString() == run)
                page().table()->selectRow(row);
        }
    }
    void press(const QString &command) const
    {
        window->commands().refresh();
        QAction *action = window->commands().action(command);
        QVERIFY2(action->isEnabled(), qPrintable(command));
        action->trigger();
    }
    /// Returns the list as "★ baseline run: second | pinned: third | : first".
    QString list() const
    {
        QStringList out;
        const auto &model = *page().table()->model();
        for (int row = 0; row < model.rowCount(); ++row)
            out.append(model.index(row, RunTableModel::MarkColumn).data().toString() + u": "_s
                       + model.index(row, RunTableModel::NameColumn).data().toString());
        return out.join(u" | "_s);
    }

    std::atomic<bool> isBusy = false;
    std::string refusing; ///< store whose marks are rejected
};

} // namespace

class TestRuns final : public QObject
{
    Q_OBJECT
private slots:
    void theBaselineAndPinsComeFirst()
    {
        Fixture f;
        QVERIFY(f.openRuns());
        QCOMPARE(f.list(), u": first | : second | : third"_s);
        f.select(u"third"_s);
        f.press(u"run.pin"_s);
        QTRY_COMPARE(f.list(), u"pinned: third | : first | : second"_s);
        QCOMPARE(f.page().current()->run.name, "third");
        f.select(u"second"_s);
        f.press(u"run.baseline"_s);
        QTRY_COMPARE(f.list(), u"★ baseline run: second | pinned: third | : first"_s);
        QVERIFY(f.window->commands().action(u"run.baseline"_s)->isChecked());
        QCOMPARE(f.store->runMarks(), (RunMarks{{RunId{3}}, RunId{2}}));
        QVERIFY(!f.window->topBar()->baselineButton()->isHidden());
        QVERIFY(f.window->topBar()->baselineButton()->text().contains(u"second"_s));
        // Compare uses the same run as its baseline, even if it is not the first.
        f.window->showPage(MainWindow::Compare);
        QVERIFY(f.settle());
        QCOMPARE(f.window->page<ComparePage>()->runs()->baselineBox()->currentText(), u"second"_s);
        // There is one baseline. The second press removes its star.
        f.window->showPage(MainWindow::Runs);
        f.select(u"first"_s);
        f.press(u"run.baseline"_s);
        QTRY_COMPARE(f.window->page<ComparePage>()->runs()->baselineBox()->currentText(),
                     u"first"_s);
        f.press(u"run.baseline"_s);
        QTRY_COMPARE(f.list(), u"pinned: third | : first | : second"_s);
        QVERIFY(f.window->topBar()->baselineButton()->isHidden());
    }

    void undoAndRedoMarks()
    {
        Fixture f;
        QVERIFY(f.openRuns());
        f.select(u"first"_s);
        f.press(u"run.baseline"_s);
        f.select(u"second"_s);
        f.press(u"run.baseline"_s);
        f.press(u"triage.undo"_s);
        QTRY_COMPARE(f.list(), u"★ baseline run: first | : second | : third"_s);
        f.press(u"triage.undo"_s);
        QTRY_COMPARE(f.list(), u": first | : second | : third"_s);
        f.press(u"triage.redo"_s);
        f.press(u"triage.redo"_s);
        QTRY_COMPARE(f.list(), u"★ baseline run: second | : first | : third"_s);
        QTRY_COMPARE(f.store->runMarks().baseline, RunId{2});
        QTRY_COMPARE(f.window->marking().queue().waitingCount(), 0);
        QTRY_COMPARE(f.list(), u"★ baseline run: second | : first | : third"_s); // as read again
    }

    void aMarkWaitsWhileTheStoreIsBusy()
    {
        Fixture f;
        QVERIFY(f.openRuns());
        f.isBusy = true;
        f.window->marking().queue().setRetryMilliseconds(20);
        f.select(u"second"_s);
        f.press(u"run.pin"_s);
        QTRY_VERIFY(f.window->marking().problem().startsWith(u"1 mark is not saved"_s));
        QCOMPARE(f.list(), u": first | : second | : third"_s); // it is not made yet
        f.window->close();
        QVERIFY(f.window->isVisible());
        f.isBusy = false;
        QTRY_VERIFY(!f.window->isVisible());
        QCOMPARE(f.store->runMarks().pinned, std::set<RunId>{RunId{2}});
    }

    void failureOfAClosedStoreKeepsMarks()
    {
        Fixture f;
        f.refusing = "fake.kloupe";
        QVERIFY(f.openRuns());
        f.isBusy = true;
        RunMarking &marking = f.window->marking();
        marking.queue().setRetryMilliseconds(20);
        f.select(u"second"_s);
        f.press(u"run.pin"_s);
        QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        f.window->openStore("other.kloupe");
        QVERIFY(opened.wait(loupe::test::patience));
        QVERIFY(f.settle());
        marking.togglePin(RunId{3});
        f.isBusy = false;
        QTRY_COMPARE(marking.queue().waitingCount(), 0);
        QVERIFY(marking.canUndo());
        QVERIFY2(marking.problem().isEmpty(), qPrintable(marking.problem()));
        QCOMPARE(f.store->runMarks().pinned, std::set<RunId>{RunId{3}});
    }

    void numberOpensItsAttempts()
    {
        Fixture f;
        QVERIFY(f.openRuns());
        f.select(u"second"_s);
        QVERIFY(f.settle());
        ResultTable &table = *f.page().table();
        const QModelIndex failed
            = table.model()->index(table.currentIndex().row(), RunTableModel::FailedColumn);
        QCOMPARE(failed.data().toString(), u"1"_s);
        table.scrollTo(failed);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(failed).center());
        QVERIFY(f.settle());
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QCOMPARE(f.window->session().filterText(), u"run:second status:failed"_s);
        QCOMPARE(f.model().ids(), std::vector<RowId>{RowId{5}});
    }

    void aChangeOpensItsKernel()
    {
        Fixture f;
        QVERIFY(f.openRuns());
        emit f.page().kernelRequested(RowId{5});
        QVERIFY(f.settle());
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QVERIFY(f.window->page<ResultsPage>()->detail()->isVisible());
    }

    void aRunIsSummedUp()
    {
        Fixture f;
        QVERIFY(f.openRuns());
        f.select(u"second"_s);
        QVERIFY(f.settle());
        RunSummaryView &summary = *f.page().summary();
        QVERIFY2(summary.headline().startsWith(u"3 results of 3 tasks, 3 judged: 2 correct"_s),
                 qPrintable(summary.headline()));
        QVERIFY(summary.moverNote().startsWith(u"No baseline run is chosen"_s));
        QVERIFY(!summary.questions().isEmpty());
        QVERIFY(summary.settingTable()->model()->rowCount() > 0);
        f.select(u"first"_s);
        f.press(u"run.baseline"_s);
        QTRY_COMPARE(f.store->runMarks().baseline, RunId{1});
        QVERIFY(f.settle());
        QTRY_COMPARE(summary.moverNote(), u"This run is the baseline run."_s);
        f.select(u"second"_s);
        QVERIFY(f.settle());
        QVERIFY2(summary.moverNote().startsWith(
                     u"1 regressed, 1 newly correct, 0 slower and 0 faster"_s),
                 qPrintable(summary.moverNote()));
        const QAbstractItemModel &movers = *summary.moverTable()->model();
        QCOMPARE(movers.rowCount(), 2);
        QCOMPARE(movers.index(0, 1).data().toString(), u"Math/b"_s);
        // Every line opens its results.
        emit summary.moverTable()->openRequested(movers.index(0, 0));
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QVERIFY(f.settle());
        QCOMPARE(f.model().ids(), std::vector<RowId>{RowId{5}});
        f.window->selection().clear();
        f.window->showPage(MainWindow::Runs);
        emit summary.outcomeTable()->openRequested(summary.outcomeTable()->model()->index(0, 0));
        QVERIFY(f.settle());
        QCOMPARE(f.window->session().filterText(), u"run:second status:correct"_s);
        QVERIFY(f.window->page<ResultsPage>()->showsEvery()); // the number counts attempts
        QCOMPARE(f.model().ids(), (std::vector<RowId>{RowId{4}, RowId{6}}));
    }
};

} // namespace tst_runs

LOUPE_UI_TEST(runs, tst_runs::TestRuns)
#include "tst_runs.moc"
