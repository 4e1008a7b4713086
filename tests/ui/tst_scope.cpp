// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facetmodel.h"
#include "ui/models/roles.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/frame/facetpanel.h"
#include "ui/pages/frame/mixturebar.h"
#include "ui/pages/frame/scopebar.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/window/scopeheader.h"
#include "ui/shell/window/splitside.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebutton.h"

#include <QCheckBox>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <map>
#include <string>

#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_scope {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Counts how often a widget is shown.
struct ShowCounter : QObject {
    bool eventFilter(QObject *, QEvent *event) override
    {
        count += event->type() == QEvent::Show ? 1 : 0;
        return false;
    }
    int count = 0;
};

/// Window on two tasks of a method: a fails in round 0 and is correct from round 1 on; b is wrong
/// in both rounds. Ids 1 … 4.
struct Fixture : test::WindowFixture {
    Fixture() : WindowFixture(0)
    {
        using enum Verdict;
        add("Math/a", 0, WrongValue);
        add("Math/a", 1, Correct, 2.0);
        add("Math/b", 0, CompileError);
        add("Math/b", 1, WrongValue);
    }

    void add(const std::string &task, int round, Verdict verdict,
             std::optional<double> speedup = std::nullopt, const std::string &device = {},
             std::optional<Verdict> strict = std::nullopt)
    {
        ResultRow row;
        row.run = "first";
        row.suite = "native";
        row.task = task;
        row.category = "Math";
        row.method = "agent";
        row.round = round;
        row.verdict = verdict;
        row.strictVerdict = strict.value_or(verdict);
        row.speedup = speedup;
        row.device = device;
        store->addRow(row);
    }
    /// Adds a correct result with a time and without a speedup.
    void addTimed(const std::string &method, double milliseconds)
    {
        ResultRow row;
        row.run = method;
        row.suite = "native";
        row.task = "Math/e";
        row.category = "Math";
        row.method = method;
        row.verdict = Verdict::Correct;
        row.strictVerdict = row.verdict;
        row.candidateMs = milliseconds;
        row.device = "A100";
        store->addRow(row);
    }
    /// Adds results that are correct on one device or on both.
    void addDevices()
    {
        for (const char *task : {"Math/c", "Math/d"})
            add(task, 0, Verdict::Correct, 2.0, "A100");
        add("Math/c", 0, Verdict::Correct, 3.0, "H20");
    }

    ResultsPage &results() const { return *window->page<ResultsPage>(); }
    ScopeHeader &header() const { return *window->panes().scopeHeader(); }
    QString countOf(const std::string &field, const std::string &value) const
    {
        const FacetModel &model = *results().facets()->model();
        return model.index(model.rowOf(field, value), FacetModel::CountColumn).data().toString();
    }
    /// Chooses the menu line that begins with this text.
    static bool choose(QMenu *menu, const QString &beginning)
    {
        emit menu->aboutToShow();
        for (QAction *action : menu->actions()) {
            if (action->text().startsWith(beginning)) {
                action->trigger();
                return true;
            }
        }
        return false;
    }
};

Scope overSlow()
{
    Scope out;
    out.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, "method:slow"};
    return out;
}

} // namespace

class TestScope final : public QObject
{
    Q_OBJECT
private slots:
    void isVisibleOnPagesThatCountResults()
    {
        Fixture f;
        QVERIFY(!f.header().isVisible()); // no store is open
        QVERIFY(f.open());
        using Window = MainWindow;
        for (const auto page :
             {Window::Overview, Window::Results, Window::Distributions, Window::Roofline,
              Window::Trajectories, Window::Triage, Window::Audit}) {
            f.window->showPage(page);
            QVERIFY2(f.header().isVisible(), qPrintable(QString::number(page)));
        }
        for (const auto page :
             {Window::Start, Window::Runs, Window::Queue, Window::Figures, Window::Sql}) {
            f.window->showPage(page);
            QVERIFY2(!f.header().isVisible(), qPrintable(QString::number(page)));
        }
        QVERIFY(f.settle());
    }

