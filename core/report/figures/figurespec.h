// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace loupe {

enum class FigurePalette {
    ColorBlindSafe, ///< Okabe–Ito and cividis
    Grey,           ///< for black-and-white print
};

/// Returns "colour-blind-safe" or "grey".
std::string_view name(FigurePalette palette);

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

/// Complete specification of a paper figure, except its data. It is stored as JSON in stores and
/// files:
/// {"version": 1, "name": "speedups", "filter": "suite:kernelbench", "chart": {"kind":
/// "speedup_histogram", …}, "size": {"preset": "icml-single"}, …}.
struct FigureSpec {
    std::string name;   ///< also the name of its files
    std::string title;  ///< empty: derived from the chart
    std::string filter; ///< in the filter language
    ChartRequest chart;
    std::string preset = "icml-single"; ///< of figureSizes(); empty for a custom size
    double widthInches = 3.25;
    double heightInches = 2.25;
    double fontPoints = 7.0;
    std::string fontFamily; ///< empty: the font of the program
    FigurePalette palette = FigurePalette::ColorBlindSafe;
    bool hasTitle = false;   ///< above the figure; papers have it in the caption
    bool hasLetters = false; ///< "(a)", "(b)" before the titles of panels
    bool hasNotes = true;    ///< denominators next to the titles of panels
    int columns = 0;         ///< of panels; 0: depends on the size
    int panels = 0;          ///< per figure; 0: as many as are readable
    int page = 1;            ///< page number, if the panels need several
    /// {title}, {definition}, {n} and {filter} are replaced by their values.
    std::string caption = "{title}. {definition} n = {n}.";
};

/// Returns true if it is a valid figure name: a file name on every system, without a folder.
bool isFigureName(std::string_view name);

/// Parses a spec. Fails with InvalidInput, naming every missing, wrong or unknown field. Reads
/// older versions; a newer one fails with Unsupported. `source` appears in errors.
Result<FigureSpec> parseFigureSpec(std::string_view text, const std::string &source);
/// Returns the spec as indented JSON of the present version, which parseFigureSpec() reads back.
std::string text(const FigureSpec &spec);

/// Returns the caption with the placeholders replaced. Fails with InvalidInput for an unknown
/// placeholder.
Result<std::string> filledCaption(const FigureSpec &spec, std::string_view definition, int n);

} // namespace loupe
