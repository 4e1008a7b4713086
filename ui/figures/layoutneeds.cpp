// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/layoutneeds.h"

#include "ui/text/words.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace loupe::ui {

bool hasValueCells(const ChartPanel &panel)
{
    return std::any_of(panel.cells.begin(), panel.cells.end(),
                       [](const ChartCell &cell) { return cell.value.has_value(); });
}

bool hasBarLabels(const ChartPanel &panel)
{
    return std::any_of(panel.bars.begin(), panel.bars.end(),
                       [](const ChartBar &bar) { return !bar.label.empty() && !bar.onShare; });
}

bool hasStepBars(const std::vector<ChartPanel> &panels)
{
    return std::ranges::any_of(panels, [](const ChartPanel &panel) {
        return std::ranges::any_of(panel.bars, [](const ChartBar &bar) { return bar.isStep; });
    });
}

bool hasSeveralLines(const std::vector<ChartPanel> &panels)
{
    return std::ranges::any_of(panels, [](const ChartPanel &panel) {
        return std::ranges::count_if(
                   panel.lines,
                   [](const ChartLine &line) { return line.tone.kind == ChartTone::Kind::Series; })
            > 1;
    });
}

QString legendText(const ChartLegendEntry &entry, const ChartStyle &style, bool hasLetters)
{
    QString text = lineText(entry.text);
    if (!hasLetters || !style.hasLettersAtLines || entry.tone.kind != ChartTone::Kind::Series)
        return text;
    return QString(QLatin1Char(seriesLetter(entry.tone.series))) + u"  "_s + text;
}

std::size_t maxStrips(const std::vector<ChartPanel> &panels)
{
    std::size_t out = 0;
    for (const ChartPanel &panel : panels)
        out = std::max(out, panel.strips.size());
    return out;
}

int bestColumns(int panels, const QSizeF &room, double minWidth)
{
    constexpr double pleasant = 1.5;
    int best = 1;
    double bestScore = 0.0;
    for (int columns = 1; columns <= panels; ++columns) {
        const int rows = (panels + columns - 1) / columns;
        const double width = room.width() / columns;
        const double height = room.height() / rows;
        if (columns > 1 && width < minWidth)
            break;
        const double shape = std::abs(std::log(width / std::max(height, 1e-3) / pleasant));
        const double empty = static_cast<double>(columns * rows - panels) / (columns * rows);
        const double score = -shape - 0.7 * empty;
        if (columns == 1 || score > bestScore) {
            best = columns;
            bestScore = score;
        }
    }
    return best;
}

QString panelTitle(const ChartPanel &panel, const ChartStyle &style, std::size_t place)
{
    QString title = lineText(panel.title);
    if (!style.hasLetters)
        return title;
    const QString letter = u"("_s + QChar(u'a' + static_cast<int>(place % 26)) + u")"_s;
    return title.isEmpty() ? letter : letter + u" "_s + title;
}

} // namespace loupe::ui
