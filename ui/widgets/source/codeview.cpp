// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/source/codeview.h"

#include "ui/style/theme.h"

#include <QFontInfo>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>
#include <Qsci/qscilexercpp.h>
#include <Qsci/qscilexerjson.h>
#include <Qsci/qscilexerpython.h>
#include <Qsci/qscilexersql.h>

#include <array>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int numberMargin = 0;
constexpr int markMargin = 1;
constexpr int noteMargin = 2;
constexpr int markedLine = 1;
constexpr int markedSign = 2;
constexpr int linkedLine = 3;
constexpr int linkedSign = 4;
constexpr int foundSpan = 12;

/// Colours of embedded code, in the order of CodePart. They override those of the lexer, which
/// draws a string in one colour.
constexpr std::array embeddedColors{Token::Text,    Token::Dim,     Token::Accent,
                                    Token::Correct, Token::NoBuild, Token::Timeout};
constexpr int firstEmbedded = 20; ///< indicator of CodePart::Plain

int embeddedIndicator(CodePart part)
{
    return firstEmbedded + static_cast<int>(part);
}

void colorCpp(QsciLexer &lexer, const Theme &theme)
{
    using Cpp = QsciLexerCPP;
    for (const int style : {Cpp::Comment, Cpp::CommentLine, Cpp::CommentDoc, Cpp::CommentLineDoc})
        lexer.setColor(theme.color(Token::Dim), style);
    for (const int style : {Cpp::Keyword, Cpp::KeywordSet2})
        lexer.setColor(theme.color(Token::Accent), style);
    for (const int style : {Cpp::DoubleQuotedString, Cpp::SingleQuotedString, Cpp::RawString})
        lexer.setColor(theme.color(Token::Correct), style);
    lexer.setColor(theme.color(Token::NoBuild), Cpp::Number);
    lexer.setColor(theme.color(Token::Timeout), Cpp::PreProcessor);
}

void colorPython(QsciLexer &lexer, const Theme &theme)
{
    using Python = QsciLexerPython;
    for (const int style : {Python::Comment, Python::CommentBlock})
        lexer.setColor(theme.color(Token::Dim), style);
    lexer.setColor(theme.color(Token::Accent), Python::Keyword);
    for (const int style : {Python::DoubleQuotedString, Python::SingleQuotedString,
                            Python::TripleDoubleQuotedString, Python::TripleSingleQuotedString,
                            Python::DoubleQuotedFString, Python::SingleQuotedFString})
        lexer.setColor(theme.color(Token::Correct), style);
    lexer.setColor(theme.color(Token::NoBuild), Python::Number);
    for (const int style : {Python::Decorator, Python::ClassName, Python::FunctionMethodName})
        lexer.setColor(theme.color(Token::Timeout), style);
}

void colorJson(QsciLexer &lexer, const Theme &theme)
{
    lexer.setColor(theme.color(Token::Accent), QsciLexerJSON::Property);
    lexer.setColor(theme.color(Token::Correct), QsciLexerJSON::String);
    lexer.setColor(theme.color(Token::NoBuild), QsciLexerJSON::Number);
    lexer.setColor(theme.color(Token::Timeout), QsciLexerJSON::Keyword);
}

void colorSql(QsciLexer &lexer, const Theme &theme)
{
    using Sql = QsciLexerSQL;
    for (const int style : {Sql::Comment, Sql::CommentLine, Sql::CommentDoc})
        lexer.setColor(theme.color(Token::Dim), style);
    lexer.setColor(theme.color(Token::Accent), Sql::Keyword);
    for (const int style : {Sql::SingleQuotedString, Sql::DoubleQuotedString})
        lexer.setColor(theme.color(Token::Correct), style);
    lexer.setColor(theme.color(Token::NoBuild), Sql::Number);
}

bool isPython(const QString &language)
{
    return language == "python"_L1 || language == "triton"_L1;
}

bool isCpp(const QString &language)
{
    return language == "cpp"_L1 || language == "c"_L1 || language == "cuda"_L1;
}

/// Returns true for a source without line breaks, as some records have.
bool hasVeryLongLine(const QString &text)
{
    constexpr qsizetype veryLong = 400;
    qsizetype start = 0;
    while (start < text.size()) {
        qsizetype end = text.indexOf(u'\n', start);
        end = end < 0 ? text.size() : end;
        if (end - start > veryLong)
            return true;
        start = end + 1;
    }
    return false;
}

QsciLexer *lexerFor(const QString &language, QObject *parent)
{
    if (isCpp(language))
        return new QsciLexerCPP(parent);
    if (isPython(language))
        return new QsciLexerPython(parent);
    if (language == "json"_L1)
        return new QsciLexerJSON(parent);
    if (language == "sql"_L1)
        return new QsciLexerSQL(parent);
    return nullptr;
}

} // namespace

