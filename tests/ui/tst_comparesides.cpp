// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/differencemodel.h"
#include "ui/models/sidematrixmodel.h"
#include "ui/pages/compare/comparepage.h"
#include "ui/pages/compare/kernelpairdialog.h"
#include "ui/pages/compare/refusalview.h"
#include "ui/pages/compare/sentencepanel.h"
#include "ui/pages/compare/sidebutton.h"
#include "ui/pages/compare/sidesstudy.h"
#include "ui/pages/compare/sidesview.h"
#include "ui/pages/detail/filetree.h"
#include "ui/pages/detail/sourcefilesview.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/scopeheader.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/charts/stripbars.h"
#include "ui/widgets/input/choicebutton.h"
#include "ui/widgets/tables/resulttable.h"

#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

#include "tests/core/store/forwardingreader.h"
#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_comparesides {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

ResultRow solved(const std::string &method, const std::string &task, double ms,
                 const std::string &device = "D")
{
    ResultRow row;
    row.run = "run on " + device;
    row.suite = "suite";
    row.task = task;
    row.category = "Math";
    row.method = method;
    row.verdict = Verdict::Correct;
    row.candidateMs = ms;
    row.device = device;
    return row;
}

ResultRow failed(const std::string &method, const std::string &task)
{
    ResultRow row = solved(method, task, 1);
    row.verdict = Verdict::WrongValue;
    row.candidateMs.reset();
    return row;
}

/// One run of two methods: both solve three tasks, "alpha" one more, "beta" no other.
struct SidesFixture : test::StoreWindow {
    explicit SidesFixture(bool hasBeta = true)
    {
        store->addRun("run on D");
        store->addRow(solved("alpha", "quick", 1));
        store->addRow(solved("alpha", "slow", 8));
        store->addRow(solved("alpha", "alike", 1));
        store->addRow(solved("alpha", "alone", 1));
        if (hasBeta) {
            store->addRow(solved("beta", "quick", 100));
            store->addRow(solved("beta", "slow", 4));
            store->addRow(solved("beta", "alike", 1.01));
            store->addRow(failed("beta", "alone"));
        }
        start();
    }
    explicit SidesFixture(const std::vector<ResultRow> &rows)
    {
        for (const ResultRow &row : rows) {
            store->addRun(row.run);
            store->addRow(row);
        }
        start();
    }

    void start()
    {
        services.saveFigure
            = [](const std::filesystem::path &, const StoredFigure &) -> Status { return {}; };
        show();
    }
    bool open() const { return openAt(MainWindow::Compare); }
    ComparePage &page() const { return *window->page<ComparePage>(); }
    SidesView &view() const { return *page().view(); }
    QStringList tasks() const
    {
        QStringList out;
        for (int row = 0; row < view().differences()->rowCount(); ++row)
            out.append(view().differences()->index(row, 0).data().toString());
        return out;
    }
};

/// Reader whose client is cancelled as soon as it has rows.
class CancellingReader final : public loupe::test::ForwardingReader
{
public:
    using ForwardingReader::ForwardingReader;

    Result<std::unique_ptr<RowParts>> rowParts(const Filter &filter, const PartsRequest &request,
                                               std::stop_token token) override
    {
        ++reads;
        auto parts = ForwardingReader::rowParts(filter, request, std::move(token));
        stop.request_stop();
        return parts;
    }

    std::stop_source stop;
    int reads = 0;
};

} // namespace

class TestCompareSides final : public QObject
{
    Q_OBJECT
private slots:
    void comparesMethodsOfOneRun()
    {
        SidesFixture f;
        QVERIFY(f.open());
        QVERIFY2(
            f.page().sentence().startsWith(
                u"Neither clearly solves more, nor is either clearly faster. Of the 3 tasks that "
                "both solve, alpha is faster on 1, slower on 1, unclear on 1. alpha alone "
                "solves 1, beta alone 0; 0 are solved by neither."_s),
            qPrintable(f.page().sentence()));
        QCOMPARE(f.page().firstSide()->button()->value(), u"alpha"_s);
        QCOMPARE(f.page().secondSide()->button()->value(), u"beta"_s);
        QCOMPARE(f.tasks(), QStringList({u"quick"_s, u"slow"_s, u"alike"_s}));
        QCOMPARE(f.view().chart()->chart().panels.front().dots.size(), std::size_t(3));
        QCOMPARE(f.view().solving()->bars().front().parts[1].count, std::int64_t(1));
        QCOMPARE(f.view().speeds()->bars().front().note, u"3 timed"_s);
        QVERIFY(!f.view().sentence()->figureTable()->isVisible());
        f.view().sentence()->howButton()->click();
        QVERIFY(f.view().sentence()->figureTable()->isVisible());
    }

