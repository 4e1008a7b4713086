// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/report/figures/charttable.h"
#include "core/report/figures/figuresource.h"
#include "core/report/figures/paperfigure.h"
#include "core/report/tables/latextext.h"
#include "ui/dialogs/figuredialog.h"
#include "ui/figures/colorvision.h"
#include "ui/figures/figureexport.h"
#include "ui/figures/figurepreview.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/figures/exportpanel.h"
#include "ui/pages/figures/figureexportjob.h"
#include "ui/pages/figures/figurespage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/emptystate.h"

#include <QAction>
#include <QCheckBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QSpinBox>
#include <QTransform>
#include <QXmlStreamReader>

#include <cmath>
#include <limits>
#include <semaphore>

#include "samplecharts.h"
#include "tests/ui/uitest.h"
#include "windowfixture.h"

namespace tst_figures {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

PaperFigure sampleFigure(const Chart &chart)
{
    PaperFigure figure;
    figure.spec.name = "sample";
    figure.spec.widthInches = 3.25;
    figure.spec.heightInches = 2.4;
    figure.chart = chart;
    figure.table = chartTable(chart);
    figure.caption = "A caption.";
    figure.dataHash = std::string(64, 'b');
    return figure;
}

/// A text on paper, in points from the left and upper edge.
struct PaperText {
    double left = 0.0;
    double baseline = 0.0;
    double angle = 0.0; ///< degrees counter-clockwise
    QString text;
};

/// Reads the texts of an SVG of QSvgGenerator, which has a transformation around each.
std::vector<PaperText> textsOfSvg(const QByteArray &svg)
{
    std::vector<PaperText> out;
    QXmlStreamReader reader(svg);
    std::vector<QTransform> groups{QTransform()};
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::EndElement && reader.name() == u"g")
            groups.pop_back();
        if (token != QXmlStreamReader::StartElement)
            continue;
        const auto attribute = [&](const char *name) {
            return reader.attributes().value(QLatin1StringView(name)).toString();
        };
        if (reader.name() == u"g") {
            static const QRegularExpression matrix(u"matrix\\(([^)]*)\\)"_s);
            QTransform own;
            if (const auto found = matrix.match(attribute("transform")); found.hasMatch()) {
                const QStringList numbers = found.captured(1).split(u',');
                own = QTransform(numbers[0].toDouble(), numbers[1].toDouble(),
                                 numbers[2].toDouble(), numbers[3].toDouble(),
                                 numbers[4].toDouble(), numbers[5].toDouble());
            }
            groups.push_back(own * groups.back());
        } else if (reader.name() == u"text") {
            const QTransform &at = groups.back();
            const QPointF place
                = at.map(QPointF(attribute("x").toDouble(), attribute("y").toDouble()));
            const double angle = -std::atan2(at.m12(), at.m11()) * 180 / std::acos(-1.0);
            out.push_back(
                {place.x() / paperUnit, place.y() / paperUnit, angle, reader.readElementText()});
        }
    }
    return out;
}

/// Reads the texts of a PGF picture; `\\LT{x}{y}{anchor,rotate=angle}{colour}{width}{text}`.
std::vector<PaperText> textsOfPgf(const QByteArray &pgf, double height)
{
    std::vector<PaperText> out;
    static const QRegularExpression line(
        u"^\\\\LT\\{([^}]*)\\}\\{([^}]*)\\}\\{([^}]*)\\}\\{[^}]*\\}\\{([^}]*)\\}"
        "\\{\\\\fontsize\\{[^}]*\\}\\{[^}]*\\}\\\\selectfont(?:\\\\bfseries)? (.*)\\}%$"_s,
        QRegularExpression::MultilineOption);
    auto matches = line.globalMatch(QString::fromUtf8(pgf));
    while (matches.hasNext()) {
        const auto found = matches.next();
        const QString options = found.captured(3);
        const double width = found.captured(4).toDouble();
        const double along = options.contains(u"left"_s) ? 0
            : options.contains(u"right"_s)               ? width
                                                         : width / 2;
        const qsizetype turn = options.indexOf(u"rotate="_s);
        const double angle = turn < 0 ? 0 : options.mid(turn + 7).toDouble();
        const double radians = angle * std::acos(-1.0) / 180;
        out.push_back({found.captured(1).toDouble() - along * std::cos(radians),
                       height - found.captured(2).toDouble() + along * std::sin(radians), angle,
                       found.captured(5)});
    }
    return out;
}

