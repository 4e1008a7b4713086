// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartbuilder.h"

#include "core/analysis/charts/rooflineshares.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/speeduphistogram.h"
#include "core/model/device/kernelprofile.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe {

namespace {

/// Returns a row with every field that charts read.
MetricRow chartRow(const std::string &task, const std::string &method, int sample, int round,
                   Verdict verdict, std::optional<double> speedup = std::nullopt)
{
    static std::int64_t next = 1;
    MetricRow row = test::metricRow("c", verdict, speedup);
    row.id = {next++};
    row.task = task;
    row.method = method;
    row.run = "run";
    row.device = "gpu";
    row.sample = sample;
    row.round = round;
    return row;
}

ChartRequest requestOf(ChartKind kind, GroupBy groupBy)
{
    ChartRequest request;
    request.kind = kind;
    request.groupBy = groupBy;
    request.withIntervals = false;
    return request;
}

Chart built(const std::vector<MetricRow> &rows, const ChartRequest &request)
{
    auto chart = buildChart(rows, request);
    EXPECT_TRUE(chart) << chart.error().text();
    return chart ? std::move(*chart) : Chart();
}

std::vector<MetricRow> mixedRows(unsigned seed, int count)
{
    std::vector<MetricRow> rows = test::randomRows(seed, count);
    std::mt19937 random(seed);
    for (MetricRow &row : rows) {
        row.method = "m" + std::to_string(random() % 3);
        row.task = "t" + std::to_string(random() % 40);
        row.device = random() % 2 == 0 ? "a" : "b";
        row.run = row.device;
        row.sample = static_cast<int>(random() % 4);
        row.round = static_cast<int>(random() % 3);
        row.isWithheld = random() % 10 == 0;
        row.taskSound = random() % 8 != 0;
        row.cost.inputTokens = static_cast<std::int64_t>(random() % 1000) + 1;
    }
    return rows;
}

const ChartPoint &pointAt(const ChartLine &line, double x)
{
    const auto found = std::find_if(line.points.begin(), line.points.end(),
                                    [&](const ChartPoint &point) { return point.x == x; });
    EXPECT_NE(found, line.points.end()) << line.name << " has no point at " << x;
    return found == line.points.end() ? line.points.front() : *found;
}

} // namespace

TEST(ChartKinds, IdsRoundTrip)
{
    for (const ChartKindFacts &each : allChartKinds()) {
        EXPECT_EQ(chartKindFromId(each.id), each.kind);
        EXPECT_EQ(&facts(each.kind), &each);
    }
    EXPECT_FALSE(chartKindFromId("pie"));
}

TEST(ChartDefinitions, NameMixedConditions)
{
    std::vector<MetricRow> rows;
    for (int i = 0; i < 4; ++i) {
        rows.push_back(chartRow("t", "m", i, 0, Verdict::Correct, 2.0));
        rows.back().baseline = i % 2 == 0 ? "eager" : "torch.compile";
    }
    const auto isSaid = [&](const ChartRequest &request) {
        return built(rows, request).definition.find(" Mixed: 2 baselines (eager, torch.compile)")
            != std::string::npos;
    };
    ChartRequest request = requestOf(ChartKind::SpeedupHistogram, GroupBy::Category);
    EXPECT_TRUE(isSaid(request));
    request.splitBy = GroupBy::Baseline;
    EXPECT_FALSE(isSaid(request));
    EXPECT_FALSE(isSaid(requestOf(ChartKind::SpeedupHistogram, GroupBy::Baseline)));
    for (MetricRow &row : rows)
        row.baseline = "eager";
    EXPECT_EQ(built(rows, requestOf(ChartKind::SpeedupHistogram, GroupBy::Category))
                  .definition.find("Mixed"),
              std::string::npos);
}

TEST(ChartSwitches, ExcludeUnsoundTasksAndMarkFlaggedResults)
{
    std::vector<MetricRow> rows;
    for (int i = 0; i < 6; ++i)
        rows.push_back(chartRow("t", "m", i, 0, Verdict::Correct, 2.0));
    rows[0].taskSound = false;
    rows[1].taskSound = false;
    rows[1].isWithheld = true;
    rows[2].isWithheld = true;
    ChartRequest request = requestOf(ChartKind::SpeedupHistogram, GroupBy::All);
    EXPECT_EQ(built(rows, request).n, 6);
    request.soundTasksOnly = true;
    const Chart chart = built(rows, request);
    EXPECT_EQ(chart.n, 4);
    EXPECT_NE(chart.definition.find("2 of unsound tasks"), std::string::npos) << chart.definition;
    EXPECT_NE(chart.definition.find("not counted as correct: 1."), std::string::npos)
        << chart.definition;
    request.withoutWithheld = false;
    EXPECT_EQ(built(rows, request).n, 4);
    for (const bool withoutWithheld : {false, true}) {
        request.withoutWithheld = withoutWithheld;
        const ChartRows kept = chartRows(rows, request);
        const auto same = buildChart(kept, request);
        ASSERT_TRUE(same);
        EXPECT_EQ(same->definition, built(rows, request).definition);
        EXPECT_EQ(same->n, built(rows, request).n);
    }
    rows.resize(2);
    request.withoutWithheld = true;
    EXPECT_FALSE(buildChart(rows, request));
}