    void swappingSidesUpdatesTheSentence()
    {
        SidesFixture f;
        QVERIFY(f.open());
        QTest::keyClick(f.view().differenceTable(), Qt::Key_X);
        QVERIFY(f.settle());
        QCOMPARE(f.page().firstSide()->button()->value(), u"beta"_s);
        QVERIFY2(f.page().sentence().contains(u"beta alone solves 0, alpha alone 1"_s),
                 qPrintable(f.page().sentence()));
        f.page().swapButton()->click();
        QVERIFY(f.settle());
        QCOMPARE(f.page().firstSide()->button()->value(), u"alpha"_s);
        f.window->showPage(MainWindow::Results);
        QVERIFY(!f.window->commands().action(u"compare.swap"_s)->isEnabled());
    }

    void sidesAreChosenByKindAndValue()
    {
        SidesFixture f;
        QVERIFY(f.open());
        QMenu *menu = f.page().secondSide()->button()->menu();
        emit menu->aboutToShow();
        QStringList kinds;
        for (const QAction *action : menu->actions())
            kinds.append(action->text());
        QCOMPARE(kinds,
                 QStringList({u"method"_s, u"run"_s, u"device"_s, u"round"_s, u"filter…"_s}));
        QMenu *methods = menu->actions().front()->menu();
        QCOMPARE(methods->actions().size(), 2);
        QVERIFY(methods->actions().back()->isChecked());
        // A method cannot be compared with itself.
        methods->actions().front()->trigger();
        QVERIFY(f.settle());
        QVERIFY(f.page().sentence().isEmpty());
        QCOMPARE(f.page().refusal()->reason(), u"both sides are the same"_s);
        f.page().setSides(sideOf(*parseFilter("method:alpha")),
                          sideOf(*parseFilter("method:beta task:slow")));
        QVERIFY(f.settle());
        QVERIFY2(f.page().sentence().contains(u"alpha is faster on 0, slower on 1"_s),
                 qPrintable(f.page().sentence()));
        QVERIFY(!f.page().filterButton()->isEnabled()); // no single filter selects both
    }

    void cellOpensItsTasksAndResults()
    {
        SidesFixture f;
        QVERIFY(f.open());
        const QModelIndex cell = f.view().matrix()->indexOf({Outcome::Correct, Outcome::Wrong});
        QVERIFY(cell.isValid());
        QVERIFY(!f.view().allButton()->isVisible());
        f.view().matrixTable()->setCurrentIndex(cell);
        QCOMPARE(f.tasks(), QStringList{u"alone"_s});
        f.view().allButton()->click();
        QCOMPARE(f.tasks().size(), 3);
        f.view().matrixTable()->setFocus();
        f.view().matrixTable()->setCurrentIndex(cell);
        QTest::keyClick(f.view().matrixTable(), Qt::Key_Return);
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QVERIFY(f.settle());
        QCOMPARE(f.window->page<ResultsPage>()->table()->model()->rowCount(), 2);
    }

    void theMatrixIsWholeAndTimesHaveAUnit()
    {
        SidesFixture f;
        using enum Verdict;
        for (const Verdict verdict : {WrongValue, CompileError, Crashed, RunTimeout, InfraError}) {
            for (const char *method : {"alpha", "beta"}) {
                ResultRow row = failed(method, "ends as " + toCore(label(verdict)));
                row.verdict = verdict;
                f.store->addRow(row);
            }
        }
        f.window->resize(1280, 720);
        QVERIFY(f.open());
        const ResultTable &matrix = *f.view().matrixTable();
        QVERIFY(f.view().matrix()->columnCount() >= 7);
        QTRY_VERIFY(matrix.viewport()->width() >= matrix.horizontalHeader()->length());
        const QAbstractItemView &hints = matrix; // makes sizeHintForColumn() public
        QVERIFY(matrix.columnWidth(0) >= hints.sizeHintForColumn(0)); // "wrong result" is whole
        QCOMPARE(f.view().differences()->headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
                 u"A, ms"_s);
        QCOMPARE(f.view().differences()->headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
                 u"B, ms"_s);
    }

