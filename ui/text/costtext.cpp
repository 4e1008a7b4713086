// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/costtext.h"

#include "ui/text/words.h"

#include <QCoreApplication>

namespace loupe::ui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("loupe::ui::costText", text);
}

} // namespace

QString dollarText(Money money)
{
    return QStringLiteral("$%1").arg(money.dollars(), 0, 'f', 4);
}

QString costText(const Cost &cost, bool hasPrices)
{
    QString text = tr("%1, %2 tokens in, %3 out")
                       .arg(counted(cost.requests, tr("%1 request"), tr("%1 requests")),
                            countText(cost.input), countText(cost.output));
    if (hasPrices || cost.money.pico > 0)
        text += QStringLiteral(", ") + dollarText(cost.money);
    return text;
}

} // namespace loupe::ui
