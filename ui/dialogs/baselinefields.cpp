// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/baselinefields.h"

#include "core/engine/request/optionwords.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/input/furtherchoices.h"
#include "ui/widgets/layout/parts.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include <vector>

namespace loupe::ui {

BaselineFields::BaselineFields(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_own(new ChoiceBox(theme))
    , m_further(
          new FurtherChoices(tr("Further baselines: each is timed once for a task, and its times "
                                "are kept for later runs")))
{
    for (const BaselineForm form : optionValues<BaselineForm>()) {
        m_own->addItem(toQt(name(form)), static_cast<int>(form));
        m_further->addChoice(toQt(name(form)), static_cast<int>(form));
    }
    m_own->setToolTip(tr("Candidates are timed against this form of the reference"));
    m_further->setAccessibleName(tr("Further baselines"));
    m_further->setOwn(m_own->currentData().toInt());
    auto *row = makeRow(theme.unit(), this);
    row->addWidget(m_own, 1);
    row->addWidget(m_further, 1);
    connect(m_own, &QComboBox::currentIndexChanged, this, [this] {
        m_further->setOwn(m_own->currentData().toInt());
        emit changed();
    });
    connect(m_further, &FurtherChoices::changed, this, &BaselineFields::changed);
}

void BaselineFields::setRequest(const PythonRequest &python)
{
    const QSignalBlocker quiet(this);
    m_own->setCurrentIndex(m_own->findData(static_cast<int>(python.baseline)));
    std::vector<int> further;
    for (const BaselineForm form : python.furtherBaselines)
        further.push_back(static_cast<int>(form));
    m_further->setChosen(std::move(further));
}

void BaselineFields::fill(PythonRequest &python) const
{
    python.baseline = static_cast<BaselineForm>(m_own->currentData().toInt());
    python.furtherBaselines.clear();
    for (const int form : m_further->chosen())
        python.furtherBaselines.push_back(static_cast<BaselineForm>(form));
}

} // namespace loupe::ui
