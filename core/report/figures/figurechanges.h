// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/storedfigure.h"
#include "core/report/figures/paperfigure.h"

#include <string>
#include <vector>

namespace loupe {

/// One number of a figure that is not what it was.
struct MovedNumber {
    std::string mark;   ///< which: "Math, bar, faster, 1, 1.41421356"
    std::string column; ///< "value"; empty where the whole mark came or went
    std::string before; ///< empty: there was none
    std::string after;

    friend bool operator==(const MovedNumber &, const MovedNumber &) = default;
};

/// What differs between two texts of PaperFigure::numbers. Marks are told by their panel, kind,
/// series and place. Errors as of parseCsv().
Result<std::vector<MovedNumber>> movedNumbers(const std::string &before, const std::string &after);

/// "Math, bar, 1: value 3 → 4".
std::string text(const MovedNumber &moved);

enum class FigureState {
    NeverExported,
    Current, ///< what was exported is what the data say now
    Stale,
};
FigureState stateOf(const StoredFigure &stored, const PaperFigure &now);

} // namespace loupe