TEST(FastPChart, CountsTheLastRoundOfTheFirstSample)
{
    std::vector<MetricRow> rows{
        chartRow("a", "m", 0, 0, Verdict::CompileError),
        chartRow("a", "m", 0, 1, Verdict::Correct, 2.0), // the last round of the first sample
        chartRow("a", "m", 1, 0, Verdict::Correct, 8.0), // another sample
        chartRow("b", "m", 0, 0, Verdict::Correct, 1.0),
        chartRow("c", "m", 0, 0, Verdict::WrongValue),
        chartRow("d", "m", 0, 0, Verdict::NotRecorded), // not judged
    };
    ChartRequest request = requestOf(ChartKind::FastPCurve, GroupBy::Method);
    request.fast = {{1.0, Threshold::Above}, {0.7, Threshold::Above}};
    Chart chart = built(rows, request);
    ASSERT_EQ(chart.panels.size(), 1u);
    ASSERT_EQ(chart.panels[0].lines.size(), 1u);
    const ChartLine *line = &chart.panels[0].lines[0];
    // By hand: of the tasks a, b and c, a is faster than 1, and a and b are faster than 0.7.
    EXPECT_DOUBLE_EQ(pointAt(*line, 1.0).y, 1.0 / 3);
    EXPECT_EQ(pointAt(*line, 1.0).mark.members, (std::vector<RowId>{rows[1].id}));
    EXPECT_DOUBLE_EQ(pointAt(*line, 0.7).y, 2.0 / 3);
    EXPECT_DOUBLE_EQ(pointAt(*line, 2.0).y, 0.0);
    EXPECT_EQ(chart.legend.front().text, "m: 33.3 % of 3");
    request.fast = {{1.0, Threshold::AtLeast}};
    chart = built(rows, request);
    line = &chart.panels[0].lines[0];
    EXPECT_DOUBLE_EQ(pointAt(*line, 1.0).y, 2.0 / 3);
    EXPECT_DOUBLE_EQ(pointAt(*line, 2.0).y, 1.0 / 3);
}

TEST(FastPChart, FallsWithPInsideItsBandAndAgreesWithFastP)
{
    const auto rows = mixedRows(5, 3000);
    ChartRequest request = requestOf(ChartKind::FastPCurve, GroupBy::Method);
    request.withIntervals = true;
    const Chart chart = built(rows, request);
    for (const ChartLine &line : chart.panels.front().lines) {
        std::vector<MetricRow> mine;
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(mine),
                     [&](const MetricRow &row) { return row.method == line.name; });
        flagWithheld(mine);
        const Figure figure
            = fastP(sampleTable(mine, SampleRule::LastRound), 1.0, Threshold::Above);
        EXPECT_DOUBLE_EQ(pointAt(line, 1.0).y, *figure.value);
        for (std::size_t i = 0; i < line.points.size(); ++i) {
            if (!line.points[i].isCorner) {
                EXPECT_LE(*line.points[i].low, line.points[i].y + 1e-12);
                EXPECT_GE(*line.points[i].high, line.points[i].y - 1e-12);
            }
            if (i > 0) {
                EXPECT_LE(line.points[i].y, line.points[i - 1].y);
            }
        }
    }
}

TEST(SuccessChart, SharesAreOfTheJudged)
{
    std::vector<MetricRow> rows{chartRow("a", "m", 0, 0, Verdict::Correct),
                                chartRow("b", "m", 0, 0, Verdict::Correct),
                                chartRow("c", "m", 0, 0, Verdict::Crashed),
                                chartRow("d", "m", 0, 0, Verdict::RunTimeout),
                                chartRow("e", "m", 0, 0, Verdict::NotRecorded),
                                chartRow("f", "n", 0, 0, Verdict::InfraError)};
    rows[1].isWithheld = true;
    ChartRequest request = requestOf(ChartKind::SuccessBars, GroupBy::Method);
    request.withoutWithheld = false;
    const Chart chart = built(rows, request);
    const auto &bars = chart.panels.at(0).bars;
    ASSERT_EQ(bars.size(), 2u); // no row of "n" was judged
    EXPECT_TRUE(bars[0].tone.isHollow);
    EXPECT_DOUBLE_EQ(bars[0].base, 0.25);
    EXPECT_DOUBLE_EQ(bars[0].value, 0.5);
    EXPECT_DOUBLE_EQ(bars[1].value, 0.25);
    EXPECT_EQ(bars[1].mark.members, (std::vector<RowId>{rows[0].id}));
}

