// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/comparedpairmodel.h"
#include "ui/models/transitionmodel.h"

#include <QString>

#include <vector>

namespace loupe::ui {

/// Some attempts of a comparison under a name.
struct PairChoice {
    QString text; ///< "Broken (3)"
    ComparedPairModel::Condition condition;
};

/// What a comparison can be narrowed to, with how many attempts each choice holds. The first are
/// the changes.
std::vector<PairChoice> pairChoices(const RunComparison &comparison);

/// The attempts of one cell of the transition matrix.
PairChoice cellChoice(const TransitionModel::Cell &cell);

} // namespace loupe::ui
