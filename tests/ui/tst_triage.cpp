// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/candidatemodel.h"
#include "ui/models/causemodel.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/pages/detail/judgementpanel.h"
#include "ui/pages/detail/mismatchpanel.h"
#include "ui/pages/triage/failurecauses.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/sidebar.h"
#include "ui/shell/window/statusarea.h"
#include "ui/style/theme.h"
#include "ui/widgets/charts/mismatchview.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/source/diffpane.h"
#include "ui/widgets/source/diffview.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QFontMetrics>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <random>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_triage {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

ResultRow failure(const std::string &task, Verdict verdict, const std::string &message)
{
    ResultRow row;
    row.run = "first";
    row.task = task;
    row.category = "Math";
    row.method = "tester";
    row.verdict = verdict;
    row.message = message;
    return row;
}

/// Window on the triage page of a store with three causes of failure.
struct Fixture : test::StoreWindow {
    Fixture()
    {
        store->addRun("first");
        for (int i = 0; i < 4; ++i)
            store->addRow(failure("Math/task_" + std::to_string(i), Verdict::WrongValue,
                                  std::to_string(i * 7) + " elements differ"));
        for (int i = 4; i < 6; ++i)
            store->addRow(failure("Math/task_" + std::to_string(i), Verdict::CompileError,
                                  "no type of " + std::to_string(i) + " bits"));
        store->addRow(failure("Math/task_6", Verdict::Correct, ""));
        services.annotate = [this](const std::filesystem::path &file,
                                   std::span<const Annotation> events) -> Status {
            if (isBusy)
                return Error{Errc::Busy, "another program writes the store"};
            if (file == refusing)
                return Error{Errc::InvalidInput, "there is no such evaluation"};
            return store->annotate(events);
        };
        services.prepareRerun = [this](const std::filesystem::path &file,
                                       std::span<const RowId> ids) -> Result<RunRequest> {
            repeated.assign(ids.begin(), ids.end());
            RunRequest request;
            request.store = file;
            request.taskFilter = "of the old run";
            return request;
        };
        services.launch = [this](const RunRequest &request, RunObserver &,
                                 const std::stop_token &) -> Result<RunOutcome> {
            launched = request.taskFilter;
            return RunOutcome{"again", {}, 1, 0, 0, 1, 0, false};
        };
        services.person = "ada";
        services.dataFolder = folder.path().toStdString();
        show();
        window->activateWindow();
    }

    ~Fixture() { window.reset(); } // its jobs use this

    bool open(const char *file = "fake.kloupe") { return openAt(MainWindow::Triage, file); }
    bool stored(std::size_t count) const
    {
        return QTest::qWaitFor([&] { return store->annotations().size() == count; },
                               loupe::test::patience);
    }
    TriagePage &page() const { return *window->page<TriagePage>(); }
    QString nameInSideBar() const
    {
        for (const QPushButton *button :
             window->findChild<SideBar *>()->findChildren<QPushButton *>()) {
            if (button->text() == u"Triage"_s)
                return button->accessibleName();
        }
        return {};
    }
    void press(const QString &command) const
    {
        window->commands().refresh();
        QAction *action = window->commands().action(command);
        QVERIFY2(action->isEnabled(), qPrintable(command));
        action->trigger();
    }

    QTemporaryDir folder;
    std::atomic<bool> isBusy = false;
    std::string refusing;        ///< store whose marks are rejected
    std::vector<RowId> repeated; ///< read once no job is running
    std::string launched;
};

DiffSource source(const QByteArray &text)
{
    return {u"title"_s, {}, u"nothing"_s, text, u"python"_s};
}

} // namespace

class TestTriage final : public QObject
{
    Q_OBJECT
private slots:
    void sidebarCountFollowsTheFilter()
    {
        Fixture f;
        QVERIFY(f.open());
        QCOMPARE(f.nameInSideBar(), u"Triage, 6"_s);
        f.window->showPage(MainWindow::Runs);
        QVERIFY(f.window->session().setFilter(u"status:wrong"_s));
        QCOMPARE(f.nameInSideBar(), u"Triage"_s);
        f.window->showPage(MainWindow::Triage);
        QVERIFY(f.settle());
        QCOMPARE(f.nameInSideBar(), u"Triage, 4"_s);
    }

