// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/baselinefields.h"

#include "core/engine/request/optionwords.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace loupe::ui {

BaselineFields::BaselineFields(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_own(new ChoiceBox(theme))
    , m_further(new QPushButton)
{
    auto *menu = new QMenu(m_further);
    for (const BaselineForm form : optionValues<BaselineForm>()) {
        m_own->addItem(toQt(name(form)), static_cast<int>(form));
        QAction *action = menu->addAction(toQt(name(form)));
        action->setCheckable(true);
        action->setData(static_cast<int>(form));
        connect(action, &QAction::triggered, this,
                [this, form](bool isChosen) { toggle(form, isChosen); });
        m_actions.push_back(action);
    }
    m_own->setToolTip(tr("Candidates are timed against this form of the reference"));
    m_further->setMenu(menu);
    m_further->setAccessibleName(tr("Further baselines"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme.unit());
    row->addWidget(m_own, 1);
    row->addWidget(m_further, 1);
    connect(m_own, &QComboBox::currentIndexChanged, this, [this] {
        showChosen();
        emit changed();
    });
    showChosen();
}

void BaselineFields::setRequest(const PythonRequest &python)
{
    const QSignalBlocker quiet(this);
    m_chosen = python.furtherBaselines;
    m_own->setCurrentIndex(m_own->findData(static_cast<int>(python.baseline)));
    showChosen();
}

void BaselineFields::fill(PythonRequest &python) const
{
    python.baseline = static_cast<BaselineForm>(m_own->currentData().toInt());
    python.furtherBaselines = m_chosen;
}

void BaselineFields::toggle(BaselineForm form, bool isChosen)
{
    std::erase(m_chosen, form);
    if (isChosen)
        m_chosen.push_back(form);
    showChosen();
    emit changed();
}

void BaselineFields::showChosen()
{
    const auto own = static_cast<BaselineForm>(m_own->currentData().toInt());
    std::erase(m_chosen, own);
    for (QAction *action : m_actions) {
        const auto form = static_cast<BaselineForm>(action->data().toInt());
        action->setEnabled(form != own);
        action->setChecked(std::ranges::find(m_chosen, form) != m_chosen.end());
    }
    QStringList names;
    for (const BaselineForm form : m_chosen)
        names.append(toQt(name(form)));
    // Several names would widen the form.
    if (names.isEmpty())
        m_further->setText(tr("No further ones ▾"));
    else if (names.size() == 1)
        m_further->setText(tr("Also %1 ▾").arg(names.front()));
    else
        m_further->setText(tr("Also %1 and %2 more ▾").arg(names.front()).arg(names.size() - 1));
    const QString about = tr("Further baselines: each is timed once for a task, and its times are "
                             "kept for later runs");
    m_further->setToolTip(names.isEmpty() ? about
                                          : about + u'\n' + names.join(QStringLiteral(", ")));
}

} // namespace loupe::ui
