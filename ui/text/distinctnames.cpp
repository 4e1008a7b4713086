// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/distinctnames.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr qsizetype hashDigits = 7; ///< as git shows them

bool isWordCharacter(QChar c)
{
    return c.isLetterOrNumber() || c == u'.';
}

/// Splits a name into words and the single characters between them.
QStringList wordsOf(const QString &name)
{
    QStringList out;
    for (const QChar c : name) {
        const bool continues
            = isWordCharacter(c) && !out.isEmpty() && isWordCharacter(out.back().back());
        if (continues)
            out.back() += c;
        else
            out.append(c);
    }
    return out;
}

bool hasWord(const QStringList &words, qsizetype first, qsizetype last)
{
    return std::any_of(words.begin() + first, words.begin() + last,
                       [](const QString &word) { return isWordCharacter(word.front()); });
}

/// Returns how many words all names begin with, such that each keeps a word of its own.
qsizetype commonBeginning(const std::vector<QStringList> &names)
{
    const QStringList &first = names.front();
    qsizetype common = first.size();
    for (const QStringList &each : names) {
        const auto end
            = std::mismatch(first.begin(), first.begin() + common, each.begin(), each.end());
        common = end.first - first.begin();
    }
    const auto leavesAWord
        = [&](const QStringList &each) { return hasWord(each, common, each.size()); };
    while (common > 0 && !std::ranges::all_of(names, leavesAWord))
        --common;
    return common;
}

qsizetype commonEnd(std::vector<QStringList> names)
{
    for (QStringList &each : names)
        std::ranges::reverse(each);
    return commonBeginning(names);
}

/// Removes separators at the ends, and brackets there that have no counterpart.
QString trimmed(QString name)
{
    const QString separators = u" ·-_/,:;|"_s;
    const auto isLoose = [&](QChar c) {
        const bool isBracket = c == u'(' || c == u')';
        return separators.contains(c) || (isBracket && name.count(u'(') != name.count(u')'));
    };
    while (!name.isEmpty() && isLoose(name.front()))
        name.remove(0, 1);
    while (!name.isEmpty() && isLoose(name.back()))
        name.chop(1);
    return name;
}

QString joined(const QStringList &words, qsizetype first, qsizetype count)
{
    return trimmed(words.mid(first, count).join(QString()));
}

QString withoutMiddle(const QString &name, int maxCharacters)
{
    if (name.size() <= maxCharacters)
        return name;
    const qsizetype kept = std::max(maxCharacters - 1, 2);
    return name.left(kept - kept / 2) + u'…' + name.right(kept / 2);
}

QString withoutEnd(const QString &name, int maxCharacters)
{
    return name.size() <= maxCharacters ? name : QString(name.left(maxCharacters - 1) + u'…');
}

/// Leaves out words at both ends that half of the names have: "A100" for "NVIDIA A100 (recorded)"
/// among devices of which one is not from NVIDIA. Names that fit and names of such words alone
/// stay.
QStringList withoutFrequentWords(const QStringList &names, int maxCharacters)
{
    QHash<QString, int> counts;
    for (const QString &name : names) {
        const QStringList words = wordsOf(name);
        for (const QString &word : QSet<QString>(words.begin(), words.end()))
            ++counts[word];
    }
    const auto isOwn = [&](const QString &word) {
        const bool isFrequent = counts[word] > 1 && qsizetype{2} * counts[word] >= names.size();
        return isWordCharacter(word.front()) && !isFrequent;
    };
    QStringList out;
    for (const QString &name : names) {
        const QStringList words = wordsOf(name);
        const auto first = std::ranges::find_if(words, isOwn);
        const auto last = std::find_if(words.rbegin(), words.rend(), isOwn).base();
        out.append(name.size() <= maxCharacters || first == words.end()
                       ? name
                       : joined(words, first - words.begin(), last - first));
    }
    return out;
}

qsizetype longestOf(const QStringList &names)
{
    qsizetype longest = 0;
    for (const QString &name : names)
        longest = std::max(longest, name.size());
    return longest;
}

qsizetype countDifferent(const QStringList &names)
{
    return QSet<QString>(names.begin(), names.end()).size();
}

} // namespace

QString shortHashes(const QString &text)
{
    static const QRegularExpression hash(
        u"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{40})(?![0-9A-Za-z])"_s);
    QString out;
    qsizetype from = 0;
    for (const QRegularExpressionMatch &match : hash.globalMatch(text)) {
        out += QStringView(text).mid(from, match.capturedStart() - from);
        out += match.capturedView().left(hashDigits);
        from = match.capturedEnd();
    }
    return from == 0 ? text : out + QStringView(text).mid(from);
}

QStringList distinctNames(const QStringList &names)
{
    QStringList shown;
    for (const QString &name : names)
        shown.append(shortHashes(name));
    if (countDifferent(shown) < countDifferent(names))
        shown = names; // Two hashes begin alike.
    if (countDifferent(shown) < 2)
        return shown;
    std::vector<QStringList> words;
    for (const QString &name : shown)
        words.push_back(wordsOf(name));
    const qsizetype beginning = commonBeginning(words);
    std::vector<QStringList> rests;
    for (const QStringList &each : words)
        rests.push_back(each.mid(beginning));
    const qsizetype end = commonEnd(rests);
    QStringList out;
    for (const QStringList &each : rests)
        out.append(joined(each, 0, each.size() - end));
    // Names of separators alone have nothing to leave out.
    return countDifferent(out) < countDifferent(shown) ? shown : out;
}

QStringList shortNames(const QStringList &names, int maxCharacters)
{
    QStringList distinct = distinctNames(names);
    if (longestOf(distinct) > maxCharacters) {
        const QStringList rare = withoutFrequentWords(distinct, maxCharacters);
        if (countDifferent(rare) == countDifferent(distinct))
            distinct = rare;
    }
    for (int limit = maxCharacters; limit < longestOf(distinct); ++limit) {
        for (const auto &shorten : {withoutEnd, withoutMiddle}) {
            QStringList out;
            for (const QString &name : distinct)
                out.append(shorten(name, limit));
            if (countDifferent(out) == countDifferent(distinct))
                return out;
        }
    }
    return distinct;
}

QStringList fittedNames(const QStringList &names, int maxCharacters)
{
    QStringList whole;
    for (const QString &name : names)
        whole.append(shortHashes(name));
    const bool isWhole
        = longestOf(whole) <= maxCharacters && countDifferent(whole) == countDifferent(names);
    return isWhole ? whole : shortNames(names, maxCharacters);
}

} // namespace loupe::ui
