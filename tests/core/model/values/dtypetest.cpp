// SPDX-License-Identifier: Apache-2.0
#include "core/model/values/dtype.h"

#include "core/model/values/tensorspec.h"

#include <cfloat>
#include <limits>

#include <gtest/gtest.h>

namespace loupe::test {

TEST(DTypes, NamesAreReadAgain)
{
    for (const DType dtype : everyDType()) {
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
    // Half the distance from 1 to the next number, by IEEE 754 for the formats of C++.
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

TEST(DTypes, SmallestNormalsAreThoseOfTheFormats)
{
    EXPECT_EQ(smallestNormal(DType::Float32), static_cast<double>(FLT_MIN));
    EXPECT_EQ(smallestNormal(DType::Float64), DBL_MIN);
    EXPECT_EQ(smallestNormal(DType::BFloat16), static_cast<double>(FLT_MIN)); // the same exponents
    EXPECT_EQ(smallestNormal(DType::Float16), 1.0 / 16384);
    EXPECT_EQ(smallestNormal(DType::Complex64), smallestNormal(DType::Float32));
    EXPECT_EQ(smallestNormal(DType::Complex128), DBL_MIN);
    EXPECT_EQ(smallestNormal(DType::Int64), static_cast<double>(FLT_MIN));
    EXPECT_EQ(smallestNormal(DType::Bool), static_cast<double>(FLT_MIN));
    // OCP 8-bit floating point: exponents with a bias of 7 and 15.
    EXPECT_EQ(smallestNormal(DType::Float8E4M3), 1.0 / 64);
    EXPECT_EQ(smallestNormal(DType::Float8E5M2), 1.0 / 16384);
}

TEST(DTypes, WholeNumbersAreHeldWithinARange)
{
    using Range = std::pair<double, double>;
    EXPECT_EQ(wholeRange(DType::Bool), Range(0, 1));
    EXPECT_EQ(wholeRange(DType::Int8), Range(-128, 127));
    EXPECT_EQ(wholeRange(DType::UInt8), Range(0, 255));
    EXPECT_EQ(wholeRange(DType::Int16), Range(-32768, 32767));
    EXPECT_EQ(wholeRange(DType::Int32), Range(-2147483648.0, 2147483647.0));
    EXPECT_EQ(wholeRange(DType::Int64), Range(-9007199254740992.0, 9007199254740992.0));
    EXPECT_EQ(wholeRange(DType::Float16), Range(-2048, 2048));
    EXPECT_EQ(wholeRange(DType::BFloat16), Range(-256, 256));
    EXPECT_EQ(wholeRange(DType::Float32), Range(-16777216, 16777216));
    EXPECT_EQ(wholeRange(DType::Float64), Range(-9007199254740992.0, 9007199254740992.0));
    EXPECT_EQ(wholeRange(DType::Float8E4M3), Range(-16, 16));
    EXPECT_EQ(wholeRange(DType::Float8E5M2), Range(-8, 8));
}

/// Compares with DLDataTypeCode of dlpack.h, version 1.1.
TEST(DTypes, CodesAreThoseOfDlpack)
{
    for (const DType dtype : {DType::Int8, DType::Int16, DType::Int32, DType::Int64})
        EXPECT_EQ(dlpackCode(dtype), 0) << name(dtype);
    EXPECT_EQ(dlpackCode(DType::UInt8), 1);
    for (const DType dtype : {DType::Float16, DType::Float32, DType::Float64})
        EXPECT_EQ(dlpackCode(dtype), 2) << name(dtype);
    EXPECT_EQ(dlpackCode(DType::BFloat16), 4);
    EXPECT_EQ(dlpackCode(DType::Complex64), 5);
    EXPECT_EQ(dlpackCode(DType::Complex128), 5);
    EXPECT_EQ(dlpackCode(DType::Bool), 6);
    EXPECT_EQ(dlpackCode(DType::Float8E4M3), 10);
    EXPECT_EQ(dlpackCode(DType::Float8E5M2), 12);
}

TEST(DTypes, StoredNumbersStay)
{
    EXPECT_EQ(everyDType().size(), 14U);
    for (std::size_t i = 0; i < everyDType().size(); ++i)
        EXPECT_EQ(static_cast<std::size_t>(everyDType()[i]), i);
    EXPECT_EQ(static_cast<int>(DType::Float64), 8);
    EXPECT_EQ(static_cast<int>(DType::Int16), 9);
    EXPECT_EQ(static_cast<int>(DType::Float8E5M2), 13);
}

TEST(DTypes, NativeTasksSupportTheFirstNine)
{
    EXPECT_TRUE(isNative(DType::Bool));
    EXPECT_TRUE(isNative(DType::Float64));
    EXPECT_FALSE(isNative(DType::Int16));
    EXPECT_FALSE(isNative(DType::Complex64));
}

TEST(DTypes, TensorsCountTheirElements)
{
    EXPECT_EQ((TensorSpec{"x", DType::Float32, {}}).elements(), 1);
    EXPECT_EQ((TensorSpec{"x", DType::Float16, {2, 3, 5}}).bytes(), 60);
    EXPECT_EQ((TensorSpec{"x", DType::Float32, {4, 0}}).elements(), 0);
}

} // namespace loupe::test
