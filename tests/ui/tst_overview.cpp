// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/categorymodel.h"
#include "ui/models/roles.h"
#include "ui/models/scoreboardmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/frame/scopebar.h"
#include "ui/pages/overview/overviewnotes.h"
#include "ui/pages/overview/overviewpage.h"
#include "ui/pages/start/startpage.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/window/scopeheader.h"
#include "ui/widgets/input/choicebutton.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <atomic>

#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_overview {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Window on the page Overview; a third of its rows is correct with a speedup.
struct Fixture : test::WindowFixture {
    explicit Fixture(int rows) : WindowFixture(rows) { }

    bool openOverview() { return openThenShow(MainWindow::Overview); }
    OverviewPage &page() const { return *window->page<OverviewPage>(); }
    QPushButton *button(const QString &text) const
    {
        for (QPushButton *each : page().findChildren<QPushButton *>()) {
            if (each->text() == text)
                return each;
        }
        return nullptr;
    }
    /// Adds a proof to the first result.
    void prove(const std::string &rule) const
    {
        Finding finding;
        finding.rule = rule;
        finding.severity = FindingSeverity::Proof;
        store->addFinding({1}, finding);
    }
    bool says(const QString &text) const
    {
        const auto labels = page().findChildren<QLabel *>();
        return std::ranges::any_of(
            labels, [&](const QLabel *each) { return each->isVisible() && each->text() == text; });
    }
    QString score(int column) const
    {
        return page().scoreModel()->index(0, column).data().toString();
    }
    /// Clicks the first row's cell of a column, at this share of its width.
    static void click(ResultTable &table, int column, double share)
    {
        const QModelIndex index = table.model()->index(0, column);
        table.scrollTo(index);
        const QRect cell = table.visualRect(index);
        const QPoint at(cell.left() + static_cast<int>(cell.width() * share), cell.center().y());
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, at);
    }
    /// Chooses the menu line that begins with this text.
    static bool choose(ChoiceButton *button, const QString &beginning)
    {
        emit button->menu()->aboutToShow();
        for (QAction *action : button->menu()->actions()) {
            if (action->text().startsWith(beginning)) {
                action->trigger();
                return true;
            }
        }
        return false;
    }
};

} // namespace

class TestOverview final : public QObject
{
    Q_OBJECT
private slots:
    void storeOpensOnTheOverview()
    {
        Fixture f(30);
        QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        f.window->openStore("fake.kloupe");
        QVERIFY(opened.wait(loupe::test::patience));
        QCOMPARE(f.window->currentPage(), MainWindow::Overview);
        QVERIFY(f.settle());
        QCOMPARE(f.page().heading(), u"tester on 30 tasks: 10 solved, 20 not"_s);
    }

    void methodsCategoriesAndFailuresAreCounted()
    {
        Fixture f(30);
        QVERIFY(f.openOverview());
        const QAbstractItemModelTester scores(f.page().scoreModel());
        QCOMPARE(f.score(ScoreboardModel::MethodColumn), u"tester"_s);
        QCOMPARE(f.score(ScoreboardModel::TasksColumn), u"30 of 30"_s);
        QCOMPARE(f.score(ScoreboardModel::BuiltColumn), u"20"_s);
        QCOMPARE(f.score(ScoreboardModel::CorrectColumn), u"10"_s);
        const CategoryModel &categories = *f.page().categoryModel();
        const QAbstractItemModelTester matrix(f.page().categories()->model());
        QCOMPARE(categories.rowCount(), 3); // all, Math, Fusion
        QCOMPARE(categories.index(0, 1).data().toString(), u"30"_s);
        QCOMPARE(categories.index(0, 2).data().toString(), u"10"_s);
        const QVariantList share = categories.index(0, 2).data(ShareRole).toList();
        QCOMPARE(share.size(), 3); // a bar with its interval, because there is one method
        QCOMPARE(share[0].toDouble(), 10.0 / 30);
        QVERIFY(share[1].toDouble() < share[0].toDouble());
        QVERIFY(share[2].toDouble() > share[0].toDouble());
        QVERIFY(!categories.index(0, 2).data(TintRole).isValid());
        QCOMPARE(f.page().causeModel()->rowCount(), 2); // wrong value, compile error
    }

    void numberOpensItsResults()
    {
        Fixture f(30);
        QVERIFY(f.openOverview());
        emit f.page().scores()->openRequested(
            f.page().scoreModel()->index(0, ScoreboardModel::CorrectColumn));
        QVERIFY(f.settle());
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QCOMPARE(f.model().rowCount(), 10);
        QCOMPARE(f.window->session().filterText(), u"method:tester status:correct"_s);
    }

