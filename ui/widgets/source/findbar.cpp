// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/source/findbar.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

FindBar::FindBar(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_line(new QLineEdit)
    , m_count(makeDim())
{
    m_line->setAccessibleName(tr("Find in the sources"));
    m_line->setPlaceholderText(tr("find in the sources"));
    m_line->setMaximumWidth(theme.unit() * 40);
    m_line->installEventFilter(this);
    auto *previous = makeRoundButton(u"‹"_s, tr("Previous place (Shift+Enter)"));
    auto *next = makeRoundButton(u"›"_s, tr("Next place (Enter)"));
    auto *done = makeRoundButton(u"×"_s, tr("Close (Esc)"));
    auto *row = makeRow(theme.unit() / 2, this);
    row->addWidget(m_line, 1);
    row->addWidget(previous);
    row->addWidget(next);
    row->addWidget(m_count);
    row->addStretch(1);
    row->addWidget(done);
    connect(m_line, &QLineEdit::textChanged, this, &FindBar::wordsChanged);
    connect(previous, &QToolButton::clicked, this, [this] { emit stepRequested(-1); });
    connect(next, &QToolButton::clicked, this, [this] { emit stepRequested(1); });
    connect(done, &QToolButton::clicked, this, &FindBar::close);
    hide();
}

void FindBar::open(const QString &words)
{
    show();
    if (!words.isEmpty() && words != m_line->text())
        m_line->setText(words);
    else
        emit wordsChanged();
    m_line->setFocus();
    m_line->selectAll();
}

void FindBar::close()
{
    hide();
    emit closed();
}

void FindBar::setCount(int current, int total)
{
    if (m_line->text().isEmpty())
        m_count->clear();
    else if (total == 0)
        m_count->setText(tr("not found"));
    else if (current < 0)
        m_count->setText(counted(total, tr("%1 place"), tr("%1 places")));
    else
        m_count->setText(tr("%1 of %2").arg(countText(current + 1), countText(total)));
}

bool FindBar::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey
        = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (watched != m_line || !isKey)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (key->key() != Qt::Key_Escape && !isReturn)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride)
        event->accept(); // Esc must not leave the kernel before the bar.
    else if (isReturn)
        emit stepRequested(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    else
        close();
    return true;
}

} // namespace loupe::ui