/// Window whose store can save figures.
struct FiguresFixture : test::WindowFixture {
    FiguresFixture() : WindowFixture(60)
    {
        services.saveFigure = [this](const std::filesystem::path &, const StoredFigure &figure) {
            return store->saveFigure(figure);
        };
        services.recordExport = services.saveFigure;
        services.removeFigure = [this](const std::filesystem::path &, const std::string &name) {
            return store->removeFigure(name);
        };
        show();
    }

    void keep(const std::string &name, const std::string &filter)
    {
        FigureSpec spec;
        spec.name = name;
        spec.filter = filter;
        QVERIFY(store->saveFigure({name, text(spec), "2026-11-22T10:00:00Z", {}, {}, {}}));
    }

    FiguresPage &page() const { return *window->page<FiguresPage>(); }

    /// Returns "all.pdf: fresh" for each listed file.
    QStringList files() const
    {
        QStringList out;
        const QAbstractItemModel *model = page().exports()->files()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            out.append(model->index(row, 0).data().toString() + u": "_s
                       + model->index(row, 1).data().toString());
        return out;
    }
};

} // namespace

class FiguresTest : public QObject
{
    Q_OBJECT
private slots:
    void exportIsReproducible();
    void pdfHasItsSizeAndNoTimestamp();
    void pdfIsTheSameInEveryTimeZone();
    void refusesAMissingFont();
    void svgIsXmlWithHostileTexts();
    void pgfTextsMatchTheSvg_data();
    void pgfTextsMatchTheSvg();
    void pgfHasTheSizeAskedForAndOnlyKnownCommands();
    void pgfKeepsHostileTexts();
    void colourVisionFiltersKeepGreyAndWhite();
    void thePreviewFitsItsPane();
    void marksStaleFigures();
    void oneExportWritesTheChosenFormats();
    void updateAllWritesStaleFigures();
    void anExportStopsBetweenFiles();
    void aNameThatLeavesTheFolderIsNotWritten();
    void emptyPageOffersActions();
    void aFigureIsMadeInTheDialog();
    void theTitleFollowsTheChartUntilItIsWritten();
    void offersAlternativesForOversizedFigures();
    void replacingWarnsAndCanBeUndone();
};

void FiguresTest::exportIsReproducible()
{
    for (const Chart &chart : allSampleCharts()) {
        const PaperFigure figure = sampleFigure(chart);
        for (const char *format : {"pdf", "svg", "png", "pgf", "csv", "tex"}) {
            const auto once = figureFile(figure, format);
            QVERIFY2(once, format);
            QTest::qWait(format == std::string("pdf") ? 1100 : 0); // the clock advances
            QVERIFY2(*figureFile(figure, format) == *once, format);
        }
        if (chart.title != sampleHistograms().title)
            break; // one more kind is enough for the slow format
    }
    QCOMPARE(figureFile(sampleFigure(sampleRates()), "doc").error().code, Errc::InvalidInput);
    QVERIFY(!figureFile(sampleFigure(sampleRates()), "png", 1));
}

void FiguresTest::pdfHasItsSizeAndNoTimestamp()
{
    const QByteArray pdf = *figureFile(sampleFigure(sampleBoxes()), "pdf");
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.contains("/CreationDate (D:20000101000000Z)"));
    QVERIFY(pdf.contains("/MediaBox [0 0 234 173]") || pdf.contains("234.0"));
    QVERIFY(pdf.contains("/FontFile2"));
    QVERIFY(!pdf.contains("/Subtype /Image"));
    QVERIFY(pdf.contains("data_sha256"));
    // Font names must not depend on the order of a hash table.
    QVERIFY(pdf.contains("/FontName /LOUPAA+DejaVuSans"));
}