    void foldsLastChoicesIfNarrow()
    {
        Fixture f;
        QVERIFY(f.open());
        ScopeBar &bar = *f.header().bar();
        const int unit = f.theme.unit();
        f.window->resize(170 * unit, 100 * unit);
        QTRY_VERIFY(!bar.isFolded());
        QVERIFY(bar.attempt()->isVisible() && !bar.more()->isVisible());
        f.window->resize(140 * unit, 100 * unit);
        QTRY_VERIFY(bar.isFolded());
        QVERIFY(!bar.attempt()->isVisible() && bar.more()->isVisible());
        QCOMPARE(bar.more()->value(), u"Last round"_s);
        emit bar.more()->menu()->aboutToShow();
        QMenu *attempts = nullptr;
        for (QAction *action : bar.more()->menu()->actions()) {
            if (action->text().startsWith(u"Attempt"_s))
                attempts = action->menu();
        }
        QVERIFY(attempts != nullptr);
        QVERIFY(Fixture::choose(attempts, u"First round"_s));
        QCOMPARE(f.window->session().scope().choice.rule, AttemptRule::FirstRound);
        QCOMPARE(bar.more()->value(), u"First round"_s);
    }

    void theSizeIsShortenedBeforeItIsCut()
    {
        Fixture f;
        QVERIFY(f.open());
        const QToolButton &size = *f.header().bar()->size();
        const int unit = f.theme.unit();
        f.window->resize(170 * unit, 100 * unit);
        QTRY_VERIFY(size.text().endsWith(u"attempts)"_s));
        f.window->resize(100 * unit, 100 * unit);
        QTRY_VERIFY2(!size.text().contains(u"task × method"_s), qPrintable(size.text()));
        QVERIFY(size.text().endsWith(u"pairs"_s));
        QVERIFY(size.accessibleName().endsWith(u"attempts)"_s));
    }

    void aChoiceThatIsNotNeededIsNeverShown()
    {
        Fixture f;
        QVERIFY(f.open());
        f.window->resize(1440, 900);
        ScopeBar &bar = *f.header().bar();
        QTRY_VERIFY(!bar.isFolded() && bar.attempt()->isVisible());
        ChoiceButton *precision = bar.condition(GroupBy::Precision);
        QVERIFY(!precision->isVisible());
        ShowCounter counter;
        precision->installEventFilter(&counter);
        QVERIFY(Fixture::choose(bar.attempt()->menu(), u"First round"_s));
        QVERIFY(f.settle());
        QCOMPARE(bar.attempt()->value(), u"First round"_s);
        QCOMPARE(counter.count, 0);
    }

    void reportsMixedConditionsUntilAChoice()
    {
        Fixture f;
        f.addDevices();
        QVERIFY(f.open());
        MixtureBar &mixture = *f.header().mixture();
        QVERIFY(mixture.isVisible());
        QCOMPARE(mixture.reason(), u"Mixed: 2 devices."_s);
        QVERIFY2(mixture.consequence().startsWith(u"Shown: A100"_s),
                 qPrintable(mixture.consequence()));
        QVERIFY(f.header().bar()->condition(GroupBy::Device)->isNotable());
        QVERIFY(!f.header().bar()->condition(GroupBy::Suite)->isNotable());
        mixture.splitButton()->click();
        QVERIFY(f.settle());
        QVERIFY(!mixture.isVisible());
        QCOMPARE(f.window->session().scope().rule(GroupBy::Device).kind,
                 ConditionRule::Kind::Split);
        f.window->session().setScope({});
        QVERIFY(f.settle());
        QCOMPARE(mixture.useButton()->text(), u"Use A100"_s);
        mixture.useButton()->click();
        QVERIFY(f.settle());
        QVERIFY(!mixture.isVisible());
        QCOMPARE(f.window->session().scope().rule(GroupBy::Device).value, std::string("A100"));
        QVERIFY(!f.header().bar()->condition(GroupBy::Device)->isNotable());
        f.window->session().setScope({});
        QVERIFY(Fixture::choose(f.header().bar()->condition(GroupBy::Device)->menu(), u"Pool"_s));
        QVERIFY(f.settle());
        QCOMPARE(mixture.reason(), u"Pooled: 2 devices."_s);
    }

