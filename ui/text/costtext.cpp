// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/costtext.h"

#include "ui/text/words.h"

#include <QObject>

namespace loupe::ui {

QString dollarText(Money money)
{
    return QStringLiteral("$%1").arg(money.dollars(), 0, 'f', 4);
}

QString costText(const Cost &cost, bool hasPrices)
{
    QString text
        = QObject::tr("%1, %2 in, %3 out")
              .arg(counted(cost.requests, QObject::tr("%1 request"), QObject::tr("%1 requests")),
                   counted(cost.input, QObject::tr("%1 token"), QObject::tr("%1 tokens")),
                   countText(cost.output));
    if (hasPrices || cost.money.pico > 0)
        text += QStringLiteral(", ") + dollarText(cost.money);
    return text;
}

} // namespace loupe::ui
