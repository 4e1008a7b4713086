// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/devicecomparison.h"

#include "core/gpu/cudacomparer.h"
#include "core/gpu/devicememory.h"
#include "core/judge/comparisonsummary.h"

#include <bit>
#include <cstring>
#include <limits>
#include <random>

#include <gtest/gtest.h>

// Compares with compareTensors, whose golden numbers come from torch and numpy.

namespace loupe {

namespace {

using Bytes = std::vector<std::byte>;

class DeviceComparison : public testing::Test
{
protected:
    void SetUp() override
    {
        if (const Status usable = canPassMemory(0); !usable)
            GTEST_SKIP() << usable.error().message;
        ASSERT_TRUE(useDevice(0));
    }
};

/// Returns a value as an element of the dtype. Integers get 20 times the value, from 0 to 100.
Bytes elementOf(DType dtype, double value)
{
    return withElement(dtype, [&]<typename Element>(Element) {
        const bool isWhole = std::is_integral_v<Element>;
        auto element = roundedTo<Element>(isWhole ? std::clamp(value * 20, 0.0, 100.0) : value);
        if constexpr (requires { element.im; })
            element.im = element.re / 2;
        Bytes bytes(sizeof element);
        std::memcpy(bytes.data(), &element, sizeof element);
        return bytes;
    });
}

/// Returns random elements and a copy with small errors, large errors and non-numbers.
std::pair<Bytes, Bytes> randomPair(const TensorSpec &spec, std::uint32_t seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::uniform_int_distribution<int> dice(0, 99);
    Bytes expected;
    Bytes actual;
    const double special[]
        = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
           -std::numeric_limits<double>::infinity()};
    for (std::int64_t i = 0; i < spec.elements(); ++i) {
        double e = normal(random);
        double a = e;
        const int face = dice(random);
        if (face < 10)
            a = e * (1 + 1e-4 * normal(random));
        else if (face == 10)
            a = e + normal(random);
        else if (face == 11)
            a = special[i % 3];
        else if (face == 12)
            e = special[i % 3];
        else if (face == 13)
            e = a = special[i % 3];
        const Bytes left = elementOf(spec.dtype, e);
        const Bytes right = elementOf(spec.dtype, a);
        expected.insert(expected.end(), left.begin(), left.end());
        actual.insert(actual.end(), right.begin(), right.end());
    }
    return {expected, actual};
}

OutputComparison onDevice(const TensorSpec &spec, const ElementRule &rule, const Bytes &expected,
                          const Bytes &actual)
{
    const auto e = DeviceBuffer::allocate(expected.size());
    const auto a = DeviceBuffer::allocate(actual.size());
    EXPECT_TRUE(e && a);
    EXPECT_TRUE(e->write(0, expected));
    EXPECT_TRUE(a->write(0, actual));
    SquareSum squares;
    if (asksForRms(rule.tolerance))
        squares = squaresOnDevice(spec.dtype, spec.elements(), e->data()).value();
    const Tolerance tolerance = withRms(rule.tolerance, squares.rootMeanSquare());
    const auto tally = tallyOnDevice(spec, rule, tolerance, e->data(), a->data());
    const auto mask = maskOnDevice(spec, rule, tolerance, e->data(), a->data());
    EXPECT_TRUE(tally && mask);
    const auto valuesAt = [&](std::int64_t i) {
        const auto size = static_cast<std::size_t>(byteSize(spec.dtype));
        const auto at = [&](const Bytes &bytes) {
            return widened(spec.dtype,
                           std::span(bytes).subspan(static_cast<std::size_t>(i) * size, size))
                .front();
        };
        return std::pair(at(expected), at(actual));
    };
    return summary(spec, rule, {*tally, tolerance, mismatchesFromMask(spec.shape, *mask)},
                   valuesAt);
}

void expectSame(const OutputComparison &host, const OutputComparison &device,
                const std::string &what)
{
    const auto near = [&](double a, double b, const char *which) {
        if (std::isnan(a) || std::isinf(a))
            EXPECT_TRUE((std::isnan(a) && std::isnan(b)) || a == b) << what << ' ' << which;
        else
            EXPECT_LE(std::fabs(a - b), 1e-11 * std::fabs(a)) << what << ' ' << which;
    };
    EXPECT_EQ(host.mismatched, device.mismatched) << what;
    EXPECT_EQ(host.notANumber, device.notANumber) << what;
    EXPECT_EQ(host.expectedNan, device.expectedNan) << what;
    EXPECT_EQ(host.expectedInfinite, device.expectedInfinite) << what;
    EXPECT_EQ(host.actualNan, device.actualNan) << what;
    EXPECT_EQ(host.actualInfinite, device.actualInfinite) << what;
    near(host.maxAbsoluteError, device.maxAbsoluteError, "largest error");
    near(host.maxRelativeError, device.maxRelativeError, "largest relative error");
    EXPECT_EQ(host.firstMismatch, device.firstMismatch) << what;
    EXPECT_EQ(host.worstIndex, device.worstIndex) << what;
    EXPECT_EQ(host.pattern, device.pattern) << what;
    EXPECT_EQ(host.map, device.map) << what;
    near(host.meanAbsoluteError, device.meanAbsoluteError, "mean error");
    near(host.meanRelativeError, device.meanRelativeError, "mean relative error");
    near(host.absoluteTolerance, device.absoluteTolerance, "tolerance");
    ASSERT_EQ(host.cosine.has_value(), device.cosine.has_value()) << what;
    if (host.cosine) {
        near(*host.cosine, *device.cosine, "cosine");
        near(*host.l1Relative, *device.l1Relative, "l1");
        near(*host.rmse, *device.rmse, "rmse");
    }
}

} // namespace

