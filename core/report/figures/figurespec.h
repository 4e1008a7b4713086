// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace loupe {

enum class FigurePalette {
    ColorBlindSafe, ///< Okabe–Ito and cividis
    Grey,           ///< for black-and-white print
};

/// "colour-blind-safe", "grey".
std::string_view name(FigurePalette palette);

/// Everything that makes a figure of a paper, but its data. Kept as JSON in stores and in files:
/// {"version": 1, "name": "speedups", "filter": "suite:kernelbench", "chart": {"kind":
/// "speedup_histogram", …}, "size": {"preset": "icml-single"}, …}.
struct FigureSpec {
    std::string name;   ///< also of its files
    std::string title;  ///< empty: follows the chart
    std::string filter; ///< in the filter language
    ChartRequest chart;
    std::string preset = "icml-single"; ///< of figureSizes(); empty: a size of its own
    double widthInches = 3.25;
    double heightInches = 2.25;
    double fontPoints = 7.0;
    std::string fontFamily; ///< empty: the one that the programs bring
    FigurePalette palette = FigurePalette::ColorBlindSafe;
    bool hasTitle = false;   ///< above the figure; papers have it in the caption
    bool hasLetters = false; ///< "(a)", "(b)" before the titles of panels
    bool hasNotes = true;    ///< denominators beside the titles of panels
    int columns = 0;         ///< of panels; 0: what suits the size
    int panels = 0;          ///< in a figure; 0: as many as are readable in the size
    int page = 1;            ///< which of them, where that is not all
    /// {title}, {definition}, {n}, {filter} stand for what they say.
    std::string caption = "{title}. {definition} n = {n}.";
};

/// Whether it can name a figure: a file name on every system, without a folder.
bool isFigureName(std::string_view name);

/// Refuses with InvalidInput, naming every field that is missing, wrong or unknown. Specs of older
/// versions are understood; one of a newer is Unsupported. `source` is named in errors.
Result<FigureSpec> parseFigureSpec(std::string_view text, const std::string &source);
/// The spec as JSON of the present version, indented; parseFigureSpec() gives the same spec.
std::string text(const FigureSpec &spec);

/// The caption with the places filled in. InvalidInput where it names one that there is not.
Result<std::string> filledCaption(const FigureSpec &spec, std::string_view definition, int n);

} // namespace loupe
