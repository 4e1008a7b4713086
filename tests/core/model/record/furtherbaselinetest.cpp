// SPDX-License-Identifier: Apache-2.0
#include "core/model/record/furtherbaseline.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

TEST(FurtherBaseline, SamplesAreReadAsTheyWereWritten)
{
    const std::vector<double> samples{1.5, 0.25};
    const auto read = furtherSamples(furtherRecord(R"({"clock":"cupti"})", "hash", samples));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->clock, "cupti");
    EXPECT_EQ(read->samplesMs, samples);
}

TEST(FurtherBaseline, RecordWithoutUsableSamplesHasNoTime)
{
    for (const char *record :
         {"", "3", "[]", R"({"samples_ms":[1]})", R"({"conditions":"{}","samples_ms":[1]})",
          R"({"conditions":"x","samples_ms":[1]})", R"({"conditions":"{\"clock\":\"cupti\"}"})",
          R"({"conditions":"{\"clock\":\"cupti\"}","samples_ms":[]})",
          R"({"conditions":"{\"clock\":\"cupti\"}","samples_ms":[1,-1]})",
          R"({"conditions":"{\"clock\":\"cupti\"}","samples_ms":["1"]})",
          R"({"conditions":7,"samples_ms":[1]})"})
        EXPECT_FALSE(furtherSamples(record)) << record;
}

} // namespace loupe::test
