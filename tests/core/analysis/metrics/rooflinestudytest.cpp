// SPDX-License-Identifier: Apache-2.0
//
// Expected numbers were computed by hand from round inputs.
#include "core/analysis/metrics/rooflinestudy.h"

#include "core/model/device/kernelprofile.h"

#include <memory>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe {

namespace {

/// Returns a work of 1e9 bytes on a device of 10 TFLOP/s and 2 TB/s, which meet at 5 operations a
/// byte.
WorkRecord workOf(double flops)
{
    WorkRecord work;
    work.flops = flops;
    work.bytes = 1e9;
    work.peakName = "float32";
    work.peakFlops = 1e13;
    work.bandwidth = 2e12;
    return work;
}

MetricRow timedRow(const std::string &category, double milliseconds, const WorkRecord &work)
{
    MetricRow row = test::metricRow(category, Verdict::Correct);
    row.device = "gpu";
    row.candidateMs = milliseconds;
    row.work = std::make_shared<const WorkRecord>(work);
    return row;
}

} // namespace

TEST(RooflineStudy, PlacesEachResultAgainstItsCeiling)
{
    WorkRecord unmeasured = workOf(4e9);
    unmeasured.peakFlops.reset();
    unmeasured.bandwidth.reset();
    const std::vector<MetricRow> rows{
        timedRow("a", 1.0, workOf(4e9)),  // 0.4 ms of operations, 0.5 ms of bytes
        timedRow("b", 5.0, workOf(4e10)), // 4 ms of operations
        timedRow("c", 0.4, workOf(4e9)),  // 0.5 ms at least
        timedRow("d", 1.0, unmeasured)};
    const RooflineStudy study = rooflineStudy(rows);
    ASSERT_EQ(study.placed.size(), 4u);
    EXPECT_DOUBLE_EQ(*study.placed[0].point.intensity, 4);
    EXPECT_DOUBLE_EQ(*study.placed[0].point.operationRate, 4e12);
    EXPECT_DOUBLE_EQ(*study.placed[0].point.fraction, 0.5);
    EXPECT_EQ(study.placed[0].point.bound, RooflineBound::Memory);
    EXPECT_FALSE(study.placed[0].isAbove());
    EXPECT_DOUBLE_EQ(*study.placed[1].point.intensity, 40);
    EXPECT_DOUBLE_EQ(*study.placed[1].point.operationRate, 8e12);
    EXPECT_DOUBLE_EQ(*study.placed[1].point.fraction, 0.8);
    EXPECT_EQ(study.placed[1].point.bound, RooflineBound::Operations);
    EXPECT_DOUBLE_EQ(*study.placed[2].point.fraction, 1.25);
    EXPECT_TRUE(study.placed[2].isAbove());
    EXPECT_FALSE(study.placed[3].point.fraction);
    EXPECT_FALSE(study.placed[3].isAbove());
    EXPECT_EQ(study.withoutCeiling, 1u);
}

TEST(RooflineStudy, NamesAReasonForEachExclusion)
{
    WorkRecord bytesOnly = workOf(4e9);
    bytesOnly.flops.reset();
    WorkRecord operationsOnly = workOf(4e9);
    operationsOnly.bytes.reset();
    std::vector<MetricRow> rows{test::metricRow("a", Verdict::TooLargeForDevice),
                                test::metricRow("a", Verdict::CompileError),
                                test::metricRow("a", Verdict::Flagged),
                                test::metricRow("a", Verdict::Correct),
                                timedRow("a", 1.0, WorkRecord()),
                                timedRow("a", 1.0, bytesOnly),
                                timedRow("a", 1.0, operationsOnly),
                                timedRow("a", 1.0, workOf(0)), // only copies
                                timedRow("a", 1.0, workOf(4e9))};
    rows.push_back(rows.front());
    rows.back().verdict = Verdict::Correct;
    rows.back().candidateMs = 1.0; // without a work record
    const RooflineStudy study = rooflineStudy(rows);
    using Places = std::vector<std::uint32_t>;
    EXPECT_EQ(study.of(RooflineGap::NotJudged), Places{0});
    EXPECT_EQ(study.of(RooflineGap::Failed), Places{1});
    EXPECT_EQ(study.of(RooflineGap::Flagged), Places{2});
    EXPECT_EQ(study.of(RooflineGap::NotTimed), Places{3});
    EXPECT_EQ(study.of(RooflineGap::NotCounted), (Places{4, 9}));
    EXPECT_EQ(study.of(RooflineGap::BytesOnly), (Places{5, 7}));
    EXPECT_EQ(study.of(RooflineGap::NoBytes), Places{6});
    ASSERT_EQ(study.placed.size(), 1u);
    EXPECT_EQ(study.placed[0].row, 8u);
}

TEST(RooflineStudy, EveryRowIsCountedOnce)
{
    std::vector<MetricRow> rows = test::randomRows(7, 400);
    for (std::size_t i = 0; i < rows.size(); i += 3) {
        rows[i].candidateMs = 1.0;
        rows[i].work = std::make_shared<const WorkRecord>(workOf(static_cast<double>(i) * 1e9));
    }
    const RooflineStudy study = rooflineStudy(rows);
    std::size_t counted = study.placed.size();
    for (const auto &each : study.leftOut)
        counted += each.size();
    EXPECT_FALSE(study.placed.empty());
    EXPECT_EQ(counted, rows.size());
}

