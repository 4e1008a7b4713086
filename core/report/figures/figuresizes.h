// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace loupe {

/// A place a figure goes to, with the width it has there.
struct FigureSize {
    std::string_view id;    ///< in specs: "icml-single"
    std::string_view label; ///< "ICML, one column"
    double widthInches;
    double heightInches; ///< a good one; free to choose
    double fontPoints;
};

/// Columns of venues (from their LaTeX styles), a slide, a poster.
std::span<const FigureSize> figureSizes();
/// nullptr where there is none of that id.
const FigureSize *figureSize(std::string_view id);

} // namespace loupe
