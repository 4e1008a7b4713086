// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/calltensors.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

TrialSpec trialOf(std::int64_t elements, const std::string &generator)
{
    TrialSpec trial;
    trial.inputs.push_back(
        {{"x", DType::Float32, {elements}}, {generator, generator, {}, {}, false}});
    trial.outputs.push_back({{"y", DType::Float32, {elements}}, false, 1e-6, 0.0});
    return trial;
}

} // namespace

TEST(CallTensors, SlotsAreBoundByCachesAndByAddresses)
{
    EXPECT_EQ(slotsOf(trialOf(1 << 18, "normal")), 4U); // 12 MiB; one slot takes 1 + 2 · 1
    EXPECT_EQ(slotsOf(trialOf(1 << 26, "normal")), 1U); // larger than any cache
    EXPECT_EQ(slotsOf(trialOf(16, "normal")), 64U);     // small: one mebibyte of addresses each
    EXPECT_EQ(slotsOf(trialOf(1 << 17, "sorted")), 2U); // half a mebibyte to draw for each
    EXPECT_EQ(slotsOf(trialOf(1 << 16, "sorted")), 4U);
    EXPECT_EQ(slotsOf(TrialSpec()), 64U);
}

TEST(CallTensors, LaysSlotsOutInSequence)
{
    const TrialSpec trial = trialOf(100, "normal");
    auto tensors = CallTensors::make(trial, 3);
    ASSERT_TRUE(tensors);
    EXPECT_EQ(tensors->inputs.count(), 3U);
    EXPECT_EQ(tensors->outputs.count(), 3U);
    EXPECT_TRUE(tensors->fit(trial, 3));
    EXPECT_FALSE(tensors->fit(trial, 1));
    EXPECT_FALSE(tensors->fit(trialOf(101, "normal"), 3));
    auto other = TensorArena::create(std::vector{trial.inputs[0].spec});
    ASSERT_TRUE(other);
    other->bytes(0)[0] = std::byte{7};
    tensors->layInputs(*other); // fills the first slot only
    EXPECT_EQ(tensors->inputs.bytes(0)[0], std::byte{7});
    EXPECT_EQ(tensors->inputs.bytes(1)[0], std::byte{0});
}

} // namespace loupe
