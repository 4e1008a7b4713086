// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/comparedpairmodel.h"
#include "ui/models/differencemodel.h"
#include "ui/models/roles.h"
#include "ui/models/sidematrixmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/models/transitionmodel.h"
#include "ui/pages/compare/comparepage.h"
#include "ui/pages/compare/runcomparisonview.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/style/theme.h"
#include "ui/widgets/tables/columnmemory.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_compare {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

ResultRow attemptOf(const std::string &run, const std::string &task, Verdict verdict,
                    std::optional<double> speedup = std::nullopt)
{
    ResultRow row;
    row.run = run;
    row.suite = "native";
    row.task = task;
    row.category = "Math";
    row.method = "method of " + run;
    row.verdict = verdict;
    row.speedup = speedup;
    if (speedup) {
        row.speedupLow = *speedup - 0.5;
        row.speedupHigh = *speedup + 0.5;
    }
    return row;
}

/// Window on a store with run "base" and, if wanted, run "other". The latter fixed one task, broke
/// one, made one twice as fast, and lacks one. The page Compare shows the runs.
struct Fixture : test::StoreWindow {
    /// `method` is that of all runs; empty: each has its own. `first` is a run of one other task.
    explicit Fixture(bool hasOther = true, const QString &method = {}, const QString &first = {})
    {
        const auto attempt = [&](const char *run, const char *task, Verdict verdict,
                                 std::optional<double> speedup = std::nullopt) {
            ResultRow row = attemptOf(run, task, verdict, speedup);
            if (!method.isEmpty())
                row.method = method.toStdString();
            return row;
        };
        if (!first.isEmpty()) {
            store->addRun(first.toStdString());
            store->addRow(attemptOf(first.toStdString(), "elsewhere", Verdict::Correct, 1.0));
        }
        store->addRun("base");
        store->addRow(attempt("base", "same", Verdict::Correct, 2.0));
        store->addRow(attempt("base", "fixed", Verdict::WrongValue));
        store->addRow(attempt("base", "broken", Verdict::Correct, 1.0));
        store->addRow(attempt("base", "faster", Verdict::Correct, 1.5));
        store->addRow(attempt("base", "gone", Verdict::Correct, 1.0));
        if (hasOther) {
            store->addRun("other");
            store->addRow(attempt("other", "same", Verdict::Correct, 2.0));
            store->addRow(attempt("other", "fixed", Verdict::Correct, 4.0));
            store->addRow(attempt("other", "broken", Verdict::Crashed));
            store->addRow(attempt("other", "faster", Verdict::Correct, 3.0));
        }
        show();
    }

    bool open()
    {
        if (!openAt(MainWindow::Compare))
            return false;
        compare().showRuns(true);
        return settle();
    }
    ComparePage &compare() const { return *window->page<ComparePage>(); }
    RunComparisonView &page() const { return *compare().runs(); }
    QAbstractItemModel &pairs() const { return *page().pairTable()->model(); }
    QString pair(int row, int column) const { return pairs().index(row, column).data().toString(); }
    QStringList tasks() const
    {
        QStringList out;
        for (int row = 0; row < pairs().rowCount(); ++row)
            out.append(pair(row, ComparedPairModel::TaskColumn));
        return out;
    }
};

MetricRow metric(const char *run, const char *task, Verdict verdict, std::optional<double> speedup)
{
    MetricRow row;
    row.run = run;
    row.task = task;
    row.method = run;
    row.verdict = verdict;
    row.speedup = speedup;
    return row;
}

} // namespace