TEST_F(DeviceComparison, agreesWithTheHostOnEveryType)
{
    const std::vector<std::vector<std::int64_t>> shapes{
        {}, {0}, {1}, {31}, {33}, {7, 0, 3}, {255, 257}, {3, 65537}, {300001}};
    for (const DType dtype : everyDType()) {
        for (const auto &shape : shapes) {
            const TensorSpec spec{"y", dtype, shape};
            const auto [expected, actual] = randomPair(spec, static_cast<std::uint32_t>(dtype) + 1);
            const std::string what
                = std::string(name(spec.dtype)) + " " + std::to_string(spec.elements());
            for (const bool special : {false, true}) {
                ElementRule rule{{false, 1e-5, 1e-6, 0},
                                 special ? NestedRule::Scale::Actual : NestedRule::Scale::Expected,
                                 special,
                                 special,
                                 special,
                                 special};
                expectSame(compareTensors(spec, rule, expected, actual),
                           onDevice(spec, rule, expected, actual), what);
                rule.tolerance
                    = special ? Tolerance{true, 0, 0, 0} : Tolerance{false, 1e-3, 0, 1e-3};
                expectSame(compareTensors(spec, rule, expected, actual),
                           onDevice(spec, rule, expected, actual), what + " other tolerance");
                expectSame(compareTensors(spec, rule, expected, expected),
                           onDevice(spec, rule, expected, expected), what + " with itself");
            }
        }
    }
}

TEST_F(DeviceComparison, givesTheSameNumbersEachTime)
{
    const TensorSpec spec{"y", DType::Float32, {3, 400003}};
    const auto [expected, actual] = randomPair(spec, 5);
    const ElementRule rule{{false, 1e-5, 1e-6, 0}, NestedRule::Scale::Expected, true, false, true};
    const OutputComparison first = onDevice(spec, rule, expected, actual);
    for (int i = 0; i < 5; ++i) {
        const OutputComparison again = onDevice(spec, rule, expected, actual);
        EXPECT_EQ(first.meanAbsoluteError, again.meanAbsoluteError);
        EXPECT_EQ(std::bit_cast<std::uint64_t>(first.cosine.value()),
                  std::bit_cast<std::uint64_t>(again.cosine.value())); // both are NaN
    }
}

/// More elements than a 32-bit index holds. The last one differs.
TEST_F(DeviceComparison, comparesMoreThanTwoBillionElements)
{
    const TensorSpec spec{"y", DType::UInt8, {(std::int64_t{1} << 31) + 77}};
    const auto bytes = static_cast<std::size_t>(spec.bytes());
    const auto e = DeviceBuffer::allocate(bytes);
    const auto a = DeviceBuffer::allocate(bytes);
    if (!e || !a)
        GTEST_SKIP() << "the GPU has too little memory left";
    const ElementRule rule{{true, 0, 0, 0}};
    // Repeats one block of random bytes whose size is not a divisor of the chunk's.
    std::mt19937 random(1);
    Bytes block((std::size_t{1} << 24) + 13);
    for (std::byte &each : block)
        each = static_cast<std::byte>(random());
    for (std::size_t at = 0; at < bytes; at += block.size()) {
        block.resize(std::min(block.size(), bytes - at));
        for (const DeviceBuffer *side : {&*e, &*a}) {
            ASSERT_TRUE(side->write(at, block));
        }
    }
    const std::byte other = ~block.back();
    ASSERT_TRUE(a->write(bytes - 1, std::span(&other, 1)));
    const auto tally = tallyOnDevice(spec, rule, rule.tolerance, e->data(), a->data());
    ASSERT_TRUE(tally) << tally.error().text();
    EXPECT_EQ(tally->mismatched, 1);
    EXPECT_EQ(tally->finite, spec.elements());
    EXPECT_EQ(tally->worst, spec.elements() - 1);
    const auto mask = maskOnDevice(spec, rule, rule.tolerance, e->data(), a->data());
    ASSERT_TRUE(mask);
    EXPECT_EQ(mismatchesFromMask(spec.shape, *mask).first(), spec.elements() - 1);
}

} // namespace loupe
