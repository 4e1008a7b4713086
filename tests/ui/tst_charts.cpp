// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/axislabels.h"
#include "ui/figures/chartpainter.h"
#include "ui/figures/marklabels.h"
#include "ui/style/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTest>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "samplecharts.h"
#include "tests/ui/uitest.h"

namespace tst_charts {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// 3.25 inches wide, like a column of a paper, and 2.4 high.
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
    void openBinsKeepTheirLabels();
    void stripsFillTheWidthBelowTheTitle();
    void stripsShowNumbersIfTheyFit();
    void findsTheLowestOutlineAtThePointer();
    void labelsSeriesAtTheirLines();
    void seriesHaveDistinctHues_data();
    void seriesHaveDistinctHues();
    void marksStayInTheirPlots();
    void panelsStayInTheArea();
    void sharedAxesAreLabelledOnce();
    void barHeightsMatchTheirValues();
    void violinWidthsMatchTheirShares();
    void flowsFillTheirNodes();
    void labelsOfNodesCoverNothing();
    void findsTheMarkAtThePointer();
    void invalidNumbersHaveNoMark();
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
    // A line of text covers four positions, so the labels next to the first and the last do not
    // fit.
    const double length = metrics.height() * 10;
    QStringList names;
    for (const AxisLabels::Label &label : verticalLabels(axis, metrics, length, 1e9).labels)
        names.append(label.text);
    QCOMPARE(names, QStringList({u"Loss"_s, u"Fusion"_s, u"Random"_s}));
}

void ChartsTest::openBinsKeepTheirLabels()
{
    const QFontMetricsF metrics(QFont(u"DejaVu Sans"_s));
    const ChartAxis axis = sampleOverlays(1).panels.front().x;
    for (const double length : {30.0, 60.0, 100.0, 160.0, 400.0}) {
        const AxisLabels labels = horizontalLabels(axis, metrics, length, 100);
        QVERIFY(labels.labels.size() >= 2);
        QCOMPARE(labels.labels.front().text, u"≤⅛"_s);
        QCOMPARE(labels.labels.back().text, u"≥8"_s);
        for (std::size_t i = 1; i + 1 < labels.labels.size(); ++i) {
            const auto right = [&](std::size_t place) {
                return labels.labels[place].share * length
                    + metrics.horizontalAdvance(labels.labels[place].text) / 2;
            };
            const double left = labels.labels[i].share * length
                - metrics.horizontalAdvance(labels.labels[i].text) / 2;
            QVERIFY(left > right(i - 1));
        }
    }
    QCOMPARE(horizontalLabels(axis, metrics, 400, 100).labels.size(), axis.ticks.size());
}

void ChartsTest::stripsFillTheWidthBelowTheTitle()
{
    const ChartPainter painter = onPaper(sampleOverlays(4));
    for (const PlacedPanel &placed : painter.layout().panels) {
        QVERIFY(placed.strips.bottom() <= placed.plot.top());
        QVERIFY(placed.strips.top() > placed.frame.top());
        QVERIFY(placed.frame.contains(placed.strips));
        for (std::size_t i = 1; i < placed.panel->strips.size(); ++i)
            QVERIFY(placed.stripRow(i).top() >= placed.stripRow(i - 1).bottom());
    }
    for (const PlacedMark &mark : painter.marks()) {
        if (mark.kind != MarkKind::Strip)
            continue;
        const PlacedPanel &placed = painter.layout().panels[mark.panel];
        const ChartStrip &strip = placed.panel->strips[mark.line];
        const QRectF row = placed.stripRow(mark.line);
        const double share = static_cast<double>(strip.parts[mark.index].count) / strip.n;
        QVERIFY(std::abs(mark.box.width() - share * row.width()) < 1e-6);
        if (mark.index == 0)
            QCOMPARE(mark.box.left(), row.left());
        if (mark.index + 1 == strip.parts.size())
            QVERIFY(std::abs(mark.box.right() - row.right()) < 1e-6);
    }
}

