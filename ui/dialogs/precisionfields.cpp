// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/precisionfields.h"

#include "core/engine/request/optionwords.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/input/furtherchoices.h"
#include "ui/widgets/layout/parts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <vector>

namespace loupe::ui {

namespace {

constexpr int submissionsDecide = -1;

} // namespace

PrecisionFields::PrecisionFields(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_first(new ChoiceBox(theme))
    , m_further(new FurtherChoices(
          tr("Further precisions: each candidate is judged and timed in each of them, and each is "
             "stored as a run of its own")))
    , m_note(new QLabel)
{
    m_first->addItem(tr("As the submissions state"), submissionsDecide);
    for (const RunPrecision each : optionValues<RunPrecision>()) {
        m_first->addItem(toQt(name(each)), static_cast<int>(each));
        m_further->addChoice(toQt(name(each)), static_cast<int>(each));
    }
    m_further->setAccessibleName(tr("Further precisions"));
    auto *row = makeRow(theme.unit(), this);
    row->addWidget(m_first, 1);
    row->addWidget(m_further, 1);
    row->addWidget(m_note, 1);
    m_note->setWordWrap(true);
    m_note->hide();
    connect(m_first, &QComboBox::currentIndexChanged, this, [this] {
        m_note->hide(); // the user has chosen
        followFirst();
        emit changed();
    });
    connect(m_further, &FurtherChoices::changed, this, &PrecisionFields::changed);
    followFirst();
}

void PrecisionFields::followFirst()
{
    const int first = m_first->currentData().toInt();
    m_further->setEnabled(first != submissionsDecide);
    m_further->setOwn(first);
    if (first == submissionsDecide)
        m_further->setChosen({});
}

void PrecisionFields::offerOne()
{
    m_offersOne = true;
    m_further->setVisible(false);
}

void PrecisionFields::setRequest(const PythonRequest &python)
{
    const QSignalBlocker quiet(this);
    std::vector<int> all;
    for (const RunPrecision each : python.precisions)
        all.push_back(static_cast<int>(each));
    m_first->setCurrentIndex(m_first->findData(all.empty() ? submissionsDecide : all.front()));
    m_note->setText(tr("The settings name %1 precisions. Kernels are asked for in the first.")
                        .arg(countText(static_cast<qint64>(all.size()))));
    m_note->setVisible(m_offersOne && all.size() > 1);
    m_further->setChosen(m_offersOne ? std::vector<int>() : std::move(all));
}

void PrecisionFields::fill(PythonRequest &python) const
{
    python.precisions.clear();
    const int first = m_first->currentData().toInt();
    if (first == submissionsDecide)
        return;
    python.precisions.push_back(static_cast<RunPrecision>(first));
    for (const int each : m_further->chosen())
        python.precisions.push_back(static_cast<RunPrecision>(each));
}

} // namespace loupe::ui
