// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace loupe {

/// A publication target of a figure, with its width.
struct FigureSize {
    std::string_view id;    ///< in specs: "icml-single"
    std::string_view label; ///< "ICML, one column"
    double widthInches;
    double heightInches; ///< default; can be changed
    double fontPoints;
};

/// Returns columns of venues (from their LaTeX styles), a slide, a poster.
std::span<const FigureSize> figureSizes();
/// Returns nullptr if the id is unknown.
const FigureSize *figureSize(std::string_view id);

} // namespace loupe