    void oneClickOnANumberOpensIt()
    {
        Fixture f(30);
        QVERIFY(f.openOverview());
        f.click(*f.page().scores(), ScoreboardModel::TasksColumn, 0.5);
        QVERIFY(f.settle());
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QCOMPARE(f.window->session().filterText(), u"method:tester"_s);
        QCOMPARE(f.model().rowCount(), 30);
    }

    void barSegmentFiltersByOutcome()
    {
        Fixture f(30);
        QVERIFY(f.openOverview());
        // A third each is correct, wrong, and does not build.
        f.click(*f.page().scores(), ScoreboardModel::OutcomesColumn, 0.5);
        QVERIFY(f.settle());
        QCOMPARE(f.window->session().filterText(), u"method:tester status:wrong"_s);
        QCOMPARE(f.model().rowCount(), 10);
    }

    void theFilterKeepsItsOtherTerms()
    {
        Fixture f(30);
        QVERIFY(f.openOverview());
        QVERIFY(f.window->session().setFilter(u"category:Math status:correct,wrong"_s));
        QVERIFY(f.settle());
        const QString solved = f.score(ScoreboardModel::CorrectColumn);
        f.click(*f.page().scores(), ScoreboardModel::CorrectColumn, 0.5);
        QVERIFY(f.settle());
        QCOMPARE(f.window->session().filterText(), u"category:Math method:tester status:correct"_s);
        QCOMPARE(QString::number(f.model().rowCount()), solved);
    }

    void omitsMethodsWithoutFailures()
    {
        Fixture f(30);
        ResultRow solved;
        solved.run = "first";
        solved.suite = "native";
        solved.task = "Math/solved";
        solved.category = "Math";
        solved.method = "without failures";
        solved.verdict = Verdict::Correct;
        f.store->addRow(solved);
        QVERIFY(f.openOverview());
        QCOMPARE(f.page().scoreModel()->rowCount(), 2);
        const CategoryModel &categories = *f.page().categoryModel();
        const int first = CategoryModel::firstMethod;
        QCOMPARE(categories.index(0, first).data(TintRole).toInt(), 2); // 10 of 31: two fifths
        QVERIFY(!categories.index(0, first).data(ShareRole).isValid());
        const TextTableModel &causes = *f.page().causeModel();
        QCOMPARE(causes.columnCount(), CategoryModel::firstMethod + 1);
        const int column = CategoryModel::firstMethod;
        QCOMPARE(causes.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(),
                 u"tester"_s);
        f.click(*f.page().causes(), column, 0.5);
        QVERIFY(f.settle());
        QCOMPARE(f.window->session().filterText(), u"verdict:compile_error method:tester"_s);
        QCOMPARE(f.model().rowCount(), 10);
    }

    void severalBaselinesAreComparedInTheNotes()
    {
        Fixture plain(30);
        QVERIFY(plain.openOverview());
        QVERIFY(!plain.page().notes()->caveats().contains(u"Faster than all"_s));
        Fixture f(30);
        f.store->setBaselines(
            "eager reference (cuda:0)",
            {"compile reference (cuda:0)", 1e-6, "run", "a timing of the reference alone", false});
        QVERIFY(f.openOverview());
        const auto says
            = [&](const QString &text) { return f.page().notes()->caveats().contains(text); };
        QTRY_VERIFY(says(u"Over eager reference (cuda:0): "_s));
        QVERIFY(says(u"Over compile reference (cuda:0): "_s));
        QVERIFY2(says(u"Faster than all 2 baselines: 0 of "_s), "the further one takes no time");
    }

    void aHashInACaveatIsShort()
    {
        Fixture f(3);
        QVERIFY(f.openOverview());
        const QString hash(40, u'7');
        auto &notes = const_cast<OverviewNotes &>(*f.page().notes());
        const int width = notes.minimumSizeHint().width();
        notes.setCaveats({u"Only version %1 counts."_s.arg(hash)});
        QCOMPARE(notes.caveats(), u"Only version 7777777 counts."_s);
        QVERIFY(notes.minimumSizeHint().width() <= width);
    }

    void categoryOpensSolvedTasks()
    {
        Fixture f(30);
        QVERIFY(f.openOverview());
        emit f.page().categories()->openRequested(
            f.page().categoryModel()->index(0, CategoryModel::firstMethod));
        QVERIFY(f.settle());
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QCOMPARE(f.model().rowCount(), 10);
    }

    void causeOpensItsFailures()
    {
        Fixture f(30);
        QVERIFY(f.openOverview());
        emit f.page().causes()->openRequested(
            f.page().causeModel()->index(1, CategoryModel::firstMethod));
        QVERIFY(f.settle());
        QCOMPARE(f.model().rowCount(), 10);
        QVERIFY(!f.window->session().filterText().contains(u"id:"_s));
    }

    void showsFindings()
    {
        Fixture f(30);
        f.prove("framework_tampering");
        QVERIFY(f.openOverview());
        QVERIFY(f.page().notes()->audit().contains(u"1 result with a proof"_s));
        QVERIFY(f.page().notes()->caveats().contains(u"1 result flagged by the audit"_s));
    }

