// SPDX-License-Identifier: Apache-2.0
//
// Tests measured ceilings: stored by the device's identity, read back completely, and applied to
// timings. All numbers are round.
#include "core/engine/machine/ceilings.h"

#include "core/base/files.h"
#include "core/base/processors.h"
#include "core/engine/clocks/physics.h"
#include "core/engine/machine/machine.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns ceilings of this machine's processors: 1e12 operations and 1e9 bytes per second.
DeviceCeilings toldCeilings()
{
    DeviceCeilings out;
    out.device = "cpu";
    out.deviceName = processorName();
    out.driver = kernelVersion() + ", " + std::to_string(usableProcessors()) + " threads";
    out.takenAt = "2026-11-21T07:30:00Z";
    out.rates = {rateFrom("copy", {9e8, 1e9, 3e9}, "told"), rateFrom("float32", {1e12}, "told")};
    out.missing = {"int8: not asked"};
    out.cacheBytes = 1e6;
    out.facts["threads"] = 2;
    return out;
}

TemporaryFolder newFolder()
{
    auto folder = TemporaryFolder::create("loupe-ceilings");
    EXPECT_TRUE(folder);
    return std::move(folder).value();
}

} // namespace

TEST(Ceilings, ARateIsTheMedianOfItsSamples)
{
    const MeasuredRate odd = rateFrom("copy", {3, 1, 2}, "");
    EXPECT_EQ(odd.median, 2);
    EXPECT_EQ(odd.low, 1);
    EXPECT_EQ(odd.high, 3);
    EXPECT_EQ(rateFrom("copy", {4, 1, 2, 3}, "").median, 2.5);
}

TEST(Ceilings, AreSummedUpByTheirFastestRates)
{
    EXPECT_EQ(summary(toldCeilings()), "1.0 GB/s of memory, 1.00 TFLOP/s in float32");
    DeviceCeilings memory = toldCeilings();
    memory.rates.pop_back();
    EXPECT_EQ(summary(memory), "1.0 GB/s of memory") << "no rate of operations was measured";
}

TEST(Ceilings, AreReadBackWholeForTheirOwnDeviceOnly)
{
    const TemporaryFolder folder = newFolder();
    EXPECT_FALSE(*keptCeilings("cpu", folder.path())) << "nothing was measured yet";
    DeviceCeilings other = toldCeilings();
    other.driver = "another kernel";
    ASSERT_TRUE(keepCeilings(other, folder.path()));
    EXPECT_FALSE(*keptCeilings("cpu", folder.path())) << "that is another machine's";
    const auto file = keepCeilings(toldCeilings(), folder.path());
    ASSERT_TRUE(file);
    const auto kept = keptCeilings("cpu", folder.path());
    ASSERT_TRUE(kept && *kept);
    EXPECT_EQ(toJson(**kept), toJson(toldCeilings()));
    ASSERT_TRUE(writeFileAtomic(*file, "{\"device\": 3}"));
    EXPECT_EQ(keptCeilings("cpu", folder.path()).error().code, Errc::InvalidInput);
}

TEST(Ceilings, TimingIsComparedWithThem)
{
    WorkRecord work;
    work.caseName = "even/normal";
    work.flops = 1e9;           // 1 ms
    work.bytes = 2e6;           // 2 ms
    work.compulsoryBytes = 2e6; // 1 ms from memory behind the cache
    Evaluation honest;
    honest.candidateMs = 4.0;
    honest.baselineMs = 8.0;
    keepWork(work, {"float32", "tf32"}, toldCeilings(), honest);
    ASSERT_TRUE(honest.work);
    EXPECT_EQ(honest.work->peakName, "float32");
    EXPECT_EQ(*honest.work->peakFlops, 1e12);
    EXPECT_EQ(*honest.work->bandwidth, 1e9);
    EXPECT_EQ(*honest.work->cacheBytes, 1e6);
    EXPECT_FALSE(honest.work->cacheBandwidth);
    EXPECT_TRUE(honest.flags.empty());

    Evaluation impossible;
    impossible.candidateMs = 0.5;
    impossible.baselineMs = 8.0;
    keepWork(work, {"float32"}, toldCeilings(), impossible);
    EXPECT_EQ(impossible.flags, std::vector<std::string>{"faster_than_physics"});
    EXPECT_EQ(impossible.work->evidence,
              "0.5 ms, where 1e+06 bytes that no cache holds at 1 GB/s take 1 ms");

    Evaluation unmeasured;
    unmeasured.candidateMs = 1e-9;
    keepWork(work, {"float32"}, std::nullopt, unmeasured);
    EXPECT_EQ(*unmeasured.work->flops, 1e9);
    EXPECT_FALSE(unmeasured.work->bandwidth);
    EXPECT_TRUE(unmeasured.flags.empty());
}

TEST(Ceilings, AreStoredInTheEnvironmentOfARun)
{
    const Environment plain{"x", "cpu", R"({"kernel":"k"})"};
    EXPECT_EQ(withCeilings(plain, std::nullopt).json, plain.json);
    const auto json = parseJson(withCeilings(plain, toldCeilings()).json, "test");
    ASSERT_TRUE(json);
    EXPECT_EQ((*json)["kernel"], "k");
    EXPECT_EQ((*json)["ceilings"]["rates"].size(), 2U);
}

} // namespace loupe
