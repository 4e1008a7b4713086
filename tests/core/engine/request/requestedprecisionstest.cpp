// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/requestedprecisions.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

using List = std::vector<RunPrecision>;

} // namespace

TEST(RequestedPrecisions, ReadsWordsOfUsersAndOfConfigurations)
{
    const List two{RunPrecision::Float32, RunPrecision::BFloat16};
    for (const char *words : {"float32,bfloat16", "fp32,bf16", " fp32 , bf16 ", "[fp32, bf16]",
                              R"(["fp32","bf16"])", "['fp32', 'bf16']", "FP32,BFloat16"}) {
        const auto read = precisionsFromWords(words);
        ASSERT_TRUE(read) << words << ": " << read.error().text();
        EXPECT_EQ(*read, two) << words;
    }
    for (const char *words : {"", "  ", "auto", "[]"})
        EXPECT_EQ(precisionsFromWords(words).value(), List()) << words;
    EXPECT_EQ(precisionWords(two), "float32,bfloat16");
    EXPECT_EQ(precisionWords({}), "auto");
}

TEST(RequestedPrecisions, RefusesUnknownAndRepeatedOnes)
{
    const auto messageOf = [](const char *words) {
        const auto read = precisionsFromWords(words);
        EXPECT_FALSE(read) << words;
        return read ? std::string() : read.error().message;
    };
    EXPECT_EQ(messageOf("float32,float8"), "no precision is named \"float8\"");
    EXPECT_EQ(messageOf("float32,auto"), "auto stands alone, because the submissions then decide");
    EXPECT_EQ(messageOf("float32,"), "no precision is named \"\"");
    EXPECT_EQ(messageOf("bfloat16,float32,bf16"), "the precision bfloat16 comes twice");
}

} // namespace loupe
