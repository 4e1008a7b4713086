// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/nestedrule.h"

namespace loupe {

/// Rule for the elements of one pair of tensors.
struct ElementRule {
    Tolerance tolerance;
    NestedRule::Scale scale = NestedRule::Scale::Expected;
    bool equalNan = false;
    bool isNumpy = false;   ///< numpy rounds the tolerances to the element type, torch does not
    bool measures = false;  ///< computes cosine, l1Relative and rmse
    bool rmseOfRms = false; ///< divides the rmse by rms(expected)
};

} // namespace loupe