CodeView::CodeView(const Theme &theme, QWidget *parent) : QsciScintilla(parent), m_theme(theme)
{
    setReadOnly(true);
    setUtf8(true);
    setFrameShape(NoFrame);
    setTabWidth(4);
    setCaretLineVisible(true);
    setMarginType(numberMargin, NumberMargin);
    setMarginType(markMargin, SymbolMargin);
    setMarginMarkerMask(markMargin, (1 << markedSign) | (1 << linkedSign));
    setMarginWidth(markMargin, theme.unit() * 3 / 2);
    setMarginType(noteMargin, TextMargin);
    setMarginWidth(noteMargin, 0);
    markerDefine(Background, markedLine);
    markerDefine(RightTriangle, markedSign);
    markerDefine(Background, linkedLine);
    markerDefine(RightTriangle, linkedSign);
    indicatorDefine(StraightBoxIndicator, foundSpan);
    setIndicatorDrawUnder(true, foundSpan);
    for (std::size_t part = 0; part < embeddedColors.size(); ++part)
        indicatorDefine(TextColorIndicator, firstEmbedded + static_cast<int>(part));
    SendScintilla(SCI_SETSCROLLWIDTHTRACKING, 1UL);
    SendScintilla(SCI_SETSCROLLWIDTH, 1UL);
    connect(&theme, &Theme::changed, this, &CodeView::applyTheme);
    applyTheme();
}

void CodeView::setSource(const QString &text, const QString &language)
{
    if (language != m_language || !m_lexer) {
        m_language = language;
        setLexer(nullptr);
        delete m_lexer;
        m_lexer = lexerFor(language, this);
        setLexer(m_lexer);
        applyTheme();
    }
    setText(text);
    markEmbedded(isPython(language) ? text.toUtf8() : QByteArray());
    setWrapMode(hasVeryLongLine(text) ? WrapWhitespace : WrapNone);
    markerDeleteAll();
    setLineNotes({});
    setMarginWidth(numberMargin, u"0"_s + QString::number(std::max(100, lines())));
    SendScintilla(SCI_SETSCROLLWIDTH, 1UL);
    setCursorPosition(0, 0);
    setFirstVisibleLine(0);
}

void CodeView::setInstead(const QString &words)
{
    m_instead = words;
    setAccessibleDescription(words);
    setCaretLineVisible(words.isEmpty());
    viewport()->update();
}

void CodeView::setMarkedLines(const QList<int> &lines)
{
    markerDeleteAll();
    for (const int line : lines) {
        if (line > 0) {
            markerAdd(line - 1, markedLine);
            markerAdd(line - 1, markedSign);
        }
    }
}

void CodeView::setLinkedLines(const QList<int> &lines)
{
    for (const int mark : {linkedLine, linkedSign}) {
        markerDeleteAll(mark);
        for (const int line : lines)
            markerAdd(line - 1, mark);
    }
}

void CodeView::setLineNotes(const QMap<int, QString> &notes)
{
    clearMarginText();
    QString longest;
    for (auto note = notes.cbegin(); note != notes.cend(); ++note) {
        setMarginText(note.key() - 1, *note, STYLE_LINENUMBER);
        longest = note->size() > longest.size() ? *note : longest;
    }
    if (longest.isEmpty())
        setMarginWidth(noteMargin, 0);
    else
        setMarginWidth(noteMargin, longest + u"00"_s);
}

QString CodeView::lineNote(int line) const
{
    const auto row = static_cast<unsigned long>(line - 1);
    QByteArray text(SendScintilla(SCI_MARGINGETTEXT, row), '\0');
    SendScintilla(SCI_MARGINGETTEXT, row, static_cast<void *>(text.data()));
    return QString::fromUtf8(text);
}

void CodeView::goTo(int line, int column)
{
    if (line <= 0)
        return;
    // A column beyond the end of its line would count into the next lines.
    QString content = text(line - 1);
    while (content.endsWith(u'\n') || content.endsWith(u'\r'))
        content.chop(1);
    const auto lineEnd = static_cast<int>(content.size());
    setCursorPosition(line - 1, std::clamp(column - 1, 0, lineEnd));
    const auto visible = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
    setFirstVisibleLine(std::max(0, line - 1 - visible / 2));
}

std::vector<int> CodeView::markFound(const QString &words)
{
    SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(foundSpan));
    SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, SendScintilla(SCI_GETLENGTH));
    std::vector<int> places;
    const QByteArray wanted = words.toUtf8().toLower();
    if (wanted.isEmpty())
        return places;
    const QByteArray all = text().toUtf8().toLower();
    for (qsizetype at = all.indexOf(wanted); at >= 0;
         at = all.indexOf(wanted, at + wanted.size())) {
        places.push_back(static_cast<int>(at));
        SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(at),
                      static_cast<long>(wanted.size()));
    }
    return places;
}

void CodeView::selectFound(int position, const QString &words)
{
    const auto end = position + static_cast<int>(words.toUtf8().size());
    SendScintilla(SCI_SETSEL, static_cast<unsigned long>(position), static_cast<long>(end));
}

