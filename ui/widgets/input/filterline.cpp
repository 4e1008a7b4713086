// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/input/filterline.h"

#include "core/model/saved/filter.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/completionlist.h"

#include <QBoxLayout>
#include <QFocusEvent>
#include <QFrame>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMetaMethod>
#include <QResizeEvent>
#include <QStyle>
#include <QTextCharFormat>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int filterPauseMs = 200; ///< without typing, before the filter is applied

} // namespace

FilterLine::FilterLine(const Theme &theme, std::function<Status(const QString &)> apply,
                       QWidget *parent)
    : QLineEdit(parent)
    , m_theme(theme)
    , m_apply(std::move(apply))
    , m_callout(new QFrame)
    , m_completions(new CompletionList(theme, this))
    , m_message(new QLabel)
{
    setObjectName(u"filterLine"_s);
    setAccessibleName(tr("Filter"));
    setAccessibleDescription(tr("Which results every page shows, for example status:wrong"));
    setPlaceholderText(tr("Filter: status:failed category:Fusion speedup>1.2 softmax"));
    setFont(theme.codeFont());
    setClearButtonEnabled(true);
    m_callout->setObjectName(u"filterCallout"_s);
    m_callout->setProperty("look", u"callout"_s);
    m_callout->setVisible(false);
    m_callout->setAccessibleName(tr("What is wrong with the filter"));
    auto *box = new QHBoxLayout(m_callout);
    box->setContentsMargins(theme.unit(), theme.unit() / 2, theme.unit(), theme.unit() / 2);
    m_message->setProperty("tone", u"error"_s);
    box->addWidget(m_message);
    m_pause.setSingleShot(true);
    m_pause.setInterval(filterPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &FilterLine::settle);
    setAcceptDrops(false); // The window handles dropped files.
    connect(this, &QLineEdit::textEdited, this, [this] {
        m_pause.start();
        wantCompletion();
    });
    connect(m_completions, &CompletionList::picked, this, &FilterLine::complete);
    connect(this, &QLineEdit::textChanged, this, &FilterLine::markTerms);
    connect(&theme, &Theme::changed, this, &FilterLine::markTerms);
}

void FilterLine::setApplied(const QString &text)
{
    m_applied = text;
    if (this->text().trimmed() != text)
        setText(text);
    setHalfTyped(-1);
    clearError();
}

QString FilterLine::errorMessage() const
{
    return m_callout->isHidden() ? QString() : m_message->text();
}

void FilterLine::settle()
{
    if (m_isAwaited)
        return; // offer() continues
    if (!isUnfinished()) {
        applyNow();
        return;
    }
    setHalfTyped(termStart());
    const auto parsed = parseFilter(toCore(text()));
    if (!parsed && errorPosition(parsed.error(), text()) < m_halfAt)
        showError(parsed.error()); // an earlier term is wrong
    else
        clearError();
}

bool FilterLine::isUnfinished() const
{
    if (m_completions->isHidden() || text().trimmed() == m_applied)
        return false;
    const FilterCompletion &completion = m_completions->completion();
    const QByteArray now = text().toUtf8();
    const QByteArray written = now.mid(static_cast<qsizetype>(completion.begin),
                                       static_cast<qsizetype>(completion.end - completion.begin));
    const bool isBegun = !written.isEmpty()
        || (completion.begin > 0 && now.at(static_cast<qsizetype>(completion.begin) - 1) != ' ');
    return isBegun && std::ranges::none_of(completion.candidates, [&](const FilterCandidate &each) {
               return written.compare(QByteArray::fromStdString(each.text), Qt::CaseInsensitive)
                   == 0;
           });
}

int FilterLine::termStart() const
{
    const auto begin = static_cast<qsizetype>(m_completions->completion().begin);
    const QString before = QString::fromUtf8(text().toUtf8().left(begin));
    return static_cast<int>(before.lastIndexOf(u' ') + 1);
}

void FilterLine::setHalfTyped(int at)
{
    if (at == m_halfAt)
        return;
    m_halfAt = at;
    markTerms();
}

bool FilterLine::applyNow()
{
    m_pause.stop();
    m_isAwaited = false;
    setHalfTyped(-1);
    m_isApplying = true;
    const Status applied = m_apply(text());
    m_isApplying = false;
    if (!applied) {
        showError(applied.error());
        return false;
    }
    m_applied = text().trimmed();
    clearError();
    return true;
}

