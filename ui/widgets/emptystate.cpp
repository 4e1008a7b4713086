// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/emptystate.h"

#include "ui/style/theme.h"
#include "ui/widgets/parts.h"

#include <QAction>
#include <QBoxLayout>
#include <QFontMetrics>
#include <QPushButton>

namespace loupe::ui {

EmptyState::EmptyState(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_what(makeHeading(theme))
    , m_why(makeDim())
    , m_button(new QPushButton)
{
    m_why->setWordWrap(true);
    m_why->setAlignment(Qt::AlignHCenter);
    // The label uses the full width, because an aligned wrapped text gets the height of one line.
    m_why->setContentsMargins(theme.unit() * 10, 0, theme.unit() * 10, 0);
    // The label's own minimum height assumes one word per line, and an empty page would scroll.
    m_why->setMinimumHeight(QFontMetrics(m_why->font()).lineSpacing());
    auto *column = new QVBoxLayout(this);
    column->setSpacing(theme.unit());
    column->addStretch(1);
    column->addWidget(m_what, 0, Qt::AlignHCenter);
    column->addWidget(m_why);
    column->addWidget(m_button, 0, Qt::AlignHCenter);
    column->addStretch(2);
    m_button->hide(); // hidden until there is an action
    m_button->setAccessibleName(tr("Next step"));
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_action)
            m_action->trigger();
    });
}

void EmptyState::say(const QString &what, const QString &why, QAction *action)
{
    m_what->setText(what);
    m_why->setText(why);
    m_action = action;
    m_button->setVisible(action != nullptr);
    if (action) {
        m_button->setText(action->text().remove(u'&'));
        m_button->setAccessibleName(m_button->text());
    }
}

} // namespace loupe::ui