    void aMethodCanBeTheBaseline()
    {
        Fixture f;
        f.addTimed("slow", 4.0);
        f.addTimed("quick", 2.0);
        QVERIFY(f.open());
        ScopeBar &bar = *f.header().bar();
        QMenu *baselines = bar.condition(GroupBy::Baseline)->menu();
        emit baselines->aboutToShow();
        QVERIFY(Fixture::choose(baselines->findChild<QMenu *>(), u"slow"_s));
        QVERIFY(f.settle());
        QCOMPARE(f.window->session().scope().rule(GroupBy::Baseline).value,
                 std::string("method:slow"));
        QCOMPARE(bar.condition(GroupBy::Baseline)->value(), u"method slow"_s);
        const auto speedups = [&f] {
            std::map<std::string, double> out;
            for (const MetricRow &row : f.window->session().population().value()->cells()) {
                if (row.speedup)
                    out[row.method.text()] = *row.speedup;
            }
            return out;
        };
        QCOMPARE(speedups(), (std::map<std::string, double>{{"quick", 2.0}, {"slow", 1.0}}));
        QVERIFY2(bar.size()->toolTip().contains(u"baseline: method slow"_s),
                 qPrintable(bar.size()->toolTip()));
        static_cast<void>(f.window->session().setFilter(u"speedup>1"_s));
        QVERIFY(f.settle());
        QCOMPARE(speedups(), (std::map<std::string, double>{{"quick", 2.0}}));
        const auto isListed = [&f] {
            const QModelIndex speedup = f.model().index(0, ResultTableModel::SpeedupColumn);
            return f.model().ids() == std::vector<RowId>{RowId{6}}
            && speedup.data().toString() == speedupText(2.0)
                && speedup.data(Qt::ToolTipRole).toString().contains(u"over method slow"_s);
        };
        QVERIFY(isListed());
        f.results().setShowsEvery(true);
        QVERIFY(f.settle());
        QVERIFY(isListed());
        QCOMPARE(f.countOf("method", "quick"), u"1"_s);
        QVERIFY(f.window->session().setFilter({}));
        f.results().setSort({SortKey::Speedup, true});
        QVERIFY(f.settle());
        QCOMPARE(f.model().idAt(0), RowId{6});
        QCOMPARE(f.model().idAt(1), RowId{5}); // 1.00, the method over itself
        f.results().setShowsEvery(false);
        QVERIFY(f.settle());
        QCOMPARE(f.model().idAt(0), RowId{6});
        emit baselines->aboutToShow();
        const auto menus = baselines->findChildren<QMenu *>();
        QCOMPARE(menus.size(), 1);
        const auto actions = menus.first()->actions();
        const auto chosen = std::ranges::find_if(actions, &QAction::isChecked);
        QVERIFY(chosen != actions.end());
        QCOMPARE((*chosen)->text(), u"slow"_s);
    }

    void selectedResultsHaveTheSpeedupsOfTheScope()
    {
        Fixture f;
        f.addTimed("slow", 4.0);
        f.addTimed("quick", 2.0);
        QVERIFY(f.open());
        f.window->showPage(MainWindow::Distributions);
        f.window->selection().set({{6}}, u"quick"_s);
        QVERIFY(f.settle());
        const QAbstractItemModel &picked
            = *f.window->page<DistributionsPage>()->pickedTable()->model();
        const auto speedup = [&picked] {
            return picked.index(0, ResultTableModel::SpeedupColumn).data().toString();
        };
        QCOMPARE(speedup(), speedupText(std::nullopt)); // as it is recorded
        f.window->session().setScope(overSlow());
        QVERIFY(f.settle());
        QCOMPARE(speedup(), speedupText(2.0));
    }

    void failuresFollowTheBaselineOfTheScope()
    {
        Fixture f;
        f.addTimed("slow", 4.0);
        f.add("Math/f", 0, Verdict::WrongValue, 0.5, "A100"); // has no speedup over a method
        QVERIFY(f.open());
        f.window->session().setScope(overSlow());
        QVERIFY(f.window->session().setFilter(u"-speedup>0.2"_s));
        f.window->showPage(MainWindow::Triage);
        QVERIFY(f.settle());
        const QString heading = f.window->page<TriagePage>()->heading();
        QVERIFY2(heading.startsWith(u"2 failures"_s), qPrintable(heading));
    }