void FiguresTest::pdfIsTheSameInEveryTimeZone()
{
    PaperFigure figure = sampleFigure(sampleBoxes());
    figure.caption = "A text like /CreationDate (D:1999) is left alone.";
    const QByteArray before = qgetenv("TZ");
    std::vector<QByteArray> files;
    for (const char *zone : {"UTC0", "NPT-5:45", "EST5"}) { // POSIX format, without zone files
        qputenv("TZ", zone);
        files.push_back(*figureFile(figure, "pdf"));
    }
    if (before.isNull())
        qunsetenv("TZ");
    else
        qputenv("TZ", before);
    QVERIFY(files[0] == files[1] && files[1] == files[2]);

    // Each table entry must be the start of its object, and startxref that of the table.
    const QByteArray &pdf = files[0];
    const QByteArray start("startxref\n");
    const qsizetype table
        = pdf.mid(pdf.lastIndexOf(start) + start.size()).split('\n').front().trimmed().toLongLong();
    const QList<QByteArray> lines = pdf.mid(table).split('\n');
    QCOMPARE(lines[0], "xref");
    const int count = lines[1].split(' ')[1].toInt();
    QVERIFY(count > 5);
    for (int object = 1; object < count; ++object) {
        const qsizetype place = lines[1 + 1 + object].left(10).toLongLong();
        const QByteArray head = QByteArray::number(object).append(" 0 obj");
        QCOMPARE(pdf.mid(place, head.size()), head);
    }
    QVERIFY(pdf.contains("/CreationDate (D:1999)"));
}

void FiguresTest::refusesAMissingFont()
{
    PaperFigure figure = sampleFigure(sampleBoxes());
    figure.spec.fontFamily = "No Such Letters";
    for (const char *format : {"pdf", "svg", "png"}) {
        const auto file = figureFile(figure, format);
        QVERIFY2(!file, format);
        QVERIFY(file.error().text().find("No Such Letters") != std::string::npos);
    }
    QVERIFY(figureFile(figure, "csv")); // has no letters to draw
}

void FiguresTest::svgIsXmlWithHostileTexts()
{
    Chart chart = sampleRates();
    chart.title = "</title><script>alert(1)</script> & \x01 <b>";
    chart.panels[0].bars[0].label = "<&\">";
    PaperFigure figure = sampleFigure(chart);
    figure.caption = "]]> <!-- ";
    const QByteArray svg = *figureFile(figure, "svg");
    QXmlStreamReader reader(svg);
    bool hasScript = false;
    QString title;
    QString source;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        hasScript = hasScript || reader.name() == u"script"_s;
        if (reader.name() == u"title"_s)
            title = reader.readElementText();
        else if (reader.name() == u"metadata"_s)
            source = reader.readElementText();
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY(!hasScript);
    QVERIFY(title.contains(u"<script>"_s));
    QVERIFY(source.contains(u"data_sha256"_s));
    QVERIFY(svg.contains("<text"));
}

void FiguresTest::pgfTextsMatchTheSvg_data()
{
    QTest::addColumn<int>("sample");
    QTest::addColumn<double>("width");
    for (std::size_t i = 0; i < allSampleCharts().size(); ++i) {
        const auto sample = static_cast<int>(i);
        QTest::newRow(QByteArray::number(sample).append(" single")) << sample << 3.25;
        QTest::newRow(QByteArray::number(sample).append(" full")) << sample << 6.75;
    }
}

void FiguresTest::pgfTextsMatchTheSvg()
{
    QFETCH(const int, sample);
    QFETCH(const double, width);
    PaperFigure figure = sampleFigure(allSampleCharts()[static_cast<std::size_t>(sample)]);
    figure.spec.widthInches = width;
    figure.spec.hasTitle = true;
    figure.spec.hasLetters = true;
    const std::vector<PaperText> expected = textsOfSvg(*figureFile(figure, "svg"));
    constexpr double height = 173; // 2.4 inches in whole points, as the PDF's page
    const std::vector<PaperText> found = textsOfPgf(*figureFile(figure, "pgf"), height);
    QVERIFY(expected.size() > 5);
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const QByteArray which = expected[i].text.toUtf8();
        QCOMPARE(found[i].text, toQt(latexText(which.toStdString())));
        QVERIFY2(std::abs(found[i].left - expected[i].left) < 0.02, which);
        QVERIFY2(std::abs(found[i].baseline - expected[i].baseline) < 0.02, which);
        QVERIFY2(std::abs(found[i].angle - expected[i].angle) < 0.1, which);
    }
}