TEST(BoxChart, QuartilesMatchNumpy)
{
    std::vector<MetricRow> rows;
    for (const double speedup : {4.0, 1.0, 2.0, 3.0, 10.0})
        rows.push_back(chartRow("t", "m", 0, 0, Verdict::Correct, speedup));
    rows.push_back(chartRow("t", "m", 0, 0, Verdict::WrongValue, 99.0));
    const Chart chart = built(rows, requestOf(ChartKind::SpeedupBoxes, GroupBy::All));
    const ChartBox &box = chart.panels.at(0).boxes.at(0);
    // numpy.percentile([1, 2, 3, 4, 10], [5, 25, 50, 75, 95]) = 1.2, 2, 3, 4, 8.8
    EXPECT_NEAR(box.low, 1.2, 1e-12);
    EXPECT_NEAR(box.lowerQuartile, 2, 1e-12);
    EXPECT_NEAR(box.median, 3, 1e-12);
    EXPECT_NEAR(box.upperQuartile, 4, 1e-12);
    EXPECT_NEAR(box.high, 8.8, 1e-12);
    EXPECT_EQ(box.mark.members.size(), 5u);
    rows.resize(0);
    rows.push_back(chartRow("t", "m", 0, 0, Verdict::WrongValue));
    EXPECT_FALSE(buildChart(rows, requestOf(ChartKind::SpeedupBoxes, GroupBy::All)));
}

TEST(HeatMapChart, CellsPartitionTheEvaluations)
{
    for (const TaskOrder order : {TaskOrder::Group, TaskOrder::Likeness}) {
        const auto rows = mixedRows(7, 900);
        ChartRequest request = requestOf(ChartKind::HeatMap, GroupBy::Category);
        request.withoutWithheld = false;
        request.order = order;
        const Chart chart = built(rows, request);
        std::set<RowId> seen;
        std::set<std::pair<int, int>> places;
        for (const ChartCell &cell : chart.panels.at(0).cells) {
            EXPECT_TRUE(places.insert({cell.x, cell.y}).second);
            EXPECT_NE(cell.value.has_value(), cell.outcome.has_value());
            for (const RowId id : cell.mark.members)
                EXPECT_TRUE(seen.insert(id).second);
        }
        EXPECT_EQ(seen.size(), rows.size());
    }
}

TEST(HeatMapChart, ACellIsItsMeanSpeedupOrItsMostFrequentFailure)
{
    const std::vector<MetricRow> rows{
        chartRow("a", "m", 0, 0, Verdict::Correct, 4.0),
        chartRow("a", "m", 1, 0, Verdict::Correct, 1.0),
        chartRow("a", "m", 2, 0, Verdict::Crashed),
        chartRow("b", "m", 0, 0, Verdict::Crashed),
        chartRow("b", "m", 1, 0, Verdict::WrongValue),
        chartRow("b", "m", 2, 0, Verdict::WrongShape),
        chartRow("c", "m", 0, 0, Verdict::NotRecorded),
        chartRow("c", "m", 1, 0, Verdict::CompileError),
        chartRow("d", "m", 0, 0, Verdict::Correct),
    };
    const Chart chart = built(rows, requestOf(ChartKind::HeatMap, GroupBy::Category));
    const auto &cells = chart.panels.at(0).cells;
    ASSERT_EQ(cells.size(), 4u);
    EXPECT_DOUBLE_EQ(*cells[0].value, 2.0);
    EXPECT_EQ(cells[1].outcome, Outcome::Wrong);
    EXPECT_EQ(cells[2].outcome, Outcome::NoBuild);
    EXPECT_EQ(cells[3].outcome, Outcome::Correct);
}

