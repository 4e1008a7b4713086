// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/judgementpanel.h"

#include "ui/models/candidatemodel.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

JudgementPanel::JudgementPanel(const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_parts(new QBoxLayout(QBoxLayout::TopToBottom, this))
    , m_writing(new QBoxLayout(QBoxLayout::TopToBottom))
    , m_state(new ElidedLabel)
    , m_tags(makeDim())
    , m_notes(new QTextBrowser)
    , m_tag(new QLineEdit)
    , m_note(new QPlainTextEdit)
    , m_keep(new QPushButton(tr("Add note")))
    , m_problem(new QLabel)
{
    const int unit = theme.unit();
    setProperty("look", u"panel"_s);
    setAccessibleName(tr("Review notes"));
    m_tags->setWordWrap(true);
    m_tags->setTextFormat(Qt::PlainText);
    m_notes->setAccessibleName(tr("Notes"));
    m_notes->setOpenLinks(false); // A note may contain any address, and must not cause requests.
    m_notes->setFrameShape(QFrame::NoFrame);
    m_notes->setTabChangesFocus(true);
    m_tag->setAccessibleName(tr("Add or remove a tag"));
    m_tag->setPlaceholderText(tr("add a tag (T); -tag removes it"));
    m_note->setAccessibleName(tr("Write a note"));
    m_note->setPlaceholderText(tr("note in Markdown (N); Ctrl+Enter adds it"));
    m_note->setTabChangesFocus(true);
    m_note->setMinimumHeight(unit * 4);
    m_note->setMaximumHeight(unit * 7);
    m_notes->setMinimumHeight(unit * 3);
    m_keep->setAccessibleName(tr("Add note"));
    m_problem->setProperty("tone", u"error"_s);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    auto *recorded = makeColumn(unit / 2);
    recorded->addWidget(m_state);
    recorded->addWidget(m_tags);
    recorded->addWidget(m_notes, 1);
    m_writing->setSpacing(unit / 2);
    m_writing->addWidget(m_note, 1);
    m_writing->addWidget(m_keep, 0, Qt::AlignBottom);
    auto *fields = makeColumn(unit / 2);
    fields->addWidget(m_problem);
    fields->addWidget(m_tag);
    fields->addLayout(m_writing);
    m_parts->setContentsMargins(unit, unit, unit, unit);
    m_parts->setSpacing(unit / 2);
    m_parts->addLayout(recorded, 1);
    m_parts->addLayout(fields);
    m_tag->installEventFilter(this);
    m_note->installEventFilter(this);
    connect(m_tag, &QLineEdit::returnPressed, this, [this] {
        const QString tag = m_tag->text().trimmed();
        if (tag.isEmpty())
            return;
        m_tag->clear();
        emit tagEntered(tag);
    });
    connect(m_keep, &QPushButton::clicked, this, &JudgementPanel::enterNote);
    show(Judgement{});
    setEditable(false);
}

void JudgementPanel::enterNote()
{
    const QString note = m_note->toPlainText().trimmed();
    if (note.isEmpty())
        return;
    m_note->clear();
    emit noteEntered(note);
}

void JudgementPanel::show(const Judgement &judgement)
{
    QString state = stateText(judgement.state);
    if (!judgement.statePerson.empty())
        state += tr(" · by %1").arg(toQt(judgement.statePerson));
    m_state->setText(state);
    QStringList tags;
    for (const std::string &tag : judgement.tags)
        tags.append(toQt(tag));
    m_tags->setText(tags.isEmpty() ? tr("no tags") : tr("tags: %1").arg(tags.join(u", "_s)));
    QString notes;
    for (const Judgement::Note &note : judgement.notes)
        notes += u"**"_s + toQt(note.person).toHtmlEscaped() + u"** · "_s + timeText(note.madeAt)
            + u"\n\n"_s + toQt(note.text) + u"\n\n---\n\n"_s;
    if (notes.endsWith("---\n\n"_L1))
        notes.chop(5);
    m_notes->document()->setMarkdown(
        notes,
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectCommonMark)
            | QTextDocument::MarkdownNoHTML);
    if (judgement.notes.empty())
        m_notes->setPlainText(tr("No notes yet"));
}

void JudgementPanel::setPerson(const QString &person)
{
    m_keep->setToolTip(tr("Saved under the name %1").arg(person));
}

void JudgementPanel::setProblem(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void JudgementPanel::setEditable(bool on)
{
    m_tag->setEnabled(on);
    m_note->setEnabled(on);
    m_keep->setEnabled(on);
}

void JudgementPanel::setWide(bool isWide)
{
    const auto direction = isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    m_parts->setDirection(direction);
    m_parts->setStretch(1, isWide ? 1 : 0);
    m_writing->setDirection(direction);
}

void JudgementPanel::focusNote()
{
    emit requested();
    m_note->setFocus();
}

void JudgementPanel::focusTag()
{
    emit requested();
    m_tag->setFocus();
    m_tag->selectAll();
}

bool JudgementPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        event->accept(); // Esc leaves the field, not the kernel.
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (watched == m_note && isReturn && key->modifiers().testFlag(Qt::ControlModifier)) {
            enterNote();
            emit left();
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            emit left();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace loupe::ui
