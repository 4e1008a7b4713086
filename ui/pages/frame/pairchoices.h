// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/comparedpairmodel.h"
#include "ui/models/transitionmodel.h"

#include <QString>

#include <vector>

namespace loupe::ui {

/// Named subset of a comparison's attempts.
struct PairChoice {
    QString text; ///< "Broken (3)"
    ComparedPairModel::Condition condition;
};

/// Returns the available subsets with their number of attempts, changes first.
std::vector<PairChoice> pairChoices(const RunComparison &comparison);

/// Returns the attempts of one cell of the transition matrix.
PairChoice cellChoice(const TransitionModel::Cell &cell);

} // namespace loupe::ui