    void dotsAreTasksAndEnterOpensBothKernels()
    {
        SidesFixture f;
        QVERIFY(f.open());
        const auto &marks = f.view().chart()->marks();
        const auto quick = std::ranges::find_if(
            marks, [](const PlacedMark &mark) { return mark.mark->text.starts_with("quick: "); });
        QVERIFY(quick != marks.end());
        QCOMPARE(quick->mark->text, "quick: alpha 1 ms, beta 100 ms; alpha 100× ahead");
        f.view().chart()->pickMark(static_cast<std::size_t>(quick - marks.begin()));
        QCOMPARE(f.tasks(), QStringList{u"quick"_s});
        QCOMPARE(f.window->selection().ids(), (std::vector<RowId>{{1}, {5}}));
        f.view().differenceTable()->selectRow(0);
        QTest::keyClick(f.view().differenceTable(), Qt::Key_Return);
        QVERIFY(f.page().kernels()->isVisible());
        QVERIFY(QTest::qWaitFor([&] { return !f.page().kernels()->isLoading(); },
                                loupe::test::patience));
        QCOMPARE(f.page().kernels()->diff()->paneCount(), 2);
        f.page().kernels()->close();
    }

    void kernelsOfSeveralFilesAreComparedOneByOne()
    {
        SidesFixture f;
        f.store->setSource(RowId{1}, joinedFiles({{"a.py", "same\n"}, {"b.cu", "x\ny\nz\n"}}));
        f.store->setSource(RowId{5}, joinedFiles({{"a.py", "same\n"}, {"b.cu", "x\ny\n0\n"}}));
        QVERIFY(f.open());
        const auto &marks = f.view().chart()->marks();
        const auto quick = std::ranges::find_if(
            marks, [](const PlacedMark &mark) { return mark.mark->text.starts_with("quick: "); });
        QVERIFY(quick != marks.end());
        f.view().chart()->pickMark(static_cast<std::size_t>(quick - marks.begin()));
        QCOMPARE(f.window->selection().ids(), (std::vector<RowId>{{1}, {5}}));
        f.view().differenceTable()->selectRow(0);
        QTest::keyClick(f.view().differenceTable(), Qt::Key_Return);
        KernelPairDialog &kernels = *f.page().kernels();
        QVERIFY(QTest::qWaitFor([&] { return !kernels.isLoading(); }, loupe::test::patience));
        FileTree &files = *kernels.sources()->files();
        QVERIFY(files.isVisible());
        QCOMPARE(files.chosenPath(), u"b.cu"_s); // the one that differs
        QCOMPARE(kernels.diff()->differences(), 1);
        files.choosePath(u"a.py"_s);
        QVERIFY(QTest::qWaitFor([&] { return !kernels.isLoading(); }, loupe::test::patience));
        QCOMPARE(kernels.diff()->differences(), 0);
        kernels.close();
    }

    void bothSidesAsAFilterAndAsAFigure()
    {
        SidesFixture f;
        QVERIFY(f.open());
        QSignalSpy figures(&f.page(), &ComparePage::figureRequested);
        f.page().figureButton()->click();
        QCOMPARE(figures.size(), 1);
        const auto spec = figures.front().front().value<FigureSpec>();
        QCOMPARE(spec.chart.kind, ChartKind::PairedScatter);
        QCOMPARE(spec.filter, "method:alpha,beta");
        f.window->showPage(MainWindow::Compare);
        f.page().filterButton()->click();
        QCOMPARE(f.window->session().filterText(), u"method:alpha,beta"_s);
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
    }

    void differentDevicesAreRefusedWithAlternatives()
    {
        ResultRow first = solved("alpha", "t", 1, "A100");
        ResultRow second = solved("beta", "t", 2, "H100");
        SidesFixture f(std::vector<ResultRow>{first, second});
        QVERIFY(f.open());
        QVERIFY(f.page().sentence().isEmpty());
        QVERIFY2(f.page().refusal()->reason().contains(u"the device differs, A100 against H100"_s),
                 qPrintable(f.page().refusal()->reason()));
        const auto &buttons = f.page().refusal()->buttons();
        QCOMPARE(buttons.size(), std::size_t(2));
        QCOMPARE(buttons[0]->text(), u"Outcomes only"_s);
        QVERIFY(!buttons[1]->isEnabled()); // times of two devices
        buttons[0]->click();
        QVERIFY(f.settle());
        QVERIFY2(f.page().sentence().contains(u"Both solve 1 task."_s),
                 qPrintable(f.page().sentence()));
        // Another choice of sides needs a new confirmation.
        f.page().setSides(f.page().sides()->second, f.page().sides()->first);
        QVERIFY(f.settle());
        QVERIFY(f.page().sentence().isEmpty());
        // The compared devices differ on purpose.
        f.page().setSides(sideOf(SideKind::Run, "run on A100"),
                          sideOf(SideKind::Run, "run on H100"));
        QVERIFY(f.settle());
        QVERIFY2(f.page().sentence().contains(u"run on A100 is faster on 1"_s),
                 qPrintable(f.page().sentence()));
    }

