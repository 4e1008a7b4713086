// SPDX-License-Identifier: Apache-2.0
//
// The reports have the wording of NVIDIA's manual of compute-sanitizer 2025.4 (docs.nvidia.com/
// compute-sanitizer/ComputeSanitizer, the samples of each tool) and of its blog posts, with the
// indentation of the program itself. Names of files are those of candidates.
#include "core/analysis/failures/sanitizerreport.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

Candidate cudaCandidate()
{
    Candidate candidate;
    candidate.fileName = "Index/gather_0.cu";
    candidate.source = "void loupe_kernel();\n";
    return candidate;
}

Diagnostic onlyFinding(std::string_view report, const Candidate &candidate = cudaCandidate())
{
    const auto findings = sanitizerFindings(report, candidate);
    EXPECT_EQ(findings.size(), 1U);
    return findings.empty() ? Diagnostic() : findings.front();
}

const std::string accesses
    = "========= COMPUTE-SANITIZER\n"
      "========= Invalid __global__ write of size 4 bytes\n"
      "=========     at populateMemory(int *)+0x70 in candidate.cu:12\n"
      "=========     by thread (63,0,0) in block (0,0,0)\n"
      "=========     Access to 0x7f2a9800013c is out of bounds\n"
      "=========     and is 1 bytes after the nearest allocation at 0x7f2a98000040 of size 252 "
      "bytes\n"
      "=========     Saved host backtrace up to driver entry point at kernel launch time\n"
      "=========         Host Frame: main in candidate.cu:90 [0x1754] in program\n"
      "=========\n"
      "========= Invalid __global__ write of size 4 bytes\n"
      "=========     at populateMemory(int *)+0x80 in candidate.cu:12\n"
      "=========     by thread (64,0,0) in block (0,0,0)\n"
      "=========     Access to 0x7f2a98000140 is out of bounds\n"
      "=========\n"
      "========= Target application returned an error\n"
      "========= ERROR SUMMARY: 2 errors\n";

} // namespace

TEST(SanitizerReport, MemcheckFindingsOfOneLineAreOne)
{
    const Diagnostic finding = onlyFinding(accesses);
    EXPECT_EQ(finding.severity, Severity::Error);
    EXPECT_EQ(finding.file, "candidate.cu");
    EXPECT_EQ(finding.line, 12);
    EXPECT_EQ(finding.message,
              "Invalid __global__ write of size 4 bytes at populateMemory(int *)+0x70 in "
              "candidate.cu:12 by thread (63,0,0) in block (0,0,0) Access to 0x7f2a9800013c is out "
              "of bounds and is 1 bytes after the nearest allocation at 0x7f2a98000040 of size 252 "
              "bytes (2 reports)");
    EXPECT_TRUE(sanitizerFailure(accesses).empty());
}

TEST(SanitizerReport, RacesHaveTheirSeverityAndAllPlaces)
{
    const auto findings = sanitizerFindings(
        "========= COMPUTE-SANITIZER\n"
        "========= Error: Race reported between Write access at RAW()+0xf0 in candidate.cu:40\n"
        "=========     and Read access at RAW()+0x280 in candidate.cu:46 [4 hazards]\n"
        "=========\n"
        "========= WARNING: Race reported between Write access at WAW()+0xf0 in candidate.cu:50\n"
        "=========     and Write access at WAW()+0xf0 in candidate.cu:50 [31 hazards]\n"
        "=========\n"
        "========= RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)\n",
        cudaCandidate());
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].severity, Severity::Error);
    EXPECT_EQ(findings[0].line, 40);
    EXPECT_EQ(findings[0].message,
              "Race reported between Write access at RAW()+0xf0 in candidate.cu:40 and Read access "
              "at RAW()+0x280 in candidate.cu:46 [4 hazards]");
    EXPECT_EQ(findings[1].severity, Severity::Warning);
    EXPECT_EQ(findings[1].line, 50);
}