    void groupsFailuresByCause()
    {
        Fixture f;
        QVERIFY(f.open());
        QCOMPARE(f.page().heading(), u"6 failures of 7 task × method pairs, 2 causes"_s);
        QCOMPARE(f.page().causeModel()->rowCount(), 2);
        QCOMPARE(f.page().causeModel()->index(0, 0).data().toString(), u"wrong value"_s);
        QCOMPARE(f.page().causeModel()->index(0, CauseModel::CountColumn).data().toString(),
                 u"4"_s);
        QCOMPARE(f.page().candidateModel()->rowCount(), 4);
        QCOMPARE(f.page().view()->current(), RowId{1});
        f.page().causeTable()->selectRow(1);
        QVERIFY(f.settle());
        QCOMPARE(f.page().candidateModel()->rowCount(), 2);
        QCOMPARE(f.page().view()->current(), RowId{5});
        QCOMPARE(f.page().causeModel()->index(1, 0).data().toString(), u"no type of N bits"_s);
    }

    void trialsAndQuotedNamesDoNotSplitACause()
    {
        Fixture f;
        f.store->addRow(
            failure("Math/task_7", Verdict::OutOfBounds, "odd/normal: wrote beside output \"y\""));
        f.store->addRow(failure("Math/task_8", Verdict::OutOfBounds,
                                "even/spiky: wrote beside output \"out\""));
        QVERIFY(f.open());
        QCOMPARE(f.page().heading(), u"8 failures of 9 task × method pairs, 3 causes"_s);
        QStringList titles;
        for (const CauseModel::Row &row : f.page().causeModel()->rows())
            titles.append(row.title);
        QVERIFY2(titles.contains(u"wrote beside output …"_s), qPrintable(titles.join(u", "_s)));
    }

    void causeColumnFillsTheRemainingWidth()
    {
        Fixture f;
        f.store->addRow(failure("Math/task_7", Verdict::CompileError,
                                "no such thing as " + std::string(90, 'm')));
        QVERIFY(f.open());
        const ResultTable &table = *f.page().causeTable();
        const QAbstractItemView &hints = table;
        for (const int column : {CauseModel::ReviewedColumn, CauseModel::CountColumn})
            QVERIFY(table.columnWidth(column) >= hints.sizeHintForColumn(column));
        QTRY_COMPARE(table.columnWidth(CauseModel::TitleColumn)
                         + table.columnWidth(CauseModel::ReviewedColumn)
                         + table.columnWidth(CauseModel::CountColumn),
                     table.viewport()->width());
    }

