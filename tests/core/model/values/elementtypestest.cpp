// SPDX-License-Identifier: Apache-2.0
#include "core/model/values/elementtypes.h"

#include <array>
#include <limits>

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

} // namespace

TEST(ElementTypes, haveTheSizesOfTheTable)
{
    for (const DType dtype : everyDType()) {
        withElement(dtype, [&]<typename Element>(Element) {
            EXPECT_EQ(static_cast<int>(sizeof(Element)), byteSize(dtype)) << name(dtype);
        });
    }
}

TEST(ElementTypes, matchTheRangesOfTheTable)
{
    for (const DType dtype : everyDType()) {
        const auto [smallest, largest] = wholeRange(dtype);
        withElement(dtype, [&, low = smallest, high = largest]<typename Element>(Element) {
            for (const double value : {low, high, 0.0, 1.0, high - 1})
                EXPECT_EQ(asDouble(roundedTo<Element>(value)), value) << name(dtype);
            if (!isFloating(dtype))
                return;
            const double normal = smallestNormal(dtype);
            EXPECT_EQ(asDouble(roundedTo<Element>(normal)), normal) << name(dtype);
            const double u = unitRoundoff(dtype);
            EXPECT_EQ(asDouble(roundedTo<Element>(1 + 2 * u)), 1 + 2 * u) << name(dtype);
            EXPECT_EQ(asDouble(roundedTo<Element>(1 + 0.9 * u)), 1.0) << name(dtype);
        });
    }
}

TEST(ElementTypes, wholeNumbersSaturate)
{
    EXPECT_EQ(roundedTo<std::int8_t>(127.4), 127);
    EXPECT_EQ(roundedTo<std::int8_t>(1e9), 127);
    EXPECT_EQ(roundedTo<std::int16_t>(-inf), -32768);
    EXPECT_EQ(roundedTo<std::uint8_t>(-1.0), 0);
    EXPECT_EQ(roundedTo<std::int64_t>(inf), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(roundedTo<std::int32_t>(nan), std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(roundedTo<std::int32_t>(2.5), 2) << "a tie goes to even";
}

TEST(ElementTypes, booleansAreZeroOrOne)
{
    EXPECT_EQ(valueOf(roundedTo<Boolean>(0.0)), 0);
    EXPECT_EQ(valueOf(roundedTo<Boolean>(-0.25)), 1);
    EXPECT_EQ(valueOf(Boolean{3}), 3) << "what a process wrote stays visible";
}

TEST(ElementTypes, complexNumbersAreReadByTheirRealPart)
{
    EXPECT_EQ(asDouble(ComplexNumber<float>{2.5F, 9.0F}), 2.5);
    const auto rounded = roundedTo<ComplexNumber<double>>(0.1);
    EXPECT_EQ(rounded.re, 0.1);
    EXPECT_EQ(rounded.im, 0.0);
}

TEST(ElementTypes, recogniseNotANumber)
{
    EXPECT_TRUE(isNan(valueOf(roundedTo<Float16>(nan))));
    EXPECT_FALSE(isInfinite(valueOf(roundedTo<Float16>(nan))));
    EXPECT_TRUE(isInfinite(valueOf(roundedTo<BFloat16>(-inf))));
    EXPECT_FALSE(isNan(std::int64_t{7}));
    EXPECT_FALSE(isInfinite(std::int64_t{7}));
    EXPECT_TRUE(isNan(ComplexNumber<double>{0, nan}));
    EXPECT_TRUE(isInfinite(ComplexNumber<double>{-inf, 0}));
    EXPECT_FALSE(isInfinite(ComplexNumber<double>{inf, nan})) << "it counts as NaN";
}

TEST(ElementTypes, loadFromUnalignedMemory)
{
    std::array<std::byte, 1 + 2 * sizeof(double)> bytes{};
    const std::array<double, 2> values{1.5, -2.5};
    std::memcpy(bytes.data() + 1, values.data(), sizeof values);
    EXPECT_EQ(loadElement<double>(bytes.data() + 1, 0), 1.5);
    EXPECT_EQ(loadElement<double>(bytes.data() + 1, 1), -2.5);
}

} // namespace loupe