void ChartsTest::stripsShowNumbersIfTheyFit()
{
    Chart chart = sampleOverlays(1);
    ChartPanel &panel = chart.panels.front();
    panel.strips.resize(1); // a single strip is high enough for numbers
    panel.strips[0].n = 1000;
    panel.strips[0].parts = {{"correct, faster", 990, {ChartTone::Kind::Faster}, {}},
                             {"correct, slower", 10, {ChartTone::Kind::Slower}, {}}};
    const ChartPainter painter = onPaper(chart);
    const PlacedPanel &placed = painter.layout().panels.front();
    QStringList numbers;
    for (const PlacedLabel &label : placeLabels(placed, painter.style(), painter.marks())) {
        if (label.isLetter)
            continue;
        numbers.append(label.text);
        QVERIFY(painter.marks()[label.mark].box.contains(label.box.center()));
    }
    QCOMPARE(numbers, QStringList{u"990"_s});
}

void ChartsTest::findsTheLowestOutlineAtThePointer()
{
    const ChartPainter painter = onPaper(sampleOverlays(1));
    std::vector<std::size_t> bin; // three stacked bars of unequal heights
    for (std::size_t i = 0; i < painter.marks().size(); ++i) {
        const PlacedMark &mark = painter.marks()[i];
        if (mark.kind == MarkKind::Bar && painter.chart().panels[0].bars[mark.index].from == 1.0)
            bin.push_back(i);
    }
    QCOMPARE(bin.size(), std::size_t(3));
    for (const std::size_t mark : bin) {
        const QRectF box = painter.marks()[mark].box;
        QCOMPARE(painter.markAt(QPointF(box.center().x(), box.top() + 1)), std::optional(mark));
    }
}

void ChartsTest::labelsSeriesAtTheirLines()
{
    const auto letters = [](const Chart &chart) {
        const ChartPainter painter = onPaper(chart);
        QStringList out;
        const PlacedPanel &placed = painter.layout().panels.front();
        for (const PlacedLabel &label : placeLabels(placed, painter.style(), painter.marks())) {
            if (label.isLetter)
                out.append(label.text);
        }
        return out;
    };
    QCOMPARE(letters(sampleOverlays(1)), QStringList({u"A"_s, u"B"_s, u"C"_s}));
    QVERIFY(letters(sampleCurves()).contains(u"A"_s));
    Chart alone = sampleCurves();
    alone.panels.front().lines.resize(1);
    alone.legend.resize(1);
    QVERIFY(letters(alone).isEmpty());
    const ChartPainter painter = onPaper(sampleOverlays(1));
    QCOMPARE(painter.layout().legend.front().text, u"A  A100"_s);
}

void ChartsTest::seriesHaveDistinctHues_data()
{
    QTest::addColumn<int>("look");
    for (const int look : {0, 1, 2, 3, 4})
        QTest::addRow("look %d", look) << look;
}

