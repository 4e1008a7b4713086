// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/canonicalpdf.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <algorithm>
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

} // namespace

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

} // namespace loupe::ui
