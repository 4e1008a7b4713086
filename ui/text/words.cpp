// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/words.h"

#include "core/base/counted.h"
#include "core/base/printabletext.h"
#include "core/model/verdict/finding.h"
#include "core/store/rows/storedvalues.h"
#include "ui/text/windowwords.h"

#include <QDateTime>
#include <QObject>

#include <cmath>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

const QString none = u"–"_s;

QString significant(double value, int digits)
{
    if (value == 0.0)
        return u"0"_s;
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
    if (magnitude < -4 || magnitude > 6)
        return QString::number(value, 'e', digits - 1);
    return QString::number(value, 'f', std::max(0, digits - 1 - magnitude));
}

} // namespace

QString toQt(std::string_view text)
{
    return exactQt(printableText(text, LineBreaks::Kept));
}

QString lineText(std::string_view text)
{
    return exactQt(printableText(text));
}

QString pathText(const std::filesystem::path &path)
{
    return lineText(path.string());
}

QString exactQt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString exactPath(const std::filesystem::path &path)
{
    return exactQt(path.string());
}

std::string toCore(const QString &text)
{
    return text.toStdString();
}

std::filesystem::path toPath(const QString &text)
{
    return std::filesystem::path(text.toStdString());
}

QString severityText(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::Note:
        return QObject::tr("note");
    case FindingSeverity::Suspicion:
        return QObject::tr("suspicion");
    case FindingSeverity::Proof:
        break;
    }
    return QObject::tr("proof");
}

QString label(Verdict verdict)
{
    return toQt(facts(verdict).label);
}

QString verdictText(Verdict verdict)
{
    return toQt(symbol(outcomeOf(verdict))) + u' ' + label(verdict);
}

QString counted(std::int64_t count, const QString &one, const QString &many)
{
    return QString(count == 1 ? one : many).replace(u"%1"_s, countText(count));
}

QString countText(std::int64_t count)
{
    return toQt(groupedDigits(count));
}

QString speedupText(std::optional<double> speedup)
{
    if (!speedup)
        return none;
    const int decimals = *speedup < 0.1 ? 3 : *speedup < 100 ? 2 : 0;
    return QString::number(*speedup, 'f', decimals) + u'×';
}

QString intervalText(std::optional<double> low, std::optional<double> high)
{
    if (!low || !high)
        return none;
    const int decimals = *high < 0.1 ? 3 : *high < 100 ? 2 : 0;
    return QString::number(*low, 'f', decimals) + u'–' + QString::number(*high, 'f', decimals);
}

QString millisecondsText(std::optional<double> milliseconds)
{
    return milliseconds ? significant(*milliseconds, 3) : none;
}

QString shareText(double share)
{
    return QString::number(100.0 * share, 'f', 1) + u" %"_s;
}

QString valueText(double value)
{
    if (std::isnan(value))
        return u"NaN"_s;
    if (std::isinf(value))
        return value > 0 ? u"∞"_s : u"−∞"_s;
    return significant(value, 4).replace(u'-', u'−');
}

QString timeText(std::string_view isoTime)
{
    if (isoTime.empty())
        return none;
    const QString text = toQt(isoTime);
    const QDateTime time = QDateTime::fromString(text, Qt::ISODate);
    return time.isValid() ? time.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s) : text;
}

QString durationText(double seconds)
{
    const auto whole = static_cast<qint64>(std::llround(std::max(0.0, seconds)));
    if (whole < 60)
        return QObject::tr("%1 s").arg(whole);
    const bool isLong = whole >= 3600;
    const qint64 unit = isLong ? 3600 : 60;
    const qint64 rest = isLong ? whole % 3600 / 60 : whole % 60;
    if (rest == 0)
        return (isLong ? QObject::tr("%1 h") : QObject::tr("%1 min")).arg(whole / unit);
    return (isLong ? QObject::tr("%1 h %2 min") : QObject::tr("%1 min %2 s"))
        .arg(whole / unit)
        .arg(rest);
}

QString attemptText(const ResultRow &row)
{
    const QString text = QObject::tr("%1 · sample %2 · round %3 · %4")
                             .arg(toQt(row.method))
                             .arg(row.sample)
                             .arg(row.round)
                             .arg(toQt(row.run));
    return row.isDemo ? text + QObject::tr(" · demo data") : text;
}

QString errorText(const Error &error)
{
    return inWindowWords(toQt(error.text()));
}

QString detailedErrorText(const Error &error)
{
    const QString text = errorText(error);
    return error.detail.empty() ? text : QString(text + u'\n' + toQt(error.detail));
}

QString capitalized(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

int errorPosition(const Error &error, const QString &text)
{
    const QString where = toQt(error.where);
    const int byte = where.section(u' ', -1).toInt() - 1;
    const QByteArray utf8 = text.toUtf8();
    return static_cast<int>(QString::fromUtf8(utf8.left(std::max(0, byte))).size());
}

} // namespace loupe::ui
