// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.h"
#include "core/report/figures/charttable.h"
#include "core/report/figures/figuresource.h"
#include "core/report/figures/paperfigure.h"
#include "ui/dialogs/figuredialog.h"
#include "ui/figures/colorvision.h"
#include "ui/figures/figureexport.h"
#include "ui/pages/figures/figurespage.h"
#include "ui/shell/session/commandregistry.h"

#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QXmlStreamReader>

#include "samplecharts.h"
#include "windowfixture.h"

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
};

} // namespace

class FiguresTest : public QObject
{
    Q_OBJECT
private slots:
    void filesAreTheSameTwice();
    void pdfHasItsSizeAndNoClock();
    void pdfIsTheSameInEveryTimeZone();
    void aFontThatIsNotThereIsRefused();
    void svgIsXmlWithHostileTexts();
    void visionsKeepGreyAndWhite();
    void thePageTellsWhatIsStale();
    void aFigureIsMadeInTheDialog();
    void theTitleFollowsTheChartUntilItIsWritten();
    void whatHasNoRoomIsOfferedOtherwise();
    void replacingIsWarnedOfAndTakenBack();
};

void FiguresTest::filesAreTheSameTwice()
{
    for (const Chart &chart : allSampleCharts()) {
        const PaperFigure figure = sampleFigure(chart);
        for (const char *format : {"pdf", "svg", "png", "csv", "tex"}) {
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

void FiguresTest::pdfHasItsSizeAndNoClock()
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

void FiguresTest::aFontThatIsNotThereIsRefused()
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

void FiguresTest::visionsKeepGreyAndWhite()
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

void FiguresTest::thePageTellsWhatIsStale()
{
    FiguresFixture f;
    f.keep("all", "");
    f.keep("none", "task:there_is_no_such_task");
    QVERIFY(f.open());
    f.window->showPage(MainWindow::Figures);
    QVERIFY(f.settle());
    QTRY_COMPARE(f.page().entries().size(), std::size_t(2));
    QCOMPARE(f.page().entries()[0].state, u"never exported"_s);
    QVERIFY(!f.page().entries()[1].now);
    QVERIFY(f.page().entries()[1].state.contains(u"no evaluation"_s));

    f.page().table()->selectRow(0);
    const QString file = f.folder.filePath(u"all.pdf"_s);
    f.page().exportTo(file);
    QTRY_VERIFY(f.page().said().contains(u"Wrote"_s));
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

void FiguresTest::aFigureIsMadeInTheDialog()
{
    FiguresFixture f;
    QVERIFY(f.open());
    f.window->showPage(MainWindow::Figures);
    QVERIFY(f.settle());
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
    QVERIFY(f.open());
    f.window->showPage(MainWindow::Figures);
    QVERIFY(f.settle());
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

void FiguresTest::whatHasNoRoomIsOfferedOtherwise()
{
    FiguresFixture f;
    QVERIFY(f.open());
    f.window->showPage(MainWindow::Figures);
    QVERIFY(f.settle());
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

void FiguresTest::replacingIsWarnedOfAndTakenBack()
{
    FiguresFixture f;
    f.keep("mine", "category:first");
    QVERIFY(f.open());
    f.window->showPage(MainWindow::Figures);
    QVERIFY(f.settle());
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

QTEST_MAIN(FiguresTest)
#include "tst_figures.moc"
