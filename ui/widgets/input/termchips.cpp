// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/input/termchips.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

TermChips::TermChips(const Theme &theme, QWidget *parent)
    : QScrollArea(parent)
    , m_row(makeRow(theme.unit()))
{
    setObjectName(u"termChips"_s);
    auto *inside = new QWidget;
    inside->setLayout(m_row);
    setWidget(inside);
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Terms of the filter"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // Tab scrolls each one into view.
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFixedHeight(theme.unit() * 3);
    setFilter({});
}

void TermChips::setFilter(const Filter &filter)
{
    while (QLayoutItem *item = m_row->takeAt(0)) {
        if (QWidget *chip = item->widget()) {
            chip->hide();
            chip->deleteLater(); // it may be the clicked one
        }
        delete item;
    }
    if (filter.terms.empty())
        m_row->addWidget(makeDim(tr("No filter: all results are shown")));
    for (std::size_t place = 0; place < filter.terms.size(); ++place) {
        const QString term = toQt(text(Filter{{filter.terms[place]}}));
        auto *chip = new QPushButton(QString(term).replace(u'&', "&&"_L1) + u"  ×"_s);
        chip->setProperty("look", u"chip"_s);
        chip->setAccessibleName(tr("Remove %1").arg(term));
        chip->setToolTip(tr("Removes %1 from the filter").arg(term));
        connect(chip, &QPushButton::clicked, this, [this, place] { emit removeRequested(place); });
        m_row->addWidget(chip);
    }
    m_row->addStretch(1);
}

} // namespace loupe::ui