void CodeView::markEmbedded(const QByteArray &text)
{
    for (std::size_t part = 0; part < embeddedColors.size(); ++part) {
        SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(firstEmbedded) + part);
        SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, SendScintilla(SCI_GETLENGTH));
    }
    const std::string_view source(text.constData(), static_cast<std::size_t>(text.size()));
    for (const CodeSpan &span : embeddedCode(source)) {
        SendScintilla(SCI_SETINDICATORCURRENT,
                      static_cast<unsigned long>(embeddedIndicator(span.part)));
        SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(span.begin),
                      static_cast<long>(span.length));
    }
}

bool CodeView::isEmbedded(int position, CodePart part) const
{
    return SendScintilla(SCI_INDICATORVALUEAT, static_cast<unsigned long>(embeddedIndicator(part)),
                         static_cast<long>(position))
        != 0;
}

void CodeView::applyTheme()
{
    const QColor paper = m_theme.color(Token::CodeBackground);
    const QColor text = m_theme.color(Token::Text);
    const QFont font = m_theme.codeFont();
    setFont(font);
    // Some fonts for code, such as JetBrains Mono, have so much leading that lines leave the
    // screen.
    constexpr double lineHeight = 1.17; // of the font's size
    const int extra = std::min(
        0, qRound(lineHeight * QFontInfo(font).pixelSize()) - QFontMetrics(font).height());
    setExtraAscent(extra / 2);
    setExtraDescent(extra - extra / 2);
    setPaper(paper);
    setColor(text);
    colorLexer();
    colorEmbedded();
    setCaretForegroundColor(text);
    setCaretLineBackgroundColor(m_theme.color(Token::AccentTint));
    setSelectionBackgroundColor(m_theme.color(m_theme.selectionGround()));
    setSelectionForegroundColor(m_theme.color(m_theme.selectionText()));
    setMarginsFont(m_theme.codeFont());
    setMarginsBackgroundColor(paper);
    setMarginsForegroundColor(m_theme.color(Token::Dim));
    setMarkerBackgroundColor(m_theme.color(Token::Removed), markedLine);
    setMarkerBackgroundColor(m_theme.color(Token::Wrong), markedSign);
    setMarkerForegroundColor(m_theme.color(Token::Wrong), markedSign);
    setMarkerBackgroundColor(m_theme.color(Token::AccentTint), linkedLine);
    setMarkerBackgroundColor(m_theme.color(Token::Accent), linkedSign);
    setMarkerForegroundColor(m_theme.color(Token::Accent), linkedSign);
    QColor found = m_theme.color(Token::Accent);
    setIndicatorOutlineColor(found, foundSpan);
    constexpr int foundFill = 60;
    found.setAlpha(foundFill);
    setIndicatorForegroundColor(found, foundSpan);
}

void CodeView::colorEmbedded()
{
    int indicator = firstEmbedded;
    for (const Token color : embeddedColors)
        setIndicatorForegroundColor(m_theme.color(color), indicator++);
}

void CodeView::colorLexer()
{
    if (!m_lexer)
        return;
    m_lexer->setDefaultFont(m_theme.codeFont());
    m_lexer->setDefaultPaper(m_theme.color(Token::CodeBackground));
    m_lexer->setDefaultColor(m_theme.color(Token::Text));
    m_lexer->setFont(m_theme.codeFont());
    m_lexer->setPaper(m_theme.color(Token::CodeBackground));
    m_lexer->setColor(m_theme.color(Token::Text));
    if (isCpp(m_language))
        colorCpp(*m_lexer, m_theme);
    else if (m_language == "json"_L1)
        colorJson(*m_lexer, m_theme);
    else if (m_language == "sql"_L1)
        colorSql(*m_lexer, m_theme);
    else
        colorPython(*m_lexer, m_theme);
}

bool CodeView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->modifiers() == Qt::NoModifier && !key->text().isEmpty())
            // A letter is the window's, not text. NOLINTNEXTLINE(bugprone-parent-virtual-call)
            return QWidget::event(event);
    }
    return QsciScintilla::event(event);
}

void CodeView::keyPressEvent(QKeyEvent *event)
{
    if (isReadOnly() && event->key() == Qt::Key_Escape)
        event->ignore(); // It is the page's; the editor would keep it.
    else
        QsciScintilla::keyPressEvent(event);
}

void CodeView::paintEvent(QPaintEvent *event)
{
    QsciScintilla::paintEvent(event);
    if (m_instead.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setFont(m_theme.uiFont());
    painter.setPen(m_theme.color(Token::Dim));
    painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, m_instead);
}

bool CodeView::focusNextPrevChild(bool next)
{
    // Tab leaves the view, because it is read-only.
    return QWidget::focusNextPrevChild(next); // NOLINT(bugprone-parent-virtual-call)
}

} // namespace loupe::ui
