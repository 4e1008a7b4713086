// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/fuzzymatch.h"

#include <QString>

#include <algorithm>

namespace loupe::ui {

namespace {

constexpr int wordStartBonus = 8;
constexpr int neighbourBonus = 6;

/// Scores the greedy match that takes the first position of each character from `from` on.
std::optional<int> scoreFrom(const QString &typed, const QString &text, qsizetype from)
{
    int score = 0;
    qsizetype last = -1;
    qsizetype at = from;
    for (const QChar wanted : typed) {
        at = text.indexOf(wanted, at);
        if (at < 0)
            return std::nullopt;
        const bool startsWord = at == 0 || !text[at - 1].isLetterOrNumber();
        score += 1 + (startsWord ? wordStartBonus : 0);
        if (last >= 0 && at == last + 1)
            score += neighbourBonus;
        last = at++;
    }
    return score;
}

} // namespace

std::optional<int> fuzzyScore(QStringView typed, QStringView text)
{
    const QString wanted = typed.toString().toLower().remove(u' ');
    const QString in = text.toString().toLower();
    if (wanted.isEmpty())
        return 0;
    std::optional<int> best;
    for (qsizetype at = in.indexOf(wanted[0]); at >= 0; at = in.indexOf(wanted[0], at + 1)) {
        const auto score = scoreFrom(wanted, in, at);
        if (score)
            best = std::max(best.value_or(0), *score);
    }
    return best;
}

} // namespace loupe::ui