TEST(DeviceChart, ADotIsATaskOfAMethodOnTwoDevices)
{
    std::vector<MetricRow> rows;
    const auto add = [&](const char *task, const char *device, double speedup) {
        rows.push_back(chartRow(task, "m", 0, 0, Verdict::Correct, speedup));
        rows.back().device = device;
        rows.back().run = std::string("on ") + device;
        return rows.back().id;
    };
    const RowId a = add("t", "A100", 2.0);
    const RowId b = add("t", "H100", 3.0);
    add("u", "A100", 1.0);
    const Chart chart = built(rows, requestOf(ChartKind::DeviceScatter, GroupBy::Category));
    ASSERT_EQ(chart.panels.size(), 2u); // one pair: the dots, and their ratio
    ASSERT_EQ(chart.panels[0].dots.size(), 1u);
    EXPECT_DOUBLE_EQ(chart.panels[0].dots[0].x, 2.0);
    EXPECT_DOUBLE_EQ(chart.panels[0].dots[0].y, 3.0);
    EXPECT_EQ(chart.panels[0].dots[0].mark.members, (std::vector<RowId>{a, b}));
    ASSERT_EQ(chart.panels[1].bars.size(), 1u);
    EXPECT_LE(chart.panels[1].bars[0].from, 1.5);
    EXPECT_GT(chart.panels[1].bars[0].to, 1.5);
    for (MetricRow &row : rows)
        row.device = "A100";
    EXPECT_FALSE(buildChart(rows, requestOf(ChartKind::DeviceScatter, GroupBy::Category)));
}

TEST(DeviceChart, BinsManyDotsIntoTiles)
{
    std::vector<MetricRow> rows;
    std::mt19937 random(1);
    std::lognormal_distribution<double> speedups(0, 1);
    for (int i = 0; i < 6000; ++i) {
        for (const char *device : {"a", "b"}) {
            rows.push_back(
                chartRow("t" + std::to_string(i), "m", 0, 0, Verdict::Correct, speedups(random)));
            rows.back().device = device;
            rows.back().run = device;
        }
    }
    const Chart chart = built(rows, requestOf(ChartKind::DeviceScatter, GroupBy::Category));
    const auto &dots = chart.panels.at(0).dots;
    EXPECT_LT(dots.size(), 2500u);
    double weight = 0;
    std::set<RowId> seen;
    for (const ChartDot &dot : dots) {
        weight += dot.weight;
        for (const RowId id : dot.mark.members)
            EXPECT_TRUE(seen.insert(id).second);
    }
    EXPECT_EQ(weight, 6000);
    EXPECT_EQ(seen.size(), rows.size());
}

TEST(PassAtKChart, IsTheUnbiasedEstimatorOverTheSameTasks)
{
    std::vector<MetricRow> rows;
    for (int sample = 0; sample < 4; ++sample) {
        rows.push_back(
            chartRow("a", "m", sample, 0, sample == 0 ? Verdict::Correct : Verdict::WrongValue));
        rows.push_back(chartRow("b", "m", sample, 0, Verdict::WrongValue));
    }
    rows.push_back(chartRow("c", "m", 0, 0, Verdict::Correct)); // one sample: not on this line
    const Chart chart = built(rows, requestOf(ChartKind::PassAtK, GroupBy::Method));
    const ChartLine &line = chart.panels.at(0).lines.at(0);
    ASSERT_EQ(line.points.size(), 4u);
    // By hand: for a, 1 - C(3, k) / C(4, k) = k / 4; for b, nothing.
    for (int k = 1; k <= 4; ++k)
        EXPECT_NEAR(line.points[static_cast<std::size_t>(k - 1)].y, k / 8.0, 1e-12);
    EXPECT_EQ(chart.legend.at(0).text, "m: 2 of 3 tasks");
    rows.erase(rows.begin(), rows.end() - 1);
    EXPECT_FALSE(buildChart(rows, requestOf(ChartKind::PassAtK, GroupBy::Method)));
}

TEST(CostChart, CountsCostUpToTheFirstSuccess)
{
    std::vector<MetricRow> rows{
        chartRow("a", "m", 0, 0, Verdict::WrongValue), chartRow("a", "m", 0, 1, Verdict::Correct),
        chartRow("a", "m", 1, 0, Verdict::Correct),    chartRow("b", "m", 0, 0, Verdict::Correct),
        chartRow("c", "m", 0, 0, Verdict::WrongValue), chartRow("d", "m", 0, 0, Verdict::Correct)};
    const std::vector<std::int64_t> tokens{100, 200, 5000, 50, 70};
    for (std::size_t i = 0; i < tokens.size(); ++i)
        rows[i].cost.outputTokens = tokens[i]; // unknown for d
    const Chart chart = built(rows, requestOf(ChartKind::CostCurve, GroupBy::Method));
    const ChartLine &line = chart.panels.at(0).lines.at(0);
    // By hand: b for 50, a for 100 + 200, c never; d is left out.
    ASSERT_EQ(line.points.size(), 2u);
    EXPECT_DOUBLE_EQ(line.points[0].x, 50);
    EXPECT_DOUBLE_EQ(line.points[0].y, 1.0 / 3);
    EXPECT_DOUBLE_EQ(line.points[1].x, 300);
    EXPECT_DOUBLE_EQ(line.points[1].y, 2.0 / 3);
    EXPECT_EQ(line.points[1].mark.members, (std::vector<RowId>{rows[3].id, rows[1].id}));
    // All 5420 tokens over the three solved tasks.
    EXPECT_EQ(chart.legend.at(0).text, "m: 1.81 k tokens a solved task, 1 of unknown cost");
    ChartRequest seconds = requestOf(ChartKind::CostCurve, GroupBy::Method);
    seconds.cost = CostUnit::Seconds;
    EXPECT_FALSE(buildChart(rows, seconds));
}