class TestCompare final : public QObject
{
    Q_OBJECT
private slots:
    void modelsPassTheModelTester()
    {
        const std::vector<MetricRow> rows{metric("a", "x", Verdict::Correct, 1.0),
                                          metric("b", "x", Verdict::Correct, 3.0),
                                          metric("a", "y", Verdict::Correct, 2.0),
                                          metric("b", "y", Verdict::WrongValue, std::nullopt)};
        auto compared = compareRuns(rows, "a", "b", {});
        QVERIFY(compared);
        compared->pairs[0].ratioLow = 2.5;
        compared->pairs[0].ratioHigh = 3.5;
        const auto comparison = std::make_shared<const RunComparison>(*compared);
        constexpr auto mode = QAbstractItemModelTester::FailureReportingMode::QtTest;
        ComparedPairModel pairs;
        const QAbstractItemModelTester pairTester(&pairs, mode);
        pairs.setComparison(comparison, nullptr);
        QCOMPARE(pairs.rowCount(), 2);
        pairs.sort(ComparedPairModel::RatioColumn, Qt::DescendingOrder);
        QCOMPARE(pairs.index(0, ComparedPairModel::RatioColumn).data().toString(), u"3.00×"_s);
        QCOMPARE(pairs.index(0, ComparedPairModel::RatioIntervalColumn).data().toString(),
                 u"2.50–3.50"_s);
        pairs.sort(ComparedPairModel::TaskColumn, Qt::DescendingOrder);
        QCOMPARE(pairs.index(0, ComparedPairModel::TaskColumn).data().toString(), u"y"_s);
        pairs.setCondition(
            [](const ComparedPair &pair) { return pair.state == PairState::Broken; });
        QCOMPARE(pairs.rowCount(), 1);
        pairs.setComparison(nullptr, nullptr);
        TransitionModel matrix;
        const QAbstractItemModelTester matrixTester(&matrix, mode);
        matrix.setMatrix(transitionMatrix(*comparison));
        QCOMPARE(matrix.rowCount(), 1);
        QCOMPARE(matrix.columnCount(), 3);
        QVERIFY(!matrix.cellAt(matrix.index(0, 0)));
        matrix.setMatrix({});
        ComparedRunModel runs;
        const QAbstractItemModelTester runTester(&runs, mode);
        runs.setRuns({"b", "c"});
        auto stored = std::make_shared<StoreComparison>();
        stored->names = {"a", "b"};
        stored->comparisons.emplace_back(*comparison);
        runs.setComparison(stored);
        QVERIFY(runs.resultAt(0));
        QVERIFY(!runs.resultAt(1));
        runs.setRuns({});
        TextTableModel table;
        const QAbstractItemModelTester tableTester(&table, mode);
        table.setTable({"caption", {{"a", false}, {"b", true}}, {{"x", "1"}, {"y", "2"}}});
        QCOMPARE(table.index(1, 1).data().toString(), u"2"_s);
        table.setTable({});
        SideMatrixModel sides;
        const QAbstractItemModelTester sidesTester(&sides, mode);
        sides.setMatrix(transitionMatrix(*comparison), u"a"_s, u"b"_s);
        QCOMPARE(sides.rowCount(), 2); // correct, and the totals
        QCOMPARE(sides.columnCount(), 4);
        QVERIFY(!sides.cellAt(sides.index(1, 1)));
        const SideMatrixModel::Cell kept{Outcome::Correct, Outcome::Correct};
        QCOMPARE(sides.cellAt(sides.index(0, 1)), std::optional(kept));
        QCOMPARE(sides.indexOf(kept), sides.index(0, 1));
        QCOMPARE(sides.index(1, 3).data().toString(), u"2"_s);
        sides.setMatrix({}, {}, {});
        DifferenceModel differences;
        const QAbstractItemModelTester differenceTester(&differences, mode);
        differences.show(comparison, {&comparison->pairs[1], &comparison->pairs[0]}, u"a"_s,
                         u"b"_s);
        QCOMPARE(differences.index(0, DifferenceModel::TaskColumn).data().toString(), u"y"_s);
        QCOMPARE(differences.index(0, DifferenceModel::SecondColumn).data().toString(),
                 u"wrong value"_s); // the verdict, if there is no ratio
        QCOMPARE(differences.index(1, DifferenceModel::RatioColumn).data().toString(), u"0.33×"_s);
        differences.sort(DifferenceModel::RatioColumn, Qt::AscendingOrder);
        QCOMPARE(&differences.pairAt(0), &comparison->pairs[0]);
        differences.show(nullptr, {}, {}, {});
    }

    void explainsMissingRuns()
    {
        Fixture f(false);
        f.window->showPage(MainWindow::Compare);
        QVERIFY(!f.page().runTable()->isVisible());
        QVERIFY(f.open());
        QVERIFY(!f.page().runTable()->isVisible()); // there is only one run
    }

