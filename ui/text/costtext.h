// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/endpoints/pace/ledger.h"

#include <QString>

namespace loupe::ui {

/// Returns "$0.0412" with four decimals, because answers cost fractions of a cent.
QString dollarText(Money money);
/// Returns "12 requests, 40 310 tokens in, 8 204 out, $0.0412"; without dollars if there are
/// neither prices nor reported costs.
QString costText(const Cost &cost, bool hasPrices);

} // namespace loupe::ui
