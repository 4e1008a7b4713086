// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/unifieddiff.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int unifiedNumberMargin = 0;
constexpr int unifiedSignMargin = 1;
enum UnifiedMark { RemovedTint = 5, AddedTint, RemovedSign, AddedSign };
constexpr int removedSpan = 9;
constexpr int addedSpan = 10;

/// Returns the code without the tests that a suite has below it.
std::string_view codeOf(const QByteArray &source)
{
    const std::string_view all(source.constData(), static_cast<std::size_t>(source.size()));
    const auto lines = linesOf(all);
    const auto shown = static_cast<std::size_t>(firstTestLine(lines));
    return shown < lines.size()
        ? all.substr(0, static_cast<std::size_t>(lines[shown].data() - all.data()))
        : all;
}

} // namespace

UnifiedDiff::UnifiedDiff(const Theme &theme, QWidget *parent) : CodeView(theme, parent)
{
    setMarginType(unifiedNumberMargin, TextMarginRightJustified);
    setMarginMarkerMask(unifiedSignMargin, (1 << RemovedSign) | (1 << AddedSign));
    markerDefine(Background, RemovedTint);
    markerDefine(Background, AddedTint);
    markerDefine('-', RemovedSign);
    markerDefine('+', AddedSign);
    for (const int span : {removedSpan, addedSpan}) {
        indicatorDefine(StraightBoxIndicator, span);
        setIndicatorDrawUnder(true, span);
    }
    connect(&theme, &Theme::changed, this, &UnifiedDiff::defineMarks);
    defineMarks();
}

UnifiedDiff::~UnifiedDiff() = default;

void UnifiedDiff::defineMarks()
{
    setMarkerBackgroundColor(theme().color(Token::Removed), RemovedTint);
    setMarkerBackgroundColor(theme().color(Token::Added), AddedTint);
    const auto strong = [&](int sign, int span, Token token) {
        QColor color = theme().color(token);
        setMarkerForegroundColor(color, sign);
        setMarkerBackgroundColor(theme().color(Token::CodeBackground), sign);
        constexpr int fill = 70;
        color.setAlpha(fill);
        setIndicatorForegroundColor(color, span);
        color.setAlpha(0);
        setIndicatorOutlineColor(color, span);
    };
    strong(RemovedSign, removedSpan, Token::Wrong);
    strong(AddedSign, addedSpan, Token::Correct);
}

UnifiedDiff::Unified UnifiedDiff::unify(const DiffSource &before, const DiffSource &after)
{
    const auto asText = [](const DiffSource &source) {
        return AlignedText{codeOf(source.text), commentStyleOf(toCore(source.language))};
    };
    Unified out;
    const auto left = linesOf(codeOf(before.text));
    const auto right = linesOf(codeOf(after.text));
    if (before.text.isEmpty()) {
        for (std::size_t line = 0; line < right.size(); ++line)
            out.rows.push_back({UnifiedRow::Kind::Same, static_cast<int>(line), {}});
    } else {
        out.rows = unifiedRows(alignTexts(asText(before), asText(after)));
    }
    for (const UnifiedRow &row : out.rows) {
        const auto &lines = row.kind == UnifiedRow::Kind::Removed ? left : right;
        const std::string_view line = lines[static_cast<std::size_t>(row.line)];
        if (&row != &out.rows.front())
            out.text.append('\n');
        out.text.append(line.data(), static_cast<qsizetype>(line.size()));
    }
    return out;
}

void UnifiedDiff::setSources(DiffSource before, DiffSource after)
{
    const QString language = after.language;
    m_job.start([before = std::move(before), after = std::move(after)](
                    const std::stop_token &) { return unify(before, after); },
                [this, language](const Unified &unified) { deliver(unified, language); });
}

void UnifiedDiff::clearSources()
{
    m_job.cancel();
    deliver({}, {});
}

void UnifiedDiff::deliver(const Unified &unified, const QString &language)
{
    m_rows = unified.rows;
    m_starts.clear();
    m_place = -1;
    setSource(toQt(std::string_view(unified.text.constData(),
                                    static_cast<std::size_t>(unified.text.size()))),
              language);
    setWrapMode(WrapNone);
    markRows();
    if (!m_starts.empty())
        walkDifferences(1);
    emit shown();
}

void UnifiedDiff::markRows()
{
    clearMarginText();
    int most = 100;
    auto before = UnifiedRow::Kind::Same;
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        const UnifiedRow &each = m_rows[static_cast<std::size_t>(row)];
        most = std::max(most, each.line + 1);
        setMarginText(row, QString::number(each.line + 1),
                      static_cast<int>(QsciScintillaBase::STYLE_LINENUMBER));
        const bool isSame = each.kind == UnifiedRow::Kind::Same;
        if (!isSame && before == UnifiedRow::Kind::Same)
            m_starts.push_back(row);
        before = each.kind;
        if (isSame)
            continue;
        const bool isAdded = each.kind == UnifiedRow::Kind::Added;
        markerAdd(row, isAdded ? AddedTint : RemovedTint);
        markerAdd(row, isAdded ? AddedSign : RemovedSign);
        SendScintilla(SCI_SETINDICATORCURRENT,
                      static_cast<unsigned long>(isAdded ? addedSpan : removedSpan));
        const long start = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(row));
        for (const TextSpan span : each.spans)
            SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(start + span.begin),
                          static_cast<long>(span.length));
    }
    setMarginWidth(unifiedNumberMargin, u"0"_s + QString::number(most));
}

void UnifiedDiff::walkDifferences(int step)
{
    const auto count = static_cast<int>(m_starts.size());
    if (count == 0)
        return;
    const int from = m_place < 0 && step < 0 ? 0 : m_place;
    m_place = (from + step + count) % count;
    goToRow(m_starts[static_cast<std::size_t>(m_place)]);
}

void UnifiedDiff::goToRow(int row)
{
    constexpr int linesAbove = 3;
    SendScintilla(SCI_SETFIRSTVISIBLELINE,
                  static_cast<unsigned long>(std::max(0, row - linesAbove)));
    setCursorPosition(row, 0);
}

} // namespace loupe::ui
