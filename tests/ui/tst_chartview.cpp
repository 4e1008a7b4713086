// SPDX-License-Identifier: GPL-3.0-or-later
// Tests picking from charts by mouse, keys, ranges and lassos, in a widget and on the page.
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/frame/chartcontrols.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/widgets/charts/chartbrush.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/tables/resulttable.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_chartview {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

using Ids = std::vector<RowId>;

/// Waits until layouts no longer change a widget's size. Each wait handles all events, however
/// slow the machine is.
bool hasItsSize(const QWidget &widget)
{
    constexpr int quietWaits = 4;
    QSize before = widget.size();
    int quiet = 0;
    for (int i = 0; i < 500 && quiet < quietWaits; ++i) {
        QTest::qWait(25);
        quiet = widget.size() == before ? quiet + 1 : 0;
        before = widget.size();
    }
    return quiet == quietWaits;
}

/// Returns four bars of a panel. Bar i has members 10 i + 1 and 10 i + 2; the last shares one.
Chart barChart()
{
    Chart chart;
    chart.title = "Bars";
    ChartPanel panel;
    panel.title = "Math";
    panel.x.most = 4;
    panel.y.most = 8;
    for (int i = 0; i < 4; ++i) {
        ChartBar bar;
        bar.from = i;
        bar.to = i + 1.0;
        bar.value = 2.0 + i;
        bar.mark.text = "bar " + std::to_string(i);
        bar.mark.members = {{10 * i + 2}, {10 * i + 1}};
        panel.bars.push_back(bar);
    }
    panel.bars.back().mark.members.push_back({1});
    chart.panels.push_back(panel);
    return chart;
}

/// Returns 3 × 3 cells, one of them missing.
Chart cellChart()
{
    Chart chart;
    ChartPanel panel;
    for (ChartAxis *axis : {&panel.x, &panel.y}) {
        axis->least = -0.5;
        axis->most = 2.5;
        axis->ticks = {{0, "a"}, {1, "b"}, {2, "c"}};
    }
    for (int y = 0; y < 3; ++y) {
        for (int x = 0; x < 3; ++x) {
            if (x == 1 && y == 1)
                continue;
            ChartCell cell;
            cell.x = x;
            cell.y = y;
            cell.value = 0.5;
            cell.mark = {std::to_string(x) + "," + std::to_string(y), {{10 * x + y + 1}}};
            panel.cells.push_back(cell);
        }
    }
    chart.panels.push_back(panel);
    return chart;
}

/// Returns the bars with a strip of one part, whose members are 1 to 4 and the first bar's.
Chart stripChart()
{
    Chart chart = barChart();
    ChartStrip strip;
    strip.n = 5;
    strip.parts
        = {{"correct", 5, {ChartTone::Kind::Faster}, {"correct", {{1}, {2}, {3}, {4}, {31}}}}};
    chart.panels[0].strips.push_back(strip);
    return chart;
}

struct ShownView {
    explicit ShownView(Chart chart) : view(theme)
    {
        theme.choose(ThemeChoice::Light);
        view.resize(500, 300);
        view.setChart(std::move(chart));
        view.show();
        QObject::connect(&view, &ChartView::brushed, [this](const Ids &ids, const QString &text) {
            picked = ids;
            said = text;
            view.setBrush(ids);
        });
    }
    QPoint at(std::size_t mark) const { return view.marks()[mark].box.center().toPoint(); }

    Theme theme;
    ChartView view;
    Ids picked;
    QString said;
};

} // namespace

class TestChartView : public QObject
{
    Q_OBJECT
private slots:
    void aClickPicksExactlyTheMembers()
    {
        ShownView f(barChart());
        QVERIFY(QTest::qWaitForWindowExposed(&f.view, loupe::test::patience));
        QTest::mouseClick(&f.view, Qt::LeftButton, {}, f.at(1));
        QCOMPARE(f.picked, (Ids{{11}, {12}}));
        QCOMPARE(f.said, u"Math, bar 1"_s);
        QTest::mouseClick(&f.view, Qt::LeftButton, Qt::ControlModifier, f.at(3));
        QCOMPARE(f.picked, (Ids{{1}, {11}, {12}, {31}, {32}}));
        // A click outside all bars clears the selection.
        QTest::mouseClick(&f.view, Qt::LeftButton, {}, QPoint(f.at(0).x(), 2));
        QCOMPARE(f.picked, Ids());
    }

