// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/sentencepanel.h"

#include "ui/models/texttablemodel.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr double sentenceSize = 1.35; ///< relative to the surrounding text
constexpr int figureRows = 5;         ///< including the header

/// Escapes the text, because names in it come from files.
QString htmlOf(const SentencePart &part, const Theme &theme)
{
    QString text = lineText(part.text).toHtmlEscaped();
    const auto colored = [&](Token token) {
        return u"<b style=\"color:%1\">%2</b>"_s.arg(theme.color(token).name(), text);
    };
    switch (part.tone) {
    case SentencePart::Tone::Strong:
        return u"<b>%1</b>"_s.arg(text);
    case SentencePart::Tone::Faster:
        return colored(Token::Faster);
    case SentencePart::Tone::Slower:
        return colored(Token::Slower);
    case SentencePart::Tone::Plain:
        break;
    }
    return text;
}

} // namespace

SentencePanel::SentencePanel(const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_sentence(new QLabel)
    , m_tests(makeDim())
    , m_how(makeButton(tr("▸ How was this tested?")))
    , m_definition(makeDim())
    , m_figures(new ResultTable(theme))
    , m_figureModel(new TextTableModel(this))
{
    const int unit = theme.unit();
    setProperty("look", u"panel"_s);
    QFont font = theme.uiFont();
    font.setPointSizeF(font.pointSizeF() * sentenceSize);
    m_sentence->setFont(font);
    m_sentence->setTextFormat(Qt::RichText);
    for (QLabel *label : {m_sentence, m_tests, m_definition}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_sentence->setAccessibleName(tr("The comparison in a sentence"));
    m_tests->setAccessibleName(tr("Tests in short"));
    m_definition->setAccessibleName(tr("How this was tested"));
    m_tests->setTextFormat(Qt::PlainText);
    m_definition->setTextFormat(Qt::PlainText);
    m_how->setProperty("look", u"link"_s);
    m_how->setCheckable(true);
    m_figures->setModel(m_figureModel);
    m_figures->setAccessibleName(tr("Figures of both sides"));
    m_figures->setSelectionMode(QAbstractItemView::SingleSelection);
    m_figures->setFixedHeight(theme.compactRowHeight() * figureRows + unit);
    auto *small = makeRow(2 * unit);
    small->addWidget(m_tests, 1);
    small->addWidget(m_how, 0, Qt::AlignTop);
    auto *column = makeColumn(unit / 2, this);
    column->setContentsMargins(2 * unit, unit * 5 / 4, 2 * unit, unit);
    column->addWidget(m_sentence);
    column->addLayout(small);
    column->addWidget(m_definition);
    column->addWidget(m_figures);
    connect(m_how, &QPushButton::toggled, this, &SentencePanel::unfold);
    connect(&theme, &Theme::changed, this, &SentencePanel::write);
    unfold(false);
}

void SentencePanel::say(const SidesSummary &summary, const Table &figures)
{
    m_parts = sentenceOf(summary);
    m_plain = lineText(plainText(m_parts));
    QStringList tests;
    for (const std::string &line : testLines(summary))
        tests.append(lineText(line));
    m_tests->setText(tests.join(u"      "_s));
    m_definition->setText(lineText(howItWasTested(summary)));
    m_figureModel->setTable(figures);
    m_figures->setColumnCharacters({30, 16, 16, 32, 10});
    write();
}

void SentencePanel::write()
{
    QString html;
    for (const SentencePart &part : m_parts)
        html += htmlOf(part, m_theme);
    m_sentence->setText(html);
    m_sentence->setAccessibleName(m_plain);
}

void SentencePanel::unfold(bool isOpen)
{
    m_how->setText(isOpen ? tr("▾ How was this tested?") : tr("▸ How was this tested?"));
    m_definition->setVisible(isOpen);
    m_figures->setVisible(isOpen);
}

} // namespace loupe::ui