void FiguresTest::pgfHasTheSizeAskedForAndOnlyKnownCommands()
{
    static const QRegularExpression command(u"\\\\[A-Za-z]+"_s);
    const QSet<QString> known{u"\\LM"_s,
                              u"\\LL"_s,
                              u"\\LC"_s,
                              u"\\LF"_s,
                              u"\\LS"_s,
                              u"\\LW"_s,
                              u"\\LT"_s,
                              u"\\begin"_s,
                              u"\\end"_s,
                              u"\\begingroup"_s,
                              u"\\endgroup"_s,
                              u"\\def"_s,
                              u"\\pgfpathmoveto"_s,
                              u"\\pgfpathlineto"_s,
                              u"\\pgfpathcurveto"_s,
                              u"\\pgfpathclose"_s,
                              u"\\pgfpathrectangle"_s,
                              u"\\pgfpointorigin"_s,
                              u"\\pgfqpoint"_s,
                              u"\\pgfusepath"_s,
                              u"\\pgfsetlinewidth"_s,
                              u"\\pgfsetdash"_s,
                              u"\\pgfsetbuttcap"_s,
                              u"\\pgfsetrectcap"_s,
                              u"\\pgfsetroundcap"_s,
                              u"\\pgfsetroundjoin"_s,
                              u"\\pgfsetbeveljoin"_s,
                              u"\\pgfsetmiterjoin"_s,
                              u"\\pgfsetstrokeopacity"_s,
                              u"\\pgfsetfillopacity"_s,
                              u"\\pgfseteorule"_s,
                              u"\\pgfsetnonzerorule"_s,
                              u"\\pgfsetfillcolor"_s,
                              u"\\pgfsetstrokecolor"_s,
                              u"\\definecolor"_s,
                              u"\\color"_s,
                              u"\\pgftext"_s,
                              u"\\fontsize"_s,
                              u"\\selectfont"_s,
                              u"\\bfseries"_s,
                              u"\\setbox"_s,
                              u"\\hbox"_s,
                              u"\\ifdim"_s,
                              u"\\wd"_s,
                              u"\\resizebox"_s,
                              u"\\height"_s,
                              u"\\copy"_s,
                              u"\\else"_s,
                              u"\\fi"_s,
                              u"\\frac"_s,
                              u"\\texttimes"_s,
                              u"\\textrightarrow"_s,
                              u"\\geq"_s,
                              u"\\leq"_s,
                              u"\\cdot"_s,
                              u"\\ldots"_s,
                              u"\\textmu"_s};
    for (const Chart &chart : allSampleCharts()) {
        QByteArray pgf = *figureFile(sampleFigure(chart), "pgf");
        QVERIFY(pgf.startsWith("% {\"data_sha256\":"));
        QVERIFY(pgf.contains("% \\usepackage{pgf,textcomp}\n"));
        QVERIFY(pgf.contains("\\pgfpathrectangle{\\pgfpointorigin}{\\pgfqpoint{234bp}{173bp}}%\n"
                             "\\pgfusepath{use as bounding box}"));
        QVERIFY(!pgf.contains("\n\n")); // TeX would start a paragraph
        for (const char *none : {"{nan", "{inf", "{-nan", "{-inf"})
            QVERIFY2(!pgf.contains(none), none);
        pgf.remove(0, pgf.indexOf("\\begingroup"));
        // Braces pair up within each line, so a line is a whole command.
        for (const QByteArray &line : pgf.split('\n')) {
            QByteArray bare = line;
            bare.replace("\\{", "").replace("\\}", "");
            QCOMPARE(bare.count('{'), bare.count('}'));
        }
        auto used = command.globalMatch(QString::fromUtf8(pgf));
        while (used.hasNext()) {
            const QString each = used.next().captured();
            QVERIFY2(known.contains(each), qPrintable(each));
        }
    }
}