    void withoutFindingsAnAuditCanBeStarted()
    {
        std::atomic<int> audits = 0;
        Fixture f(30);
        f.services.auditRecords = [&audits](const std::filesystem::path &,
                                            const std::stop_token &) -> Result<AuditSummary> {
            ++audits;
            return AuditSummary();
        };
        f.show();
        QVERIFY(f.openOverview());
        QPushButton *run = f.button(u"Run audit"_s);
        QVERIFY(run != nullptr);
        run->click();
        QCOMPARE(f.window->currentPage(), MainWindow::Audit);
        QTRY_COMPARE(audits.load(), 1);
        QVERIFY(f.settle());
    }

    void nextVisitShowsChanges()
    {
        Fixture f(30);
        QVERIFY(f.openOverview());
        QVERIFY(f.page().notes()->changes().isEmpty()); // the first visit
        f.window->close();
        f.store->addRun("second");
        f.store->addRows(3);
        f.show();
        QVERIFY(f.openOverview());
        QVERIFY2(f.page().notes()->changes().contains(u"second"_s),
                 qPrintable(f.page().notes()->changes()));
        const auto labels = f.window->page<StartPage>()->findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel *each) {
            return each->text() == u"tester on 30 tasks: 10 solved, 20 not"_s;
        }));
    }

    void figureUsesTheScope()
    {
        Fixture f(30);
        QVERIFY(f.openOverview());
        QSignalSpy asked(&f.page(), &OverviewPage::figureRequested);
        QTest::mouseClick(f.button(u"Make figure…"_s), Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
        const auto spec = asked.front().front().value<FigureSpec>();
        QVERIFY(spec.chart.scope.has_value());
        QVERIFY(isFigureName(spec.name));
        QCOMPARE(f.window->currentPage(), MainWindow::Figures);
    }

    void theScoreboardCanBeCopied()
    {
        Fixture f(30);
        QVERIFY(f.openOverview());
        QTest::mouseClick(f.button(u"Copy table"_s), Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"| tester |"_s));
    }

    void scopeBelongsToTheWindow()
    {
        Fixture f(30);
        QVERIFY(f.openOverview());
        ScopeBar &scope = *f.window->panes().scopeHeader()->bar();
        QCOMPARE(scope.attempt()->value(), u"Last round"_s);
        QVERIFY(scope.size()->text().startsWith(u"30 tasks × 1 method"_s));
        QVERIFY(Fixture::choose(scope.attempt(), u"Best round"_s));
        QCOMPARE(f.window->session().scope().choice.rule, AttemptRule::BestRound);
        QVERIFY(f.settle());
        QCOMPARE(scope.attempt()->value(), u"Best round"_s);
        QVERIFY(Fixture::choose(scope.methods(), u"tester"_s));
        QCOMPARE(f.window->session().filterText(), u"method:tester"_s);
        QVERIFY(Fixture::choose(scope.flagged(), u"Flagged results count"_s));
        QVERIFY(f.window->session().scope().includeWithheld);
    }

    void countsNewResults()
    {
        Fixture f(3);
        QVERIFY(f.openOverview());
        QCOMPARE(f.score(ScoreboardModel::CorrectColumn), u"1"_s);
        f.store->addRows(27);
        f.window->session().poll();
        QTRY_COMPARE_WITH_TIMEOUT(f.score(ScoreboardModel::CorrectColumn), u"10"_s,
                                  loupe::test::patience);
    }

    void namesMissingInput()
    {
        Fixture f(0);
        QVERIFY(f.openOverview());
        QVERIFY(f.page().heading().isEmpty());
        QVERIFY(!f.page().scores()->isVisible());
        QVERIFY(f.says(u"This store has no results yet."_s));
    }

    void excludedResultsAreNotCalledMissing()
    {
        Fixture f(1);
        QVERIFY(f.openOverview());
        Scope scope;
        scope.choice = {AttemptRule::AtRound, 7}; // no result has that round
        f.window->session().setScope(scope);
        QVERIFY(f.settle());
        QVERIFY(!f.page().scores()->isVisible());
        QVERIFY(f.says(u"The scope excludes all results."_s));
        QVERIFY(!f.says(u"This store has no results yet."_s));
    }

    void emptyFilterIsReportedApartFromTheScope()
    {
        Fixture f(6);
        QVERIFY(f.openOverview());
        QVERIFY(f.window->session().setFilter(u"task:there_is_no_such_task"_s));
        QVERIFY(f.settle());
        QVERIFY(f.says(u"No results of the scope match the filter."_s));
        QVERIFY(!f.says(u"The scope excludes all results."_s));
    }
};

} // namespace tst_overview

LOUPE_UI_TEST(overview, tst_overview::TestOverview)
#include "tst_overview.moc"