    void highlightsAPartOfAStrip()
    {
        ShownView f(stripChart());
        QVERIFY(QTest::qWaitForWindowExposed(&f.view, loupe::test::patience));
        const std::vector<PlacedMark> &marks = f.view.marks();
        const auto part = std::ranges::find(marks, MarkKind::Strip, &PlacedMark::kind);
        QVERIFY(part != marks.end());
        const auto place = static_cast<std::size_t>(part - marks.begin());
        // Two of five members; every bar without any is dimmed, the others are not.
        const std::vector<double> shares = sharesOf({{1}, {2}}, marks);
        QCOMPARE(shares.size(), marks.size());
        QCOMPARE(shares[place], 0.4);
        for (std::size_t i = 0; i < marks.size(); ++i) {
            if (marks[i].kind == MarkKind::Bar)
                QCOMPARE(shares[i], marks[i].index == 0 || marks[i].index == 3 ? 1.0 : 0.0);
        }
        QVERIFY(sharesOf({{1000}}, marks).empty());

        const QRectF box = part->box;
        const auto colorAt = [&](double share) {
            const QPoint at(qRound(box.left() + share * box.width()), qRound(box.center().y()));
            const QImage image = f.view.grab().toImage();
            return image.pixelColor(at * image.devicePixelRatio());
        };
        const QColor full = colorAt(0.1);
        QCOMPARE(colorAt(0.9), full);
        f.view.setBrush({{1}, {2}});
        QCOMPARE(colorAt(0.1), full);
        QVERIFY(colorAt(0.9) != full);
        QCOMPARE(colorAt(0.45), colorAt(0.9)); // beyond two of five
        f.view.setBrush({});
        QCOMPARE(colorAt(0.9), full);
    }

    void dragPicksBarsByTheirMiddle()
    {
        ShownView f(barChart());
        QVERIFY(QTest::qWaitForWindowExposed(&f.view, loupe::test::patience));
        QTest::mousePress(&f.view, Qt::LeftButton, {}, f.at(1) - QPoint(10, 0));
        QTest::mouseMove(&f.view, f.at(2));
        QTest::mouseMove(&f.view, f.at(2) + QPoint(10, 0));
        QTest::mouseRelease(&f.view, Qt::LeftButton, {}, f.at(2) + QPoint(10, 0));
        QCOMPARE(f.picked, (Ids{{11}, {12}, {21}, {22}}));
        QCOMPARE(f.said, u"2 marks of Math"_s);
    }

    void aLassoPicksTheCellsInside()
    {
        ShownView f(cellChart());
        QVERIFY(QTest::qWaitForWindowExposed(&f.view, loupe::test::patience));
        const QRectF first = f.view.marks()[0].box; // (0, 0)
        const QRectF last = f.view.marks()[2].box;  // (2, 0)
        const QRectF row = first.united(last).adjusted(1, 1, -1, -1);
        f.view.pickAlong(QPolygonF(row));
        QCOMPARE(f.picked, (Ids{{1}, {11}, {21}}));
        // A triangle without the upper right corner.
        const QRectF all = first.united(f.view.marks().back().box).adjusted(1, 1, -1, -1);
        f.view.pickAlong(QPolygonF({all.topLeft(), all.bottomLeft(), all.bottomRight()}));
        QVERIFY(std::find(f.picked.begin(), f.picked.end(), RowId{21}) == f.picked.end());
        QVERIFY(std::find(f.picked.begin(), f.picked.end(), RowId{2}) != f.picked.end());
    }

    void keysMoveOverBarsAndDescribeThem()
    {
        ShownView f(barChart());
        QVERIFY(QTest::qWaitForWindowExposed(&f.view, loupe::test::patience));
        QSignalSpy filter(&f.view, &ChartView::filterRequested);
        QTest::keyClick(&f.view, Qt::Key_Right);
        QCOMPARE(f.view.cursorText(), u"bar 0"_s);
        QCOMPARE(f.view.accessibleName(), u"Bars, Math: bar 0"_s);
        QTest::keyClick(&f.view, Qt::Key_Right);
        QCOMPARE(f.view.cursorText(), u"bar 1"_s);
        QTest::keyClick(&f.view, Qt::Key_End);
        QTest::keyClick(&f.view, Qt::Key_Right); // already at the last
        QCOMPARE(f.view.cursorText(), u"bar 3"_s);
        QTest::keyClick(&f.view, Qt::Key_Left);
        QTest::keyClick(&f.view, Qt::Key_Return);
        QCOMPARE(f.picked, (Ids{{21}, {22}}));
        QCOMPARE(filter.count(), 0);
        QTest::keyClick(&f.view, Qt::Key_Return);
        QCOMPARE(filter.count(), 1);
    }