/// Converts sRGB to CIE L*a*b* under D65, as defined in CIE 15:2004.
static std::array<double, 3> labOf(const QColor &color)
{
    const auto linear
        = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    const double r = linear(color.redF());
    const double g = linear(color.greenF());
    const double b = linear(color.blueF());
    const auto f
        = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const double y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    const double z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

static double luminanceOf(const QColor &color)
{
    const double lightness = labOf(color)[0];
    return lightness > 8 ? std::pow((lightness + 16) / 116, 3) : lightness * 27 / 24389;
}

// A series in the colour of an outcome would be misleading: "failing" was once drawn in green.
void ChartsTest::seriesHaveDistinctHues()
{
    QFETCH(const int, look);
    Theme theme;
    const std::array choices{ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::Contrast};
    if (look < 3)
        theme.choose(choices.at(static_cast<std::size_t>(look)));
    const bool isGrey = look == 4;
    const ChartStyle style = look < 3
        ? screenStyle(theme)
        : paperStyle(isGrey ? PaperPalette::Grey : PaperPalette::ColorBlindSafe, 7);
    const auto apart = [](const QColor &a, const QColor &b) {
        const auto first = labOf(a);
        const auto second = labOf(b);
        return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
    };
    const auto contrast = [&](const QColor &color) {
        const double paper = luminanceOf(style.paper);
        const double own = luminanceOf(color);
        return (std::max(paper, own) + 0.05) / (std::min(paper, own) + 0.05);
    };
    std::vector<QColor> status{style.faster, style.slower};
    for (const Outcome outcome :
         {Outcome::Correct, Outcome::Wrong, Outcome::NoBuild, Outcome::Crash, Outcome::Timeout})
        status.push_back(style.outcomes[static_cast<std::size_t>(outcome)]);
    constexpr double seen = 10; // several times the just noticeable difference
    for (std::size_t i = 0; i < style.series.size() && !isGrey; ++i) {
        for (const QColor &other : status)
            QVERIFY2(apart(style.series[i], other) > seen, qPrintable(style.series[i].name()));
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(apart(style.series[i], style.series[j]) > seen);
        QVERIFY2(contrast(style.series[i]) >= (look == 2 ? 7.0 : 3.0),
                 qPrintable(style.series[i].name()));
    }
    for (std::size_t i = 0; i < status.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY2(status[i] != status[j], qPrintable(status[i].name()));
    }
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
            const PlacedPanel &placed = painter.layout().panels[mark.panel];
            const QRectF plot = mark.kind == MarkKind::Strip ? placed.strips : placed.plot;
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
    // Every column has labels at its lowest panel.
    for (const PlacedPanel &placed : panels) {
        if (std::abs(placed.plot.bottom() - lowest) < 1)
            QVERIFY(!placed.x.labels.empty());
    }
}

void ChartsTest::barHeightsMatchTheirValues()
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

void ChartsTest::violinWidthsMatchTheirShares()
{
    // One violin, a triangle over the octaves: empty at 1/2 and 2, widest at 1.
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
    // Neighbours without a box keep their space.
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
    QVERIFY(isPaper(0, 1.12)); // the slim box on top is empty next to its median
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

void ChartsTest::labelsOfNodesCoverNothing()
{
    Chart chart = sampleFlow();
    for (ChartNode &node : chart.panels.front().nodes)
        node.label += " wrong result";
    for (const double width : {200.0, 260.0, 320.0, 500.0}) {
        const ChartPainter painter = onPaper(chart, {0, 0, width * paperUnit, 200 * paperUnit});
        QVERIFY2(!painter.layout().panels.empty(), qPrintable(QString::number(width)));
        const std::vector<PlacedLabel> labels
            = placeLabels(painter.layout().panels.front(), painter.style(), painter.marks());
        std::size_t nodes = 0;
        for (const PlacedMark &mark : painter.marks()) {
            if (mark.kind != MarkKind::Node)
                continue;
            ++nodes;
            for (const PlacedLabel &label : labels)
                QVERIFY2(!label.box.intersects(mark.box), qPrintable(label.text));
        }
        QCOMPARE(labels.size(), nodes); // each has at least its count
        for (std::size_t i = 0; i < labels.size(); ++i) {
            for (std::size_t j = i + 1; j < labels.size(); ++j)
                QVERIFY(!labels[i].box.intersects(labels[j].box));
        }
    }
}

void ChartsTest::findsTheMarkAtThePointer()
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

void ChartsTest::invalidNumbersHaveNoMark()
{
    Chart chart = sampleRates();
    chart.panels[0].bars[0].value = std::nan("");
    chart.panels[0].bars[1].low = -INFINITY;
    chart.panels[0].dots.push_back({NAN, 1, 1, false, {}, {}});
    chart.panels[0].lines.push_back(
        {"", {}, false, false, false, {{0, NAN, {}, {}, {}}, {1, 0.5, {}, {}, {}}}});
    const ChartPainter painter = onPaper(chart);
    QCOMPARE(painter.marks().size(), std::size_t(8)); // 7 bars, one point
    QImage image(200, 100, QImage::Format_ARGB32);
    QPainter target(&image);
    painter.paint(target);
}

void ChartsTest::paintsOnScreenAndPaper()
{
    Theme theme;
    const QString folder = qEnvironmentVariable("LOUPE_CHART_PICTURES"); // for visual inspection
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
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark,
                                         ThemeChoice::Contrast, ThemeChoice::ContrastLight}) {
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

} // namespace tst_charts

LOUPE_UI_TEST(charts, tst_charts::ChartsTest)
#include "tst_charts.moc"