namespace {

/// Returns 4e9 operations on 1e9 bytes, on a device of 10 TFLOP/s and 2 TB/s.
WorkRecord rooflineWork()
{
    WorkRecord work;
    work.flops = 4e9;
    work.bytes = 1e9;
    work.peakName = "float32";
    work.peakFlops = 1e13;
    work.bandwidth = 2e12;
    return work;
}

MetricRow placedRow(const std::string &method, double milliseconds,
                    const WorkRecord &work = rooflineWork())
{
    MetricRow row = chartRow("t", method, 0, 0, Verdict::Correct, 2.0);
    row.candidateMs = milliseconds;
    row.work = std::make_shared<const WorkRecord>(work);
    return row;
}

} // namespace

TEST(RooflineChart, FlagsResultsAboveTheMeasuredCeilings)
{
    WorkRecord impossible = rooflineWork();
    impossible.evidence = "1e9 bytes in 0.1 ms";
    std::vector<MetricRow> rows{placedRow("a", 1.0), placedRow("a", 1.0, impossible),
                                placedRow("a", 1.0),
                                chartRow("t", "b", 0, 0, Verdict::Correct, 1.0)};
    rows[2].verdict = Verdict::WrongValue;
    const Chart chart = built(rows, requestOf(ChartKind::Roofline, GroupBy::Method));
    const ChartPanel &panel = chart.panels.at(0);
    ASSERT_EQ(panel.dots.size(), 2u);
    EXPECT_DOUBLE_EQ(panel.dots[0].x, 4.0);
    EXPECT_DOUBLE_EQ(panel.dots[0].y, 4e12);
    EXPECT_FALSE(panel.dots[0].isFlagged);
    EXPECT_TRUE(panel.dots[1].isFlagged);
    EXPECT_NE(panel.dots[0].mark.text.find("t, a: 4 TFLOP/s at 4 operations a byte, 50.0 % of "
                                           "its ceiling (memory)"),
              std::string::npos)
        << panel.dots[0].mark.text;
    EXPECT_NE(chart.definition.find("Not drawn: 1 not correct; 1 not timed."), std::string::npos)
        << chart.definition;
}

TEST(RooflineChart, BandwidthLineMeetsEachPeak)
{
    WorkRecord half = rooflineWork();
    half.peakName = "float16";
    half.peakFlops = 4e13;
    const Chart chart = built({placedRow("a", 1.0), placedRow("a", 1.0, half)},
                              requestOf(ChartKind::Roofline, GroupBy::Method));
    const ChartPanel &panel = chart.panels.at(0);
    ASSERT_EQ(panel.lines.size(), 3u);
    // The axes begin at 1 operation per byte and 1e12 operations per second: the bandwidth of 2e12
    // bytes per second is inside from the first on.
    const ChartLine &memory = panel.lines[0];
    EXPECT_EQ(memory.name, "memory 2 TB/s");
    ASSERT_EQ(memory.points.size(), 2u);
    EXPECT_DOUBLE_EQ(memory.points[0].x, 1.0);
    EXPECT_DOUBLE_EQ(memory.points[0].y, 2e12);
    EXPECT_DOUBLE_EQ(memory.points[1].x, 20.0); // 4e13 / 2e12
    EXPECT_DOUBLE_EQ(memory.points[1].y, 4e13);
    const ChartLine &single = panel.lines[2];
    EXPECT_EQ(single.name, "float32 10 TFLOP/s");
    EXPECT_DOUBLE_EQ(single.points[0].x, 5.0); // 1e13 / 2e12
    EXPECT_DOUBLE_EQ(single.points[0].y, 1e13);
    EXPECT_DOUBLE_EQ(single.points[1].x, panel.x.most);
    EXPECT_EQ(panel.note,
              "2 drawn; ceilings: memory 2 TB/s, float16 40 TFLOP/s, float32 10 TFLOP/s");
}

