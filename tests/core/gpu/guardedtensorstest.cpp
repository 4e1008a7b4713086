// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/guardedtensors.h"

#include <array>
#include <vector>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Two tensors on the first GPU, if present: 15 floats and 7 bytes.
class GuardedTensorsOnGpu : public testing::Test
{
protected:
    void SetUp() override
    {
        if (const Status usable = useDevice(0); !usable)
            GTEST_SKIP() << usable.error().message;
        const std::vector<TensorSpec> specs{{"x", DType::Float32, {3, 5}}, {"y", DType::Int8, {7}}};
        auto made = GuardedTensors::create(specs);
        ASSERT_TRUE(made) << made.error().text();
        tensors.emplace(std::move(made).value());
        for (const std::size_t i : {0U, 1U})
            ASSERT_TRUE(tensors->fill(i, std::byte{3}));
    }

    /// Writes one byte into or next to a tensor.
    void scribble(std::size_t tensor, std::int64_t offset) const
    {
        ASSERT_EQ(cudaMemset(tensors->data(tensor) + offset, 0x11, 1), cudaSuccess);
    }

    std::optional<GuardDamage> damage() const
    {
        const auto found = tensors->damage();
        EXPECT_TRUE(found) << (found ? "" : found.error().text());
        return found ? *found : std::nullopt;
    }

    std::optional<GuardedTensors> tensors;
};

} // namespace

TEST_F(GuardedTensorsOnGpu, fillingTensorsCausesNoDamage)
{
    EXPECT_FALSE(damage());
}

TEST_F(GuardedTensorsOnGpu, findsOneByteNextToATensor)
{
    scribble(0, 60);
    EXPECT_EQ(damage(), (GuardDamage{0, 0}));
}

TEST_F(GuardedTensorsOnGpu, findsTheNearestOfSeveralBytes)
{
    scribble(1, 7 + 5000);
    scribble(1, 7 + 3);
    EXPECT_EQ(damage(), (GuardDamage{1, 3}));
}

TEST_F(GuardedTensorsOnGpu, findsDamageBeforeATensor)
{
    scribble(0, -1);
    EXPECT_EQ(damage(), (GuardDamage{0, -1}));
}

TEST_F(GuardedTensorsOnGpu, fingerprintsFollowEveryByteAndItsPlace)
{
    const auto before = tensors->fingerprint(0);
    ASSERT_TRUE(before);
    scribble(0, 59);
    const auto last = tensors->fingerprint(0);
    ASSERT_TRUE(last);
    EXPECT_NE(*before, *last);
    ASSERT_TRUE(tensors->fill(0, std::byte{3}));
    EXPECT_EQ(*tensors->fingerprint(0), *before);
    scribble(0, 55); // the same change one word earlier
    EXPECT_NE(*tensors->fingerprint(0), *last);
    ASSERT_TRUE(tensors->fingerprint(1));
}

TEST_F(GuardedTensorsOnGpu, separateTensorsKeepTheirContent)
{
    const std::vector<TensorSpec> specs{{"x", DType::Float16, {3}}, {"y", DType::Int8, {7}}};
    const auto separate = GuardedTensors::createSeparate(specs);
    ASSERT_TRUE(separate) << separate.error().text();
    ASSERT_EQ(separate->count(), 2U);
    EXPECT_EQ(separate->bytes(0), 6);
    const std::array<std::byte, 6> given{std::byte{1}, std::byte{2}, std::byte{3},
                                         std::byte{4}, std::byte{5}, std::byte{6}};
    ASSERT_TRUE(separate->write(0, given));
    ASSERT_TRUE(separate->fill(1, std::byte{9}));
    std::array<std::byte, 6> kept = {};
    ASSERT_EQ(cudaMemcpy(kept.data(), separate->data(0), kept.size(), cudaMemcpyDeviceToHost),
              cudaSuccess);
    EXPECT_EQ(kept, given);
    const auto found = separate->damage();
    ASSERT_TRUE(found);
    EXPECT_FALSE(*found) << "there are no guards";
}

} // namespace loupe