    void sidebarSeparatesLongCounts()
    {
        const Theme theme;
        QAction results(u"Results"_s);
        SideBar bar(theme);
        bar.addPage(&results);
        const int before = bar.width();
        bar.setCount(0, 1'004'400'000);
        const auto *button = bar.findChild<QPushButton *>();
        const QFontMetrics metrics(button->font());
        QVERIFY(bar.width() >= metrics.horizontalAdvance(u"Results "_s)
                    + metrics.horizontalAdvance(u"1 004 400 000"_s));
        QVERIFY(bar.width() > before);
        bar.setCount(0, std::nullopt);
        QCOMPARE(bar.width(), before);
    }

    void failuresAreEvaluatedAgainInTheSameStore()
    {
        Fixture f;
        QVERIFY(f.open());
        f.press(u"triage.rerun"_s);
        QVERIFY(QTest::qWaitFor([&] { return f.window->jobs().running() == 0; },
                                loupe::test::patience));
        QCOMPARE(f.repeated, std::vector<RowId>{RowId{1}});
        QCOMPARE(f.launched, std::string("of the old run"));
    }

    void keysMarkAndMove()
    {
        Fixture f;
        QVERIFY(f.open());
        QTest::keyClick(f.page().candidateTable(), Qt::Key_J);
        QVERIFY(f.settle());
        QCOMPARE(f.page().view()->current(), RowId{2});
        f.press(u"triage.explained"_s);
        QTRY_COMPARE(f.page().candidateModel()->state({2}), TriageState::Explained);
        QVERIFY(f.page().view()->judgement()->stateShown().contains(u"explained"_s));
        QCOMPARE(f.store->annotations().size(), 1U);
        QCOMPARE(f.store->annotations()[0].value, std::string("explained"));
        QCOMPARE(f.store->annotations()[0].person, std::string("ada"));
        QCOMPARE(f.page().causeModel()->rows()[0].reviewed, 1);
        f.press(u"triage.next"_s);
        QVERIFY(f.settle());
        QCOMPARE(f.page().view()->current(), RowId{3});
        f.press(u"triage.all.accepted"_s);
        QTRY_COMPARE(f.page().causeModel()->rows()[0].reviewed, 4);
        QCOMPARE(f.store->annotations().size(), 5U);
        f.press(u"triage.next"_s); // to the next cause
        QVERIFY(f.settle());
        QCOMPARE(f.page().view()->current(), RowId{5});
        f.press(u"triage.undo"_s);
        f.press(u"triage.undo"_s);
        QVERIFY(!f.page().marks()->canUndo());
        QTRY_COMPARE(f.page().causeModel()->rows()[0].reviewed, 0);
        QCOMPARE(f.store->annotations().size(), 10U);
        f.press(u"triage.redo"_s);
        QTRY_COMPARE(f.page().causeModel()->rows()[0].reviewed, 1);
        QCOMPARE(f.page().candidateModel()->state({2}), TriageState::Explained);
    }

    void undoAndRedoInAnyOrderRestoreTheState()
    {
        Fixture f;
        QVERIFY(f.open());
        TriageMarks &marks = *f.page().marks();
        std::vector<TriageState> history{marks.state({1})};
        std::size_t at = 0;
        std::mt19937 random(3);
        for (int step = 0; step < 200; ++step) {
            const auto what = random() % 3;
            if (what == 0) {
                const TriageState state = allTriageStates()[random() % 5];
                marks.mark({RowId{1}}, AnnotationKind::State, std::string(stateName(state)));
                history.resize(++at);
                history.push_back(state);
            } else if (what == 1 && marks.canUndo()) {
                marks.undo();
                --at;
            } else if (what == 2 && marks.canRedo()) {
                marks.redo();
                ++at;
            }
            QTRY_COMPARE(marks.state({1}), history[at]);
            QCOMPARE(marks.canUndo(), at > 0);
            QCOMPARE(marks.canRedo(), at + 1 < history.size());
        }
    }

    void tagsAndNotesAreWrittenFromTheKeyboard()
    {
        Fixture f;
        QVERIFY(f.open());
        JudgementPanel *judgement = f.page().view()->judgement();
        f.press(u"triage.tag"_s);
        QTRY_VERIFY(judgement->tagLine()->hasFocus());
        QTest::keyClicks(judgement->tagLine(), u"tail-1"_s); // digits are text here
        QTest::keyClick(judgement->tagLine(), Qt::Key_Return);
        QTRY_COMPARE(judgement->tagsShown(), u"tags: tail-1"_s);
        QCOMPARE(f.page().candidateModel()->state({1}), TriageState::New);
        QTest::keyClicks(judgement->tagLine(), u"two words"_s);
        QTest::keyClick(judgement->tagLine(), Qt::Key_Return);
        QVERIFY(f.page().marks()->problem().contains(u"two words"_s));
        QTest::keyClicks(judgement->tagLine(), u"-TAIL-1"_s);
        QTest::keyClick(judgement->tagLine(), Qt::Key_Return);
        QTRY_COMPARE(judgement->tagsShown(), u"no tags"_s);
        f.press(u"triage.note"_s);
        QTest::keyClicks(judgement->noteEdit(), u"no *mask*"_s);
        QTest::keyClick(judgement->noteEdit(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(judgement->notesShown().contains(u"no mask"_s));
        QTRY_VERIFY(f.page().candidateTable()->hasFocus());
        QVERIFY(f.stored(3));
    }

    void marksWaitWhileTheStoreIsBusy()
    {
        Fixture f;
        QVERIFY(f.open());
        f.isBusy = true;
        f.page().marks()->queue().setRetryMilliseconds(20);
        f.press(u"triage.suspicious"_s);
        QTRY_VERIFY(f.page().marks()->problem().contains(u"another program"_s));
        QVERIFY(f.store->annotations().empty());
        f.store->addRow(failure("Math/task_9", Verdict::CompileError, "no type of 9 bits"));
        f.window->session().poll();
        QVERIFY(f.settle());
        QCOMPARE(f.page().heading(), u"7 failures of 8 task × method pairs, 2 causes"_s);
        QCOMPARE(f.page().candidateModel()->state({1}), TriageState::New);
        f.isBusy = false;
        QTRY_COMPARE(f.page().candidateModel()->state({1}), TriageState::Suspicious);
        QCOMPARE(f.store->annotations().size(), 1U);
        QTRY_VERIFY(f.page().marks()->problem().isEmpty());
    }

    void failureOfAClosedStoreKeepsTheHistory()
    {
        Fixture f;
        f.refusing = "left.kloupe";
        QVERIFY(f.open("left.kloupe"));
        f.isBusy = true;
        TriageMarks &marks = *f.page().marks();
        marks.queue().setRetryMilliseconds(20);
        f.press(u"triage.suspicious"_s);
        QVERIFY(f.open("fake.kloupe"));
        marks.mark({RowId{1}}, AnnotationKind::State, "explained");
        QCOMPARE(marks.queue().waitingCount(), 2);
        f.isBusy = false;
        QTRY_COMPARE(marks.queue().waitingCount(), 0);
        QCOMPARE(f.store->annotations().size(), 1U);
        QVERIFY(marks.canUndo());
        QVERIFY2(marks.problem().isEmpty(), qPrintable(marks.problem()));
        QCOMPARE(f.window->statusArea()->message(),
                 u"1 mark was not saved in left.kloupe: there is no such evaluation"_s);
    }

    void closingStoresMarksFirst()
    {
        Fixture f;
        QVERIFY(f.open());
        f.isBusy = true;
        f.page().marks()->queue().setRetryMilliseconds(20);
        f.press(u"triage.explained"_s);
        f.window->close();
        QVERIFY(f.window->isVisible());
        f.isBusy = false;
        QVERIFY(f.stored(1));
        QTRY_VERIFY(!f.window->isVisible());
    }

    void marksThatCannotBeSavedAreDiscardedOnRequest()
    {
        Fixture f;
        QVERIFY(f.open());
        f.isBusy = true;
        f.page().marks()->queue().setRetryMilliseconds(20);
        f.press(u"triage.explained"_s);
        f.window->close();
        const auto question
            = [&] { return f.window->findChild<QMessageBox *>(u"marksQuestion"_s); };
        QTRY_VERIFY(question() != nullptr && question()->isVisible());
        QCOMPARE(question()->text(), u"1 mark is not saved."_s);
        question()->button(QMessageBox::Cancel)->click();
        QTRY_VERIFY(question() == nullptr);
        QVERIFY(f.window->isVisible());
        f.window->close();
        QTRY_VERIFY(question() != nullptr && question()->isVisible());
        for (QAbstractButton *button : question()->buttons()) {
            if (question()->buttonRole(button) == QMessageBox::DestructiveRole) {
                button->click();
                break;
            }
        }
        QTRY_VERIFY(!f.window->isVisible());
        QVERIFY(f.store->annotations().empty());
    }

    void showsASourceWithoutReference()
    {
        Fixture f;
        DiffView *diff = f.page().view()->diff();
        QSignalSpy shown(diff, &DiffView::shown);
        diff->setSources({source("a\nb\n")}, 0);
        QVERIFY(shown.wait(loupe::test::patience));
        QCOMPARE(diff->differences(), 0);
        diff->setSources({source({}), source("a\n")}, 1);
        QVERIFY(shown.wait(loupe::test::patience));
        QCOMPARE(diff->differences(), 0);
        diff->walkDifferences(1);
        QCOMPARE(diff->pane(1)->rowCount(), 1);
    }

    void showsAllDetailsOfAFailure()
    {
        Fixture f;
        QVERIFY(f.open());
        CandidateView *view = f.page().view();
        QCOMPARE(view->diff()->paneCount(), 2);
        QCOMPARE(view->tabs()->trials()->rowCount(), 1);
        QCOMPARE(view->mismatches()->patternText(), u"The last 4 of every 100."_s);
        QVERIFY(view->mismatches()->numbersText().contains(u"Worst at [2, 97]"_s));
        f.page().causeTable()->selectRow(1);
        QVERIFY(f.settle());
        QCOMPARE(view->diff()->pane(1)->currentRow() >= 0, true);
        QCOMPARE(view->diff()->pane(1)->problemRows().size(), 2);
        const int first = view->diff()->pane(1)->currentRow();
        QCOMPARE(view->diff()->pane(1)->lineOfRow(first), 42); // the first cause
        f.press(u"detail.nextProblem"_s);
        QCOMPARE(view->diff()->pane(1)->lineOfRow(view->diff()->pane(1)->currentRow()), 3);
    }

    void emptyStatesNameMissingData()
    {
        Fixture f;
        f.window->showPage(MainWindow::Triage);
        QVERIFY(!f.window->isLoading());
        QVERIFY(f.open());
        QVERIFY(f.window->session().setFilter(u"status:correct"_s));
        QVERIFY(f.settle());
        QCOMPARE(f.page().causeModel()->rowCount(), 0);
        QVERIFY(!f.page().hasCandidate());
        f.window->commands().refresh();
        QVERIFY(!f.window->commands().action(u"triage.explained"_s)->isEnabled());
    }

    void windowCanBeDestroyedWhileReading()
    {
        Fixture f;
        f.window->openStore("fake.kloupe");
        f.window->showPage(MainWindow::Triage);
        f.window.reset();
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
    }

    void aLineOfALogNamesAPlaceInTheCandidate()
    {
        const auto place = [](const QString &line) {
            const auto found = placeInLog(line, u"kernels/gelu.py"_s);
            return found ? std::pair(found->line, found->column) : std::pair(0, 0);
        };
        QCOMPARE(place(u"/w/candidate.cpp:3:7: error: no type"_s), std::pair(3, 7));
        QCOMPARE(place(u"candidate.cu(12): error"_s), std::pair(12, 0));
        QCOMPARE(place(u"  File \"/r/gelu.py\", line 94, in gelu"_s), std::pair(94, 0));
        QCOMPARE(place(u"  File \"/opt/torch/module.py\", line 94, in call"_s), std::pair(0, 0));
        QCOMPARE(place(u"from /usr/x.h:3, by candidate.cpp:9:1"_s), std::pair(9, 1));
    }

    void aLineOfALogNamesAPlaceInOneOfTheFiles()
    {
        const std::vector<SourceFile> files{{"model_new.py", {}, 3}, {"kernels/a.cu", {}, 20}};
        const auto place = [&](const QString &line) {
            const auto found = placeInLog(line, files);
            return found ? std::pair(found->line, found->column) : std::pair(0, 0);
        };
        QCOMPARE(place(u"  File \"/w/submission/model_new.py\", line 4, in f"_s), std::pair(6, 0));
        QCOMPARE(place(u"/w/submission/kernels/a.cu(2): error"_s), std::pair(21, 0));
        QCOMPARE(place(u"from /usr/x.h:3, by kernels/a.cu:1:5"_s), std::pair(20, 5));
        QCOMPARE(place(u"other/a.cu:1:5"_s), std::pair(0, 0));
        QCOMPARE(place(u"candidate.py:1:5"_s), std::pair(0, 0));
    }

    void modelsPassTheModelTester()
    {
        const auto store = test::FakeStore::make();
        store->addRows(300);
        CandidateModel candidates;
        CauseModel causes;
        using Tester = QAbstractItemModelTester;
        const Tester one(&candidates, Tester::FailureReportingMode::QtTest);
        const Tester other(&causes, Tester::FailureReportingMode::QtTest);
        auto reader = store->opener()("any");
        candidates.setSource(std::shared_ptr<StoreReader>(std::move(*reader)));
        candidates.setIds({{1}, {2}, {999}, {3}});
        QCOMPARE(candidates.index(3, CandidateModel::TaskColumn).data().toString(),
                 u"Math/task_2"_s);
        QCOMPARE(candidates.index(2, CandidateModel::TaskColumn).data().toString(), QString());
        candidates.setStates({{1, TriageState::Looking}, {2, TriageState::Explained}});
        QCOMPARE(candidates.nextNew(0), 2);
        candidates.setState({999}, TriageState::Accepted);
        candidates.setState({3}, TriageState::Accepted);
        QCOMPARE(candidates.nextNew(0), -1);
        candidates.setIds({});
        causes.setRows({{u"a"_s, u"b"_s, Verdict::WrongValue, 3, 1}});
        causes.setReviewed(0, 2);
        QCOMPARE(causes.index(0, CauseModel::ReviewedColumn).data().toString(), u"2"_s);
        causes.setRows({});
    }

    void sourcesAreScrolledAndWalkedTogether()
    {
        Theme theme;
        theme.choose(ThemeChoice::Light);
        DiffView view(theme);
        view.resize(900, 300);
        view.show();
        QByteArray left;
        for (int i = 0; i < 200; ++i)
            left += "line " + QByteArray::number(i) + "\n";
        QByteArray right = left;
        right.replace("line 50\n", "line 50\nadded\nadded\n");
        right.replace("line 150\n", "line one-fifty\n");
        QSignalSpy shown(&view, &DiffView::shown);
        view.setSources({source(left), source(right)}, 0);
        QVERIFY(shown.wait(loupe::test::patience));
        QCOMPARE(view.differences(), 2);
        DiffPane *a = view.pane(0);
        DiffPane *b = view.pane(1);
        QCOMPARE(a->rowCount(), 202);
        QCOMPARE(b->rowCount(), 202);
        QCOMPARE(a->lineOfRow(51), 0); // a filler row
        QCOMPARE(b->lineOfRow(51), 52);
        view.walkDifferences(1);
        QCOMPARE(a->currentRow(), 51);
        QCOMPARE(b->currentRow(), 51);
        QCOMPARE(a->firstVisibleLine(), b->firstVisibleLine());
        QVERIFY(a->firstVisibleLine() > 0);
        view.walkDifferences(1);
        QCOMPARE(a->lineOfRow(a->currentRow()), 151);
        view.walkDifferences(1);
        QCOMPARE(a->currentRow(), 51); // wraps around
        view.walkDifferences(-1);
        QCOMPARE(a->lineOfRow(a->currentRow()), 151);
        b->verticalScrollBar()->setValue(20);
        QTRY_COMPARE(a->firstVisibleLine(), 20);
        b->setCursorPosition(30, 0);
        QTRY_COMPARE(a->currentRow(), 30);
    }

    void blanksCommentsAndTestsAreLeftOutOnDemand()
    {
        Theme theme;
        DiffView view(theme);
        const QByteArray separator(146, '#');
        QSignalSpy shown(&view, &DiffView::shown);
        view.setSources({source("x = 1\n" + separator + "\ntest\n"), source("x=1 # one\n")}, 1);
        QVERIFY(shown.wait(loupe::test::patience));
        view.setMode(DiffView::Mode::Differences); // No line is shared.
        QVERIFY(shown.wait(loupe::test::patience));
        QCOMPARE(view.pane(0)->rowCount(), 1);
        QCOMPARE(view.differences(), 1);
        view.setOptions({true, true});
        QVERIFY(shown.wait(loupe::test::patience));
        QCOMPARE(view.differences(), 0);
        view.setShowsTests(true);
        QVERIFY(shown.wait(loupe::test::patience));
        QCOMPARE(view.pane(0)->rowCount(), 3);
    }

    void cellsOfTheMapAreDescribed()
    {
        Theme theme;
        MismatchView view(theme);
        view.resize(400, 200);
        MismatchMap map;
        map.rows = 2;
        map.columns = 3;
        map.cellRows = 16;
        map.cellColumns = 8;
        map.share = {0, 0, 255, 0, 0, 128};
        view.setMap(map, {20, 20});
        view.setFocus();
        QVERIFY(view.cellText().isEmpty());
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.cellText(), u"rows 0–15, columns 0–7: none differs"_s);
        view.setCell({2, 0});
        QCOMPARE(view.cellText(), u"rows 0–15, columns 16–19: all differ"_s);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.cellText(), u"rows 16–19, columns 16–19: about 50.2 % differ"_s);
        QTest::keyClick(&view, Qt::Key_Plus);
        QVERIFY(view.zoomFactor() > 1);
        view.setTile(8);
        const QImage picture = view.grab().toImage();
        QVERIFY(!picture.isNull());
        view.setMap({}, {});
        QVERIFY(view.isEmpty());
        view.grab();
    }
};

} // namespace tst_triage

LOUPE_UI_TEST(triage, tst_triage::TestTriage)
#include "tst_triage.moc"
