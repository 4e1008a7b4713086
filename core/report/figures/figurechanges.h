// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/saved/storedfigure.h"
#include "core/report/figures/paperfigure.h"

#include <string>
#include <vector>

namespace loupe {

/// One changed number of a figure.
struct MovedNumber {
    std::string mark;   ///< name of the mark: "Math, bar, faster, 1, 1.41421356"
    std::string column; ///< "value"; empty if the whole mark was added or removed
    std::string before; ///< empty if it was added
    std::string after;

    friend bool operator==(const MovedNumber &, const MovedNumber &) = default;
};

/// Returns the differences between two texts of PaperFigure::numbers. Marks are matched by panel,
/// kind, series and position. Fails like parseCsv().
Result<std::vector<MovedNumber>> movedNumbers(const std::string &before, const std::string &after);

/// Returns "Math, bar, 1: value 3 → 4".
std::string text(const MovedNumber &moved);

enum class FigureState {
    NeverExported,
    Current, ///< the exported data equals the present data
    Stale,
};
FigureState stateOf(const StoredFigure &stored, const PaperFigure &now);

} // namespace loupe
