// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/nestedrule.h"

namespace loupe {

/// How the elements of one pair of tensors are taken.
struct ElementRule {
    Tolerance tolerance;
    NestedRule::Scale scale = NestedRule::Scale::Expected;
    bool equalNan = false;
    bool isNumpy = false;   ///< numpy rounds the tolerances to the element type, torch does not
    bool measures = false;  ///< cosine, l1Relative and rmse are wanted
    bool rmseOfRms = false; ///< the rmse is divided by rms(expected)
};

} // namespace loupe