void FiguresTest::pgfKeepsHostileTexts()
{
    Chart chart;
    ChartPanel panel;
    panel.title = "=cmd() \\end{document} \\input{x}";
    panel.x.ticks = {{0.5, "a_b$x$\n\\write18{rm} %"}};
    panel.whyEmpty = "\\def\\x{}";
    ChartDot dot;
    dot.x = std::numeric_limits<double>::infinity();
    panel.dots.push_back(dot);
    chart.panels.push_back(panel);
    const QByteArray pgf = *figureFile(sampleFigure(chart), "pgf");
    const qsizetype body = pgf.indexOf("use as bounding box");
    QVERIFY(body > 0);
    for (const char *command : {"\\input", "\\end{document}", "\\write18", "\\def", "inf"})
        QVERIFY2(pgf.indexOf(command, body) < 0, command);
    QVERIFY(pgf.contains("a\\_b\\$x\\$"));
}

void FiguresTest::colourVisionFiltersKeepGreyAndWhite()
{
    QImage image(3, 1, QImage::Format_RGB32);
    image.setPixel(0, 0, qRgb(255, 255, 255));
    image.setPixel(1, 0, qRgb(0, 0, 0));
    image.setPixel(2, 0, qRgb(200, 40, 10));
    for (const ColorVision vision : {ColorVision::Deuteranopia, ColorVision::Protanopia,
                                     ColorVision::Tritanopia, ColorVision::Grey}) {
        const QImage seen = seenBy(image, vision);
        QCOMPARE(seen.pixel(0, 0), qRgb(255, 255, 255));
        QCOMPARE(seen.pixel(1, 0), qRgb(0, 0, 0));
        QVERIFY(seen.pixel(2, 0) != image.pixel(2, 0));
    }
    QCOMPARE(seenBy(image, ColorVision::Full), image);
    const QRgb grey = seenBy(image, ColorVision::Grey).pixel(2, 0);
    QVERIFY(qRed(grey) == qGreen(grey) && qGreen(grey) == qBlue(grey));
}

void FiguresTest::thePreviewFitsItsPane()
{
    QCOMPARE(fittingScale({200, 100}, {400, 400}), 1.0);
    QCOMPARE(fittingScale({200, 100}, {100, 400}), 0.5);
    QCOMPARE(fittingScale({200, 100}, {400, 25}), 0.25);
    QCOMPARE(fittingScale({200, 100}, {400, -5}), 0.0);
    QCOMPARE(fittingScale({}, {400, 400}), 1.0);

    Theme theme;
    FigurePreview preview(theme);
    preview.show();
    PaperFigure figure = sampleFigure(sampleHistograms());
    figure.spec.widthInches = 6.75;
    figure.spec.heightInches = 9;
    preview.showFigure(figure);
    for (const QSize size : {QSize(120, 90), QSize(300, 700), QSize(900, 200), QSize(2000, 1600)}) {
        preview.resize(size);
        QTRY_COMPARE(preview.size(), size);
        QVERIFY(!preview.figureRect().isEmpty());
        QVERIFY(preview.rect().contains(preview.figureRect()));
        const double shape
            = static_cast<double>(preview.figureRect().width()) / preview.figureRect().height();
        QVERIFY(std::abs(shape - 0.75) < 0.03);
        QCOMPARE(preview.scale() == 1.0, size.width() == 2000);
    }
}

void FiguresTest::marksStaleFigures()
{
    FiguresFixture f;
    f.keep("all", "");
    f.keep("none", "task:there_is_no_such_task");
    QVERIFY(f.openThenShow(MainWindow::Figures));
    QTRY_COMPARE(f.page().entries().size(), std::size_t(2));
    QCOMPARE(f.page().entries()[0].state, u"never exported"_s);
    QVERIFY(!f.page().entries()[1].now);
    QVERIFY(f.page().entries()[1].state.contains(u"no evaluation"_s));

    f.page().table()->selectRow(0);
    const QString file = f.folder.filePath(u"all.pdf"_s);
    f.page().exports()->setTargets({f.folder.path(), {u"pdf"_s}});
    f.page().exportCurrent();
    QTRY_VERIFY(f.page().said().contains(u"Wrote 1 file "_s));
    // Both programs must write the same bytes without a window.
    const auto reader = f.services.openStore("fake.kloupe");
    QVERIFY(reader);
    const auto spec = figureSpecNamed("all", **reader);
    QVERIFY(spec);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), *figureFile(*makePaperFigure(**reader, *spec), "pdf"));
    const auto stateOfAll = [&] {
        for (const FigureEntry &entry : f.page().entries()) {
            if (entry.stored.name == "all")
                return entry.state;
        }
        return QString();
    };
    QTRY_COMPARE(stateOfAll(), u"current"_s);

    f.store->addRows(10);
    f.window->session().poll();
    QTRY_VERIFY(stateOfAll().startsWith(u"out of date"_s));
}

