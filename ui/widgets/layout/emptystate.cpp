// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layout/emptystate.h"

#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"

#include <QAction>
#include <QBoxLayout>
#include <QFontMetrics>
#include <QProgressBar>
#include <QPushButton>

namespace loupe::ui {

EmptyState::EmptyState(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_what(makeHeading(theme))
    , m_why(makeDim())
    , m_progress(new QProgressBar)
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
    column->addWidget(m_progress, 0, Qt::AlignHCenter);
    column->addWidget(m_button, 0, Qt::AlignHCenter);
    column->addStretch(2);
    m_progress->setRange(0, 0); // the end is unknown
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(theme.unit() * 30, theme.unit());
    m_progress->setAccessibleName(tr("A store is being read"));
    m_progress->hide(); // hidden unless something is read
    m_button->hide();   // hidden until there is an action
    m_button->setAccessibleName(tr("Next step"));
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_action)
            m_action->trigger();
        else if (m_isNoStore)
            m_session->stopOpening();
    });
}

void EmptyState::say(const QString &what, const QString &why, QAction *action)
{
    m_isNoStore = false;
    display(what, why, action);
}

void EmptyState::sayNoStore(StoreSession &session, const QString &why, QAction *action)
{
    m_isNoStore = true;
    m_noStoreWhy = why;
    m_noStoreAction = action;
    if (m_session == nullptr) {
        connect(&session, &StoreSession::opening, this, &EmptyState::showNoStore);
        connect(&session, &StoreSession::failed, this, &EmptyState::showNoStore);
        connect(&session, &StoreSession::opened, this, [this] {
            if (m_isNoStore)
                showBusy(tr("Reading %1…").arg(pathText(m_session->file().filename())));
        });
    }
    m_session = &session;
    showNoStore();
}

void EmptyState::showNoStore()
{
    if (!m_isNoStore)
        return;
    if (!m_session->isOpening()) {
        display(tr("No store is open."), m_noStoreWhy, m_noStoreAction);
        return;
    }
    showBusy(tr("Opening the store…"));
    m_button->setText(tr("Stop"));
    m_button->setAccessibleName(tr("Stop opening the store"));
    m_button->show();
}

void EmptyState::showBusy(const QString &what)
{
    display(what, {}, nullptr);
    m_progress->show();
}

void EmptyState::display(const QString &what, const QString &why, QAction *action)
{
    m_progress->hide();
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
