// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/endpoints/pace/ledger.h"

#include <QString>

namespace loupe::ui {

/// "$0.0412": four digits behind the point, for answers cost fractions of a cent.
QString dollarText(Money money);
/// "12 requests, 40 310 tokens in, 8 204 out, $0.0412"; without dollars where there are no prices
/// and nothing reported any.
QString costText(const Cost &cost, bool hasPrices);

} // namespace loupe::ui
