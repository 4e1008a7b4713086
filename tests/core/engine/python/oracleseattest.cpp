// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/oracleseat.h"

#include <gtest/gtest.h>

namespace loupe {
namespace {

TEST(OracleSeat, ReferencesWithGlobalStateGetTheirOwnProcess)
{
    EXPECT_TRUE(mayChangeItsProcess("import torch\ntorch.backends.cudnn.benchmark = True\n"));
    EXPECT_TRUE(mayChangeItsProcess("def f():\n    global calls\n    calls += 1\n"));
    EXPECT_TRUE(mayChangeItsProcess("global calls"));
    EXPECT_TRUE(mayChangeItsProcess("def f(): global calls; calls += 1"));
    EXPECT_TRUE(mayChangeItsProcess("def f():\n    x = 1; global calls\n"));
}

TEST(OracleSeat, IgnoresTheWordGlobalInProse)
{
    EXPECT_FALSE(mayChangeItsProcess("# Apply global average pooling\nx = x.mean((2, 3))\n"));
    EXPECT_FALSE(mayChangeItsProcess("\"\"\"Model with a global max.\"\"\"\n"));
    EXPECT_FALSE(mayChangeItsProcess("global_average = x.mean()\n"));
    EXPECT_FALSE(mayChangeItsProcess(""));
}

} // namespace
} // namespace loupe
