// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/pdfdate.h"

#include <optional>

namespace loupe::ui {

namespace {

/// "xref\n0 COUNT\n", and for each object ten digits, a generation and whether it is in use: 20
/// bytes (ISO 32000-1, 7.5.4). "startxref\nPLACE" says where that begins.
struct PdfPlaces {
    qsizetype table = 0; ///< where "xref" stands
    qsizetype first = 0; ///< the first entry
    qsizetype count = 0;
    qsizetype ending = 0; ///< the digits after "startxref"
};

constexpr qsizetype entryBytes = 20;
constexpr qsizetype placeDigits = 10;

std::optional<PdfPlaces> pdfPlaces(const QByteArray &pdf)
{
    const QByteArray mark("startxref\n");
    const qsizetype start = pdf.lastIndexOf(mark);
    if (start < 0)
        return std::nullopt;
    PdfPlaces out;
    out.ending = start + mark.size();
    bool isNumber = false;
    const qsizetype end = pdf.indexOf('\n', out.ending);
    out.table = pdf.mid(out.ending, end - out.ending).trimmed().toLongLong(&isNumber);
    const QByteArray head("xref\n0 ");
    if (!isNumber || end < 0 || pdf.mid(out.table, head.size()) != head)
        return std::nullopt;
    const qsizetype counted = out.table + head.size();
    const qsizetype line = pdf.indexOf('\n', counted);
    out.count = pdf.mid(counted, line - counted).trimmed().toLongLong(&isNumber);
    out.first = line + 1;
    if (!isNumber || line < 0 || out.first + out.count * entryBytes > start)
        return std::nullopt;
    return out;
}

} // namespace

void fixPdfDate(QByteArray &pdf)
{
    const QByteArray mark("/CreationDate (D:");
    const QByteArray fixed("20000101000000Z");
    const auto places = pdfPlaces(pdf);
    // The first: later ones would be texts of the figure.
    const qsizetype found = pdf.indexOf(mark);
    const qsizetype from = found + mark.size();
    const qsizetype to = pdf.indexOf(')', from);
    if (!places || found < 0 || to < 0 || to > places->table)
        return;
    const qsizetype longer = fixed.size() - (to - from);
    // From the end to the beginning, so that what is still to be changed stays where it is.
    const qsizetype digits = pdf.indexOf('\n', places->ending) - places->ending;
    pdf.replace(places->ending, digits, QByteArray::number(places->table + longer).append(' '));
    for (qsizetype i = places->count; i-- > 0;) {
        const qsizetype entry = places->first + i * entryBytes;
        const qsizetype place = pdf.mid(entry, placeDigits).toLongLong();
        if (place > from)
            pdf.replace(entry, placeDigits,
                        QByteArray::number(place + longer).rightJustified(placeDigits, '0'));
    }
    pdf.replace(from, to - from, fixed);
}

} // namespace loupe::ui
