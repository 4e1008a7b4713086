// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layout/tourbar.h"

#include "ui/style/theme.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

TourBar::TourBar(const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_place(makeDim())
    , m_title(makeHeading(theme))
    , m_text(new QLabel)
    , m_back(makeButton(tr("&Back")))
    , m_next(makeButton(tr("&Continue")))
    , m_end(makeButton(tr("&Leave the tour")))
{
    const int unit = theme.unit();
    setProperty("look", u"tour"_s);
    setAccessibleName(tr("Tour"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_next->setProperty("look", u"primary"_s);
    for (QPushButton *button : {m_back, m_next, m_end})
        button->setAutoDefault(true); // Enter presses it, too
    auto *head = makeRow(unit);
    head->addWidget(m_title);
    head->addWidget(m_place);
    head->addStretch(1);
    auto *words = makeColumn(unit / 4);
    words->addLayout(head);
    words->addWidget(m_text);
    auto *row = makeRow(unit, this);
    row->setContentsMargins(unit * 2, unit, unit * 3 / 2, unit);
    row->addLayout(words, 1);
    for (QPushButton *button : {m_back, m_next, m_end})
        row->addWidget(button);
    hide();
    connect(m_back, &QPushButton::clicked, this, &TourBar::backRequested);
    connect(m_next, &QPushButton::clicked, this, &TourBar::nextRequested);
    connect(m_end, &QPushButton::clicked, this, &TourBar::endRequested);
}

void TourBar::showStep(const Step &step)
{
    m_place->setText(tr("step %1 of %2").arg(step.number).arg(step.count));
    m_title->setText(step.title);
    m_text->setText(step.text);
    m_back->setEnabled(step.number > 1);
    m_next->setText(step.number < step.count ? tr("&Continue") : tr("F&inish"));
    m_next->setAccessibleName(m_next->text().remove(u'&'));
    // A screen reader reads this with the button, which keeps the focus from step to step.
    m_next->setAccessibleDescription(u"%1, %2. %3"_s.arg(step.title, m_place->text(), step.text));
    setAccessibleDescription(m_next->accessibleDescription());
    show();
}

} // namespace loupe::ui
