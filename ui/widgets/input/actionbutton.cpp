// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/input/actionbutton.h"

#include <QAction>
#include <QToolButton>

namespace loupe::ui {

QToolButton *makePassingButton(QAction *action)
{
    auto *button = new QToolButton;
    button->setDefaultAction(action);
    button->setProperty("look", QStringLiteral("button"));
    button->setAccessibleName(action->text().remove(u'&'));
    button->setFocusPolicy(Qt::StrongFocus);
    button->setVisible(false);
    QObject::connect(action, &QAction::changed, button,
                     [button, action] { button->setVisible(action->isEnabled()); });
    return button;
}

} // namespace loupe::ui
