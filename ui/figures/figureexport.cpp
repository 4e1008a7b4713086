// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figureexport.h"

#include "core/base/files.h"
#include "ui/figures/canonicalpdf.h"
#include "ui/figures/pgfdevice.h"
#include "ui/text/words.h"

#include <QBuffer>
#include <QFontDatabase>
#include <QImage>
#include <QMarginsF>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include <cmath>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr double pointsPerInch = 72.0;
constexpr int unitsPerInch = static_cast<int>(pointsPerInch * paperUnit);

QSizeF sizeInPoints(const FigureSpec &spec)
{
    // Qt's PDF pages have whole points; a point is 0.35 mm.
    return {std::round(spec.widthInches * pointsPerInch),
            std::round(spec.heightInches * pointsPerInch)};
}

QString xmlText(const std::string &text)
{
    QString out;
    for (const QChar c : toQt(text)) {
        if (c.unicode() < 0x20) // XML does not allow control characters.
            out += u' ';
        else
            out += QString(c).toHtmlEscaped();
    }
    return out;
}

/// Returns XMP metadata with the caption and the figure's origin.
QByteArray metadataPacket(const PaperFigure &figure)
{
    const QString packet
        = u"<?xpacket begin=\"\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
          "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
          "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
          "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
          "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>"
          "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt>"
          "</dc:description><dc:source>%3</dc:source>"
          "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>"_s;
    return packet
        .arg(xmlText(figure.chart.title), xmlText(figure.caption), xmlText(provenance(figure)))
        .toUtf8();
}

QByteArray pdfFile(const PaperFigure &figure)
{
    const ChartPainter chart = figurePainter(figure);
    QByteArray out;
    QBuffer buffer(&out);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setCreator(u"KernelLoupe"_s);
        writer.setTitle(toQt(figure.chart.title));
        writer.setDocumentXmpMetadata(metadataPacket(figure));
        writer.setResolution(unitsPerInch);
        writer.setPageLayout(QPageLayout(
            QPageSize(sizeInPoints(figure.spec), QPageSize::Point, {}, QPageSize::ExactMatch),
            QPageLayout::Portrait, QMarginsF()));
        QPainter painter(&writer);
        chart.paint(painter);
    }
    return canonicalPdf(out);
}

QByteArray pgfFile(const PaperFigure &figure)
{
    const ChartPainter chart = figurePainter(figure);
    PgfDevice device(chart.layout().area.size(), paperUnit);
    {
        QPainter painter(&device);
        chart.paint(painter);
    }
    return QByteArray::fromStdString(provenanceComment(figure)) + device.picture();
}

QByteArray svgFile(const PaperFigure &figure)
{
    const ChartPainter chart = figurePainter(figure);
    QByteArray out;
    QBuffer buffer(&out);
    buffer.open(QIODevice::WriteOnly);
    {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setResolution(unitsPerInch);
        generator.setSize(chart.layout().area.size().toSize());
        generator.setViewBox(chart.layout().area);
        QPainter painter(&generator);
        chart.paint(painter);
    }
    // Replaces Qt's generic title and optional description by escaped ones.
    QString text = QString::fromUtf8(out);
    static const QRegularExpression described(u"<title>.*?</title>\\s*|<desc>.*?</desc>\\s*"_s,
                                              QRegularExpression::DotMatchesEverythingOption);
    text.remove(described);
    const qsizetype body = text.indexOf(u'>', text.indexOf(u"<svg"_s)) + 1;
    text.insert(
        body,
        u"\n<title>%1</title>\n<desc>%2</desc>\n<metadata>%3</metadata>\n"_s.arg(
            xmlText(figure.chart.title), xmlText(figure.caption), xmlText(provenance(figure))));
    return text.toUtf8();
}

Result<QByteArray> pngFile(const PaperFigure &figure, int dotsPerInch)
{
    constexpr int most = 2400;
    if (dotsPerInch < 36 || dotsPerInch > most)
        return Error{Errc::InvalidInput, "a picture has from 36 to 2400 dots per inch", {}, {}, {}};
    const ChartPainter chart = figurePainter(figure);
    const double scale = static_cast<double>(dotsPerInch) / unitsPerInch;
    const QSizeF size = chart.layout().area.size() * scale;
    QImage image(static_cast<int>(std::lround(size.width())),
                 static_cast<int>(std::lround(size.height())), QImage::Format_RGB32);
    if (image.isNull())
        return Error{Errc::InvalidInput, "the picture is too large", {}, "fewer dots per inch", {}};
    image.fill(chart.style().paper);
    constexpr double inchesPerMetre = 39.3700787;
    image.setDotsPerMeterX(static_cast<int>(std::lround(dotsPerInch * inchesPerMetre)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.setText(u"Title"_s, toQt(figure.chart.title));
    image.setText(u"Description"_s, toQt(figure.caption));
    image.setText(u"Source"_s, toQt(provenance(figure)));
    QPainter painter(&image);
    painter.scale(scale, scale);
    chart.paint(painter);
    painter.end();
    QByteArray out;
    QBuffer buffer(&out);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return Error{Errc::Io, "the picture could not be encoded", {}, {}, {}};
    return out;
}

} // namespace

ChartPainter figurePainter(const PaperFigure &figure)
{
    const FigureSpec &spec = figure.spec;
    ChartStyle style = paperStyle(
        spec.palette == FigurePalette::Grey ? PaperPalette::Grey : PaperPalette::ColorBlindSafe,
        spec.fontPoints, spec.fontFamily);
    style.hasTitle = spec.hasTitle;
    style.hasLetters = spec.hasLetters;
    style.hasPanelNotes = spec.hasNotes;
    style.columns = spec.columns;
    return {figure.chart, std::move(style), QRectF(QPointF(), sizeInPoints(spec) * paperUnit)};
}

Result<QByteArray> figureFile(const PaperFigure &figure, const std::string &format, int dotsPerInch)
{
    const QString font = paperFontFamily(figure.spec.fontFamily);
    if (isDrawnFormat(format) && !QFontDatabase::hasFamily(font))
        return Error{Errc::Environment,
                     "the font " + toCore(font)
                         + " is not installed: another would change the "
                           "figure",
                     figure.spec.name,
                     "install it, or name another in the spec (font.family)",
                     {}};
    if (format == "pdf")
        return pdfFile(figure);
    if (format == "svg")
        return svgFile(figure);
    if (format == "pgf")
        return pgfFile(figure);
    if (format == "png")
        return pngFile(figure, dotsPerInch);
    const auto text = figureText(figure, format);
    if (!text)
        return text.error();
    return QByteArray::fromStdString(*text);
}

Status exportFigure(const PaperFigure &figure, const std::filesystem::path &file, int dotsPerInch)
{
    const auto bytes = figureFile(figure, formatOf(file), dotsPerInch);
    if (!bytes)
        return bytes.error();
    return writeFileAtomic(file, bytes->toStdString());
}

} // namespace loupe::ui
