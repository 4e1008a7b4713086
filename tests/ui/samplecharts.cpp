// SPDX-License-Identifier: GPL-3.0-or-later
#include "samplecharts.h"

#include <array>
#include <cmath>
#include <string>

namespace loupe::ui {

namespace {

const std::array<const char *, 7> sampleCategories{"Activation",
                                                   "Convolution",
                                                   "Fusion",
                                                   "Index",
                                                   "LinearAlgebra",
                                                   "Math",
                                                   "Normalization and reduction"};

ChartTone sampleSeries(int series)
{
    ChartTone tone;
    tone.kind = ChartTone::Kind::Series;
    tone.series = series;
    return tone;
}

ChartTone sampleOutcome(Outcome outcome)
{
    ChartTone tone;
    tone.kind = ChartTone::Kind::Outcome;
    tone.outcome = outcome;
    return tone;
}

ChartAxis octaves()
{
    ChartAxis axis;
    axis.title = "speedup over eager";
    axis.scale = ChartScale::Log2;
    axis.least = std::exp2(-4.5);
    axis.most = 8;
    axis.reference = 1.0;
    axis.ticks = {{std::exp2(-4), "fail"},
                  {0.125, "⅛"},
                  {0.25, "¼"},
                  {0.5, "½"},
                  {1, "1×"},
                  {2, "2"},
                  {4, "4"},
                  {8, "8"}};
    return axis;
}

ChartAxis numbers(const std::string &title, double most, double step)
{
    ChartAxis axis;
    axis.title = title;
    axis.most = most;
    for (double at = 0; at <= most + step / 100; at += step) {
        const auto whole = static_cast<int>(std::lround(at * 100));
        axis.ticks.push_back(
            {at,
             whole % 100 == 0 ? std::to_string(whole / 100) : "0." + std::to_string(whole / 10)});
    }
    return axis;
}

ChartAxis categories(double count)
{
    ChartAxis axis;
    axis.least = -0.5;
    axis.most = count - 0.5;
    for (int i = 0; i < static_cast<int>(count); ++i)
        axis.ticks.push_back(
            {static_cast<double>(i), sampleCategories[static_cast<std::size_t>(i) % 7]});
    return axis;
}

} // namespace

Chart sampleHistograms()
{
    Chart chart;
    chart.title = "Speedup by category";
    chart.legend = {{"slower", {ChartTone::Kind::Slower}},
                    {"faster", {ChartTone::Kind::Faster}},
                    {"failed", sampleOutcome(Outcome::Wrong)}};
    for (std::size_t i = 0; i < sampleCategories.size(); ++i) {
        ChartPanel panel;
        panel.title = sampleCategories[i];
        panel.note = std::to_string(20 + i) + " of " + std::to_string(60 + 3 * i) + " correct";
        panel.x = octaves();
        panel.y = numbers("evaluations", 12, 4);
        ChartBar failed;
        failed.from = std::exp2(-4.35);
        failed.to = std::exp2(-3.65);
        failed.value = 0.4 + 0.08 * static_cast<double>(i);
        failed.onShare = failed.isDashed = true;
        failed.tone = sampleOutcome(Outcome::Wrong);
        failed.label = std::to_string(40 + 2 * i);
        failed.mark.text = "failures";
        panel.bars.push_back(failed);
        for (int bin = 0; bin < 12; ++bin) {
            ChartBar bar;
            bar.from = std::exp2(-3 + bin / 2.0);
            bar.to = std::exp2(-3 + (bin + 1) / 2.0);
            bar.value = std::floor(10 * std::exp(-0.15 * std::pow(bin - 5.0 - 0.3 * i, 2)));
            bar.tone.kind = bin < 6 ? ChartTone::Kind::Slower : ChartTone::Kind::Faster;
            bar.tone.isHollow = bin == 11;
            bar.mark.text = "bin " + std::to_string(bin);
            panel.bars.push_back(bar);
        }
        chart.panels.push_back(panel);
    }
    return chart;
}

Chart sampleCurves()
{
    Chart chart;
    chart.title = "fast_p";
    ChartPanel panel;
    panel.x = octaves();
    panel.x.title = "p";
    panel.x.least = 0.25;
    panel.x.most = 8;
    panel.y = numbers("share at least p times as fast", 1, 0.2);
    for (int line = 0; line < 5; ++line) {
        ChartLine curve;
        curve.name = "method " + std::to_string(line);
        curve.tone = sampleSeries(line);
        curve.isStep = line < 2;
        curve.isDashed = line == 4;
        const int points = line == 3 ? 11 : 51;
        for (int i = 0; i < points; ++i) {
            const double p = std::exp2(-2 + 5.0 * i / (points - 1));
            ChartPoint point;
            point.x = p;
            point.y = 0.9 / (1 + std::pow(p / (0.7 + 0.3 * line), 2));
            if (line < 2) {
                point.low = point.y * 0.85;
                point.high = std::min(1.0, point.y * 1.1 + 0.02);
            }
            curve.points.push_back(point);
        }
        chart.legend.push_back({curve.name, curve.tone});
        panel.lines.push_back(curve);
    }
    chart.panels.push_back(panel);
    return chart;
}

Chart sampleBoxes()
{
    Chart chart;
    chart.title = "Speedup by category";
    ChartPanel panel;
    panel.note = "n = 412 timed";
    panel.x = categories(7);
    panel.y = octaves();
    panel.y.least = 0.125;
    for (int i = 0; i < 7; ++i) {
        ChartBox box;
        box.at = i;
        box.median = std::exp2(-1 + 0.3 * i);
        box.low = box.median / 4;
        box.lowerQuartile = box.median / 1.7;
        box.upperQuartile = box.median * 1.5;
        box.high = box.median * 2.5;
        box.tone = sampleSeries(i);
        panel.boxes.push_back(box);
    }
    chart.panels.push_back(panel);
    return chart;
}

Chart sampleViolins()
{
    Chart chart = sampleBoxes();
    chart.title = "Speedup by category, as violins";
    ChartPanel &panel = chart.panels.front();
    for (ChartBox &box : panel.boxes) {
        constexpr int places = 33;
        const double low = std::log2(box.low / 1.2);
        const double high = std::log2(box.high * 1.2);
        for (int i = 0; i < places; ++i) {
            const double share = static_cast<double>(i) / (places - 1);
            box.violin.push_back({std::exp2(low + share * (high - low)),
                                  std::sin(share * 3.14159265) * (0.6 + 0.4 * share)});
        }
    }
    panel.boxes.pop_back(); // the last category has few values
    for (const double speedup : {0.7, 1.4, 1.5, 3.0}) {
        ChartDot dot;
        dot.x = 6;
        dot.y = speedup;
        dot.mark.text = "few";
        dot.mark.members = {RowId(1)};
        panel.dots.push_back(dot);
    }
    return chart;
}

Chart sampleHeatMap()
{
    Chart chart;
    chart.title = "Speedup, task × method";
    ChartPanel panel;
    panel.x = categories(7);
    panel.y.least = -0.5;
    panel.y.most = 29.5;
    for (int row = 0; row < 30; ++row) {
        panel.y.ticks.push_back({static_cast<double>(row), "task_" + std::to_string(row)});
        for (int column = 0; column < 7; ++column) {
            ChartCell cell;
            cell.x = column;
            cell.y = row;
            if ((row * 7 + column) % 5 != 0)
                cell.value = std::exp2(3 * std::sin(row * 0.4 + column));
            panel.cells.push_back(cell);
        }
    }
    panel.colour = octaves();
    panel.colour.least = 0.125;
    chart.panels.push_back(panel);
    return chart;
}

Chart sampleOutcomeMap()
{
    Chart chart = sampleHeatMap();
    ChartPanel &panel = chart.panels.front();
    panel.y.most = 11.5;
    std::erase_if(panel.cells, [](const ChartCell &cell) { return cell.y > 11; });
    for (ChartCell &cell : panel.cells) {
        cell.value.reset();
        cell.outcome = allOutcomes()[static_cast<std::size_t>(cell.x * 3 + cell.y) % 8];
    }
    for (const Outcome outcome : allOutcomes())
        chart.legend.push_back({std::string(label(outcome)), sampleOutcome(outcome)});
    return chart;
}

Chart sampleScatter()
{
    Chart chart;
    chart.title = "Speedup on two devices";
    ChartPanel panel;
    panel.x = octaves();
    panel.x.title = "speedup on H100";
    panel.x.least = 0.125;
    panel.y = panel.x;
    panel.y.title = "speedup on L40S";
    ChartLine diagonal;
    diagonal.isDashed = true;
    diagonal.points = {{0.125, 0.125, {}, {}, {}}, {8, 8, {}, {}, {}}};
    panel.lines.push_back(diagonal);
    for (int i = 0; i < 120; ++i) {
        ChartDot dot;
        dot.x = std::exp2(2.6 * std::sin(i * 1.7));
        dot.y = std::min(7.9, dot.x * std::exp2(0.8 * std::sin(i * 3.1)));
        dot.weight = 1 + i % 12;
        dot.tone = sampleSeries(i % 3);
        dot.tone.isHollow = i % 11 == 0;
        dot.isFlagged = i % 29 == 0;
        panel.dots.push_back(dot);
    }
    chart.legend
        = {{"Math", sampleSeries(0)}, {"Fusion", sampleSeries(1)}, {"Index", sampleSeries(2)}};
    chart.panels.push_back(panel);
    return chart;
}

Chart sampleRates()
{
    Chart chart;
    chart.title = "Success by method";
    ChartPanel panel;
    panel.note = "of 1 080 judged";
    panel.x = categories(4);
    panel.y = numbers("share correct", 1, 0.2);
    for (int i = 0; i < 4; ++i) {
        for (int half = 0; half < 2; ++half) {
            ChartBar bar;
            bar.from = i - 0.4 + 0.4 * half;
            bar.to = bar.from + 0.4;
            bar.value = 0.2 + 0.15 * i + 0.1 * half;
            bar.low = bar.value - 0.08;
            bar.high = bar.value + 0.06;
            bar.tone = sampleSeries(half);
            bar.label = std::to_string(static_cast<int>(bar.value * 100)) + " %";
            panel.bars.push_back(bar);
        }
    }
    chart.legend = {{"first round", sampleSeries(0)}, {"last round", sampleSeries(1)}};
    chart.panels.push_back(panel);
    return chart;
}

Chart sampleFlow()
{
    Chart chart;
    chart.title = "What became of kernels";
    ChartPanel panel;
    panel.x.least = -0.2;
    panel.x.most = 3.2;
    const std::array outcomes{Outcome::Correct, Outcome::Wrong, Outcome::NoBuild, Outcome::Unknown};
    for (int column = 0; column < 4; ++column) {
        panel.x.ticks.push_back({static_cast<double>(column), "round " + std::to_string(column)});
        for (int i = 0; i < 4; ++i) {
            ChartNode node;
            node.column = column;
            node.size = i == 0 ? 10 + 8 * column : i == 3 ? 4 : 25 - 4 * column;
            node.tone = sampleOutcome(outcomes[static_cast<std::size_t>(i)]);
            node.label = std::to_string(static_cast<int>(node.size));
            panel.nodes.push_back(node);
        }
    }
    for (std::size_t column = 0; column < 3; ++column) {
        for (std::size_t i = 0; i < 4; ++i) {
            const double size = panel.nodes[column * 4 + i].size;
            const double stays = std::min(size, panel.nodes[column * 4 + 4 + i].size);
            panel.flows.push_back(
                {column * 4 + i, column * 4 + 4 + i, stays, panel.nodes[column * 4 + i].tone, {}});
            if (size > stays)
                panel.flows.push_back({column * 4 + i,
                                       column * 4 + 4,
                                       size - stays,
                                       panel.nodes[column * 4 + i].tone,
                                       {}});
        }
    }
    for (const Outcome outcome : outcomes)
        chart.legend.push_back({std::string(label(outcome)), sampleOutcome(outcome)});
    chart.panels.push_back(panel);
    return chart;
}

Chart sampleOverlays(int panels)
{
    Chart chart;
    chart.title = "Speedup by category, three devices";
    chart.panelsOf = "categories";
    const std::array names{"A100", "RTX 3090", "L40"};
    for (int i = 0; i < panels; ++i) {
        ChartPanel panel;
        panel.title = sampleCategories.at(static_cast<std::size_t>(i) % 7);
        panel.n = 40 - i;
        panel.note = "n " + std::to_string(panel.n);
        panel.x = octaves();
        panel.x.least = std::exp2(-4);
        panel.x.most = 16;
        panel.x.ticks.front() = {std::exp2(-3.5), "≤⅛", true};
        panel.x.ticks.back() = {std::exp2(3.5), "≥8", true};
        panel.x.ticks.erase(panel.x.ticks.begin() + 1); // its position is that of the open bin
        panel.y = numbers("share of n", 0.6, 0.2);
        for (int series = 0; series < 3; ++series) {
            const auto named = names.at(static_cast<std::size_t>(series));
            ChartStrip strip;
            strip.name = named;
            strip.tone = sampleSeries(series);
            strip.n = panel.n;
            const int faster = panel.n / 2 + series;
            ChartTone hatched = sampleOutcome(Outcome::Unknown);
            hatched.isHatched = true;
            strip.parts = {{"correct, faster", faster, {ChartTone::Kind::Faster}, {"faster", {}}},
                           {"not judged", panel.n - faster, hatched, {"not judged", {}}}};
            panel.strips.push_back(strip);
            for (int bin = -2; bin < 3; ++bin) {
                ChartBar bar;
                bar.from = std::exp2(bin);
                bar.to = std::exp2(bin + 1);
                bar.value = 0.5 / (1 + std::pow(bin - 1.2 * series + 1, 2));
                bar.isStep = true;
                bar.tone = sampleSeries(series);
                bar.mark.text = std::string(named) + " " + std::to_string(bin);
                bar.mark.members.push_back({1000 * i + 100 * series + bin + 10});
                panel.bars.push_back(bar);
            }
        }
        chart.panels.push_back(panel);
    }
    for (int series = 0; series < 3; ++series)
        chart.legend.push_back({names.at(static_cast<std::size_t>(series)), sampleSeries(series)});
    return chart;
}

std::vector<Chart> allSampleCharts()
{
    return {sampleHistograms(), sampleOverlays(4),  sampleCurves(),  sampleBoxes(), sampleViolins(),
            sampleHeatMap(),    sampleOutcomeMap(), sampleScatter(), sampleRates(), sampleFlow()};
}

} // namespace loupe::ui
