// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/dottiles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace loupe {

namespace {

constexpr int tilesAcross = 48;

double toTiles(double value, const ChartAxis &axis)
{
    const bool isLog = axis.scale != ChartScale::Linear;
    const double least = isLog ? std::log2(axis.least) : axis.least;
    const double most = isLog ? std::log2(axis.most) : axis.most;
    const double at = isLog ? std::log2(value) : value;
    return std::clamp((at - least) / (most - least) * tilesAcross, 0.0, tilesAcross - 1e-9);
}

double middleOf(int tile, const ChartAxis &axis)
{
    const double part = (tile + 0.5) / tilesAcross;
    if (axis.scale == ChartScale::Linear)
        return axis.least + part * (axis.most - axis.least);
    return axis.least * std::exp2(part * std::log2(axis.most / axis.least));
}

} // namespace

bool gatherDots(ChartPanel &panel, const std::function<std::string(std::size_t count)> &text)
{
    if (panel.dots.size() <= maxDots)
        return false;
    using Tile = std::tuple<int, bool, int, int>; // series, hollow, x, y
    std::map<Tile, ChartDot> tiles;
    std::vector<ChartDot> flagged;
    for (ChartDot &dot : panel.dots) {
        if (dot.isFlagged) {
            flagged.push_back(std::move(dot));
            continue;
        }
        const int x = static_cast<int>(toTiles(dot.x, panel.x));
        const int y = static_cast<int>(toTiles(dot.y, panel.y));
        const int series = dot.tone.kind == ChartTone::Kind::Series ? dot.tone.series : -1;
        const auto [place, isNew] = tiles.try_emplace(Tile{series, dot.tone.isHollow, x, y});
        ChartDot &tile = place->second;
        if (isNew) {
            tile.x = middleOf(x, panel.x);
            tile.y = middleOf(y, panel.y);
            tile.weight = 0;
            tile.tone = dot.tone;
        }
        tile.weight += dot.weight;
        tile.mark.members.insert(tile.mark.members.end(), dot.mark.members.begin(),
                                 dot.mark.members.end());
    }
    panel.dots.clear();
    panel.dots.reserve(tiles.size() + flagged.size());
    for (auto &[place, tile] : tiles) {
        tile.mark.text = text(static_cast<std::size_t>(tile.weight));
        panel.dots.push_back(std::move(tile));
    }
    std::move(flagged.begin(), flagged.end(), std::back_inserter(panel.dots));
    return true;
}

} // namespace loupe