    void countsStrictVerdictsOnRequest()
    {
        Fixture f;
        f.add("Math/c", 0, Verdict::Correct, 3.0, {}, Verdict::WrongValue);
        QVERIFY(f.open());
        const auto correct = [&f] {
            const auto population = f.window->session().population().value();
            return std::ranges::count(population->cells(), Verdict::Correct, &MetricRow::verdict);
        };
        QCOMPARE(correct(), 2);
        QMenu *protocols = f.header().bar()->condition(GroupBy::Protocol)->menu();
        QVERIFY(Fixture::choose(protocols, u"Count the strict"_s));
        QVERIFY(f.settle());
        QCOMPARE(f.window->session().scope().verdict, CountedVerdict::Strict);
        QCOMPARE(correct(), 1);
        // Filters use the run's own verdict.
        QCOMPARE(f.countOf("status", "correct"), u"2"_s);
        QVERIFY(f.window->session().setFilter(u"status:correct"_s));
        QVERIFY(f.settle());
        QCOMPARE(f.model().ids(), (std::vector<RowId>{{2}, {5}}));
        QVERIFY(f.window->session().setFilter({}));
        f.window->showPage(MainWindow::Triage);
        QVERIFY(f.settle());
        const TriagePage &page = *f.window->page<TriagePage>();
        QCOMPARE(page.heading(), u"1 failure of 3 task × method pairs, 1 cause"_s);
        QVERIFY(Fixture::choose(protocols, u"Count the runs"_s));
        QVERIFY(f.settle());
        QCOMPARE(correct(), 2);
    }

    void bothSidesHaveOneScope()
    {
        Fixture f;
        QVERIFY(f.open());
        ScopeHeader *left = &f.header();
        f.window->panes().setSplit(true);
        QVERIFY(f.settle());
        QVERIFY(&f.header() != left);
        QVERIFY(f.header().isVisible() && !left->isVisible());
        QVERIFY(Fixture::choose(f.header().bar()->attempt()->menu(), u"First round"_s));
        QCOMPARE(f.window->session().scope().choice.rule, AttemptRule::FirstRound);
        f.window->panes().activateSide(0);
        QVERIFY(left->isVisible());
        QCOMPARE(left->bar()->attempt()->value(), u"First round"_s);
        QVERIFY(Fixture::choose(left->bar()->attempt()->menu(), u"Best round"_s));
        QCOMPARE(f.window->panes().rightSide()->session().scope().choice.rule,
                 AttemptRule::BestRound);
        // If this side's page does not count results, the other side's page still may.
        f.window->showPage(MainWindow::Runs);
        QVERIFY(!left->isVisible());
        f.window->panes().setSplit(false);
        QVERIFY(!f.header().isVisible());
        f.window->showPage(MainWindow::Results);
        QVERIFY(left->isVisible());
        QVERIFY(f.settle());
    }

    void resultsListCountedCells()
    {
        Fixture f;
        QVERIFY(f.open());
        QCOMPARE(f.results().heading(), u"2 task × method pairs (4 attempts)"_s);
        QCOMPARE(f.model().ids(), (std::vector<RowId>{{2}, {4}}));
        QCOMPARE(f.countOf("status", "correct"), u"1"_s);
        QCOMPARE(f.countOf("status", "wrong"), u"1"_s);
        QCOMPARE(f.countOf("round", "1"), u"2"_s);
        QVERIFY(Fixture::choose(f.header().bar()->attempt()->menu(), u"First round"_s));
        QVERIFY(f.settle());
        QCOMPARE(f.model().ids(), (std::vector<RowId>{{1}, {3}}));
        QCOMPARE(f.countOf("status", "no_build"), u"1"_s);
        // Counts the wrong ones in the first round. Other values stay listed, to be chosen as well.
        QVERIFY(f.window->session().setFilter(u"status:wrong"_s));
        QVERIFY(f.settle());
        QCOMPARE(f.countOf("status", "no_build"), u"1"_s);
        QCOMPARE(f.countOf("round", "0"), u"1"_s);
    }

    void everyResultCanBeListed()
    {
        Fixture f;
        QVERIFY(f.open());
        f.results().everyBox()->click();
        QVERIFY(f.settle());
        QCOMPARE(f.results().heading(), u"4 results"_s);
        QCOMPARE(f.model().rowCount(), 4);
        QCOMPARE(f.countOf("round", "0"), u"2"_s);
        const QModelIndex first = f.model().index(0, ResultTableModel::TaskColumn);
        QVERIFY(first.data(OutsideRole).toBool());
        QVERIFY(first.data(Qt::ToolTipRole).toString().contains(u"another attempt"_s));
        QVERIFY(!f.model().index(1, 0).data(OutsideRole).toBool());
        f.window->close();
        f.show();
        QVERIFY(f.results().showsEvery()); // as before
        QVERIFY(f.open());
        QCOMPARE(f.model().rowCount(), 4);
        f.window->commands().refresh();
        f.window->commands().action(u"results.every"_s)->trigger();
        QVERIFY(f.settle());
        QCOMPARE(f.model().rowCount(), 2);
        QVERIFY(!f.model().index(0, 0).data(OutsideRole).toBool());
    }

