// SPDX-License-Identifier: Apache-2.0
//
// Tests which driver parameters permit counters, on parts of real files.
#include "core/engine/doctor/gpudoctor.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/base/setvariable.h"

namespace loupe {

namespace {
using State = DoctorItem::State;
const std::string restricted = "RmLogonRC: 1\nRmProfilingAdminOnly: 1\nPreserveVideo: 0\n";
const std::string open = "RmLogonRC: 1\nRmProfilingAdminOnly: 0\nPreserveVideo: 0\n";
} // namespace

TEST(GpuDoctor, ReportsCounterPermissionsAndTheirFix)
{
    EXPECT_EQ(countersItem(open, false).state, State::Ok);
    EXPECT_EQ(countersItem(restricted, true).state, State::Ok);
    const DoctorItem closed = countersItem(restricted, false);
    EXPECT_EQ(closed.state, State::Optional);
    EXPECT_NE(closed.fix.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
    EXPECT_NE(countersItem("", false).found.find("not known"), std::string::npos);
}

TEST(GpuDoctor, EveryMissingItemHasAFix)
{
    std::set<std::string> examined;
    for (const DoctorItem &item : examineGpus()) {
        examined.insert(item.id);
        EXPECT_FALSE(item.title.empty());
        EXPECT_FALSE(item.found.empty()) << item.id;
        EXPECT_EQ(item.state != State::Ok, !item.fix.empty()) << item.id;
    }
    for (const char *id : {"gpu-driver", "gpu-activity", "gpu-recorder", "gpu-counters", "gpu-nvcc",
                           "gpu-disassembler", "gpu-ncu", "gpu-sanitizer"})
        EXPECT_TRUE(examined.contains(id)) << id;
    EXPECT_NE(examined.contains("gpu-devices"), examined.contains("gpu-0"));
}

TEST(GpuDoctor, NamesThePackageOfAMissingSanitizer)
{
    const test::SetVariable home("CUDA_HOME", "/nonexistent/cuda");
    const test::SetVariable path("PATH", "/nonexistent/bin");
    const std::vector<DoctorItem> items = examineGpus("/nonexistent/toolkit");
    const auto sanitizer = std::ranges::find(items, std::string("gpu-sanitizer"), &DoctorItem::id);
    ASSERT_NE(sanitizer, items.end());
    EXPECT_EQ(sanitizer->state, State::Optional);
    EXPECT_EQ(sanitizer->found,
              "there is no compute-sanitizer in CUDA_HOME, PATH or /usr/local/cuda/bin");
    EXPECT_NE(sanitizer->fix.find("apt-get install cuda-sanitizer-13-0"), std::string::npos);
}

TEST(GpuDoctor, RefusesACudaHomeWithoutACompilerAsARunDoes)
{
    const test::SetVariable home("CUDA_HOME", "/nonexistent/cuda");
    const std::vector<DoctorItem> items = examineGpus();
    const auto compiler = std::ranges::find(items, std::string("gpu-nvcc"), &DoctorItem::id);
    ASSERT_NE(compiler, items.end());
    EXPECT_EQ(compiler->state, State::Optional);
    EXPECT_EQ(compiler->found, "CUDA_HOME names a folder without bin/nvcc: /nonexistent/cuda");
    EXPECT_FALSE(compiler->fix.empty());
}

} // namespace loupe
