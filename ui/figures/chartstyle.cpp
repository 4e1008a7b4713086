// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/chartstyle.h"

#include "core/report/figures/papercolors.h"
#include "ui/style/chartcolors.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

static_assert(static_cast<std::size_t>(Outcome::Flagged) + 1
                  == std::tuple_size_v<decltype(ChartStyle::outcomes)>,
              "a colour for each outcome");

QColor &outcomeColor(ChartStyle &style, Outcome outcome)
{
    return style.outcomes[static_cast<std::size_t>(outcome)];
}

QColor toneOnPaper(ChartTone::Kind kind, Outcome outcome, FigurePalette palette)
{
    ChartTone tone;
    tone.kind = kind;
    tone.outcome = outcome;
    return toQt(toneRgb(tone, palette));
}

/// Sets the colours that figures for LaTeX use, too.
void colorForPaper(ChartStyle &style, FigurePalette palette)
{
    ChartTone tone;
    tone.kind = ChartTone::Kind::Series;
    for (int i = 0; i < seriesColors; ++i) {
        tone.series = i;
        style.series[static_cast<std::size_t>(i)] = toQt(toneRgb(tone, palette));
    }
    style.faster = toneOnPaper(ChartTone::Kind::Faster, Outcome::Correct, palette);
    style.slower = toneOnPaper(ChartTone::Kind::Slower, Outcome::Correct, palette);
    for (const Outcome outcome : allOutcomes())
        outcomeColor(style, outcome) = toneOnPaper(ChartTone::Kind::Outcome, outcome, palette);
}

} // namespace

QColor ChartStyle::color(const ChartTone &tone) const
{
    switch (tone.kind) {
    case ChartTone::Kind::Faster:
        return faster;
    case ChartTone::Kind::Slower:
        return slower;
    case ChartTone::Kind::Outcome:
        return outcomes[static_cast<std::size_t>(tone.outcome)];
    case ChartTone::Kind::Series:
        return series[static_cast<std::size_t>(std::max(0, tone.series)) % series.size()];
    case ChartTone::Kind::Neutral:
        break;
    }
    return neutral;
}

QColor ChartStyle::mapColor(double place) const
{
    return toQt(isGrey ? greyScale(place) : cividis(place));
}

ChartStyle screenStyle(const Theme &theme)
{
    ChartStyle style;
    style.text = theme.captionFont();
    style.title = theme.uiFont();
    style.title.setWeight(QFont::DemiBold);
    style.unit = theme.unit();
    style.axisWidth = theme.lineWidth();
    style.lineWidth = theme.lineWidth() * 1.6;
    style.paper = theme.color(Token::Panel);
    style.ink = theme.color(Token::Text);
    style.dim = theme.color(Token::Dim);
    style.axis = theme.color(Token::Dim);
    // High contrast has one strong line colour, and a grid in it would hide the marks. Its dots are
    // as heavy as its lines, because a faint speck is lost on pure black or white.
    if (theme.lineWidth() == 1) {
        style.grid = theme.color(Token::Line);
    } else {
        constexpr double heavy = 1.7;
        style.dotScale = heavy;
        style.dotOpacity = 1.0F;
    }
    style.faster = theme.color(Token::Faster);
    style.slower = theme.color(Token::Slower);
    style.neutral = theme.color(Token::Neutral);
    style.accent = theme.color(Token::Accent);
    for (const Outcome outcome : allOutcomes())
        outcomeColor(style, outcome) = theme.color(outcome);
    for (int i = 0; i < seriesColors; ++i)
        style.series[static_cast<std::size_t>(i)] = seriesColor(theme, i);
    return style;
}

QString paperFontFamily(const std::string &family)
{
    return family.empty() ? u"DejaVu Sans"_s : toQt(family);
}

ChartStyle paperStyle(PaperPalette palette, double fontPoints, const std::string &family)
{
    ChartStyle style;
    style.text = QFont(paperFontFamily(family));
    style.text.setPixelSize(static_cast<int>(std::lround(fontPoints * paperUnit)));
    // Hinting depends on the device and its pixel grid, which paper does not have.
    style.text.setHintingPreference(QFont::PreferNoHinting);
    style.title = style.text;
    style.title.setBold(true);
    style.unit = fontPoints * paperUnit * 0.6;
    style.axisWidth = 0.5 * paperUnit;
    style.lineWidth = 1.0 * paperUnit;
    style.paper = paperWhite();
    style.ink = paperBlack();
    style.dim = paperGrey();
    style.axis = paperBlack();
    style.neutral = paperGrey();
    style.accent = paperBlack();
    style.isGrey = palette == PaperPalette::Grey;
    colorForPaper(style, style.isGrey ? FigurePalette::Grey : FigurePalette::ColorBlindSafe);
    return style;
}

} // namespace loupe::ui
