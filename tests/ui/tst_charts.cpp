// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/axislabels.h"
#include "ui/figures/chartpainter.h"
#include "ui/style/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTest>

#include <cmath>
#include <random>

#include "samplecharts.h"

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// 3.25 inches wide, as a column of a paper, and 2.4 high.
const QRectF column(0, 0, 3.25 * 72 * paperUnit, 2.4 * 72 * paperUnit);

ChartPainter onPaper(const Chart &chart, const QRectF &area = column)
{
    return {chart, paperStyle(PaperPalette::ColorBlindSafe, 7), area};
}

ChartAxis namedAxis(std::mt19937 &random, int count)
{
    std::uniform_int_distribution<int> length(1, 30);
    ChartAxis axis;
    axis.least = -0.5;
    axis.most = count - 0.5;
    for (int i = 0; i < count; ++i)
        axis.ticks.push_back(
            {static_cast<double>(i), std::string(static_cast<std::size_t>(length(random)), 'm')});
    return axis;
}

} // namespace

class ChartsTest : public QObject
{
    Q_OBJECT
private slots:
    void shareAndValueAreInverse();
    void labelsNeverOverlap();
    void aLargeCategoryKeepsItsName();
    void marksStayInTheirPlots();
    void panelsStayInTheArea();
    void sharedAxesAreLabelledOnce();
    void barsAreAsHighAsTheirNumbers();
    void violinsAreAsWideAsTheirShares();
    void flowsFillTheirNodes();
    void theMarkUnderThePointerIsFound();
    void numbersThatAreNoneHaveNoMark();
    void paintsOnScreenAndPaper();
};

void ChartsTest::shareAndValueAreInverse()
{
    for (const ChartScale scale : {ChartScale::Linear, ChartScale::Log2, ChartScale::Log10}) {
        ChartAxis axis;
        axis.scale = scale;
        axis.least = 0.25;
        axis.most = 64;
        QCOMPARE(axisShare(axis, 0.25), 0.0);
        QCOMPARE(axisShare(axis, 64), 1.0);
        for (const double value : {0.25, 0.7, 1.0, 13.0, 64.0})
            QCOMPARE(axisValue(axis, axisShare(axis, value)), value);
    }
    ChartAxis octave;
    octave.scale = ChartScale::Log2;
    octave.least = 0.125;
    octave.most = 8;
    QCOMPARE(axisShare(octave, 1.0), 0.5);
    QVERIFY(axisShare(octave, 0.0) < 0);
}

void ChartsTest::aLargeCategoryKeepsItsName()
{
    const QFontMetricsF metrics(QFont(u"DejaVu Sans"_s));
    ChartAxis axis;
    axis.least = -0.5;
    axis.most = 39.5;
    axis.ticks = {{0, "Loss"}, {1, "Index"}, {20, "Fusion"}, {38, "Random"}, {39, "Reduce"}};
    // A line is four places high: the neighbours of the first and the fourth have no room.
    const double length = metrics.height() * 10;
    QStringList names;
    for (const AxisLabels::Label &label : verticalLabels(axis, metrics, length, 1e9).labels)
        names.append(label.text);
    QCOMPARE(names, QStringList({u"Loss"_s, u"Fusion"_s, u"Random"_s}));
}

void ChartsTest::labelsNeverOverlap()
{
    std::mt19937 random(7); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same names every time
    QFont font(u"DejaVu Sans"_s);
    font.setPixelSize(70);
    const QFontMetricsF metrics(font);
    std::uniform_real_distribution<double> length(300, 6000);
    for (int round = 0; round < 300; ++round) {
        const ChartAxis axis = namedAxis(random, 1 + round % 40);
        const double width = length(random);
        constexpr double most = 400;
        const AxisLabels labels = horizontalLabels(axis, metrics, width, most);
        QVERIFY(!labels.labels.empty());
        QVERIFY(labels.extent <= std::max(most, metrics.height() * 2.5));
        for (std::size_t i = 1; i < labels.labels.size(); ++i) {
            const double step = (labels.labels[i].share - labels.labels[i - 1].share) * width;
            const double needed = labels.angle == 0
                ? (metrics.horizontalAdvance(labels.labels[i].text)
                   + metrics.horizontalAdvance(labels.labels[i - 1].text))
                    / 2
                : labels.angle == 45 ? metrics.height() * std::sqrt(2.0)
                                     : metrics.height();
            QVERIFY2(step >= needed * 0.999, qPrintable(QString::number(round)));
        }
    }
}

