// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/groupedcause.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(GroupedCause, DropsTheNameOfTheTrial)
{
    EXPECT_EQ(groupedCause("odd/normal: died of SIGSEGV at address <address>"),
              "died of SIGSEGV at address <address>");
    EXPECT_EQ(groupedCause("even/spiky with other values N: NaN or Inf"), "NaN or Inf");
    EXPECT_EQ(groupedCause("fresh inputs N: wrong value"), "wrong value");
}

TEST(GroupedCause, KeepsOtherTextBeforeAColon)
{
    for (const char *text : {"torch/extension.h: No such file or directory", "NameError: odd",
                             "wrong value: rows N to N of N", "odd/normal: ", "/: x"})
        EXPECT_EQ(groupedCause(text), text);
}

TEST(GroupedCause, OmitsQuotedNames)
{
    EXPECT_EQ(groupedCause("wrote beside output \"y\""), "wrote beside output …");
    EXPECT_EQ(groupedCause("name 'tl' is not defined"), "name … is not defined");
    EXPECT_EQ(groupedCause("need `def softmax`"), "need …");
    EXPECT_EQ(groupedCause("invalid conversion from ‘const float*’ to ‘float*’ [-fpermissive]"),
              "invalid conversion from … to … [-fpermissive]");
}

TEST(GroupedCause, IgnoresApostrophes)
{
    for (const char *text : {"the task's function isn't defined", "can't find the task's file",
                             "an opening \" alone", "'' is empty", ""})
        EXPECT_EQ(groupedCause(text), text);
    EXPECT_EQ(groupedCause("'don't' is no name"), "… is no name");
}

} // namespace loupe