void FiguresTest::oneExportWritesTheChosenFormats()
{
    FiguresFixture f;
    f.keep("all", "");
    QVERIFY(f.openThenShow(MainWindow::Figures));
    QTRY_COMPARE(f.page().entries().size(), std::size_t(1));
    QCOMPARE(f.files(), QStringList());                           // no folder is chosen
    const QString folder = f.folder.filePath(u"paper/figures"_s); // the export makes it
    f.page().exports()->setTargets({folder, {u"pdf"_s}});
    for (QCheckBox *box : f.page().exports()->boxes()) {
        if (box->text() == u"CSV"_s || box->text() == u"TEX"_s)
            box->click();
    }
    QTRY_COMPARE(
        f.files(),
        QStringList({u"all.pdf: missing"_s, u"all.csv: missing"_s, u"all.tex: missing"_s}));
    QTest::mouseClick(f.page().exportButton(), Qt::LeftButton);
    QTRY_VERIFY(f.page().said().contains(u"Wrote 3 files"_s));
    const QStringList fresh{u"all.pdf: fresh"_s, u"all.csv: fresh"_s, u"all.tex: fresh"_s};
    QTRY_COMPARE(f.files(), fresh);
    QTRY_COMPARE(f.page().entries()[0].state, u"current"_s);
    for (const char *format : {"pdf", "csv", "tex"}) {
        QFile file(folder + u"/all."_s + QLatin1StringView(format));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), *figureFile(*f.page().entries()[0].now, format));
    }
    // The next window knows folder and formats.
    const ExportTargets saved
        = ExportMemory(f.services.settingsFile).of(f.window->session().file());
    QCOMPARE(saved.folder, folder);
    QCOMPARE(saved.formats, QStringList({u"pdf"_s, u"csv"_s, u"tex"_s}));

    QVERIFY(QFile::remove(folder + u"/all.csv"_s));
    f.store->addRows(10);
    f.window->session().poll();
    QTRY_COMPARE(
        f.files(),
        QStringList({u"all.pdf: out of date"_s, u"all.csv: missing"_s, u"all.tex: out of date"_s}));
    QTRY_VERIFY(f.page().updateButton()->isEnabled());
    QTest::mouseClick(f.page().updateButton(), Qt::LeftButton);
    QTRY_COMPARE(f.files(), fresh);
}

void FiguresTest::updateAllWritesStaleFigures()
{
    FiguresFixture f;
    f.keep("all", "");
    f.keep("first", "category:first");
    f.keep("none", "task:there_is_no_such_task");
    QVERIFY(f.openThenShow(MainWindow::Figures));
    QTRY_COMPARE(f.page().entries().size(), std::size_t(3));
    const auto made = std::ranges::count_if(
        f.page().entries(), [](const FigureEntry &entry) { return entry.now.has_value(); });
    f.page().exports()->setTargets({f.folder.path(), {u"svg"_s, u"csv"_s}});
    f.page().updateAll();
    QTRY_VERIFY(f.page().said().contains(u"Wrote %1 files"_s.arg(2 * made)));
    QVERIFY(QFile::exists(f.folder.filePath(u"all.svg"_s)));
    QVERIFY(!QFile::exists(f.folder.filePath(u"none.svg"_s)));
    QVERIFY(f.settle());

    QVERIFY(QFile::remove(f.folder.filePath(u"all.svg"_s)));
    f.page().updateAll();
    QTRY_VERIFY(f.page().said().contains(u"Wrote 1 file, %1 fresh already"_s.arg(2 * made - 1)));
}