    void theRunsAreComparedAsTheCommandDoes()
    {
        Fixture f;
        QVERIFY(f.open());
        QCOMPARE(f.page().heading(),
                 u"other vs base: 1 correct in the other run only, 1 correct in the baseline run "
                 "only, speed unclear"_s);
        // The changed tasks: fixed, broken, faster and missing.
        QCOMPARE(f.tasks(), QStringList({u"broken"_s, u"faster"_s, u"fixed"_s, u"gone"_s}));
        QCOMPARE(f.pair(1, ComparedPairModel::RatioColumn), u"2.00×"_s);
        QCOMPARE(f.pair(1, ComparedPairModel::SpeedColumn), u"faster"_s);
        QCOMPARE(f.pair(1, ComparedPairModel::BaselineIntervalColumn), u"1.00–2.00"_s);
        QCOMPARE(f.pair(1, ComparedPairModel::OtherIntervalColumn), u"2.50–3.50"_s);
        QCOMPARE(f.pair(3, ComparedPairModel::OtherVerdictColumn), u"missing"_s);
        QCOMPARE(f.page().figureTable()->model()->rowCount(), 4);
        f.page().showBox()->setCurrentIndex(1);
        QCOMPARE(f.tasks().size(), 5);
        f.page().baselineBox()->setCurrentText(u"other"_s);
        QVERIFY(f.settle());
        QVERIFY(f.page().heading().contains(u": 1 correct in the other run only, 1 correct"_s));
        QVERIFY(f.page().heading().startsWith(u"base vs other"_s));
    }

    void columnsThatAreEmptyForAllAttemptsAreHidden()
    {
        Fixture f;
        f.store->addRun("untimed");
        f.store->addRow(attemptOf("untimed", "same", Verdict::Correct));
        f.store->addRow(attemptOf("untimed", "broken", Verdict::Crashed));
        QVERIFY(f.open());
        f.page().baselineBox()->setCurrentText(u"base"_s);
        const auto compareWith = [&](const std::string &run) {
            const auto *runs = qobject_cast<ComparedRunModel *>(f.page().runTable()->model());
            f.page().runTable()->selectRow(runs->rowOf(run));
            return f.settle();
        };
        const ResultTable &table = *f.page().pairTable();
        QVERIFY(compareWith("other"));
        QVERIFY(!table.isColumnHidden(ComparedPairModel::RatioColumn));
        QVERIFY(compareWith("untimed"));
        QVERIFY(f.page().heading().startsWith(u"untimed vs base"_s));
        QVERIFY(table.isColumnHidden(ComparedPairModel::RatioColumn));
        QVERIFY(table.isColumnHidden(ComparedPairModel::RatioIntervalColumn));
        QVERIFY(
            !table.isColumnHidden(ComparedPairModel::BaselineSpeedupColumn)); // one run is timed
        QVERIFY(compareWith("other"));
        QVERIFY(!table.isColumnHidden(ComparedPairModel::RatioColumn));
        table.columnMemory().setHidden(ComparedPairModel::RatioColumn, true); // by the user
        QVERIFY(compareWith("untimed"));
        QVERIFY(compareWith("other"));
        QVERIFY(table.isColumnHidden(ComparedPairModel::RatioColumn));
        QVERIFY(!table.isColumnHidden(ComparedPairModel::RatioIntervalColumn));
    }

    void onlyTheSameMethodRegresses()
    {
        Fixture f(true, u"method"_s);
        QVERIFY(f.open());
        QCOMPARE(f.page().heading(),
                 u"other vs base: 1 newly correct, 1 regressed, speed unclear"_s);
        QCOMPARE(f.pair(0, ComparedPairModel::ChangeColumn), u"regressed"_s);
    }

    void theFirstPairCanBeCompared()
    {
        Fixture f(true, {}, u"of other tasks"_s);
        QVERIFY(f.open());
        QVERIFY2(f.page().refusal().isEmpty(), qPrintable(f.page().refusal()));
        QVERIFY(f.page().heading().startsWith(u"other vs base: "_s));
        QCOMPARE(f.page().baselineBox()->currentText(), u"base"_s);
        // A choice of the user stays, also where it is refused.
        f.page().baselineBox()->setCurrentText(u"of other tasks"_s);
        QVERIFY(f.settle());
        QCOMPARE(f.page().baselineBox()->currentText(), u"of other tasks"_s);
        QVERIFY(!f.page().refusal().isEmpty());
    }

