// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/indentedjson.h"

using namespace Qt::StringLiterals;

namespace loupe::ui {

QString indentedJson(const QString &json)
{
    QString out;
    int depth = 0;
    bool isInString = false;
    bool isEscaped = false;
    const auto newLine = [&] { out += u'\n' + QString(qsizetype{2} * depth, u' '); };
    for (const QChar c : json) {
        if (isInString) {
            out += c;
            if (!isEscaped && c == u'"')
                isInString = false;
            isEscaped = !isEscaped && c == u'\\';
        } else if (c == u'"') {
            isInString = true;
            out += c;
        } else if (c == u'{' || c == u'[') {
            out += c;
            ++depth;
            newLine();
        } else if (c == u'}' || c == u']') {
            depth = std::max(0, depth - 1);
            newLine();
            out += c;
        } else if (c == u',') {
            out += c;
            newLine();
        } else if (!c.isSpace()) {
            out += c;
            if (c == u':')
                out += u' ';
        }
    }
    return out;
}

} // namespace loupe::ui