void FiguresTest::anExportStopsBetweenFiles()
{
    const QTemporaryDir folder;
    FigureExportJob::Plan plan;
    plan.folder = folder.path().toStdString();
    plan.formats = {"csv"};
    for (const char *name : {"a", "b", "c"})
        plan.items.push_back({{name, {}, {}, {}, {}, {}}, sampleFigure(sampleBoxes())});
    std::vector<std::string> recorded;
    std::binary_semaphore isSecond(0);
    std::binary_semaphore isStopped(0);
    plan.record = [&](const std::filesystem::path &, const StoredFigure &figure) -> Status {
        recorded.push_back(figure.name);
        if (recorded.size() == 2) {
            isSecond.release();
            isStopped.acquire();
        }
        return {};
    };
    FigureExportJob job(std::move(plan));
    QCOMPARE(job.total(), 3);
    QSignalSpy finished(&job, &Job::finished);
    job.start();
    isSecond.acquire();
    job.cancel();
    isStopped.release();
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(!job.isRunning());
    QVERIFY(job.outcome()->isCancelled);
    QCOMPARE(job.outcome()->written, 2);
    QCOMPARE(job.done(), 2);
    QCOMPARE(recorded, (std::vector<std::string>{"a", "b"}));
    QVERIFY(QFile::exists(folder.filePath(u"b.csv"_s)));
    QVERIFY(!QFile::exists(folder.filePath(u"c.csv"_s)));
}

void FiguresTest::aNameThatLeavesTheFolderIsNotWritten()
{
    const QTemporaryDir folder;
    const QString inside = folder.filePath(u"in"_s);
    FigureExportJob::Plan plan;
    plan.folder = inside.toStdString();
    plan.formats = {"csv"};
    plan.items.push_back({{"../out", {}, {}, {}, {}, {}}, sampleFigure(sampleBoxes())});
    plan.items.push_back({{"good", {}, {}, {}, {}, {}}, sampleFigure(sampleBoxes())});
    plan.record = [](const std::filesystem::path &, const StoredFigure &) { return Status(); };
    FigureExportJob job(std::move(plan));
    QSignalSpy finished(&job, &Job::finished);
    job.start();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(job.outcome()->written, 1);
    QCOMPARE(job.outcome()->problems.size(), std::size_t(1));
    QVERIFY(!job.outcome()->isCancelled);
    QVERIFY(!QFile::exists(folder.filePath(u"out.csv"_s)));
    QVERIFY(QFile::exists(inside + u"/good.csv"_s));
}

void FiguresTest::emptyPageOffersActions()
{
    FiguresFixture f;
    f.window->showPage(MainWindow::Figures);
    const QPushButton *button = f.page().emptyState()->button();
    QTRY_VERIFY(button->isVisible());
    QCOMPARE(button->text(), f.window->commands().action(u"store.open"_s)->text().remove(u'&'));
    QVERIFY(f.openThenShow(MainWindow::Figures));
    QTRY_COMPARE(f.page().emptyState()->what(), u"No figures in this store yet"_s);
    f.page().emptyState()->button()->click();
    const auto *dialog = f.page().findChild<FigureDialog *>();
    QVERIFY(dialog && dialog->isVisible());
}

void FiguresTest::aFigureIsMadeInTheDialog()
{
    FiguresFixture f;
    QVERIFY(f.openThenShow(MainWindow::Figures));
    FigureDialog *dialog = f.page().edit({});
    QTRY_VERIFY(!dialog->isLoading());
    QVERIFY(!dialog->saveButton()->isEnabled()); // it has no name yet
    QVERIFY(!dialog->problem().isEmpty());
    QTest::keyClicks(dialog->nameLine(), u"mine"_s);
    QTRY_VERIFY(dialog->saveButton()->isEnabled());
    QTest::mouseClick(dialog->saveButton(), Qt::LeftButton);
    QTRY_COMPARE(f.page().entries().size(), std::size_t(1));
    QCOMPARE(f.page().entries()[0].stored.name, std::string("mine"));
}

