// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/roundtexts.h"
#include "ui/pages/detail/tagline.h"
#include "ui/pages/distributions/cohortcharts.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/pages/trajectories/trajectoryview.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/selection.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/charts/roundstrip.h"
#include "ui/widgets/input/choicebox.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_trajectories {

using namespace Qt::StringLiterals;

using namespace loupe;
using namespace loupe::ui;

namespace {

/// Four trajectories of an agent over three rounds, and one method without rounds:
///   Math/a  no build, correct 1.0, correct 2.0   ids 1 … 3
///   Math/b  correct 1.0, correct 1.0, wrong      ids 4 … 6
///   Math/c  unknown, correct 3.0, correct 3.0    ids 7 … 9
///   Math/d  wrong, wrong, wrong                  ids 10 … 12
struct Fixture : test::WindowFixture {
    explicit Fixture(bool withRounds = true) : WindowFixture(0)
    {
        using enum Verdict;
        if (withRounds) {
            addTask("Math/a", {CompileError, Correct, Correct}, {1.0, 2.0});
            addTask("Math/b", {Correct, Correct, WrongValue}, {1.0, 1.0});
            addTask("Math/c", {NotRecorded, Correct, Correct}, {3.0, 3.0});
            addTask("Math/d", {WrongValue, WrongValue, WrongValue}, {});
        }
        addRow("Math/a", "sampler", 0, Correct, 9.0);
    }

    void addRow(const std::string &task, const std::string &method, int round, Verdict verdict,
                std::optional<double> speedup)
    {
        ResultRow row = test::resultAt(task, method, round, verdict);
        row.speedup = speedup;
        store->addRow(row);
    }

    void addTask(const std::string &task, const std::vector<Verdict> &verdicts,
                 std::vector<double> speedups)
    {
        std::size_t timed = 0;
        for (std::size_t round = 0; round < verdicts.size(); ++round) {
            const bool isTimed = verdicts[round] == Verdict::Correct;
            addRow(task, "agent", static_cast<int>(round), verdicts[round],
                   isTimed ? std::optional(speedups[timed++]) : std::nullopt);
        }
    }

    bool openPage() { return openThenShow(MainWindow::Trajectories); }
    TrajectoriesPage &page() const { return *window->page<TrajectoriesPage>(); }
    StoryModel &strips() const { return *page().model(); }
    QString cell(int row, int column) const
    {
        return strips().index(row, column).data().toString();
    }
    QStringList tasks() const
    {
        QStringList out;
        for (int row = 0; row < strips().rowCount(); ++row)
            out.append(cell(row, StoryModel::TaskColumn));
        return out;
    }
    void press(Qt::Key key) const { QTest::keyClick(page().table(), key); }
};

} // namespace