    void keysMoveOverCells()
    {
        ShownView f(cellChart());
        QVERIFY(QTest::qWaitForWindowExposed(&f.view, loupe::test::patience));
        const auto press = [&](Qt::Key key) {
            QTest::keyClick(&f.view, key);
            return f.view.cursorText();
        };
        QCOMPARE(press(Qt::Key_Home), u"0,0"_s);
        QCOMPARE(press(Qt::Key_Right), u"1,0"_s);
        QCOMPARE(press(Qt::Key_Right), u"2,0"_s);
        QCOMPARE(press(Qt::Key_Down), u"2,1"_s);
        QCOMPARE(press(Qt::Key_Left), u"0,1"_s); // skips the missing one
        QCOMPARE(press(Qt::Key_Up), u"0,0"_s);
    }

    void theThresholdIsDragged()
    {
        Chart chart = barChart();
        chart.panels[0].x.reference = 1.0;
        ShownView f(chart);
        QVERIFY(QTest::qWaitForWindowExposed(&f.view, loupe::test::patience));
        f.view.setReferenceDraggable(true);
        QSignalSpy moved(&f.view, &ChartView::referenceMoved);
        const double left = f.view.marks()[0].box.right();
        const double middle = f.view.marks()[2].box.center().x();
        const int y = f.at(3).y();
        QTest::mousePress(&f.view, Qt::LeftButton, {}, QPoint(qRound(left), y));
        QTest::mouseMove(&f.view, QPoint(qRound(middle), y));
        QTest::mouseRelease(&f.view, Qt::LeftButton, {}, QPoint(qRound(middle), y));
        QCOMPARE(moved.count(), 1);
        QVERIFY(std::abs(moved.front().front().toDouble() - 2.5) < 0.05);
        QVERIFY(f.picked.empty());
    }

    void everyKindIsShownOrExplained()
    {
        test::WindowFixture f(300);
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        DistributionsPage *page = f.window->page<DistributionsPage>();
        for (const ChartKindFacts &kind : allChartKinds()) {
            if (kind.needsRounds())
                continue;
            page->controls()->setKind(kind.kind);
            QVERIFY(f.settle());
            QVERIFY2(page->view()->isVisible() || page->findChild<EmptyState *>()->isVisible(),
                     kind.label.data());
        }
    }

    void enterFiltersByPickedResults()
    {
        test::WindowFixture f(300);
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        ChartView *view = f.window->page<DistributionsPage>()->view();
        view->pickMark(0);
        const Ids ids = f.window->selection().ids();
        QVERIFY(!ids.empty());
        QTest::keyClick(view, Qt::Key_Return);
        QVERIFY(f.settle());
        const QString filter = f.window->session().filterText();
        QVERIFY2(!filter.isEmpty() && !filter.contains(u"id:"_s), qPrintable(filter));
        QVERIFY(f.window->selection().isEmpty());
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        Ids shown = f.model().ids();
        std::sort(shown.begin(), shown.end());
        QCOMPARE(shown, ids);
    }

    void showsArbitrarySelectionsInResults()
    {
        test::WindowFixture f(300);
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        const Ids odd{{1}, {2}, {5}, {42}, {77}, {81}, {150}, {298}};
        f.window->selection().set(odd, u"8 selected"_s);
        f.window->page<DistributionsPage>()->filterByPicked();
        QVERIFY(f.settle());
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QVERIFY(f.window->session().filterText().isEmpty());
        QCOMPARE(f.model().ids(), odd);
    }

