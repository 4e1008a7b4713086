// SPDX-License-Identifier: Apache-2.0
#include "core/model/saved/filteredit.h"

#include <gtest/gtest.h>

using namespace loupe;

namespace {

Filter parsed(const std::string &words)
{
    const auto filter = parseFilter(words);
    EXPECT_TRUE(filter) << words;
    return filter ? *filter : Filter();
}

} // namespace

TEST(FilterEdit, AddsValuesToATerm)
{
    const Filter none = includingValue(Filter(), "status", "wrong");
    EXPECT_EQ(text(none), "status:wrong");
    EXPECT_EQ(text(includingValue(none, "status", "crash")), "status:wrong,crash");
    EXPECT_EQ(text(includingValue(none, "status", "wrong")), "status:wrong");
    EXPECT_EQ(text(includingValue(parsed("softmax speedup>2"), "category", "a b")),
              "softmax speedup>2 category:\"a b\"");
    EXPECT_TRUE(includesValue(none, "status", "wrong"));
    EXPECT_FALSE(includesValue(none, "status", "crash"));
}

TEST(FilterEdit, ComparisonsAndWordsAreNotFieldValues)
{
    const Filter level = parsed("level>2 wrong");
    EXPECT_FALSE(includesValue(level, "level", "2"));
    EXPECT_EQ(text(includingValue(level, "level", "3")), "level>2 wrong level:3");
    EXPECT_EQ(text(withoutValue(level, "level", "2")), "level>2 wrong");
}

TEST(FilterEdit, RemovingTheLastValueRemovesItsTerm)
{
    EXPECT_EQ(text(withoutValue(parsed("status:wrong,crash run:x"), "status", "wrong")),
              "status:crash run:x");
    EXPECT_EQ(text(withoutValue(parsed("status:crash run:x"), "status", "crash")), "run:x");
}

TEST(FilterEdit, ExcludingAndIncludingReplaceEachOther)
{
    const Filter out = excludingValue(parsed("status:wrong,crash"), "status", "wrong");
    EXPECT_EQ(text(out), "status:crash -status:wrong");
    EXPECT_TRUE(excludesValue(out, "status", "wrong"));
    EXPECT_FALSE(excludesValue(out, "status", "crash"));
    EXPECT_EQ(text(withoutValue(out, "status", "wrong")), "status:crash");
    EXPECT_EQ(text(includingValue(out, "status", "wrong")), "status:crash,wrong");
    EXPECT_EQ(text(excludingValue(out, "status", "timeout")), "status:crash -status:wrong,timeout");
}

TEST(FilterEdit, NarrowingReplacesTheValuesOfAField)
{
    const Filter wide = *parseFilter("method:a,b -method:c level:2");
    EXPECT_EQ(text(narrowedTo(wide, "method", {"a"})), "-method:c level:2 method:a");
    EXPECT_EQ(text(narrowedTo(Filter(), "device", {"A100"})), "device:\"A100\"");
}

TEST(FilterEdit, RemovesTermsByFieldAndPosition)
{
    const Filter filter = parsed("status:wrong level>1 -status:crash level:3 x");
    EXPECT_EQ(text(withoutField(filter, "status")), "level>1 level:3 x");
    EXPECT_EQ(text(withoutField(filter, "level")), "status:wrong -status:crash x");
    EXPECT_EQ(text(withoutTerm(filter, 0)), "level>1 -status:crash level:3 x");
    EXPECT_EQ(text(withoutTerm(filter, 4)), "status:wrong level>1 -status:crash level:3");
}
