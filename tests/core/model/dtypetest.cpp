// SPDX-License-Identifier: Apache-2.0
#include "core/model/dtype.h"

#include "core/model/tensorspec.h"

#include <limits>

#include <gtest/gtest.h>

namespace loupe::test {

TEST(DTypes, NamesAreReadAgain)
{
    for (int i = 0; i <= static_cast<int>(DType::Float8E5M2); ++i) {
        const auto dtype = static_cast<DType>(i);
        EXPECT_EQ(dtypeFromName(name(dtype)), dtype);
        EXPECT_EQ(isFloating(dtype), unitRoundoff(dtype) > 0);
    }
    EXPECT_EQ(dtypeFromName("float"), std::nullopt);
    EXPECT_EQ(dtypeFromName(""), std::nullopt);
}

TEST(DTypes, SizesAndRoundoffAreThoseOfTheFormats)
{
    EXPECT_EQ(byteSize(DType::Bool), 1);
    EXPECT_EQ(byteSize(DType::UInt8), 1);
    EXPECT_EQ(byteSize(DType::Int32), static_cast<int>(sizeof(std::int32_t)));
    EXPECT_EQ(byteSize(DType::Int64), static_cast<int>(sizeof(std::int64_t)));
    EXPECT_EQ(byteSize(DType::BFloat16), 2);
    EXPECT_EQ(byteSize(DType::Float64), static_cast<int>(sizeof(double)));
    // Half the distance from 1 to the next number; IEEE 754 for the formats C++ knows.
    EXPECT_EQ(unitRoundoff(DType::Float32), std::numeric_limits<float>::epsilon() / 2);
    EXPECT_EQ(unitRoundoff(DType::Float64), std::numeric_limits<double>::epsilon() / 2);
    EXPECT_EQ(unitRoundoff(DType::Float16), 1.0 / 2048);
    EXPECT_EQ(unitRoundoff(DType::BFloat16), 1.0 / 256);
    EXPECT_EQ(unitRoundoff(DType::Int8), 0.0);
    EXPECT_EQ(byteSize(DType::Int16), 2);
    EXPECT_EQ(byteSize(DType::Complex64), 8);
    EXPECT_EQ(byteSize(DType::Complex128), 16);
    EXPECT_EQ(unitRoundoff(DType::Complex64), unitRoundoff(DType::Float32));
    // OCP 8-bit floating point: 3 and 2 explicit fraction bits.
    EXPECT_EQ(unitRoundoff(DType::Float8E4M3), 1.0 / 16);
    EXPECT_EQ(unitRoundoff(DType::Float8E5M2), 1.0 / 8);
}

TEST(DTypes, StoredNumbersStay)
{
    EXPECT_EQ(static_cast<int>(DType::Float64), 8);
    EXPECT_EQ(static_cast<int>(DType::Int16), 9);
    EXPECT_EQ(static_cast<int>(DType::Float8E5M2), 13);
}

TEST(DTypes, NativeTasksKnowTheFirstNine)
{
    EXPECT_TRUE(isNative(DType::Bool));
    EXPECT_TRUE(isNative(DType::Float64));
    EXPECT_FALSE(isNative(DType::Int16));
    EXPECT_FALSE(isNative(DType::Complex64));
    EXPECT_TRUE(isComplex(DType::Complex64));
    EXPECT_FALSE(isComplex(DType::Float64));
}

TEST(DTypes, TensorsCountTheirElements)
{
    EXPECT_EQ((TensorSpec{"x", DType::Float32, {}}).elements(), 1);
    EXPECT_EQ((TensorSpec{"x", DType::Float16, {2, 3, 5}}).bytes(), 60);
    EXPECT_EQ((TensorSpec{"x", DType::Float32, {4, 0}}).elements(), 0);
}

} // namespace loupe::test
