// SPDX-License-Identifier: GPL-3.0-or-later
// Tests actions on a chart: pages of panels, ends of axes, copying and saving.
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/frame/chartcontrols.h"
#include "ui/style/theme.h"
#include "ui/widgets/charts/axislimitsdialog.h"
#include "ui/widgets/charts/chartmenu.h"
#include "ui/widgets/charts/chartroom.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/charts/pagerow.h"
#include "ui/widgets/input/handleslider.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "samplecharts.h"
#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_chartpages {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

struct ShownPages {
    explicit ShownPages(Chart chart, QSize size = {900, 420}) : view(theme), row(view, theme)
    {
        theme.choose(ThemeChoice::Light);
        view.resize(size);
        view.setChart(std::move(chart));
        view.show();
        QObject::connect(&view, &ChartView::brushed,
                         [this](const std::vector<RowId> &ids) { view.setBrush(ids); });
    }

    Theme theme;
    ChartView view;
    ChartMenu *menu = new ChartMenu(view);
    PageRow row;
};

/// Returns a map of named rows that is higher than a window.
Chart tallMap()
{
    Chart chart;
    ChartPanel panel;
    panel.x.least = -0.5;
    panel.x.most = 0.5;
    panel.y.least = -0.5;
    panel.y.most = 99.5;
    for (int row = 0; row < 100; ++row) {
        panel.y.ticks.push_back({static_cast<double>(row), "task " + std::to_string(row)});
        ChartCell cell;
        cell.y = row;
        cell.value = 0.5;
        panel.cells.push_back(cell);
    }
    chart.panels.push_back(panel);
    return chart;
}

HandleSlider *makeRangeOf(const Theme &theme)
{
    return new HandleSlider(
        u"Range"_s, {{-6, -1, -3}, {1, 10, 3}},
        [](const std::vector<int> &values) {
            return u"%1 to %2"_s.arg(values.front()).arg(values.back());
        },
        theme);
}

} // namespace

class TestChartPages : public QObject
{
    Q_OBJECT
private slots:
    void everyPanelIsShownAtAReadableSize()
    {
        ShownPages f(sampleOverlays(25));
        const PanelSize least = minPanelSize(f.view.pages().whole(), f.theme);
        QVERIFY(f.view.pages().pages() > 1);
        std::multiset<int> seen;
        for (int page = 0; page < f.view.pages().pages(); ++page) {
            f.view.setPage(page);
            QCOMPARE(f.view.pages().page(), page);
            for (const ChartPanel &panel : f.view.chart().panels)
                seen.insert(panel.n);
            const double across = static_cast<double>(f.view.width()) / f.view.pages().columns();
            QVERIFY(across >= least.width);
        }
        QCOMPARE(seen.size(), std::size_t(25));
        QCOMPARE(std::set<int>(seen.begin(), seen.end()).size(), std::size_t(25));
    }

    void aScatterOfPairsOffersOnlyWhatCanBePaired()
    {
        Theme theme;
        ChartControls controls(theme);
        controls.setGroupBy(GroupBy::Level);
        controls.setKind(ChartKind::PairedScatter);
        QCOMPARE(controls.request().groupBy, GroupBy::Method);
        controls.setGroupBy(GroupBy::Category); // not offered
        QCOMPARE(controls.request().groupBy, GroupBy::Method);
        controls.setGroupBy(GroupBy::Run);
        controls.setKind(ChartKind::SuccessBars);
        QCOMPARE(controls.request().groupBy, GroupBy::Level);
        controls.setKind(ChartKind::PairedScatter);
        QCOMPARE(controls.request().groupBy, GroupBy::Run);
    }

    void scoresAreWholeIfAllPanelsStillFit()
    {
        Chart chart = sampleOverlays(8);
        for (ChartPanel &panel : chart.panels) {
            panel.strips.clear();
            panel.note = "53.3 % [47.1 %, 59.8 %] of 107";
        }
        ShownPages wide(chart, {1100, 420});
        QCOMPARE(wide.view.chart().panels.size(), std::size_t(8));
        const auto textsOf = [](const ShownPages &f) {
            QStringList cut;
            for (int x = 0; x < f.view.width(); x += 20) {
                for (int y = 0; y < f.view.height(); y += 4)
                    cut += f.view.cutTextAt(QPointF(x, y));
            }
            cut.removeAll(QString());
            return cut;
        };
        QVERIFY2(textsOf(wide).isEmpty(), qPrintable(textsOf(wide).join(u'|')));
        // With little room all panels are more important, and the pointer shows what is cut.
        const ShownPages low(chart, {1300, 150});
        QCOMPARE(low.view.chart().panels.size(), std::size_t(8));
        QVERIFY(textsOf(low).join(u'|').contains(u"53.3 % [47.1 %, 59.8 %] of 107"_s));
    }