void FiguresTest::theTitleFollowsTheChartUntilItIsWritten()
{
    FiguresFixture f;
    QVERIFY(f.openThenShow(MainWindow::Figures));
    FigureDialog *dialog = f.page().edit({});
    QTRY_VERIFY(!dialog->isLoading());
    FigureSpec spec;
    spec.name = "mine";
    spec.chart.groupBy = GroupBy::Method;
    dialog->setSpec(spec);
    QTRY_VERIFY(dialog->titleLine()->placeholderText().endsWith(u"by method"_s));
    spec.chart.groupBy = GroupBy::Category;
    dialog->setSpec(spec);
    QTRY_VERIFY(dialog->titleLine()->placeholderText().endsWith(u"by category"_s));
    QVERIFY(dialog->spec().title.empty());
    QTest::keyClicks(dialog->titleLine(), u"Mine"_s);
    QCOMPARE(dialog->spec().title, std::string("Mine"));
}

void FiguresTest::offersAlternativesForOversizedFigures()
{
    FiguresFixture f;
    QVERIFY(f.openThenShow(MainWindow::Figures));
    FigureSpec spec;
    spec.name = "mine";
    spec.chart.groupBy = GroupBy::Task;
    FigureDialog *dialog = f.page().edit(spec);
    QTRY_VERIFY(!dialog->isLoading());
    dialog->columnsBox()->setValue(12);
    QTRY_VERIFY(!dialog->isLoading());
    QTRY_COMPARE(dialog->offers().size(), 1);
    QVERIFY(!dialog->saveButton()->isEnabled());
    QTest::mouseClick(dialog->offers().front(), Qt::LeftButton);
    QTRY_VERIFY(dialog->saveButton()->isEnabled());
    QVERIFY(dialog->spec().columns > 0 && dialog->spec().columns < 12);
}

void FiguresTest::replacingWarnsAndCanBeUndone()
{
    FiguresFixture f;
    f.keep("mine", "category:first");
    QVERIFY(f.openThenShow(MainWindow::Figures));
    QTRY_COMPARE(f.page().entries().size(), std::size_t(1));
    const auto specNow = [&] { return f.page().entries()[0].stored.spec; };
    const std::string before = specNow();
    QVERIFY(!f.page().canUndo());

    // Changing a figure needs no warning. Replacing another one does.
    FigureSpec spec = *parseFigureSpec(before, "mine");
    FigureDialog *dialog = f.page().edit(spec, "mine");
    QTRY_VERIFY(dialog->saveButton()->isEnabled());
    QVERIFY2(dialog->problem().isEmpty(), qPrintable(dialog->problem()));
    dialog->reject();
    spec.name = "MINE"; // names ignore case
    dialog = f.page().edit(spec);
    QTRY_VERIFY(dialog->saveButton()->isEnabled());
    QVERIFY(dialog->problem().contains(u"replaces"_s));
    dialog->reject();
    spec.name = "mine";
    spec.filter.clear();
    dialog = f.page().edit(spec);
    QTRY_VERIFY(dialog->saveButton()->isEnabled());
    QVERIFY(dialog->saveButton()->text().contains(u"place"_s));
    QTest::mouseClick(dialog->saveButton(), Qt::LeftButton);
    QTRY_VERIFY(specNow() != before);
    QCOMPARE(f.page().entries().size(), std::size_t(1));

    QTRY_VERIFY(f.page().canUndo());
    QTRY_VERIFY(f.window->commands().action(u"triage.undo"_s)->isEnabled());
    f.window->commands().action(u"triage.undo"_s)->trigger();
    QTRY_COMPARE(specNow(), before);
    QTRY_VERIFY(f.page().canRedo());
    f.page().redo();
    QTRY_VERIFY(specNow() != before);
    QTRY_VERIFY(f.page().canUndo());
    f.page().removeCurrent();
    QTRY_VERIFY(f.page().entries().empty());
    QTRY_VERIFY(f.page().canUndo());
    f.page().undo();
    QTRY_COMPARE(f.page().entries().size(), std::size_t(1));
}

} // namespace tst_figures

LOUPE_UI_TEST(figures, tst_figures::FiguresTest)
#include "tst_figures.moc"