    void longRunNamesAreDistinguishable()
    {
        const QString common = u"kernelbench-agent with a name that is as long as a sentence, "_s;
        ComparedRunModel model;
        const QString one = common + u"one"_s;
        const QString two = common + u"two"_s;
        model.setRuns({one.toStdString(), two.toStdString()});
        const QModelIndex second = model.index(1, ComparedRunModel::NameColumn);
        QCOMPARE(second.data(ShortNameRole).toString(), u"two"_s);
        QCOMPARE(second.data(Qt::ToolTipRole).toString(), two);
    }

    void matrixCellOpensItsTasksAndResults()
    {
        Fixture f;
        QVERIFY(f.open());
        const auto *matrix = qobject_cast<TransitionModel *>(f.page().matrixTable()->model());
        QModelIndex broken;
        for (int row = 0; row < matrix->rowCount(); ++row) {
            for (int column = 1; column < matrix->columnCount(); ++column) {
                const auto cell = matrix->cellAt(matrix->index(row, column));
                if (cell == TransitionModel::Cell{Outcome::Correct, Outcome::Crash})
                    broken = matrix->index(row, column);
            }
        }
        QVERIFY(broken.isValid());
        f.page().matrixTable()->setCurrentIndex(broken);
        QCOMPARE(f.tasks(), QStringList{u"broken"_s});
        f.page().resultsButton()->click();
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QVERIFY(f.settle());
        QCOMPARE(f.window->page<ResultsPage>()->table()->model()->rowCount(), 2);
        f.window->showPage(MainWindow::Compare);
        f.page().pairTable()->selectRow(0);
        QTest::keyClick(f.page().pairTable(), Qt::Key_Return);
        QCOMPARE(f.window->session().filterText(), u"task:broken run:base,other"_s);
        QVERIFY(f.window->selection().isEmpty());
    }

    void changedTasksNeedConfirmation()
    {
        Fixture f;
        f.store->setTaskHash("base", "1111");
        f.store->setTaskHash("other", "2222");
        QVERIFY(f.open());
        QVERIFY2(f.page().refusal().contains(u"their hashes differ"_s),
                 qPrintable(f.page().refusal()));
        QVERIFY(f.page().refusal().contains(u"native/broken"_s));
        QCOMPARE(f.pairs().rowCount(), 0);
        QVERIFY(f.page().anywayButton()->isVisible());
        QVERIFY(!f.page().figureTable()->isVisible()); // a message replaces the empty tables
        QVERIFY(!f.page().pairTable()->isVisible());
        f.page().anywayButton()->click();
        QVERIFY(f.settle());
        QVERIFY(f.page().refusal().isEmpty());
        QVERIFY(f.page().figureTable()->isVisible());
        QVERIFY(f.page().pairTable()->isVisible());
        QCOMPARE(f.pair(0, ComparedPairModel::ChangeColumn),
                 u"correct in the baseline run only, another task"_s);
        // Another choice of runs needs a new confirmation.
        f.page().baselineBox()->setCurrentText(u"other"_s);
        QVERIFY(f.settle());
        QVERIFY(!f.page().refusal().isEmpty());
    }

    void equalSettingsCanBeHidden()
    {
        Fixture f;
        QVERIFY(f.open());
        f.page().tabs()->setCurrentIndex(1);
        const QAbstractItemModel &settings = *f.page().settingTable()->model();
        QCOMPARE(settings.rowCount(), 1); // the fake runs are equal otherwise
        QCOMPARE(settings.index(0, 0).data().toString(), u"methods"_s);
        f.page().onlyDifferences()->setChecked(false);
        QCOMPARE(settings.rowCount(), 4); // suite, origin, device
    }
};

} // namespace tst_compare

LOUPE_UI_TEST(compare, tst_compare::TestCompare)
#include "tst_compare.moc"
