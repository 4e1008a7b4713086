// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layout/offerbar.h"

#include "ui/style/theme.h"

#include <QBoxLayout>
#include <QPushButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

OfferBar::OfferBar(const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_sentence(new ElidedLabel)
    , m_accept(makeButton({}))
    , m_decline(makeButton(tr("Not now")))
{
    const int unit = theme.unit();
    setProperty("look", u"bar"_s);
    setAccessibleName(tr("Offer"));
    m_accept->setProperty("look", u"primary"_s);
    m_accept->setAccessibleName(tr("Accept the offer"));
    auto *row = makeRow(unit, this);
    row->setContentsMargins(unit * 2, unit / 2, unit * 3 / 2, unit / 2);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_accept);
    row->addWidget(m_decline);
    hide();
    connect(m_decline, &QPushButton::clicked, this, &OfferBar::withdraw);
    connect(m_accept, &QPushButton::clicked, this, [this] {
        hide();
        std::exchange(m_onAccept, {})();
    });
}

void OfferBar::offer(const QString &sentence, const QString &action, std::function<void()> accept)
{
    m_onAccept = std::move(accept);
    m_sentence->setText(sentence);
    m_sentence->setToolTip(sentence);
    m_accept->setText(action);
    m_accept->setAccessibleName(action);
    show();
}

void OfferBar::withdraw()
{
    m_onAccept = {};
    hide();
}

} // namespace loupe::ui
