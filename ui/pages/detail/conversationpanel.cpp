// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/conversationpanel.h"

#include "core/generation/loop/generationoutcome.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/selection.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QString>
#include <QTextBlock>
#include <QTextCharFormat>
#include <QTextCursor>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Longer texts are cut, because their layout would block the window.
constexpr std::size_t maxShown = std::size_t{256} << 10U;

QTextCharFormat toneFormat(const QColor &color, bool isBold = false)
{
    QTextCharFormat format;
    format.setForeground(color);
    if (isBold)
        format.setFontWeight(QFont::DemiBold);
    return format;
}

QString shownText(const std::string &text)
{
    if (text.size() <= maxShown)
        return toQt(text);
    return toQt(std::string_view(text).substr(0, maxShown)) + u'\n'
        + ConversationPanel::tr("… the rest of this text is not shown");
}

void addLines(QTextCursor &at, const QString &text, const QTextCharFormat &format)
{
    at.insertText(text.endsWith(u'\n') ? text : text + u'\n', format);
}

} // namespace

Result<std::vector<DialogueRound>> conversationOf(StoreReader &reader, RowId evaluation)
{
    const auto id = reader.dialogueOf(evaluation);
    if (!id)
        return id.error();
    if (!*id)
        return std::vector<DialogueRound>{};
    const auto dialogue = reader.dialogue(**id, RawBytes::LeftOut);
    if (!dialogue)
        return dialogue.error();
    return dialogueRounds(*dialogue);
}

ConversationPanel::ConversationPanel(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_reasoning(new QCheckBox(tr("Show reasoning")))
    , m_hint(new QPushButton(tr("Ask again with a hint…")))
    , m_text(new QPlainTextEdit)
    , m_stack(new QStackedWidget)
{
    m_text->setReadOnly(true);
    m_text->setFont(theme.codeFont());
    m_text->setProperty("look", u"flat"_s);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("Conversation"));
    auto *page = new QWidget;
    auto *column = makeColumn(0, page);
    m_reasoning->setAccessibleName(m_reasoning->text());
    auto *row = makeRow(theme.unit());
    row->setContentsMargins(theme.unit(), theme.unit() / 2, theme.unit(), theme.unit() / 2);
    row->addWidget(makeDim(tr("Highlighted: the part of the answer used as the candidate")));
    row->addStretch(1);
    row->addWidget(m_reasoning);
    m_hint->setAccessibleName(m_hint->text());
    m_hint->setToolTip(tr("Sends the model this program's result and your hint; the new program is "
                          "stored under a method of its own"));
    m_hint->hide();
    row->addWidget(m_hint);
    column->addLayout(row);
    column->addWidget(m_text, 1);
    auto *nothing = makeDim(tr("No conversation was recorded with this candidate."));
    nothing->setAlignment(Qt::AlignCenter);
    nothing->setWordWrap(true);
    m_stack->addWidget(page);
    m_stack->addWidget(nothing);
    auto *whole = makeColumn(0, this);
    whole->addWidget(m_stack);
    m_stack->setCurrentIndex(1);
    connect(m_hint, &QPushButton::clicked, this, &ConversationPanel::hintRequested);
    connect(m_reasoning, &QCheckBox::toggled, this, &ConversationPanel::refill);
    connect(&theme, &Theme::changed, this, &ConversationPanel::refill);
}

void ConversationPanel::show(std::vector<DialogueRound> rounds, int round)
{
    m_rounds = std::move(rounds);
    m_round = round;
    const bool hasReasoning = std::ranges::any_of(
        m_rounds, [](const DialogueRound &each) { return !each.reasoning.empty(); });
    m_reasoning->setVisible(hasReasoning);
    m_stack->setCurrentIndex(m_rounds.empty() ? 1 : 0);
    refill();
}

void ConversationPanel::refill()
{
    m_text->clear();
    QTextCursor at(m_text->document());
    at.beginEditBlock();
    int line = 0;
    for (const DialogueRound &round : m_rounds) {
        if (round.round == m_round)
            line = at.blockNumber();
        addRound(at, round);
    }
    at.endEditBlock();
    QTextCursor shown(m_text->document()->findBlockByNumber(line));
    m_text->moveCursor(QTextCursor::End);
    m_text->setTextCursor(shown);
}

void ConversationPanel::addPart(QTextCursor &at, const QString &title,
                                const std::string &body) const
{
    addLines(at, title, toneFormat(m_theme.color(Token::Dim), true));
    addLines(at, shownText(body), toneFormat(m_theme.color(Token::Text)));
}

void ConversationPanel::addRound(QTextCursor &at, const DialogueRound &round) const
{
    const QTextCharFormat dim = toneFormat(m_theme.color(Token::Dim));
    QString heading = tr("Round %1").arg(round.round);
    if (!round.origin.empty())
        heading += u" · "_s + lineText(round.origin);
    addLines(at, heading, toneFormat(m_theme.color(Token::Accent), true));
    for (const ToldText &told : round.told)
        addPart(at, lineText(told.title), told.body);
    if (!round.reasoning.empty() && m_reasoning->isChecked())
        addPart(at, tr("reasoning"), round.reasoning);
    else if (!round.reasoning.empty())
        addLines(at, tr("reasoning (hidden)"), dim);
    addLines(at, round.answer.empty() ? tr("no answer") : tr("answer"),
             toneFormat(m_theme.color(Token::Dim), true));
    for (const AnswerPiece &piece : round.answer) {
        QTextCharFormat format = toneFormat(m_theme.color(Token::Text));
        if (piece.isTaken)
            format.setBackground(m_theme.color(Token::AccentTint));
        at.insertText(shownText(piece.text), format);
    }
    if (!round.answer.empty() && !round.answer.back().text.ends_with('\n'))
        at.insertText(u"\n"_s, dim);
    for (const std::string *line : {&round.outcome, &round.cost}) {
        if (!line->empty())
            addLines(at, lineText(*line), dim);
    }
    if (!round.trouble.empty())
        addLines(at, toQt(round.trouble), toneFormat(m_theme.color(Token::AmberText)));
    at.insertText(u"\n"_s, dim);
}

void offerHints(const Workbench &bench, ConversationPanel &panel, std::function<RowId()> shown)
{
    if (!bench.services.generation.launch)
        return;
    panel.offerHint();
    QObject::connect(&panel, &ConversationPanel::hintRequested, &panel,
                     [bench, shown = std::move(shown)] {
                         const QString id = QString::fromLatin1(hintCommand);
                         if (!bench.commands.contains(id))
                             return;
                         bench.selection.setCurrent(shown());
                         bench.commands.refresh();
                         bench.commands.action(id)->trigger();
                     });
}

} // namespace loupe::ui
