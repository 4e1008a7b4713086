// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/logplace.h"

#include <QFileInfo>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace loupe::ui {

std::optional<LogPlace> placeInLog(const QString &logLine, const QString &fileName)
{
    static const QRegularExpression place(
        u"([\\w.+-]+\\.\\w+)(?:\", line |:|\\()(\\d+)(?:[:,](\\d+))?"_s);
    auto matches = place.globalMatch(logLine);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const QString file = match.captured(1);
        const bool isCandidate = file.startsWith("candidate."_L1)
            || (!fileName.isEmpty() && file == QFileInfo(fileName).fileName());
        if (isCandidate)
            return LogPlace{match.captured(2).toInt(), match.captured(3).toInt()};
    }
    return std::nullopt;
}

std::optional<LogPlace> placeInLog(const QString &logLine, const std::vector<SourceFile> &files)
{
    static const QRegularExpression place(
        u"([\\w.+/-]+\\.\\w+)(?:\", line |:|\\()(\\d+)(?:[:,](\\d+))?"_s);
    auto matches = place.globalMatch(logLine);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const QString path = u'/' + match.captured(1);
        for (const SourceFile &file : files) {
            if (path.endsWith(u'/' + QString::fromStdString(file.path)))
                return LogPlace{match.captured(2).toInt() + file.firstLine - 1,
                                match.captured(3).toInt()};
        }
    }
    return std::nullopt;
}

} // namespace loupe::ui