TEST(SanitizerReport, PositionsInLibrariesBelongToTheCallerInTheCandidate)
{
    const Diagnostic barrier
        = onlyFinding("========= Barrier error detected. Invalid arguments.\n"
                      "=========     at __syncwarp(unsigned int)+0xe0 in sm_30_intrinsics.hpp:110\n"
                      "=========     by thread (37,0,0) in block (0,0,0)\n"
                      "=========         Device Frame: broken_sync(float *, unsigned long)+0xb0 in "
                      "candidate.cu:79\n");
    EXPECT_EQ(barrier.line, 79);
    EXPECT_EQ(barrier.message,
              "Barrier error detected. Invalid arguments. at __syncwarp(unsigned int)+0xe0 in "
              "sm_30_intrinsics.hpp:110 by thread (37,0,0) in block (0,0,0)");

    const Diagnostic read
        = onlyFinding("========= Uninitialized __global__ memory read of size 4 bytes\n"
                      "=========     at vectorAdd(int *)+0x70 in /opt/lib/memset_error.cu:41\n"
                      "=========     by thread (31,0,0) in block (1,0,0)\n"
                      "=========     Address 0x7f3c7ec000fc\n");
    EXPECT_EQ(read.line, 0) << "no line of the candidate";
    EXPECT_TRUE(read.file.empty());
    EXPECT_NE(read.message.find("memset_error.cu:41"), std::string::npos);
}

TEST(SanitizerReport, AnExtensionIsLinkedToTheStringItWasMadeFrom)
{
    Candidate candidate;
    candidate.fileName = "level_1_problem_19_sample_0_kernel.py";
    candidate.source = "import torch\nsource = \"\"\"\n__global__ void k()\n{\n}\n\"\"\"\n";
    const Diagnostic finding = onlyFinding("========= Invalid __global__ read of size 4 bytes\n"
                                           "=========     at k()+0xb0 in cuda.cu:5\n"
                                           "=========     by thread (100,0,0) in block (0,0,0)\n",
                                           candidate);
    EXPECT_EQ(finding.file, candidate.fileName);
    EXPECT_EQ(finding.line, 3);
}

TEST(SanitizerReport, ItsOwnFailuresAreNoFindings)
{
    const std::string report = "========= COMPUTE-SANITIZER\n"
                               "========= Error: Device not supported. Please refer to the "
                               "\"Supported Devices\" section "
                               "of the sanitizer documentation\n"
                               "=========\n"
                               "========= ERROR SUMMARY: 1 error\n";
    EXPECT_TRUE(sanitizerFindings(report, {}).empty());
    EXPECT_TRUE(sanitizerFailure(report).starts_with("Error: Device not supported."));
    EXPECT_TRUE(sanitizerFindings("", {}).empty());
    EXPECT_TRUE(sanitizerFindings("=========     by thread\n=========\nplain text\n", {}).empty());
}

TEST(SanitizerReport, HostileReportsAreBounded)
{
    std::string report;
    for (int i = 0; i < 1000; ++i)
        report += "========= Invalid " + std::to_string(i) + "\n";
    EXPECT_EQ(sanitizerFindings(report, {}).size(), 200U);
    report = "========= Invalid ";
    for (int i = 0; i < 1000; ++i)
        report += "ö";
    const Diagnostic finding = onlyFinding(report, {});
    EXPECT_LT(finding.message.size(), 700U);
    EXPECT_TRUE(finding.message.ends_with("ö…"));
    EXPECT_EQ(onlyFinding("========= Invalid read\n=========     at k()+0x0 in candidate.cu:"
                          "99999999999999999999\n")
                  .line,
              0);
}

TEST(SanitizerReport, TheLastReportOfEachToolCounts)
{
    CounterProfile counters;
    counters.source = "cupti";
    counters.tool = "memcheck";
    counters.original = accesses;
    CounterProfile first;
    first.source = sanitizerSource;
    first.tool = "memcheck";
    first.original = accesses;
    CounterProfile clean = first;
    clean.original = "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n";
    CounterProfile races = first;
    races.tool = "racecheck";
    EXPECT_TRUE(sanitizerFindings({counters, first, clean}, cudaCandidate()).empty());
    const auto findings = sanitizerFindings({first, races}, cudaCandidate());
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_TRUE(findings[0].message.starts_with("memcheck: Invalid"));
    EXPECT_TRUE(findings[1].message.starts_with("racecheck: Invalid"));
}

} // namespace loupe::test