void FilterLine::showError(const Error &error)
{
    m_errorAt = errorPosition(error, text());
    QString message = u"▲ "_s + toQt(error.message);
    if (!error.hint.empty())
        message += u"\n"_s + toQt(error.hint);
    m_message->setText(message);
    m_callout->setAccessibleDescription(message);
    setProperty("state", u"error"_s);
    style()->polish(this);
    m_callout->setParent(window());
    m_callout->show();
    placeCallout();
    markTerms();
}

void FilterLine::clearError()
{
    if (m_callout->isHidden())
        return;
    m_callout->hide();
    setProperty("state", QString());
    style()->polish(this);
    markTerms();
}

int FilterLine::xOf(int character) const
{
    // The cursor's position tells how far the text is scrolled in the line.
    const int scroll = cursorRect().center().x()
        - fontMetrics().horizontalAdvance(text().left(cursorPosition()));
    return scroll + fontMetrics().horizontalAdvance(text().left(character));
}

void FilterLine::placeCallout()
{
    const int maxWidth = m_theme.unit() * 70;
    m_message->setWordWrap(m_message->fontMetrics().horizontalAdvance(m_message->text())
                           > maxWidth);
    m_message->setMinimumWidth(m_message->wordWrap() ? maxWidth : 0);
    m_callout->adjustSize();
    placeUnder(*m_callout, m_errorAt);
    if (!m_completions->isHidden()) // below the list, which would hide it
        m_callout->move(m_callout->x(), m_completions->geometry().bottom() + m_theme.unit() / 2);
}

void FilterLine::placeUnder(QWidget &widget, int character)
{
    const QPoint tip = mapTo(window(), QPoint(std::clamp(xOf(character), 0, width()), height()));
    const int left = std::clamp(tip.x() - m_theme.unit() * 3 / 2, 0,
                                std::max(0, window()->width() - widget.width()));
    widget.move(left, tip.y() + 2);
    widget.raise();
}

void FilterLine::wantCompletion()
{
    const QMetaMethod wanted = QMetaMethod::fromSignal(&FilterLine::completionWanted);
    m_isAwaited = isSignalConnected(wanted);
    emit completionWanted(text(),
                          static_cast<std::size_t>(text().left(cursorPosition()).toUtf8().size()));
}

void FilterLine::offer(const QString &text, const FilterCompletion &completion)
{
    if (text != this->text())
        return;
    const bool isWanted = std::exchange(m_isAwaited, false);
    if (!isWanted || !hasFocus())
        return; // the line was applied or lost the focus meanwhile
    m_completions->setParent(window());
    const auto &candidates = completion.candidates;
    const QByteArray written
        = text.toUtf8().mid(static_cast<qsizetype>(completion.begin),
                            static_cast<qsizetype>(completion.end - completion.begin));
    const bool isWritten = candidates.size() == 1 && candidates[0].text == written.toStdString();
    m_completions->offer(isWritten ? FilterCompletion() : completion);
    const QByteArray before = text.toUtf8().left(static_cast<qsizetype>(completion.begin));
    placeUnder(*m_completions, static_cast<int>(QString::fromUtf8(before).size()));
    if (!m_completions->isHidden() && m_errorAt >= termStart())
        clearError(); // An unfinished term is not wrong yet.
    if (!m_callout->isHidden())
        placeCallout(); // next to the list
    if (m_pause.isActive())
        return; // the timer calls settle()
    settle();
}

void FilterLine::complete(int row)
{
    const FilterCompletion completion = m_completions->completion();
    const QString candidate = m_completions->textAt(row);
    m_completions->hide();
    const QByteArray now = text().toUtf8();
    const QString before
        = QString::fromUtf8(now.left(static_cast<qsizetype>(completion.begin))) + candidate;
    setText(before + QString::fromUtf8(now.mid(static_cast<qsizetype>(completion.end))));
    setCursorPosition(static_cast<int>(before.size()));
    m_pause.start();
    if (candidate.endsWith(u':'))
        wantCompletion(); // offers values of the field
}