    void enterFiltersByADraggedRange()
    {
        ShownView f(barChart());
        QVERIFY(QTest::qWaitForWindowExposed(&f.view, loupe::test::patience));
        QSignalSpy filter(&f.view, &ChartView::filterRequested);
        f.view.pickAlong(QPolygonF({f.at(1) - QPoint(10, 0), f.at(2) + QPoint(10, 0)}));
        f.view.setChart(barChart()); // as when results arrive
        QTest::keyClick(&f.view, Qt::Key_Return);
        QCOMPARE(filter.count(), 1);
    }

    void aBrushKeepsTheSizeOfItsChart()
    {
        test::WindowFixture f(300);
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        const DistributionsPage *page = f.window->page<DistributionsPage>();
        ChartView *view = page->view();
        for (const QSize size : {QSize(1280, 720), QSize(1440, 900), QSize(2560, 1440)}) {
            f.window->resize(size);
            QVERIFY(hasItsSize(*view));
            const QSize before = view->size();
            const QRectF mark = view->marks()[0].box;
            QVERIFY(page->pickedTable()->isVisible());
            QCOMPARE(page->pickedTable()->model()->rowCount(), 0);
            view->pickMark(0);
            QTRY_VERIFY(page->pickedTable()->model()->rowCount() > 0);
            QVERIFY(hasItsSize(*view));
            QCOMPARE(view->size(), before);
            QCOMPARE(view->marks()[0].box, mark);
            f.window->selection().clear();
            QTRY_COMPARE(page->pickedTable()->model()->rowCount(), 0);
            QCOMPARE(view->size(), before);
        }
    }

    void aRowOfTheBrushOpensItsKernel()
    {
        test::WindowFixture f(300);
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        DistributionsPage *page = f.window->page<DistributionsPage>();
        page->view()->pickMark(0);
        ResultTable *table = page->pickedTable();
        QTRY_VERIFY(table->isVisible());
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QVERIFY(f.window->page<ResultsPage>()->detail()->isVisible());
    }

    void theTableHoldsARowForEachMark()
    {
        test::WindowFixture f(300);
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        DistributionsPage *page = f.window->page<DistributionsPage>();
        f.trigger(u"chart.table"_s);
        QVERIFY(page->showsTable());
        const auto tables = page->findChildren<ResultTable *>();
        const auto table = std::find_if(tables.begin(), tables.end(), [](const ResultTable *each) {
            return each->accessibleName() == u"Data of the chart"_s;
        });
        QVERIFY(table != tables.end());
        QCOMPARE(static_cast<std::size_t>((*table)->model()->rowCount()),
                 page->view()->marks().size());
        emit(*table)->openRequested((*table)->model()->index(1, 0));
        Ids members = page->view()->marks()[1].mark->members;
        std::sort(members.begin(), members.end());
        QCOMPARE(f.window->selection().ids(), members);
    }

    void createsAFigureOfTheChart()
    {
        test::WindowFixture f(300);
        QVERIFY(f.open());
        QVERIFY(f.window->session().setFilter(u"status:correct"_s));
        f.window->showPage(MainWindow::Distributions);
        QVERIFY(f.settle());
        DistributionsPage *page = f.window->page<DistributionsPage>();
        page->controls()->setKind(ChartKind::FastPCurve);
        page->controls()->setThreshold(1.5);
        QVERIFY(f.settle());
        const FigureSpec spec = page->figureSpec();
        QCOMPARE(spec.chart.kind, ChartKind::FastPCurve);
        QCOMPARE(spec.chart.fast.front().p, 1.5);
        QCOMPARE(spec.filter, std::string("status:correct"));
        QVERIFY(isFigureName(spec.name));
    }

    void tagsApplyToAllPickedResults()
    {
        test::WindowFixture f(300);
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        DistributionsPage *page = f.window->page<DistributionsPage>();
        page->view()->pickMark(0);
        Ids tagged;
        QString tag;
        connect(page, &DistributionsPage::tagRequested, this,
                [&](const Ids &ids, const QString &text) {
                    tagged = ids;
                    tag = text;
                });
        f.trigger(u"triage.tag"_s);
        auto *line = qobject_cast<QLineEdit *>(page->focusWidget());
        QVERIFY(line);
        QTest::keyClicks(line, u"odd"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(tag, u"odd"_s);
        QCOMPARE(tagged, f.window->selection().ids());
    }
};

} // namespace tst_chartview

LOUPE_UI_TEST(chartview, tst_chartview::TestChartView)
#include "tst_chartview.moc"
