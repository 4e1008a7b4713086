// SPDX-License-Identifier: Apache-2.0
//
// The places are those of huggingface_hub's own documentation ("Environment variables").
#include "core/platforms/python/modelhub.h"

#include <gtest/gtest.h>

#include "tests/core/base/setvariable.h"

namespace loupe::test {

TEST(ModelHub, LiesWhereTheLibrariesLookForIt)
{
    const SetVariable home("HOME", "/home/a");
    const SetVariable noCache("XDG_CACHE_HOME", "");
    const SetVariable noHome("HF_HOME", "");
    const SetVariable noHub("HF_HUB_CACHE", "");
    EXPECT_EQ(modelHub(), "/home/a/.cache/huggingface/hub");
    const SetVariable cache("XDG_CACHE_HOME", "/cache");
    EXPECT_EQ(modelHub(), "/cache/huggingface/hub");
    const SetVariable all("HF_HOME", "/hf");
    EXPECT_EQ(modelHub(), "/hf/hub");
    const SetVariable hub("HF_HUB_CACHE", "/models");
    EXPECT_EQ(modelHub(), "/models");
}

TEST(ModelHub, HasAFolderForEachModel)
{
    EXPECT_EQ(modelFolder("/hub", "facebook/opt-1.3b"), "/hub/models--facebook--opt-1.3b");
    EXPECT_EQ(modelFolder("/hub", "gpt2"), "/hub/models--gpt2");
}

} // namespace loupe::test