    void keysAndButtonsTurnPages()
    {
        ShownPages f(sampleOverlays(25));
        QVERIFY(QTest::qWaitForWindowExposed(&f.view, loupe::test::patience));
        QSignalSpy turned(&f.view, &ChartView::pageChanged);
        const auto shown = static_cast<int>(f.view.chart().panels.size());
        int rest = 0;
        for (int i = shown; i < 25; ++i)
            rest += 40 - i; // n of the hidden samples
        QCOMPARE(f.view.pages().restText(),
                 u"%1 smaller categories, n %2"_s.arg(25 - shown).arg(rest));
        QVERIFY(f.row.next()->text().endsWith(u": show"_s));
        QTest::keyClick(&f.view, Qt::Key_PageDown);
        QCOMPARE(f.view.pages().page(), 1);
        QCOMPARE(turned.count(), 1);
        QTest::keyClick(&f.view, Qt::Key_PageUp);
        QTest::keyClick(&f.view, Qt::Key_PageUp); // there is none before the first
        QCOMPARE(f.view.pages().page(), 0);
        QTest::mouseClick(f.row.next(), Qt::LeftButton);
        QCOMPARE(f.view.pages().page(), 1);
    }

    void fewPanelsNeedNoPages()
    {
        ShownPages f(sampleOverlays(3));
        QCOMPARE(f.view.pages().pages(), 1);
        QVERIFY(f.row.isHidden());
        QVERIFY(f.view.pages().restText().isEmpty());
        f.view.resize(200, 200);
        QVERIFY(f.view.pages().pages() > 1);
        QVERIFY(!f.row.isHidden());
    }

    void axesOfAllPanelsStayInTheView()
    {
        for (const int panels : {1, 2, 5, 8, 13, 25, 32}) {
            ShownPages f(sampleOverlays(panels));
            for (const QSize size : {QSize(400, 300), QSize(1000, 500), QSize(2400, 1150)}) {
                f.view.resize(size);
                ChartStyle style = screenStyle(f.theme);
                style.columns = f.view.pages().columns();
                style.sharesX = false;
                const ChartPainter painter(f.view.pages().shown(), std::move(style),
                                           QRectF(f.view.rect()));
                QCOMPARE(painter.layout().panels.size(), f.view.chart().panels.size());
                for (const PlacedPanel &placed : painter.layout().panels) {
                    QVERIFY(placed.plot.height() > f.theme.unit() * 4);
                    QVERIFY(QRectF(f.view.rect()).contains(placed.frame));
                }
            }
        }
    }