TEST(RooflineChart, BandwidthLineBeginsInsideThePanel)
{
    WorkRecord slow = rooflineWork();
    slow.bandwidth = 2e9; // at 1 operation per byte far below the slowest dot
    const Chart chart
        = built({placedRow("a", 1.0, slow)}, requestOf(ChartKind::Roofline, GroupBy::Method));
    const ChartPanel &panel = chart.panels.at(0);
    EXPECT_DOUBLE_EQ(panel.lines.at(0).points[0].y, panel.y.least);
    EXPECT_DOUBLE_EQ(panel.lines.at(0).points[0].x, panel.y.least / 2e9);
}

TEST(RooflineChart, DrawsDatasheetCeilingsDashed)
{
    std::vector<MetricRow> rows{placedRow("a", 1.0)};
    rows[0].device = "NVIDIA A100-SXM4-80GB"; // 2039 GB/s, 19.5 TFLOP/s in float32
    const Chart chart = built(rows, requestOf(ChartKind::Roofline, GroupBy::Method));
    const ChartPanel &panel = chart.panels.at(0);
    ASSERT_EQ(panel.lines.size(), 4u);
    for (const std::size_t measured : {0u, 1u})
        EXPECT_FALSE(panel.lines[measured].isDashed || panel.lines[measured].isThin);
    const ChartLine &memory = panel.lines[2];
    EXPECT_EQ(memory.name, "data sheet: memory 2.04 TB/s");
    EXPECT_TRUE(memory.isDashed && memory.isThin);
    EXPECT_DOUBLE_EQ(memory.points.at(1).y, 1.95e13);
    EXPECT_DOUBLE_EQ(memory.points.at(1).x, 1.95e13 / 2.039e12);
    const ChartLine &peak = panel.lines[3];
    EXPECT_EQ(peak.name, "data sheet: float32 19.5 TFLOP/s");
    EXPECT_EQ(peak.points.at(0).mark.text, peak.name);
    EXPECT_DOUBLE_EQ(peak.points.at(1).y, 1.95e13);
    EXPECT_EQ(panel.note, "1 drawn; ceilings: memory 2 TB/s, float32 10 TFLOP/s");
    EXPECT_NE(chart.definition.find(
                  " Dashed: the data sheet of the device's model, with its fastest variant."),
              std::string::npos)
        << chart.definition;
}

TEST(RooflineChart, AnUnknownDeviceHasNoDataSheet)
{
    const Chart chart = built({placedRow("a", 1.0)}, // on the device "gpu"
                              requestOf(ChartKind::Roofline, GroupBy::Method));
    EXPECT_EQ(chart.panels.at(0).lines.size(), 2u);
    EXPECT_EQ(chart.definition.find("data sheet"), std::string::npos) << chart.definition;
}

TEST(RooflineChart, SpeedsAboveTheCeilingAreHollow)
{
    const Chart chart = built({placedRow("a", 0.49), placedRow("a", 0.4)}, // at least 0.5 ms
                              requestOf(ChartKind::Roofline, GroupBy::Method));
    const ChartPanel &panel = chart.panels.at(0);
    EXPECT_FALSE(panel.dots.at(0).tone.isHollow) << "2 % are measurement noise";
    EXPECT_TRUE(panel.dots.at(1).tone.isHollow);
    EXPECT_NE(panel.note.find("1 above the ceiling"), std::string::npos) << panel.note;
}

TEST(RooflineChart, AReferenceTimeHasOneDot)
{
    std::vector<MetricRow> rows{placedRow("a", 1.0), placedRow("b", 2.0), placedRow("c", 4.0)};
    rows[0].baselineMs = rows[1].baselineMs = 2.0;
    rows[0].baseline = rows[1].baseline = "eager";
    ChartRequest request = requestOf(ChartKind::Roofline, GroupBy::Method);
    EXPECT_EQ(built(rows, request).panels.at(0).dots.size(), 3u);
    request.rooflineDots = RooflineDots::WithReferences;
    const Chart chart = built(rows, request);
    ASSERT_EQ(chart.panels.at(0).dots.size(), 4u);
    const ChartDot &reference = chart.panels[0].dots[0]; // below the results
    EXPECT_DOUBLE_EQ(reference.x, 4.0);
    EXPECT_DOUBLE_EQ(reference.y, 2e12); // 4e9 operations in 2 ms
    EXPECT_EQ(reference.mark.members, (std::vector<RowId>{rows[0].id, rows[1].id}));
    EXPECT_NE(reference.mark.text.find("t, eager: 2 TFLOP/s"), std::string::npos);
    EXPECT_EQ(chart.legend.back().text, "reference");
}