    void listsTheWholeSelection()
    {
        Fixture f;
        QVERIFY(f.open());
        f.window->selection().set({{1}, {2}}, u"two rounds"_s);
        QVERIFY(f.settle());
        QCOMPARE(f.model().ids(), (std::vector<RowId>{{1}, {2}}));
        QVERIFY(f.model().index(0, 0).data(OutsideRole).toBool());
        f.window->selection().clear();
        QVERIFY(f.settle());
        QCOMPARE(f.model().ids(), (std::vector<RowId>{{2}, {4}}));
    }

    void ordersASelectionAsTheListBefore()
    {
        Fixture f;
        QVERIFY(f.open());
        f.results().setShowsEvery(true);
        f.add("Math/0", 0, Verdict::WrongValue);
        f.window->session().poll();
        for (const bool isDescending : {true, false}) {
            f.window->selection().clear();
            f.results().setSort({SortKey::Task, isDescending});
            QTRY_COMPARE(f.model().rowCount(), 5);
            QVERIFY(f.settle());
            const std::vector<RowId> all = f.model().ids();
            for (const std::vector<RowId> &chosen :
                 {std::vector<RowId>{{1}, {5}, {2}}, std::vector<RowId>{{3}, {4}, {5}}}) {
                f.window->selection().set(chosen, u"three"_s);
                QVERIFY(f.settle());
                std::vector<RowId> expected = all;
                std::erase_if(expected,
                              [&](RowId id) { return std::ranges::count(chosen, id) == 0; });
                QCOMPARE(f.model().ids(), expected);
            }
        }
    }

    void reportsAnEmptyScope()
    {
        Fixture f;
        QVERIFY(f.open());
        Scope scope;
        scope.choice = {AttemptRule::AtRound, 7}; // no result has that round
        f.window->session().setScope(scope);
        QVERIFY(f.window->session().setFilter(u"id:4"_s));
        QVERIFY(f.settle());
        QVERIFY(!f.table().isVisible());
        f.results().setShowsEvery(true);
        QVERIFY(f.settle());
        QCOMPARE(f.model().ids(), std::vector<RowId>{RowId{4}});
        const QString why = f.model().index(0, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(why.contains(u"outside the scope"_s), qPrintable(why));
    }

    void listsNewCells()
    {
        Fixture f;
        QVERIFY(f.open());
        f.add("Math/b", 2, Verdict::Correct, 1.0); // represents b now
        f.add("Math/e", 0, Verdict::WrongValue);
        f.window->session().poll();
        QTRY_COMPARE(f.model().ids(), (std::vector<RowId>{{2}, {5}, {6}}));
        QTRY_COMPARE(f.results().heading(), u"3 task × method pairs (6 attempts)"_s);
    }

    void failuresAreCells()
    {
        Fixture f;
        f.add("Math/poisoned", 0, Verdict::InfraError);
        QVERIFY(f.openThenShow(MainWindow::Triage));
        const TriagePage &page = *f.window->page<TriagePage>();
        QCOMPARE(page.heading(), u"1 failure of 3 task × method pairs, 1 cause"_s);
        QCOMPARE(page.targets(), std::vector<RowId>{RowId{4}});
        QVERIFY(Fixture::choose(f.header().bar()->attempt()->menu(), u"First round"_s));
        QVERIFY(f.settle());
        QCOMPARE(page.heading(), u"2 failures of 3 task × method pairs, 2 causes"_s);
        QVERIFY(Fixture::choose(f.header().bar()->attempt()->menu(), u"Best of all"_s));
        QVERIFY(f.settle());
        QVERIFY(f.window->session().setFilter(u"task:Math/a"_s));
        QVERIFY(f.settle());
        QCOMPARE(page.heading(), u"0 failures of 1 task × method pair, 0 causes"_s);
    }
};

} // namespace tst_scope

LOUPE_UI_TEST(scope, tst_scope::TestScope)
#include "tst_scope.moc"
