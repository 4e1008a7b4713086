// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/provenance.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

EvaluationDetail timed()
{
    EvaluationDetail detail;
    detail.row.id = RowId{12};
    detail.row.suite = "native";
    detail.row.task = "Math/add";
    detail.row.method = "loop";
    detail.run.name = "first";
    detail.run.origin = "engine";
    detail.run.profileJson = R"({"seed":"ab"})";
    detail.evaluation.timings
        = {{"candidate", "engine_wall", "odd", {0.30000000000000004, 0.25}, {1, 1}, 0.0}};
    return detail;
}

TEST(Provenance, NamesTheCommandAndEverySample)
{
    EXPECT_EQ(provenanceText(timed()),
              "Evaluation 12\n"
              "task        native / Math/add\n"
              "candidate   loop, sample 0, round 0, attempt 0\n"
              "run         first\n"
              "from        engine\n"
              "\n"
              "Commands (FILE: this store)\n"
              "kloupe rerun 12 --same-seeds --store FILE\n"
              "kloupe show 12 --store FILE\n"
              "\n"
              "Samples of the candidate, ms (engine_wall, odd; n = 2)\n"
              "0.30000000000000004  0.25\n"
              "\n"
              "Settings of the run\n"
              "{\"seed\":\"ab\"}\n");
}

TEST(Provenance, NamesProcessesOfSamples)
{
    EvaluationDetail detail = timed();
    detail.evaluation.timings.front().samplesMs = {1, 2, 3, 4, 5};
    detail.evaluation.timings.front().samplesByProcess = {2, 2, 1};
    EXPECT_NE(provenanceText(detail).find("(engine_wall, odd; n = 5, of 3 processes: 2, 2, 1)"),
              std::string::npos);
}

TEST(Provenance, AnImportNeedsItsSuiteToRunAgain)
{
    EvaluationDetail detail = timed();
    detail.run.origin = "import:kbx-corpus";
    EXPECT_NE(provenanceText(detail).find("kloupe rerun 12 --suite FOLDER --store FILE"),
              std::string::npos);
}

} // namespace

} // namespace loupe::test
