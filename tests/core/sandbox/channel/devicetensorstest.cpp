// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/devicetensors.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(DeviceTensors, followOneAnotherFromMultiplesOf256)
{
    const std::vector<TensorSpec> specs{{"", DType::Float32, {3}},
                                        {"", DType::Int8, {0}},
                                        {"", DType::Float64, {33}},
                                        {"", DType::Bool, {}}};
    const DeviceLayout layout = deviceLayout(specs);
    EXPECT_EQ(layout.offsets, (std::vector<std::int64_t>{0, 256, 256, 768}));
    EXPECT_EQ(layout.dataBytes, 1024);
    EXPECT_EQ(layout.bytes(1 << 21), 1 << 21);
    EXPECT_EQ(deviceLayout({}).bytes(1 << 21), 1 << 21) << "no memory is smaller than a page";
    const std::vector<TensorSpec> large{{"", DType::Float32, {4096, 393216}}};
    EXPECT_EQ(deviceLayout(large).bytes(1 << 21), std::int64_t{4096} * 393216 * 4);
}

TEST(DeviceTensors, nameTheirDevice)
{
    EXPECT_EQ(cudaOrdinal("cuda:0"), 0);
    EXPECT_EQ(cudaOrdinal("cuda:13"), 13);
    for (const char *wrong : {"cpu", "cuda", "cuda:", "cuda:-1", "cuda:1x", "xpu:0", "host"})
        EXPECT_FALSE(cudaOrdinal(wrong)) << wrong;
}

TEST(DeviceTensors, haveTheInterfaceOfHostTensors)
{
    const TensorSpec spec{"", DType::Float32, {3}};
    const auto arena = TensorArena::create(std::vector{spec});
    ASSERT_TRUE(arena);
    EXPECT_EQ(TensorsView(&*arena).bytes(), 12);
    EXPECT_EQ(TensorsView(&*arena).descriptor(), arena->fd());
    const DeviceTensors onDevice{Fd(), {spec, spec}, "cuda:0"};
    EXPECT_EQ(TensorsView(&onDevice).bytes(), 24);
    EXPECT_EQ(TensorsView().bytes(), 0);
    EXPECT_EQ(TensorsView().descriptor(), -1);
}

} // namespace loupe