    void theLastRowIsVisibleAfterAHigherChart()
    {
        Theme theme;
        theme.choose(ThemeChoice::Light);
        QStackedWidget pages;
        auto *scroll = new QScrollArea;
        auto *view = new ChartView(theme);
        scroll->setWidget(view);
        scroll->setWidgetResizable(true);
        pages.addWidget(scroll);
        pages.addWidget(new QWidget);
        pages.resize(900, 420);
        pages.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pages, loupe::test::patience));
        view->setChart(tallMap());
        QTRY_VERIFY(view->height() > scroll->viewport()->height());
        // Another page is in front while the next chart arrives, as with the table of numbers.
        pages.setCurrentIndex(1);
        view->setChart(sampleOverlays(25));
        pages.setCurrentIndex(0);
        QTRY_COMPARE(view->height(), scroll->viewport()->height());
    }

    void pickedMarkStaysVisible()
    {
        ShownPages f(sampleOverlays(25));
        const int n = f.view.chart().panels.back().n; // every panel has a different n
        f.view.pickMark(f.view.marks().size() - 1);
        f.view.resize(900, 200);
        QVERIFY(f.view.pages().page() > 0);
        const auto &panels = f.view.chart().panels;
        QVERIFY(std::any_of(panels.begin(), panels.end(),
                            [n](const ChartPanel &panel) { return panel.n == n; }));
    }

    void theMenuZoomsAndResets()
    {
        ShownPages f(sampleOverlays(1));
        ChartMenu *menu = f.menu;
        menu->follow();
        QVERIFY(!menu->zoomAction()->isEnabled());
        QVERIFY(!menu->resetAction()->isEnabled());
        const auto bar
            = std::find_if(f.view.marks().begin(), f.view.marks().end(),
                           [](const PlacedMark &mark) { return mark.kind == MarkKind::Bar; });
        f.view.pickMark(static_cast<std::size_t>(bar - f.view.marks().begin()));
        const double from = f.view.chart().panels[0].bars[bar->index].from;
        const double to = f.view.chart().panels[0].bars[bar->index].to;
        menu->follow();
        QVERIFY(menu->zoomAction()->isEnabled());
        menu->zoomAction()->trigger();
        const ChartAxis &x = f.view.chart().panels[0].x;
        QVERIFY(std::abs(std::log2(x.least / from)) < 0.1);
        QVERIFY(std::abs(std::log2(x.most / to)) < 0.1);
        QCOMPARE(f.view.chart().panels[0].bars.size(), std::size_t(3)); // one for each series
        QVERIFY(f.view.chart().definition.find("Axis cut by hand: x") != std::string::npos);
        menu->follow();
        menu->resetAction()->trigger();
        QCOMPARE(f.view.chart().panels[0].x.least, sampleOverlays(1).panels[0].x.least);
        QCOMPARE(f.view.chart().panels[0].bars.size(), std::size_t(15));
    }

    void axisLimitsCanBeTyped()
    {
        ShownPages f(sampleOverlays(2));
        f.menu->follow(); // as before it is shown
        f.menu->limitsAction()->trigger();
        AxisLimitsDialog *dialog = f.menu->limitsDialog();
        QVERIFY(dialog);
        dialog->line(0)->setText(u"2"_s);
        dialog->line(1)->setText(u"1"_s);
        QVERIFY(!dialog->applyButton()->isEnabled());
        dialog->line(1)->setText(u"x"_s);
        QVERIFY(!dialog->applyButton()->isEnabled());
        dialog->line(1)->setText(u"4"_s);
        dialog->line(3)->setText(u"0.9"_s);
        dialog->applyButton()->click();
        for (const ChartPanel &panel : f.view.chart().panels) {
            QCOMPARE(panel.x.least, 2.0);
            QCOMPARE(panel.x.most, 4.0);
            QCOMPARE(panel.y.most, 0.9);
        }
        QTest::mouseDClick(&f.view, Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(!f.view.pages().limits().isAny());
    }

    void anotherChartHasItsOwnAxes()
    {
        ShownPages f(sampleOverlays(1));
        f.view.setLimits({1.0, {}, {}, {}});
        f.view.setChart(sampleOverlays(2));
        QVERIFY(f.view.pages().limits().isAny());
        f.view.setChart(sampleCurves());
        QVERIFY(!f.view.pages().limits().isAny());
    }

    void dataOfAllPagesAndThePictureAreCopied()
    {
        ShownPages f(sampleOverlays(25));
        QVERIFY(f.view.pages().pages() > 1);
        f.menu->follow();
        f.menu->copyDataAction()->trigger();
        const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split(u'\n');
        QVERIFY(lines.front().startsWith(u"panel\tmark\tseries\tx"_s));
        // One header line, then 3 strips of 2 parts and 3 series of 5 bars for each panel.
        QCOMPARE(lines.size(), 1 + 25 * (6 + 15));
        f.menu->copyImageAction()->trigger();
        QVERIFY(!QGuiApplication::clipboard()->image().isNull());
    }

    void savesPicturesByExtension()
    {
        const QTemporaryDir folder;
        ShownPages f(sampleOverlays(2));
        const std::array formats{std::pair("svg", "<?xml"), std::pair("pdf", "%PDF-"),
                                 std::pair("png", "\x89PNG")};
        for (const auto &[ending, begin] : formats) {
            const QString file = folder.filePath(u"chart."_s + QString::fromLatin1(ending));
            f.menu->saveTo(file);
            QTRY_VERIFY_WITH_TIMEOUT(!f.menu->isSaving(), loupe::test::patience);
            QFile saved(file);
            QVERIFY(saved.open(QIODevice::ReadOnly));
            QVERIFY(saved.readAll().startsWith(begin));
        }
    }

    void handlesAreDraggedAndMovedByKeys()
    {
        Theme theme;
        const std::unique_ptr<HandleSlider> range(makeRangeOf(theme));
        range->resize(range->sizeHint());
        range->show();
        QVERIFY(QTest::qWaitForWindowExposed(range.get(), loupe::test::patience));
        QSignalSpy changed(range.get(), &HandleSlider::changed);
        QTest::keyClick(range.get(), Qt::Key_Left);
        QCOMPARE(range->values(), (std::vector{-4, 3}));
        QTest::keyClick(range.get(), Qt::Key_Space);
        QTest::keyClick(range.get(), Qt::Key_End);
        QCOMPARE(range->values(), (std::vector{-4, 10}));
        QTest::keyClick(range.get(), Qt::Key_Right); // already at the end
        QCOMPARE(changed.count(), 2);
        QCOMPARE(range->accessibleDescription(), u"-4 to 10"_s);
        const QPoint first = range->handleCentre(0).toPoint();
        QTest::mousePress(range.get(), Qt::LeftButton, {}, first);
        QTest::mouseMove(range.get(), QPoint(0, first.y()));
        QTest::mouseRelease(range.get(), Qt::LeftButton, {}, QPoint(0, first.y()));
        QCOMPARE(range->values(), (std::vector{-6, 10}));
    }

    void histogramsAreSplitByShape()
    {
        test::WindowFixture f(0);
        f.store->addRun("shaped", "strict-1+shapes-0a1b2c3d");
        for (int i = 0; i < 2; ++i) {
            ResultRow row;
            row.task = "Math/t" + std::to_string(i);
            row.category = "Math";
            row.suite = "suite";
            row.method = "m";
            row.run = "shaped";
            row.verdict = Verdict::Correct;
            row.speedup = 1.0;
            row.candidateMs = 1.0;
            f.store->addRow(row);
        }
        f.store->setTimings({1},
                            {{"baseline", "host", "own shape", {4}, {1}, 0},
                             {"candidate", "host", "own shape", {1}, {1}, 0},
                             {"baseline", "host", "dim=9", {1}, {1}, 0},
                             {"candidate", "host", "dim=9", {4}, {1}, 0}});
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        DistributionsPage *page = f.window->page<DistributionsPage>();
        QCOMPARE(page->view()->chart().panels.size(), 1U);
        page->controls()->setGroupBy(GroupBy::Shape);
        QVERIFY(f.settle());
        const Chart &chart = page->view()->chart();
        QCOMPARE(chart.panels.size(), 2U);
        QCOMPARE(chart.panels[0].title, std::string("own shape"));
        QCOMPARE(chart.panels[0].n, 2);
        QCOMPARE(chart.panels[1].title, std::string("dim=9"));
        QCOMPARE(chart.panels[1].n, 1);
        QCOMPARE(chart.n, 2);
        QVERIFY(chart.definition.find("Split by shape") != std::string::npos);
        QCOMPARE(page->figureSpec().chart.groupBy, GroupBy::Shape);
        page->controls()->setGroupBy(GroupBy::Category); // reads the rows again
        QVERIFY(f.settle());
        QCOMPARE(page->view()->chart().panels.size(), 1U);
        QCOMPARE(page->view()->chart().panels[0].n, 2);
    }

    void pageRequestsBinsAndRange()
    {
        test::WindowFixture f(300);
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        DistributionsPage *page = f.window->page<DistributionsPage>();
        QCOMPARE(page->figureSpec().chart.axis, HistogramAxis());
        QTest::keyClick(page->controls()->bins(), Qt::Key_Right);
        QTest::keyClick(page->controls()->range(), Qt::Key_Home);
        QVERIFY(f.settle());
        QCOMPARE(page->figureSpec().chart.axis, (HistogramAxis{-6, 3, 1}));
        QCOMPARE(page->view()->chart().panels.front().x.ticks.front().text, std::string("≤1/64"));
        page->view()->setLimits({0.5, 4.0, {}, {}});
        QCOMPARE(page->figureSpec().chart.limits.xMost, std::optional(4.0));
        page->controls()->setKind(ChartKind::FastPCurve);
        QVERIFY(!page->controls()->bins()->isVisible());
    }

    void theChartIsVisibleWithLargeText()
    {
        test::WindowFixture f(300);
        f.theme.setTextPercent(150);
        const auto normal = qScopeGuard([&f] { f.theme.setTextPercent(100); });
        f.show();
        f.window->resize(1440, 900);
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        const DistributionsPage *page = f.window->page<DistributionsPage>();
        // The page lies in a scroll area, in which it must need no scroll bar below it.
        const QWidget *viewport = page->parentWidget()->parentWidget();
        QVERIFY2(page->width() <= viewport->width(),
                 qPrintable(u"%1 of %2 px"_s.arg(page->width()).arg(viewport->width())));
        QVERIFY(page->view()->visibleRegion().boundingRect().height() >= 15 * f.theme.unit());
    }
};

} // namespace tst_chartpages

LOUPE_UI_TEST(chartpages, tst_chartpages::TestChartPages)
#include "tst_chartpages.moc"