TEST(RooflineChart, DrawsGroupsBeyondThePaletteGrey)
{
    std::vector<MetricRow> rows;
    for (int method = 0; method < 8; ++method)
        rows.push_back(placedRow("m" + std::to_string(method), 1.0));
    rows.push_back(rows.front());
    const Chart chart = built(rows, requestOf(ChartKind::Roofline, GroupBy::Method));
    ASSERT_EQ(chart.legend.size(), 7u);
    EXPECT_EQ(chart.legend.back().text, "2 smaller methods");
    EXPECT_EQ(chart.legend.back().tone.kind, ChartTone::Kind::Neutral);
    EXPECT_EQ(std::ranges::count_if(
                  chart.panels.at(0).dots,
                  [](const ChartDot &dot) { return dot.tone.kind == ChartTone::Kind::Neutral; }),
              2);
}

TEST(RooflineChart, SplitDevicesHaveTheirOwnPanelsAndShares)
{
    std::vector<MetricRow> rows{placedRow("a", 1.0), placedRow("a", 2.0)};
    rows[0].device = "A100";
    rows[1].device = "T4";
    ChartRequest request = requestOf(ChartKind::Roofline, GroupBy::Method);
    request.scope = Scope();
    request.scope->rules[GroupBy::Device].kind = ConditionRule::Kind::Split;
    const ChartRows kept = chartRows(rows, request);
    const auto chart = buildChart(kept, request);
    ASSERT_TRUE(chart) << chart.error().text();
    ASSERT_EQ(chart->panels.size(), 2u);
    EXPECT_TRUE(chart->legend.empty()) << "one method on two devices has one colour";
    const auto groups = rooflineGroups(kept, request);
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0].name, "A100 · a");
    EXPECT_DOUBLE_EQ(*groups[0].median, 0.5);
    EXPECT_EQ(groups[1].name, "T4 · a");
}

TEST(RooflineShares, BarsOfABinAreStackedInTheColoursOfTheirGroups)
{
    WorkRecord unmeasured = rooflineWork();
    unmeasured.peakFlops.reset();
    unmeasured.bandwidth.reset();
    std::vector<MetricRow> rows{placedRow("a", 1.0), placedRow("a", 1.0), placedRow("b", 1.0),
                                placedRow("b", 0.4), placedRow("b", 1.0, unmeasured)};
    const ChartRequest request = requestOf(ChartKind::Roofline, GroupBy::Method);
    const Chart scatter = built(rows, request);
    const Chart shares = rooflineShareChart(chartRows(rows, request), request);
    ASSERT_EQ(shares.panels.size(), 1u);
    const ChartPanel &panel = shares.panels[0];
    EXPECT_EQ(panel.n, 4);
    EXPECT_EQ(panel.note, "4 evaluations with a measured ceiling");
    ASSERT_EQ(panel.bars.size(), 3u);
    const auto barOf = [&](const std::string &text) {
        const auto found = std::ranges::find(panel.bars, text,
                                             [](const ChartBar &bar) { return bar.mark.text; });
        return found == panel.bars.end() ? ChartBar() : *found;
    };
    const ChartBar a = barOf("a, 50 to 55 % of the ceiling: 2 evaluations");
    const ChartBar b = barOf("b, 50 to 55 % of the ceiling: 1 evaluation");
    const ChartBar above = barOf("b, above 105 % of the ceiling: 1 evaluation");
    EXPECT_EQ(a.mark.members, (std::vector<RowId>{rows[0].id, rows[1].id}));
    EXPECT_EQ(b.mark.members, std::vector<RowId>{rows[2].id});
    EXPECT_EQ(above.mark.members, std::vector<RowId>{rows[3].id});
    EXPECT_DOUBLE_EQ(a.from, 0.5);
    EXPECT_DOUBLE_EQ(a.to, 0.55);
    EXPECT_EQ(std::max(a.value, b.value), 3) << "one stack";
    EXPECT_EQ(a.value - a.base, 2);
    EXPECT_EQ(b.value - b.base, 1);
    EXPECT_TRUE(above.isOpen && above.tone.isHollow);
    EXPECT_EQ(above.base, 0);
    for (const ChartLegendEntry &entry : scatter.legend)
        EXPECT_EQ(entry.tone, entry.text == "a" ? a.tone : b.tone) << entry.text;
}