class TestTrajectories final : public QObject
{
    Q_OBJECT
private slots:
    void stripModelPassesTheModelTester()
    {
        std::vector<MetricRow> rows(3);
        for (int i = 0; i < 3; ++i) {
            rows[static_cast<std::size_t>(i)].id = {i + 1};
            rows[static_cast<std::size_t>(i)].task = "t";
            rows[static_cast<std::size_t>(i)].round = i;
        }
        rows[1].verdict = Verdict::Correct;
        rows[1].speedup = 1.5;
        rows[1].isWithheld = true;
        rows[2].verdict = Verdict::WrongValue;
        rows[2].identicalCode = true;
        const auto cohort = std::make_shared<const TrajectoryCohort>(trajectoryCohort(rows));
        StoryModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.columnCount(), 0);
        model.setCohort(cohort, {0});
        QCOMPARE(model.rowCount(), 1);
        const auto at = [&](int round, int role) {
            return model.index(0, StoryModel::FirstRoundColumn + round).data(role).toString();
        };
        QCOMPARE(at(0, Qt::DisplayRole), u"unknown"_s);
        QCOMPARE(at(1, Qt::DisplayRole), u"◌ 1.50×"_s);
        QCOMPARE(at(2, Qt::DisplayRole), u"= ↓ wrong"_s);
        QCOMPARE(at(2, Qt::AccessibleTextRole),
                 u"round 2: wrong value, identical code, worse than before"_s);
        QCOMPARE(model.index(0, StoryModel::StoryColumn).data().toString(),
                 u"same code, other result"_s);
        QCOMPARE(model.rowOf({3}), 0);
        QCOMPARE(model.rowOf({9}), -1);
        model.setOrder({});
        QCOMPARE(model.rowCount(), 0);
        model.setCohort(nullptr, {});
        QCOMPARE(model.columnCount(), 0);
    }

    void explainsMissingRounds()
    {
        Fixture f(false);
        QVERIFY(f.openPage());
        QVERIFY(!f.page().table()->isVisible());
        QCOMPARE(f.strips().rowCount(), 0);
    }

    void showsStripsSummariesAndTheChangeOfTheMean()
    {
        Fixture f;
        QSignalSpy counted(&f.page(), &Page::countChanged);
        QVERIFY(f.openPage());
        QVERIFY(counted.last().at(0).value<std::optional<std::int64_t>>() == 4);
        QCOMPARE(f.page().heading(), u"agent on native, rounds 0–2"_s);
        // In the order of stories: never, broken, rescued, persistent.
        QCOMPARE(f.tasks(), QStringList({u"Math/d"_s, u"Math/b"_s, u"Math/a"_s, u"Math/c"_s}));
        QCOMPARE(f.cell(2, StoryModel::StoryColumn), u"first correct in round 1"_s);
        QCOMPARE(f.cell(2, StoryModel::FirstRoundColumn), u"no build"_s);
        QCOMPARE(f.cell(3, StoryModel::FirstRoundColumn), u"unknown"_s);
        // Round 0 to 1: only b is in both, 1.0 before and after. a joins with 1, c with 3.
        QCOMPARE(f.page().question(), u"Geometric mean speedup rose from 1.00× to 1.44×. Why?"_s);
        QVERIFY2(f.page().answer().startsWith(u"Most of the rise comes from other kernels"_s),
                 qPrintable(f.page().answer()));
        f.page().stepBox()->setCurrentIndex(1);
        QCOMPARE(f.page().question(), u"Geometric mean speedup rose from 1.44× to 2.45×. Why?"_s);
    }

    void methodsAreNotMixed()
    {
        Fixture f;
        QVERIFY(f.openPage());
        QVERIFY(!f.page().choiceBox()->isVisible()); // there is only one
        for (const char *task : {"Math/a", "Math/b"}) {
            f.addRow(task, "other", 0, Verdict::Correct, 1.0);
            f.addRow(task, "other", 1, Verdict::Correct, 4.0);
        }
        f.window->session().poll();
        QTRY_VERIFY(f.page().choiceBox()->isVisible());
        QVERIFY(f.settle());
        QCOMPARE(f.page().choiceBox()->count(), 3);
        QCOMPARE(f.page().heading(), u"agent on native, rounds 0–2"_s); // the largest cohort
        QCOMPARE(f.strips().rowCount(), 4);
        f.page().choiceBox()->setCurrentIndex(1);
        QVERIFY(f.settle());
        QCOMPARE(f.page().heading(), u"other on native, rounds 0–1"_s);
        QCOMPARE(f.page().question(), u"Geometric mean speedup rose from 1.00× to 4.00×. Why?"_s);
        QSignalSpy figures(&f.page(), &TrajectoriesPage::figureRequested);
        f.page().charts()->figureButton()->click();
        QCOMPARE(figures.count(), 1);
        const auto spec = figures[0][0].value<FigureSpec>();
        QCOMPARE(spec.filter, std::string("method:other"));
        QVERIFY(spec.chart.scope.has_value());
        f.window->showPage(MainWindow::Trajectories);
        QVERIFY(f.settle());
        f.page().choiceBox()->setCurrentIndex(2);
        QVERIFY(f.settle());
        QCOMPARE(f.strips().rowCount(), 6); // one for each trajectory
        QCOMPARE(f.page().heading(), u"2 methods on native, rounds 0–2"_s);
        QVERIFY2(f.page().answer().contains(u"Choose one"_s), qPrintable(f.page().answer()));
        QVERIFY(f.page().chart()->marks().empty());
    }

    void theAttemptThatIsCountedDoesNotMatter()
    {
        Fixture f;
        QVERIFY(f.openPage());
        Scope scope;
        scope.choice = {AttemptRule::AtRound, 2};
        f.window->session().setScope(scope);
        QVERIFY(f.settle());
        QCOMPARE(f.strips().rowCount(), 4);
        QCOMPARE(f.page().heading(), u"agent on native, rounds 0–2"_s);
    }

    void sortsByAnyColumnAndPicksACohort()
    {
        Fixture f;
        QVERIFY(f.openPage());
        QHeaderView *header = f.page().table()->horizontalHeader();
        header->setSortIndicator(f.strips().columnOf(StoryModel::BestColumn), Qt::DescendingOrder);
        QVERIFY(f.settle());
        QCOMPARE(f.tasks(), QStringList({u"Math/c"_s, u"Math/a"_s, u"Math/b"_s, u"Math/d"_s}));
        f.page().cohortBox()->setCurrentIndex(1); // every round known
        QVERIFY(f.settle());
        QCOMPARE(f.tasks(), QStringList({u"Math/a"_s, u"Math/b"_s, u"Math/d"_s}));
    }

    void keysMoveBetweenTrajectoriesAndRounds()
    {
        Fixture f;
        QVERIFY(f.openPage());
        const TrajectoryView &view = *f.page().view();
        f.press(Qt::Key_J);
        f.press(Qt::Key_J);
        QVERIFY(f.settle());
        QCOMPARE(view.story()->task, "Math/a");
        QCOMPARE(view.current(), RowId{2}); // where it was rescued
        f.press(Qt::Key_Left);
        QVERIFY(f.settle());
        QCOMPARE(view.current(), RowId{1});
        f.press(Qt::Key_Left); // there is none before
        QCOMPARE(view.current(), RowId{1});
        f.window->commands().action(u"detail.nextRound"_s)->trigger();
        f.press(Qt::Key_Right);
        QVERIFY(f.settle());
        QCOMPARE(view.current(), RowId{3});
        QVERIFY(view.happened().startsWith(u"round 2: correct, 2.00×"_s));
        QVERIFY(f.page().keys().startsWith(u"trajectory 3 of 4"_s));
        f.press(Qt::Key_K);
        QVERIFY(f.settle());
        QCOMPARE(view.story()->task, "Math/b");
        QCOMPARE(view.current(), RowId{6}); // where it broke
    }

    void showsTheOriginOfAProgram()
    {
        QCOMPARE(originText({}, 0), QString());
        QCOMPARE(originText({{RowId{1}, 2, 0, "crossed"}, {RowId{2}, 0, 1, "crossed"}}, 0),
                 u"crossed from sample 2, round 0, crossed from round 1"_s);
        EvaluationDetail own;
        own.evaluation.candidate.round = 1;
        EvaluationDetail other = own;
        other.row.sample = other.evaluation.candidate.sample = 2;
        other.evaluation.message = "It is wrong.";
        QVERIFY(candidateSource(other, 0).title.startsWith(u"sample 2, round 1 "_s));
        QVERIFY(candidateSource(own, 0).title.startsWith(u"round 1 "_s));
        const RoundTexts texts = roundTexts(own, other);
        QVERIFY2(texts.given.contains(u"Sample 2, round 0 ended with:\nIt is wrong."_s),
                 qPrintable(texts.given));
    }

    void theDiffIsToThePreviousTheBestOrTheFirst()
    {
        Fixture f;
        QVERIFY(f.openPage());
        f.page().table()->selectRow(1); // b, broken in 2; best in 0
        QVERIFY(f.settle());
        TrajectoryView &view = *f.page().view();
        QVERIFY2(view.difference().startsWith(u"round 1 "_s), qPrintable(view.difference()));
        view.besideBox()->setCurrentIndex(TrajectoryView::Best);
        QVERIFY(f.settle());
        QVERIFY2(view.difference().startsWith(u"round 0 "_s), qPrintable(view.difference()));
        view.besideBox()->setCurrentIndex(TrajectoryView::Nothing);
        QVERIFY(f.settle());
        QVERIFY2(view.difference().startsWith(u"round 2 "_s), qPrintable(view.difference()));
    }

    void theDiffIsToTheNearestCorrectOfAnyMethod()
    {
        Fixture f;
        f.store->setSource(RowId{2}, "a\nb\nc\n");
        f.store->setSource(RowId{13}, "a\nb\nx\n"); // the sampler's
        QVERIFY(f.openPage());
        f.page().table()->selectRow(2); // a
        QVERIFY(f.settle());
        TrajectoryView &view = *f.page().view();
        QCOMPARE(view.current(), RowId{2});
        view.besideBox()->setCurrentIndex(TrajectoryView::Nearest);
        QVERIFY(f.settle());
        QVERIFY2(view.difference().startsWith(u"sampler, round 0 "_s),
                 qPrintable(view.difference()));
        QCOMPARE(view.diff()->differences(), 1);
        f.page().table()->selectRow(1); // b, all of whose sources are the same
        QVERIFY(f.settle());
        QVERIFY2(view.difference().contains(u"no correct candidate"_s),
                 qPrintable(view.difference()));
    }

    void aFlowSelectsItsEvaluationsAndTheStripsFollow()
    {
        Fixture f;
        QVERIFY(f.openPage());
        const ChartView &chart = *f.page().chart();
        std::optional<std::size_t> broken;
        for (std::size_t i = 0; i < chart.marks().size(); ++i) {
            if (chart.marks()[i].mark->text == "round 1 to 2: 1 of 4 from correct to wrong result")
                broken = i;
        }
        QVERIFY(broken);
        f.page().chart()->pickMark(*broken);
        QVERIFY(f.settle());
        QCOMPARE(f.window->selection().ids(), (std::vector<RowId>{{5}, {6}}));
        QCOMPARE(f.tasks(), QStringList(u"Math/b"_s));
        f.window->selection().clear();
        QVERIFY(f.settle());
        QCOMPARE(f.strips().rowCount(), 4);
    }

    void everyChartOfTheCohortIsDrawn()
    {
        Fixture f;
        QVERIFY(f.openPage());
        QStringList titles;
        for (int i = 0; i < f.page().charts()->chartBox()->count(); ++i) {
            f.page().charts()->chartBox()->setCurrentIndex(i);
            QVERIFY(f.settle());
            QVERIFY(!f.page().chart()->marks().empty());
            titles.append(QString::fromStdString(f.page().chart()->chart().title));
        }
        titles.removeDuplicates();
        QCOMPARE(titles.size(), 5);
        f.window->commands().action(u"chart.table"_s)->trigger();
        QVERIFY(f.page().charts()->showsTable());
        QVERIFY(!f.page().chart()->isVisible());
        f.window->commands().action(u"chart.table"_s)->trigger();
        QVERIFY(f.page().chart()->isVisible());
    }

    void createsAFigureAndTagsPickedResults()
    {
        Fixture f;
        QVERIFY(f.openPage());
        CohortCharts &charts = *f.page().charts();
        charts.chartBox()->setCurrentIndex(
            charts.chartBox()->findData(static_cast<int>(ChartKind::RoundSurvival)));
        charts.groupBox()->setCurrentIndex(
            charts.groupBox()->findData(static_cast<int>(GroupBy::Method)));
        QVERIFY(f.settle());
        QSignalSpy figures(&f.page(), &TrajectoriesPage::figureRequested);
        QVERIFY(charts.figureSpec().chart.kind == ChartKind::RoundSurvival);
        QVERIFY(charts.figureSpec().chart.groupBy == GroupBy::Method);
        QCOMPARE(charts.figureSpec().name, std::string("round_survival-method"));
        QVERIFY(bool(parseFigureSpec(text(charts.figureSpec()), "made")));

        QAction *tag = f.window->commands().action(u"triage.tag"_s);
        QVERIFY(!charts.tagLine()->isVisible());
        QVERIFY(!tag->isEnabled());
        f.window->selection().set({{5}, {6}}, u"two"_s);
        QVERIFY(f.settle());
        QVERIFY(charts.tagLine()->isVisible());
        QTRY_VERIFY(tag->isEnabled());
        tag->trigger();
        QSignalSpy tags(&f.page(), &TrajectoriesPage::tagRequested);
        QTest::keyClicks(charts.tagLine(), u"look again"_s);
        QTest::keyClick(charts.tagLine(), Qt::Key_Return);
        QCOMPARE(tags.count(), 1);
        QCOMPARE(tags[0][0].value<std::vector<RowId>>(), (std::vector<RowId>{{5}, {6}}));
        QCOMPARE(tags[0][1].toString(), u"look again"_s);
        charts.figureButton()->click();
        QCOMPARE(figures.count(), 1);
        QVERIFY(f.window->currentPage() == MainWindow::Figures);
    }

    void aProblemIsVisibleInLittleHeight()
    {
        Fixture f;
        QVERIFY(f.openPage());
        CohortCharts &charts = *f.page().charts();
        charts.showDefinition(false); // as in a low window
        QVERIFY(charts.definition()->isHidden());
        charts.setStudy(nullptr, u"the study failed"_s);
        QVERIFY(!charts.definition()->isHidden());
        QCOMPARE(charts.definition()->text(), u"the study failed"_s);
        charts.showDefinition(false);
        QVERIFY(!charts.definition()->isHidden());
        charts.setStudy(nullptr, {});
        QVERIFY(charts.definition()->isHidden());
    }

    void theFilterAndTheStoreAreFollowed()
    {
        Fixture f;
        QVERIFY(f.openPage());
        f.page().table()->selectRow(2);
        QVERIFY(f.settle());
        const RowId current = f.page().view()->current();
        f.addTask("Math/e", {Verdict::WrongValue, Verdict::Correct}, {1.0});
        f.window->session().poll();
        QTRY_COMPARE(f.strips().rowCount(), 5);
        QVERIFY(f.settle());
        QCOMPARE(f.page().view()->current(), current);
        QVERIFY(bool(f.window->session().setFilter(u"method:sampler"_s)));
        QVERIFY(f.settle());
        QVERIFY(!f.page().table()->isVisible());
    }

    void aTrajectoryIsShownInResults()
    {
        Fixture f;
        QVERIFY(f.openPage());
        f.page().table()->selectRow(2);
        QVERIFY(f.settle());
        f.page().resultsButton()->click();
        QCOMPARE(f.window->selection().ids(), (std::vector<RowId>{{1}, {2}, {3}}));
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
    }

    void rowsAreVisibleWithLargeText_data()
    {
        QTest::addColumn<int>("percent");
        QTest::addColumn<QSize>("size");
        QTest::newRow("small screen") << 100 << QSize(1280, 720);
        QTest::newRow("large text") << 150 << QSize(1440, 900);
    }
    void rowsAreVisibleWithLargeText()
    {
        QFETCH(int, percent);
        QFETCH(QSize, size);
        Fixture f;
        f.theme.setTextPercent(percent);
        const auto normal = qScopeGuard([&f] { f.theme.setTextPercent(100); });
        f.show();
        f.window->resize(size);
        QVERIFY(f.openPage());
        const ResultTable &table = *f.page().table();
        const QRect last = table.visualRect(f.strips().index(3, StoryModel::TaskColumn));
        QVERIFY2(table.viewport()->height() >= last.bottom(),
                 qPrintable(QString::number(table.viewport()->height())));
        const int chart = f.page().chart()->height();
        QVERIFY2(chart >= 10 * f.theme.unit(), qPrintable(QString::number(chart)));
    }

    void rowsHaveTheirHeightAfterTheTextGrew()
    {
        Fixture f;
        QVERIFY(f.openPage());
        QWidget *strips = f.page().table()->parentWidget();
        const int before = strips->minimumHeight();
        QCOMPARE(before, 23 * f.theme.unit());
        const auto normal = qScopeGuard([&f] { f.theme.setTextPercent(100); });
        f.theme.setTextPercent(150);
        QVERIFY(strips->minimumHeight() > before);
        QCOMPARE(strips->minimumHeight(), 23 * f.theme.unit());
    }
};

} // namespace tst_trajectories

LOUPE_UI_TEST(trajectories, tst_trajectories::TestTrajectories)
#include "tst_trajectories.moc"