    void emptyPageNamesMissingData()
    {
        SidesFixture f(false);
        f.window->showPage(MainWindow::Compare);
        QVERIFY(!f.view().isVisible());
        QVERIFY(f.open());
        QVERIFY(!f.view().isVisible());
        QVERIFY(!f.page().firstSide()->button()->isVisible());
        QVERIFY(f.page().sentence().isEmpty());
        // The page follows changes of the store.
        f.store->addRow(solved("beta", "quick", 2));
        f.window->session().poll();
        QTRY_VERIFY_WITH_TIMEOUT(!f.page().sentence().isEmpty(), loupe::test::patience);
    }

    void usesFilterAndScopeOfTheWindow()
    {
        SidesFixture f;
        QVERIFY(f.open());
        QVERIFY(f.window->session().setFilter(u"task:alone"_s));
        QVERIFY(f.settle());
        QVERIFY2(f.page().sentence().contains(u"alpha alone solves 1"_s),
                 qPrintable(f.page().sentence()));
        QVERIFY(!f.view().chart()->isVisible()); // no task is timed on both sides
        QVERIFY(f.window->session().setFilter(u"method:alpha"_s));
        QVERIFY(f.settle());
        QVERIFY(f.page().sentence().isEmpty());
        QVERIFY(f.window->session().setFilter({}));
        Scope scope;
        scope.choice = {AttemptRule::AtRound, 7};
        f.window->session().setScope(scope);
        QVERIFY(f.settle());
        QVERIFY(!f.page().refusal()->reason().isEmpty()); // no results of that round
    }

    void readsNothingMoreWhenCancelled()
    {
        SidesFixture f;
        const auto store = f.store->opener()("fake.kloupe");
        QVERIFY(store);
        SidesQuestion question;
        question.sides = {sideOf(SideKind::Method, "alpha"), sideOf(SideKind::Method, "beta")};
        for (const bool hasSides : {true, false}) {
            if (!hasSides)
                question.sides.reset();
            CancellingReader reader(**store);
            const auto study = studySides(reader, question, reader.stop.get_token());
            QVERIFY(!study);
            QVERIFY(study.error().code == Errc::Cancelled);
            QCOMPARE(reader.reads, 1);
        }
    }

    void beginsWithTheSamePairWhoeverReadsThePopulation()
    {
        SidesFixture f;
        QVERIFY(f.open());
        ScopedPopulation &population = f.window->session().population();
        population.want();
        QTRY_VERIFY_WITH_TIMEOUT(population.current(), loupe::test::patience);
        const auto store = f.store->opener()("fake.kloupe");
        QVERIFY(store);
        SidesQuestion question;
        const auto read = studySides(**store, question, {});
        question.population = population.current();
        const auto known = studySides(**store, question, {});
        QVERIFY(read && (*read)->sides && known && (*known)->sides);
        QCOMPARE((*known)->sides->first.value, (*read)->sides->first.value);
        QCOMPARE((*known)->sides->second.value, (*read)->sides->second.value);
        // The population may have pairs that the sides do not have.
        question.filter = parseFilter("method:alpha").value();
        const auto narrowed = studySides(**store, question, {});
        QVERIFY(narrowed && !(*narrowed)->sides);
    }

    // The page shows which part of the scope above is overridden.
    void showsTheScopeAndItsOverrides()
    {
        std::vector<ResultRow> rows{solved("alpha", "t", 1, "A100"),
                                    solved("alpha", "t", 2, "H100")};
        for (ResultRow &row : rows)
            row.speedup = 2;
        SidesFixture f(rows);
        QVERIFY(f.open());
        QVERIFY(f.window->panes().scopeHeader()->isVisible());
        f.page().setSides(sideOf(SideKind::Device, "A100"), sideOf(SideKind::Device, "H100"));
        QVERIFY(f.settle());
        QVERIFY2(f.page().overrides().contains(u"device A100 (A) and H100 (B), for A100"_s),
                 qPrintable(f.page().overrides()));
        f.page().showRuns(true);
        QVERIFY(
            !f.window->panes().scopeHeader()->isVisible()); // runs are compared attempt by attempt
        QVERIFY(f.page().overrides().isEmpty());
    }
};

} // namespace tst_comparesides

LOUPE_UI_TEST(comparesides, tst_comparesides::TestCompareSides)
#include "tst_comparesides.moc"