bool FilterLine::handlesCompletionKey(const QKeyEvent &event)
{
    if (event.key() == Qt::Key_Space && event.modifiers() == Qt::ControlModifier) {
        wantCompletion();
        return true;
    }
    if (m_completions->isHidden())
        return false;
    switch (event.key()) {
    case Qt::Key_Down:
        m_completions->walk(1);
        return true;
    case Qt::Key_Up:
        m_completions->walk(-1);
        return true;
    case Qt::Key_Escape:
        m_completions->hide();
        applyNow();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_completions->current() >= 0
            || (!m_isAwaited && isUnfinished()
                && m_completions->completion().candidates.size() == 1)) {
            complete(std::max(0, m_completions->current()));
            return true;
        }
        m_completions->hide();
        return false;
    default:
        return false;
    }
}

bool FilterLine::focusNextPrevChild(bool next)
{
    if (!next || m_completions->isHidden())
        return QLineEdit::focusNextPrevChild(next);
    complete(std::max(0, m_completions->current()));
    return true;
}

void FilterLine::markTerms()
{
    // An input method event is QLineEdit's only public way to format text.
    QList<QInputMethodEvent::Attribute> marks = termMarks();
    if (!m_callout->isHidden() && m_errorAt < text().size()) {
        const qsizetype end = text().indexOf(u' ', m_errorAt);
        QTextCharFormat wrong;
        wrong.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wrong.setUnderlineColor(m_theme.color(Token::Wrong));
        wrong.setForeground(m_theme.color(Token::Wrong));
        marks.append({QInputMethodEvent::TextFormat, m_errorAt - cursorPosition(),
                      static_cast<int>((end < 0 ? text().size() : end) - m_errorAt), wrong});
    }
    if (m_halfAt >= 0 && m_halfAt < text().size()) {
        const qsizetype end = text().indexOf(u' ', m_halfAt);
        QTextCharFormat half;
        half.setUnderlineStyle(QTextCharFormat::DashUnderline);
        half.setForeground(m_theme.color(Token::Dim));
        marks.append({QInputMethodEvent::TextFormat, m_halfAt - cursorPosition(),
                      static_cast<int>((end < 0 ? text().size() : end) - m_halfAt), half});
    }
    QInputMethodEvent event(QString(), marks);
    QLineEdit::inputMethodEvent(&event);
}

QList<QInputMethodEvent::Attribute> FilterLine::termMarks() const
{
    QList<QInputMethodEvent::Attribute> marks;
    const auto filter = parseFilter(toCore(text()));
    if (!filter)
        return marks;
    const QByteArray utf8 = text().toUtf8();
    for (std::size_t i = 0; i < filter->terms.size(); ++i) {
        const FilterTerm &term = filter->terms[i];
        if (term.field.empty())
            continue;
        const auto from = static_cast<qsizetype>(term.position);
        const auto to = i + 1 < filter->terms.size()
            ? static_cast<qsizetype>(filter->terms[i + 1].position)
            : utf8.size();
        const auto start = static_cast<int>(QString::fromUtf8(utf8.left(from)).size());
        const QString words = QString::fromUtf8(utf8.mid(from, to - from)).trimmed();
        QTextCharFormat format;
        format.setBackground(m_theme.color(Token::AccentTint));
        format.setForeground(m_theme.color(Token::Accent));
        marks.append({QInputMethodEvent::TextFormat, start - cursorPosition(),
                      static_cast<int>(words.size()), format});
    }
    return marks;
}

void FilterLine::keyPressEvent(QKeyEvent *event)
{
    if (handlesCompletionKey(*event))
        return;
    if (event->key() == Qt::Key_Escape) {
        m_pause.stop();
        setText(m_applied);
        clearError();
        emit confirmed();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (applyNow())
            emit confirmed();
        return;
    }
    QLineEdit::keyPressEvent(event);
    if (!m_callout->isHidden())
        placeCallout();
}

void FilterLine::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    const bool isUnsettled = m_pause.isActive();
    m_pause.stop();
    if (isUnfinished())
        setHalfTyped(termStart());
    else if (isUnsettled)
        applyNow();
    m_completions->hide();
}

void FilterLine::resizeEvent(QResizeEvent *event)
{
    QLineEdit::resizeEvent(event);
    if (!m_callout->isHidden())
        placeCallout();
}

} // namespace loupe::ui