void ChartsTest::marksStayInTheirPlots()
{
    for (const Chart &chart : allSampleCharts()) {
        const ChartPainter painter = onPaper(chart);
        QVERIFY(!painter.marks().empty());
        for (const PlacedMark &mark : painter.marks()) {
            const QRectF plot = painter.layout().panels[mark.panel].plot;
            QVERIFY2(plot.adjusted(-1, -1, 1, 1).contains(mark.box.center()), chart.title.c_str());
            if (mark.kind != MarkKind::Dot && mark.kind != MarkKind::Point && !mark.box.isEmpty())
                QVERIFY2(plot.adjusted(-1, -1, 1, 1).contains(mark.box), chart.title.c_str());
        }
    }
}

void ChartsTest::panelsStayInTheArea()
{
    for (const Chart &chart : allSampleCharts()) {
        for (const QSizeF size : {QSizeF(2340, 1700), QSizeF(4900, 2000), QSizeF(1500, 3000)}) {
            const ChartPainter painter = onPaper(chart, QRectF(QPointF(0, 0), size));
            const QRectF area = painter.layout().area.adjusted(-1, -1, 1, 1);
            for (std::size_t i = 0; i < painter.layout().panels.size(); ++i) {
                const PlacedPanel &placed = painter.layout().panels[i];
                QVERIFY2(area.contains(placed.frame), chart.title.c_str());
                for (std::size_t other = 0; other < i; ++other)
                    QVERIFY(!placed.plot.intersects(painter.layout().panels[other].plot));
            }
            for (const PlacedLegendEntry &entry : painter.layout().legend)
                QVERIFY(area.contains(entry.box));
        }
    }
}

void ChartsTest::sharedAxesAreLabelledOnce()
{
    const ChartPainter painter = onPaper(sampleHistograms());
    const auto &panels = painter.layout().panels;
    QCOMPARE(panels.size(), std::size_t(7));
    int withX = 0;
    int withY = 0;
    double lowest = 0;
    for (const PlacedPanel &placed : panels) {
        withX += placed.x.labels.empty() ? 0 : 1;
        withY += placed.y.labels.empty() ? 0 : 1;
        lowest = std::max(lowest, placed.plot.bottom());
        QVERIFY(!placed.hasXTitle);
    }
    QVERIFY(withX < 7 && withX > 0);
    QVERIFY(withY < 7 && withY > 0);
    QVERIFY(painter.layout().sharedXTitle.top() > lowest);
    // Every column ends in labels.
    for (const PlacedPanel &placed : panels) {
        if (std::abs(placed.plot.bottom() - lowest) < 1)
            QVERIFY(!placed.x.labels.empty());
    }
}

void ChartsTest::barsAreAsHighAsTheirNumbers()
{
    const Chart chart = sampleHistograms();
    const ChartPainter painter = onPaper(chart);
    for (const PlacedMark &mark : painter.marks()) {
        const PlacedPanel &placed = painter.layout().panels[mark.panel];
        const ChartBar &bar = placed.panel->bars[mark.index];
        const double most = bar.onShare ? 1.0 : placed.panel->y.most;
        QVERIFY(std::abs(mark.box.height() - bar.value / most * placed.plot.height()) < 0.01);
        QVERIFY(std::abs(mark.box.bottom() - placed.plot.bottom()) < 0.01);
    }
}

void ChartsTest::violinsAreAsWideAsTheirShares()
{
    // One violin, a triangle over the octaves: nothing at 1/2 and 2, at its widest at 1.
    Chart chart = sampleBoxes();
    ChartPanel &panel = chart.panels.front();
    panel.boxes.resize(1);
    ChartBox &box = panel.boxes.front();
    box.low = 0.6;
    box.lowerQuartile = 0.8;
    box.median = 1.0;
    box.upperQuartile = 1.25;
    box.high = 1.6;
    box.violin = {{0.5, 0}, {1.0, 1}, {2.0, 0}};
    const ChartPainter painter = onPaper(chart);
    const PlacedPanel &placed = painter.layout().panels.front();
    const PlacedMark &mark = painter.marks().front();
    QCOMPARE(mark.box.top(), placed.yOf(2.0));
    QCOMPARE(mark.box.bottom(), placed.yOf(0.5));
    // The neighbours, which have no box, keep their room.
    QVERIFY(mark.box.width() <= placed.xOf(1) - placed.xOf(0));

    constexpr double scale = 0.3;
    QImage image((painter.layout().area.size() * scale).toSize(), QImage::Format_ARGB32);
    image.fill(painter.style().paper);
    QPainter target(&image);
    target.scale(scale, scale);
    painter.paint(target);
    target.end();
    const auto isPaper = [&](double along, double speedup) {
        const QPointF at(mark.box.center().x() + along * mark.box.width() / 2, placed.yOf(speedup));
        return image.pixelColor((at * scale).toPoint()) == painter.style().paper;
    };
    for (const double side : {-1.0, 1.0}) {
        QVERIFY(!isPaper(side * 0.85, 1.0));
        QVERIFY(!isPaper(side * 0.4, std::exp2(0.5)));
        QVERIFY(!isPaper(side * 0.4, std::exp2(-0.5)));
        QVERIFY(isPaper(side * 0.7, std::exp2(0.55)));
        QVERIFY(isPaper(side * 0.7, std::exp2(-0.55)));
    }
    QVERIFY(isPaper(0, 1.12)); // the slim box over it is empty beside its median
}