TEST(RooflineShares, DrawsNoPanelForDevicesWithoutACeiling)
{
    WorkRecord unmeasured = rooflineWork();
    unmeasured.peakFlops.reset();
    unmeasured.bandwidth.reset();
    std::vector<MetricRow> rows{placedRow("a", 1.0), placedRow("a", 1.0), placedRow("a", 2.0),
                                placedRow("a", 1.0, unmeasured)};
    rows[0].device = rows[1].device = "A";
    rows[2].device = "B";
    rows[3].device = "C";
    const ChartRequest request = requestOf(ChartKind::Roofline, GroupBy::Method);
    const Chart chart = rooflineShareChart(chartRows(rows, request), request);
    ASSERT_EQ(chart.panels.size(), 2u);
    EXPECT_EQ(chart.panels[0].title, "A");
    EXPECT_EQ(chart.panels[1].title, "B");
    EXPECT_EQ(chart.panels[0].y.most, chart.panels[1].y.most);
    EXPECT_GE(chart.panels[1].y.most, 2);
    EXPECT_EQ(chart.panels[1].y.ticks.size(), 3u) << "0, 1 and 2, not 0.5";
    EXPECT_TRUE(rooflineShareChart(chartRows(std::vector<MetricRow>{rows[3]}, request), request)
                    .panels.empty());
}

TEST(RooflineChart, NamesTheReasonForAnEmptyChart)
{
    WorkRecord bytesOnly = rooflineWork();
    bytesOnly.flops.reset();
    const auto chart = buildChart(std::vector<MetricRow>{placedRow("a", 1.0, bytesOnly)},
                                  requestOf(ChartKind::Roofline, GroupBy::Method));
    ASSERT_FALSE(chart);
    EXPECT_EQ(chart.error().code, Errc::Unsupported);
    EXPECT_EQ(chart.error().hint, "Not drawn: 1 without known operations (bytes only)");
}

TEST(BuildChart, StopsOnRequest)
{
    const auto rows = mixedRows(1, 300);
    std::stop_source stop;
    stop.request_stop();
    for (const ChartKind kind :
         {ChartKind::SpeedupHistogram, ChartKind::FastPCurve, ChartKind::SuccessBars,
          ChartKind::SpeedupBoxes, ChartKind::HeatMap, ChartKind::DeviceScatter, ChartKind::PassAtK,
          ChartKind::CostCurve}) {
        const auto chart = buildChart(rows, requestOf(kind, GroupBy::Method), stop.get_token());
        ASSERT_FALSE(chart);
        EXPECT_EQ(chart.error().code, Errc::Cancelled) << facts(kind).id;
    }
}

TEST(ChartBuilder, DrawsEachCellOfAScopeOnce)
{
    std::vector<MetricRow> rows;
    for (int round = 0; round < 3; ++round)
        rows.push_back(chartRow("t", "m", 0, round, Verdict::Correct, 2.0 + round));
    rows.push_back(chartRow("u", "m", 0, 0, Verdict::Correct, 2.0));
    ChartRequest request = requestOf(ChartKind::SpeedupHistogram, GroupBy::All);
    EXPECT_EQ(built(rows, request).n, 4);
    request.scope = Scope();
    const Chart once = built(rows, request);
    EXPECT_EQ(once.n, 2);
    EXPECT_NE(once.definition.find("2 tasks × 1 method"), std::string::npos) << once.definition;
    rows.push_back(chartRow("u", "m", 1, 0, Verdict::WrongValue));
    request.kind = ChartKind::PassAtK; // uses every sample
    EXPECT_EQ(built(rows, request).n, 5);
    request = requestOf(ChartKind::SuccessBars, GroupBy::Round);
    request.scope = Scope();
    EXPECT_EQ(built(rows, request).n, 4) << "rounds that are held side by side are cells";
}

TEST(ChartBuilder, DrawsOneBaselineOfAScopeAndNamesIt)
{
    std::vector<MetricRow> rows;
    for (const char *baseline : {"eager", "torch.compile"}) {
        rows.push_back(chartRow("t", "m", 0, 0, Verdict::Correct, 2.0));
        rows.back().baseline = baseline;
    }
    ChartRequest request = requestOf(ChartKind::SpeedupHistogram, GroupBy::All);
    request.scope = Scope();
    const Chart one = built(rows, request);
    EXPECT_EQ(one.n, 1);
    EXPECT_NE(one.definition.find("baseline: eager (1 of 2)"), std::string::npos) << one.definition;
    request.groupBy = GroupBy::Baseline;
    EXPECT_EQ(built(rows, request).n, 2);
}

} // namespace loupe
