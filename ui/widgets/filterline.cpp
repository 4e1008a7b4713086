// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filterline.h"

#include "core/model/filter.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QBoxLayout>
#include <QFocusEvent>
#include <QFrame>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QResizeEvent>
#include <QStyle>
#include <QTextCharFormat>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int filterPause = 200;

} // namespace

FilterLine::FilterLine(const Theme &theme, std::function<Status(const QString &)> apply,
                       QWidget *parent)
    : QLineEdit(parent)
    , m_theme(theme)
    , m_apply(std::move(apply))
    , m_callout(new QFrame)
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
    m_pause.setInterval(filterPause);
    connect(&m_pause, &QTimer::timeout, this, &FilterLine::applyNow);
    connect(this, &QLineEdit::textEdited, this, [this] { m_pause.start(); });
    connect(this, &QLineEdit::textChanged, this, &FilterLine::markTerms);
    connect(&theme, &Theme::changed, this, &FilterLine::markTerms);
}

void FilterLine::setApplied(const QString &text)
{
    m_applied = text;
    if (this->text().trimmed() != text)
        setText(text);
    clearError();
}

QString FilterLine::errorMessage() const
{
    return m_callout->isHidden() ? QString() : m_message->text();
}

bool FilterLine::applyNow()
{
    m_pause.stop();
    const Status applied = m_apply(text());
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
}

void FilterLine::clearError()
{
    if (m_callout->isHidden())
        return;
    m_callout->hide();
    setProperty("state", QString());
    style()->polish(this);
}

int FilterLine::xOf(int character) const
{
    // The cursor's place shows how far the text is scrolled inside the line.
    const int scroll = cursorRect().center().x()
        - fontMetrics().horizontalAdvance(text().left(cursorPosition()));
    return scroll + fontMetrics().horizontalAdvance(text().left(character));
}

void FilterLine::placeCallout()
{
    const int longest = m_theme.unit() * 70;
    m_message->setWordWrap(m_message->fontMetrics().horizontalAdvance(m_message->text()) > longest);
    m_message->setMinimumWidth(m_message->wordWrap() ? longest : 0);
    m_callout->adjustSize();
    const QPoint tip = mapTo(window(), QPoint(std::clamp(xOf(m_errorAt), 0, width()), height()));
    const int left = std::clamp(tip.x() - m_theme.unit() * 3 / 2, 0,
                                std::max(0, window()->width() - m_callout->width()));
    m_callout->move(left, tip.y() + 2);
    m_callout->raise();
}

void FilterLine::markTerms()
{
    // Formats are an input method's business in QLineEdit; that is its public way to set them.
    QList<QInputMethodEvent::Attribute> marks;
    const auto filter = parseFilter(toCore(text()));
    if (filter) {
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
    }
    QInputMethodEvent event(QString(), marks);
    QLineEdit::inputMethodEvent(&event);
}

void FilterLine::keyPressEvent(QKeyEvent *event)
{
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
    if (m_pause.isActive())
        applyNow();
}

void FilterLine::resizeEvent(QResizeEvent *event)
{
    QLineEdit::resizeEvent(event);
    if (!m_callout->isHidden())
        placeCallout();
}

} // namespace loupe::ui
