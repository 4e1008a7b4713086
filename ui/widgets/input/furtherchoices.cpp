// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/input/furtherchoices.h"

#include <QAction>
#include <QMenu>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace loupe::ui {

FurtherChoices::FurtherChoices(QString about, QWidget *parent)
    : QPushButton(parent)
    , m_about(std::move(about))
{
    setMenu(new QMenu(this));
    showChosen();
}

void FurtherChoices::addChoice(const QString &text, int value)
{
    QAction *action = menu()->addAction(text);
    action->setCheckable(true);
    action->setData(value);
    connect(action, &QAction::triggered, this,
            [this, value](bool isChosen) { toggle(value, isChosen); });
    m_actions.push_back(action);
}

void FurtherChoices::setOwn(int value)
{
    m_own = value;
    showChosen();
}

void FurtherChoices::setChosen(std::vector<int> values)
{
    m_chosen = std::move(values);
    showChosen();
}

void FurtherChoices::toggle(int value, bool isChosen)
{
    std::erase(m_chosen, value);
    if (isChosen)
        m_chosen.push_back(value);
    showChosen();
    emit changed();
}

void FurtherChoices::showChosen()
{
    std::erase(m_chosen, m_own);
    QStringList names;
    for (QAction *action : m_actions) {
        action->setEnabled(action->data() != m_own);
        action->setChecked(std::ranges::find(m_chosen, action->data().toInt()) != m_chosen.end());
    }
    for (const int value : m_chosen) {
        const auto action = std::ranges::find(
            m_actions, value, [](const QAction *each) { return each->data().toInt(); });
        if (action != m_actions.end())
            names.append((*action)->text());
    }
    // Several names would widen the form.
    if (names.isEmpty())
        setText(tr("No further ones ▾"));
    else if (names.size() == 1)
        setText(tr("Also %1 ▾").arg(names.front()));
    else
        setText(tr("Also %1 and %2 more ▾").arg(names.front()).arg(names.size() - 1));
    setToolTip(names.isEmpty() ? m_about : m_about + u'\n' + names.join(QStringLiteral(", ")));
}

} // namespace loupe::ui
