// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/sanitizerreport.h"
#include "core/engine/run/profiling.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(SanitizedProfile, HasTheReportAndTheNumberOfFindings)
{
    Evaluation evaluation;
    evaluation.verdict = Verdict::Correct;
    const std::string report
        = "========= COMPUTE-SANITIZER\n"
          "========= Error: Race reported between Write access at RAW()+0xf0 in candidate.cu:40\n"
          "=========     and Read access at RAW()+0x280 in candidate.cu:46 [4 hazards]\n"
          "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n";
    const auto profile = sanitizedProfile(report, "racecheck", evaluation);
    ASSERT_TRUE(profile) << profile.error().text();
    EXPECT_EQ(profile->source, sanitizerSource);
    EXPECT_EQ(profile->tool, "racecheck");
    EXPECT_EQ(profile->original, report);
    EXPECT_EQ(profile->note, "1 finding; verdict under it: correct");
    const auto clean = sanitizedProfile("========= COMPUTE-SANITIZER\n", "racecheck", evaluation);
    ASSERT_TRUE(clean);
    EXPECT_EQ(clean->note, "no findings; verdict under it: correct");
}

TEST(SanitizedProfile, AReportThatSaysNothingAboutTheCandidateIsRefused)
{
    Evaluation evaluation;
    evaluation.message = "kloupe-host did not start";
    const auto empty = sanitizedProfile({}, "memcheck", evaluation);
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, Errc::Environment);
    EXPECT_NE(empty.error().message.find("kloupe-host did not start"), std::string::npos);
    const auto failed = sanitizedProfile("========= Error: Device not supported. Please refer\n",
                                         "memcheck", evaluation);
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().message.find("Device not supported"), std::string::npos);
}

} // namespace loupe
