// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/source/diffpane.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QPainter>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int lineNumberMargin = 0;
constexpr int signMargin = 1;
enum Mark { TintMark = 5, MinusMark, PlusMark, ProblemMark };
constexpr int spanIndicator = 9;
constexpr int lineNumberStyle = QsciScintillaBase::STYLE_LINENUMBER;

Token strongToken(DiffPane::Tint tint)
{
    return tint == DiffPane::Tint::Added ? Token::Correct : Token::Wrong;
}

} // namespace

DiffPane::DiffPane(const Theme &theme, QWidget *parent) : CodeView(theme, parent)
{
    setMarginType(lineNumberMargin, TextMarginRightJustified);
    setMarginMarkerMask(signMargin, (1 << MinusMark) | (1 << PlusMark) | (1 << ProblemMark));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // equal heights keep the panes in step
    SendScintilla(SCI_SETCARETLINEVISIBLEALWAYS, 1UL);
    markerDefine(Background, TintMark);
    markerDefine('-', MinusMark);
    markerDefine('+', PlusMark);
    markerDefine(RightTriangle, ProblemMark);
    indicatorDefine(StraightBoxIndicator, spanIndicator);
    setIndicatorDrawUnder(true, spanIndicator);
    connect(&theme, &Theme::changed, this, &DiffPane::defineMarks);
    defineMarks();
}

void DiffPane::defineMarks()
{
    const Token tint = m_tint == Tint::Added ? Token::Added : Token::Removed;
    const QColor paper = theme().color(Token::CodeBackground);
    const QColor strong = theme().color(strongToken(m_tint));
    setMarkerBackgroundColor(theme().color(tint), TintMark);
    for (const int sign : {MinusMark, PlusMark}) {
        setMarkerForegroundColor(strong, sign);
        setMarkerBackgroundColor(paper, sign);
    }
    setMarkerBackgroundColor(theme().color(Token::Wrong), ProblemMark);
    setMarkerForegroundColor(theme().color(Token::Wrong), ProblemMark);
    constexpr int fill = 70;
    QColor box = strong;
    box.setAlpha(fill);
    setIndicatorForegroundColor(box, spanIndicator);
    QColor outline = strong;
    outline.setAlpha(0);
    setIndicatorOutlineColor(outline, spanIndicator);
}

void DiffPane::setRows(const QByteArray &text, const QString &language,
                       std::vector<AlignedPanes::Row> rows, Tint tint)
{
    m_rows = std::move(rows);
    m_tint = tint;
    m_problemRows.clear();
    m_notes.clear();
    const auto lines
        = linesOf(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    m_rowOfLine.assign(lines.size(), -1);
    QByteArray shown;
    shown.reserve(text.size() + rowCount());
    for (int row = 0; row < rowCount(); ++row) {
        const int line = m_rows[static_cast<std::size_t>(row)].side.line;
        if (line >= 0) {
            const std::string_view content = lines[static_cast<std::size_t>(line)];
            shown.append(content.data(), static_cast<qsizetype>(content.size()));
            m_rowOfLine[static_cast<std::size_t>(line)] = row;
        }
        if (row + 1 < rowCount())
            shown.append('\n');
    }
    setSource(toQt(std::string_view(shown.constData(), static_cast<std::size_t>(shown.size()))),
              language);
    setWrapMode(WrapNone); // a wrapped line would misalign the panes
    defineMarks();
    numberRows();
    markDifferences();
}

void DiffPane::numberRows()
{
    clearMarginText();
    for (int row = 0; row < rowCount(); ++row) {
        const int line = lineOfRow(row);
        QString text = line > 0 ? QString::number(line) : QString();
        // Scintilla has one text for all margins of a line.
        if (const auto note = m_notes.constFind(line); note != m_notes.cend())
            text.prepend(*note + u"  "_s);
        setMarginText(row, text, lineNumberStyle);
    }
    const auto most = std::max<std::size_t>(100, m_rowOfLine.size());
    QString longest;
    for (const QString &note : std::as_const(m_notes))
        longest = note.size() > longest.size() ? note : longest;
    setMarginWidth(lineNumberMargin, u"0"_s + QString::number(most) + longest);
}

void DiffPane::setNumberNotes(const QMap<int, QString> &notes)
{
    if (notes == m_notes)
        return;
    m_notes = notes;
    numberRows();
}

void DiffPane::markDifferences()
{
    if (m_tint == Tint::None)
        return;
    SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(spanIndicator));
    for (int row = 0; row < rowCount(); ++row) {
        const AlignedPanes::Row &each = m_rows[static_cast<std::size_t>(row)];
        if (!each.isDifferent || each.side.line < 0)
            continue;
        markerAdd(row, TintMark);
        markerAdd(row, m_tint == Tint::Added ? PlusMark : MinusMark);
        const long start = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(row));
        for (const TextSpan span : each.side.spans)
            SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(start + span.begin),
                          static_cast<long>(span.length));
    }
}

void DiffPane::setProblems(const QList<int> &lines)
{
    markerDeleteAll(ProblemMark);
    m_problemRows.clear();
    for (const int line : lines) {
        const int row = rowOfLine(line);
        if (row < 0 || m_problemRows.contains(row))
            continue;
        m_problemRows.append(row);
        markerAdd(row, ProblemMark);
    }
}

int DiffPane::rowOfLine(int line) const
{
    const bool isKnown = line > 0 && static_cast<std::size_t>(line) <= m_rowOfLine.size();
    return isKnown ? m_rowOfLine[static_cast<std::size_t>(line) - 1] : -1;
}

int DiffPane::lineOfRow(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].side.line + 1 : 0;
}

int DiffPane::currentRow() const
{
    int row = 0;
    int column = 0;
    getCursorPosition(&row, &column);
    return row;
}

void DiffPane::setCurrentRow(int row)
{
    const long position = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(row));
    SendScintilla(SCI_SETEMPTYSELECTION, static_cast<unsigned long>(position));
}

void DiffPane::paintEvent(QPaintEvent *event)
{
    CodeView::paintEvent(event);
    const auto height = static_cast<int>(SendScintilla(SCI_TEXTHEIGHT, 0UL));
    if (height <= 0)
        return;
    QPainter painter(viewport());
    const QBrush hatch(theme().color(Token::Line), Qt::BDiagPattern);
    const int first = firstVisibleLine();
    const int last = std::min(rowCount(), first + viewport()->height() / height + 2);
    for (int row = first; row < last; ++row) {
        if (m_rows[static_cast<std::size_t>(row)].side.line >= 0)
            continue;
        const QRect box(0, (row - first) * height, viewport()->width(), height);
        painter.fillRect(box, theme().color(Token::CodeBackground));
        painter.fillRect(box, hatch);
    }
}

} // namespace loupe::ui