TEST(RooflineGroups, AMedianIsOverPossibleShares)
{
    WorkRecord unmeasured = workOf(4e9);
    unmeasured.peakFlops.reset();
    std::vector<MetricRow> rows{timedRow("a", 1.0, workOf(4e9)),  // 0.5
                                timedRow("a", 2.0, workOf(4e9)),  // 0.25
                                timedRow("a", 5.0, workOf(4e10)), // 0.8
                                timedRow("a", 1.0, workOf(8e9)),  // 0.8
                                timedRow("a", 0.1, workOf(4e9)),  // 5: impossible
                                timedRow("a", 1.0, unmeasured),
                                test::metricRow("b", Verdict::CompileError)};
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].id = {static_cast<std::int64_t>(i) + 1};
    const auto groups = rooflineGroups(rows, rooflineStudy(rows), GroupBy::Category);
    ASSERT_EQ(groups.size(), 1u) << "nothing of b is placed";
    EXPECT_EQ(groups[0].name, "a");
    EXPECT_EQ(groups[0].ids, (std::vector<RowId>{{1}, {2}, {3}, {4}, {5}, {6}}));
    EXPECT_EQ(groups[0].known, 4u);
    EXPECT_DOUBLE_EQ(*groups[0].median, 0.65); // between 0.5 and 0.8
    EXPECT_DOUBLE_EQ(*groups[0].best, 0.8);
    EXPECT_EQ(groups[0].memoryBound, 3u);
    EXPECT_EQ(groups[0].above, 1u);
}

TEST(RooflineShareBins, IncludeTheirLowerEdges)
{
    WorkRecord unmeasured = workOf(4e9);
    unmeasured.peakFlops.reset();
    unmeasured.bandwidth.reset();
    std::vector<MetricRow> rows{timedRow("a", 1.0, workOf(4e9)),  // 50 %
                                timedRow("a", 0.91, workOf(4e9)), // 54.9 %
                                timedRow("a", 5.0, workOf(4e10)), // 80 %
                                timedRow("a", 100, workOf(4e9)),  // 0.5 %
                                timedRow("a", 0.48, workOf(4e9)), // 104.2 %
                                timedRow("a", 0.01, workOf(4e9)), // 5000 %
                                timedRow("a", 1.0, unmeasured)};
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].id = {static_cast<std::int64_t>(i) + 1};
    const auto bins = rooflineShareBins(rows, rooflineStudy(rows).placed);
    ASSERT_EQ(bins.size(), 22u);
    EXPECT_DOUBLE_EQ(bins[10].from, 0.5);
    EXPECT_DOUBLE_EQ(bins[10].to, 0.55);
    EXPECT_DOUBLE_EQ(bins[20].to, maxShareOfCeiling);
    EXPECT_EQ(bins[0].ids, std::vector<RowId>{{4}});
    EXPECT_EQ(bins[10].ids, (std::vector<RowId>{{1}, {2}}));
    EXPECT_EQ(bins[16].ids, std::vector<RowId>{{3}});
    EXPECT_EQ(bins[20].ids, std::vector<RowId>{{5}});
    EXPECT_EQ(bins[21].ids, std::vector<RowId>{{6}});
    std::size_t counted = 0;
    for (const RooflineShareBin &bin : bins)
        counted += bin.ids.size();
    EXPECT_EQ(counted, 6u) << "one result has no ceiling";
}

TEST(RooflineGroups, DevicesAreNotPooled)
{
    std::vector<MetricRow> rows{timedRow("a", 1.0, workOf(4e9)), timedRow("a", 2.0, workOf(4e9))};
    rows[1].device = "cpu";
    const RooflineStudy study = rooflineStudy(rows);
    const auto groups = rooflineGroups(rows, study, GroupBy::Category);
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0].name, "cpu · a");
    EXPECT_DOUBLE_EQ(*groups[0].median, 0.25);
    EXPECT_EQ(groups[1].name, "gpu · a");
    EXPECT_DOUBLE_EQ(*groups[1].median, 0.5);
    const auto devices = rooflineGroups(rows, study, GroupBy::Device);
    ASSERT_EQ(devices.size(), 2u);
    EXPECT_EQ(devices[0].name, "cpu");
}

TEST(RooflineNotes, NameTheResultsOfEachReason)
{
    WorkRecord unmeasured = workOf(4e9);
    unmeasured.peakFlops.reset();
    std::vector<MetricRow> rows{timedRow("a", 1.0, workOf(4e9)), timedRow("a", 1.0, unmeasured),
                                test::metricRow("a", Verdict::CompileError),
                                test::metricRow("a", Verdict::WrongValue)};
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].id = {static_cast<std::int64_t>(i) + 1};
    const auto notes = rooflineNotes(rows, rooflineStudy(rows));
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_EQ(notes[0].text, "not correct");
    EXPECT_EQ(notes[0].ids, (std::vector<RowId>{{3}, {4}}));
    EXPECT_EQ(notes[1].text, "drawn without a measured ceiling");
    EXPECT_EQ(notes[1].ids, std::vector<RowId>{{2}});
}

} // namespace loupe