void ChartsTest::flowsFillTheirNodes()
{
    const ChartPainter painter = onPaper(sampleFlow());
    const ChartPanel &panel = painter.chart().panels.front();
    double scale = 0;
    for (const PlacedMark &mark : painter.marks()) {
        if (mark.kind != MarkKind::Node)
            continue;
        const double own = mark.box.height() / panel.nodes[mark.index].size;
        QVERIFY(scale == 0 || std::abs(own - scale) < 1e-6);
        scale = own;
    }
    QVERIFY(scale > 0);
    for (const PlacedMark &mark : painter.marks()) {
        if (mark.kind == MarkKind::Flow)
            QVERIFY(mark.box.height() >= panel.flows[mark.index].size * scale - 1e-6);
    }
}

void ChartsTest::theMarkUnderThePointerIsFound()
{
    for (const Chart &chart : {sampleHistograms(), sampleHeatMap(), sampleRates()}) {
        const ChartPainter painter = onPaper(chart);
        for (std::size_t i = 0; i < painter.marks().size(); ++i) {
            const QRectF box = painter.marks()[i].box;
            if (box.height() > 0)
                QCOMPARE(painter.markAt(box.center()), std::optional(i));
        }
        QVERIFY(!painter.markAt(QPointF(-5, -5)));
    }
    const ChartPainter curves = onPaper(sampleCurves());
    const PlacedPanel &placed = curves.layout().panels.front();
    const ChartPoint &point = placed.panel->lines[2].points[20];
    const auto found = curves.markAt(QPointF(placed.xOf(point.x) + 1, placed.yOf(point.y) - 1));
    QVERIFY(found);
    QCOMPARE(curves.marks()[*found].line, std::size_t(2));
    QCOMPARE(curves.marks()[*found].index, std::size_t(20));
}

void ChartsTest::numbersThatAreNoneHaveNoMark()
{
    Chart chart = sampleRates();
    chart.panels[0].bars[0].value = std::nan("");
    chart.panels[0].bars[1].low = -INFINITY;
    chart.panels[0].dots.push_back({NAN, 1, 1, false, {}, {}});
    chart.panels[0].lines.push_back(
        {"", {}, false, false, {{0, NAN, {}, {}, {}}, {1, 0.5, {}, {}, {}}}});
    const ChartPainter painter = onPaper(chart);
    QCOMPARE(painter.marks().size(), std::size_t(8)); // 7 bars, one point
    QImage image(200, 100, QImage::Format_ARGB32);
    QPainter target(&image);
    painter.paint(target);
}

void ChartsTest::paintsOnScreenAndPaper()
{
    Theme theme;
    const QString folder = qEnvironmentVariable("LOUPE_CHART_PICTURES"); // to look at
    const auto save = [&](const ChartPainter &chart, const QString &name, double scale) {
        const QSizeF size = chart.layout().area.size() * scale;
        QImage image(size.toSize(), QImage::Format_ARGB32);
        image.fill(chart.style().paper);
        QPainter target(&image);
        target.scale(scale, scale);
        chart.paint(target);
        target.end();
        if (!folder.isEmpty())
            QVERIFY(image.save(folder + u"/"_s + name + u".png"_s));
        QImage empty(image.size(), image.format());
        empty.fill(chart.style().paper);
        QVERIFY(image != empty);
    };
    int number = 0;
    for (const Chart &chart : allSampleCharts()) {
        const QString name = QString::number(number++);
        for (const ThemeChoice choice :
             {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::Contrast}) {
            theme.choose(choice);
            save(ChartPainter(chart, screenStyle(theme), QRectF(0, 0, 640, 420)),
                 u"screen"_s + name + ui::name(choice), 1.0);
        }
        save(onPaper(chart), u"paper"_s + name, 0.3);
        ChartStyle grey = paperStyle(PaperPalette::Grey, 7);
        grey.hasLetters = true;
        save(ChartPainter(chart, grey, column), u"grey"_s + name, 0.3);
    }
}

QTEST_MAIN(ChartsTest)
#include "tst_charts.moc"
