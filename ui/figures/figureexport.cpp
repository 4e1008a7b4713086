// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figureexport.h"

#include "core/base/files.h"
#include "ui/figures/pgfdevice.h"
#include "ui/text/words.h"

#include <QBuffer>
#include <QByteArray>
#include <QFontDatabase>
#include <QImage>
#include <QMarginsF>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Parses the number in `pdf` from `at` to the end of the line.
std::optional<qsizetype> pdfNumber(const QByteArray &pdf, qsizetype at)
{
    bool isNumber = false;
    const qsizetype number
        = pdf.mid(at, pdf.indexOf('\n', at) - at).trimmed().toLongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

/// Returns the offset of "xref", from the line before the last one (ISO 32000-1, 7.5.5).
std::optional<qsizetype> placeOfPdfTable(const QByteArray &pdf)
{
    const QByteArray mark("startxref\n");
    const qsizetype start = pdf.lastIndexOf(mark);
    const auto table = start < 0 ? std::nullopt : pdfNumber(pdf, start + mark.size());
    return table && *table > 0 && *table < start ? table : std::nullopt;
}

/// Returns the offset of each object by its number, from entries of 20 bytes after "xref\n0
/// COUNT\n" (ISO 32000-1, 7.5.4).
std::map<int, qsizetype> pdfPlaces(const QByteArray &pdf, qsizetype table)
{
    constexpr qsizetype entryBytes = 20;
    constexpr qsizetype placeDigits = 10;
    std::map<int, qsizetype> out;
    const QByteArray head("xref\n0 ");
    const auto count = pdfNumber(pdf, table + head.size());
    const qsizetype first = pdf.indexOf('\n', table + head.size()) + 1;
    if (pdf.mid(table, head.size()) != head || !count || first + *count * entryBytes > pdf.size())
        return out;
    for (int object = 1; object < *count; ++object) {
        const qsizetype place
            = pdf.mid(first + object * entryBytes, placeDigits).toLongLong(nullptr, 10);
        const QByteArray begin = QByteArray::number(object).append(" 0 obj");
        if (place >= table || pdf.mid(place, begin.size()) != begin)
            return {};
        out[object] = place;
    }
    return out;
}

/// Object without its number: a text with references, and a stream without any.
struct PdfObject {
    QString text; ///< Latin-1, one character per byte
    QByteArray stream;
};

QRegularExpression pdfReference()
{
    return QRegularExpression(u"\\b(\\d+) 0 R\\b"_s);
}

std::map<int, PdfObject> pdfObjects(const QByteArray &pdf, qsizetype table)
{
    const std::map<int, qsizetype> places = pdfPlaces(pdf, table);
    std::vector<qsizetype> ends{table};
    ends.reserve(places.size() + 1);
    for (const auto &each : places)
        ends.push_back(each.second);
    std::ranges::sort(ends);
    std::map<int, PdfObject> out;
    for (const auto &[number, place] : places) {
        const qsizetype end = *std::ranges::upper_bound(ends, place);
        const QByteArray bytes = pdf.mid(place, end - place);
        const qsizetype text = bytes.indexOf('\n') + 1;
        const qsizetype stream = bytes.indexOf("stream\n");
        out[number] = {QString::fromLatin1(bytes.mid(text, stream < 0 ? -1 : stream - text)),
                       stream < 0 ? QByteArray() : bytes.mid(stream)};
    }
    return out;
}

/// Appends the objects that a text refers to, each once.
void addPdfReferences(const QString &text, std::vector<int> &order)
{
    static const QRegularExpression reference = pdfReference();
    auto found = reference.globalMatch(text);
    while (found.hasNext()) {
        const int number = found.next().captured(1).toInt();
        if (std::ranges::find(order, number) == order.end())
            order.push_back(number);
    }
}

/// Replaces each reference by its position in `order`, from 1.
QByteArray renumbered(const QString &text, const std::vector<int> &order)
{
    static const QRegularExpression reference = pdfReference();
    QString out;
    qsizetype copied = 0;
    auto found = reference.globalMatch(text);
    while (found.hasNext()) {
        const auto match = found.next();
        const auto place = std::ranges::find(order, match.captured(1).toInt());
        out += text.mid(copied, match.capturedStart(1) - copied);
        out += QString::number(place - order.begin() + 1);
        copied = match.capturedEnd(1);
    }
    out += text.mid(copied);
    return out.toLatin1();
}

/// The figure's own texts are UTF-16 or in a stream, so this never matches one of them.
void fixPdfDate(QString &text)
{
    static const QRegularExpression date(u"/CreationDate \\(D:[^)]*\\)"_s);
    text.replace(date, u"/CreationDate (D:20000101000000Z)"_s);
}

/// Renames subset fonts. Their tag of six letters (ISO 32000-1, 9.6.4) depends on the order in
/// which Qt writes them; here, on the order of occurrence.
void fixFontTags(QString &text, QStringList &tags)
{
    static const QRegularExpression tag(u"/([A-Z]{6})\\+"_s);
    static const QString letters = u"ABCDEFGHIJKLMNOPQRSTUVWXYZ"_s;
    auto found = tag.globalMatch(text);
    while (found.hasNext()) {
        const auto match = found.next();
        qsizetype place = tags.indexOf(match.captured(1));
        if (place < 0) {
            place = tags.size();
            tags.append(match.captured(1));
        }
        const qsizetype count = letters.size();
        text.replace(match.capturedStart(1), match.capturedLength(1),
                     u"LOUP"_s + letters[place / count % count] + letters[place % count]);
    }
}

/// Converts a PDF of QPdfWriter into a form that depends only on its content. Qt writes the local
/// time into it, and orders fonts by a hash of their paths. The result has a fixed date, and its
/// objects are numbered in the order in which they are first referenced from the trailer. A file
/// with an unexpected structure is returned unchanged.
QByteArray canonicalPdf(const QByteArray &pdf)
{
    const auto table = placeOfPdfTable(pdf);
    if (!table)
        return pdf;
    std::map<int, PdfObject> objects = pdfObjects(pdf, *table);
    const qsizetype trailerAt = pdf.indexOf("trailer\n", *table);
    const qsizetype trailerEnd = pdf.indexOf("startxref\n", *table);
    if (objects.empty() || trailerAt < 0)
        return pdf;
    const QString trailer = QString::fromLatin1(pdf.mid(trailerAt, trailerEnd - trailerAt));
    std::vector<int> order;
    addPdfReferences(trailer, order);
    for (std::size_t i = 0; i < order.size(); ++i) { // `order` grows during the loop.
        const auto object = objects.find(order[i]);
        if (object == objects.end())
            return pdf;
        addPdfReferences(object->second.text, order);
    }

    QByteArray out = pdf.left(pdf.indexOf("1 0 obj"));
    QByteArray places("0000000000 65535 f \n");
    QStringList tags;
    for (std::size_t i = 0; i < order.size(); ++i) {
        PdfObject &object = objects.at(order[i]);
        fixPdfDate(object.text);
        fixFontTags(object.text, tags);
        places += QByteArray::number(out.size()).rightJustified(10, '0').append(" 00000 n \n");
        out += QByteArray::number(static_cast<int>(i) + 1).append(" 0 obj\n");
        out += renumbered(object.text, order).append(object.stream);
    }
    const QByteArray begin = QByteArray::number(out.size());
    const QByteArray count = QByteArray::number(static_cast<int>(order.size()) + 1);
    static const QRegularExpression size(u"/Size \\d+"_s);
    QString end = trailer;
    end.replace(size, u"/Size "_s + QString::fromLatin1(count));
    out.append("xref\n0 ").append(count).append("\n").append(places);
    return out.append(renumbered(end, order))
        .append("startxref\n")
        .append(begin)
        .append("\n%%EOF\n");
}

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
        return Error{Errc::InvalidInput, "a picture has from 36 to 2400 dots per inch"};
    const ChartPainter chart = figurePainter(figure);
    const double scale = static_cast<double>(dotsPerInch) / unitsPerInch;
    const QSizeF size = chart.layout().area.size() * scale;
    QImage image(static_cast<int>(std::lround(size.width())),
                 static_cast<int>(std::lround(size.height())), QImage::Format_RGB32);
    if (image.isNull())
        return Error{.code = Errc::InvalidInput,
                     .message = "the picture is too large",
                     .hint = "fewer dots per inch"};
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
        return Error{Errc::Io, "the picture could not be encoded"};
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
                     figure.spec.name, "install it, or name another in the spec (font.family)"};
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
