// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/model/verdict/verdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Chart as a value: every number that is drawn, and no drawing. The widget on screen, the exported
/// figure and the table of its numbers are made from the same value.

/// Meaning of a mark; the theme chooses the colour.
struct ChartTone {
    enum class Kind : std::uint8_t { Neutral, Faster, Slower, Outcome, Series };
    Kind kind = Kind::Neutral;
    loupe::Outcome outcome = loupe::Outcome::Correct; ///< for Kind::Outcome
    int series = 0;                                   ///< for Kind::Series: 0 … 5
    bool isHollow = false;                            ///< suspicious or unmeasured: outline only
    bool isHatched = false;                           ///< not judged, waiting

    bool operator==(const ChartTone &) const = default;
};

enum class ChartScale : std::uint8_t { Linear, Log2, Log10 };

struct ChartTick {
    double at = 0.0; ///< in the axis' own numbers, not their logarithm
    std::string text;
    bool isKept = false; ///< has priority if space is short, e.g. that of an open bin
};

struct ChartAxis {
    std::string title; ///< with the unit
    ChartScale scale = ChartScale::Linear;
    double least = 0.0;
    double most = 1.0;
    std::vector<ChartTick> ticks;    ///< categories are at 0, 1, 2 …
    std::optional<double> reference; ///< a dotted line across the panel, e.g. a speedup of 1
};

/// Target for the pointer: its text and its evaluations.
struct ChartMark {
    std::string text;           ///< one line for tooltips and screen readers, with its n
    std::vector<RowId> members; ///< empty if single evaluations make no sense
};

/// Upright bar from `base` to `value` over [from, to] of the x axis.
struct ChartBar {
    double from = 0.0;
    double to = 0.0;
    double base = 0.0;
    double value = 0.0;
    std::optional<double> low; ///< interval of `value`
    std::optional<double> high;
    /// Its height is a share 0 … 1 of the panel above the y axis' 0 (-1 … 0: below it), not a
    /// number of the y axis.
    bool onShare = false;
    bool isDashed = false;
    bool isOpen = false; ///< holds everything beyond its edge of the x axis; its tick names it
    /// The bars of one tone are drawn as one outline, so that several can overlap.
    bool isStep = false;
    ChartTone tone;
    std::string label; ///< at its end; may be empty
    ChartMark mark;
};

struct ChartPoint {
    double x = 0.0;
    double y = 0.0;
    std::optional<double> low; ///< band or interval of y
    std::optional<double> high;
    ChartMark mark;
    /// Only shapes the line: it is no target for the pointer, no row of tables, and does not
    /// interrupt the band.
    bool isCorner = false;
};

struct ChartLine {
    std::string name;
    ChartTone tone;
    bool isStep = false;
    bool isDashed = false;
    bool isThin = false;            ///< only a guide for the eye
    std::vector<ChartPoint> points; ///< by x; the band is drawn if low and high are set
};

struct ChartDot {
    double x = 0.0;
    double y = 0.0;
    double weight = 1.0;    ///< area: number of evaluations of the dot
    bool isFlagged = false; ///< e.g. faster than physics allows
    ChartTone tone;
    ChartMark mark;
};

/// Width of a violin at a position of the y axis: 1 at its widest.
struct ChartWidth {
    double at = 0.0;
    double share = 0.0;
};

/// Quartiles, with whiskers to the 5th and 95th percentile.
struct ChartBox {
    double at = 0.0; ///< on the x axis
    double low = 0.0;
    double lowerQuartile = 0.0;
    double median = 0.0;
    double upperQuartile = 0.0;
    double high = 0.0;
    std::vector<ChartWidth> violin; ///< by y; drawn behind a slim box. Empty: only a box
    ChartTone tone;
    ChartMark mark;
};

/// Cell (x, y) of a heat map, both counted from 0. Without a value it is drawn as unknown.
struct ChartCell {
    int x = 0;
    int y = 0;
    std::optional<double> value;    ///< on the colour axis
    std::optional<Outcome> outcome; ///< drawn by its tone and symbol instead of a value
    ChartMark mark;
};

/// Columns of stacked nodes and the flows between them (a Sankey diagram).
struct ChartNode {
    int column = 0;
    double size = 0.0;
    ChartTone tone;
    std::string label;
    ChartMark mark;
};
struct ChartFlow {
    std::size_t from = 0; ///< indices into the panel's nodes
    std::size_t to = 0;
    double size = 0.0;
    ChartTone tone;
    ChartMark mark;
};

/// A whole and its parts, as a bar across a panel above its plot. The parts add up to `n`.
struct ChartStrip {
    struct Part {
        std::string name;
        int count = 0;
        ChartTone tone;
        ChartMark mark;
    };
    std::string name; ///< of the series; empty if there is only one
    ChartTone tone;   ///< of the series
    int n = 0;
    std::vector<Part> parts; ///< none of them empty
};

/// One plot with any mixture of marks, drawn in the order of the members below.
struct ChartPanel {
    std::string title;
    std::string note;     ///< the denominator, e.g. "65 of 600 correct"
    std::string whyEmpty; ///< text in the plot that explains the lack of marks; else empty
    int n = 0;            ///< number that the note counts, if panels are small multiples
    ChartAxis x;
    ChartAxis y;
    std::vector<ChartStrip> strips;
    std::vector<ChartCell> cells;
    ChartAxis colour; ///< of the cells' values
    std::vector<ChartBar> bars;
    std::vector<ChartBox> boxes;
    std::vector<ChartLine> lines;
    std::vector<ChartDot> dots;
    std::vector<ChartNode> nodes;
    std::vector<ChartFlow> flows;
};

struct ChartLegendEntry {
    std::string text;
    ChartTone tone;
};

struct Chart {
    std::string title;
    std::string definition; ///< formula, denominators, exclusions: for the caption
    std::vector<ChartPanel> panels;
    std::vector<ChartLegendEntry> legend;
    std::string panelsOf; ///< plural name of the panels: "categories"
    int n = 0;            ///< evaluations that were considered
};

} // namespace loupe
