// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/inputs/freshinputs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

namespace loupe {

namespace {

const std::string secretSeed(64, 'a');

TrialInput input(DType dtype, std::vector<std::int64_t> shape, const std::string &kind,
                 std::map<std::string, double> numbers = {})
{
    return {{"x", dtype, std::move(shape)}, {kind, kind, std::move(numbers), {}, false}};
}

std::vector<std::byte> filled(const FreshInputs &inputs, const TrialInput &of, std::uint64_t secret)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(of.spec.bytes()));
    EXPECT_TRUE(inputs.fill(0, secret, bytes));
    return bytes;
}

template <typename T>
std::vector<T> elements(const std::vector<std::byte> &bytes)
{
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

FreshInputs inputsOf(const TrialInput &one)
{
    TrialSpec trial;
    trial.inputs = {one};
    auto made = FreshInputs::make(trial, secretSeed);
    EXPECT_TRUE(made) << made.error().text();
    return std::move(*made);
}

} // namespace

TEST(FreshInputs, DependOnTheSecret)
{
    const TrialInput x = input(DType::Float32, {64, 33}, "normal", {{"mean", 0}, {"stddev", 1}});
    const FreshInputs inputs = inputsOf(x);
    EXPECT_EQ(filled(inputs, x, 7), filled(inputs, x, 7));
    const auto one = elements<float>(filled(inputs, x, 7));
    const auto other = elements<float>(filled(inputs, x, 8));
    int same = 0;
    for (std::size_t i = 0; i < one.size(); ++i)
        same += one[i] == other[i] ? 1 : 0;
    EXPECT_LT(same, 20); // of 2112: no row or cache line equals that of another call
}

TEST(FreshInputs, KeepPropertiesOfTheGenerator)
{
    const TrialInput normal
        = input(DType::Float32, {50000}, "normal", {{"mean", 3}, {"stddev", 0.5}});
    const auto values = elements<float>(filled(inputsOf(normal), normal, 1));
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 50000;
    EXPECT_NEAR(mean, 3, 0.05);

    const TrialInput whole = input(DType::Int64, {1001}, "integers", {{"low", -3}, {"high", 4}});
    for (const std::int64_t value : elements<std::int64_t>(filled(inputsOf(whole), whole, 5))) {
        EXPECT_GE(value, -3);
        EXPECT_LE(value, 4);
    }
    const TrialInput mask = input(DType::Bool, {333}, "mask", {{"probability", 0.5}});
    std::set<std::uint8_t> seen;
    for (const std::uint8_t value : elements<std::uint8_t>(filled(inputsOf(mask), mask, 5)))
        seen.insert(value);
    EXPECT_EQ(seen, (std::set<std::uint8_t>{0, 1}));
}

TEST(FreshInputs, ShareNoSixteenBytesWithEarlierCalls)
{
    using Run = std::pair<std::uint64_t, std::uint64_t>;
    for (const DType dtype : {DType::Float64, DType::Float32, DType::Float16}) {
        const TrialInput x = input(dtype, {1 << 16}, "normal", {{"mean", 0}, {"stddev", 1}});
        const FreshInputs inputs = inputsOf(x);
        std::set<Run> seen;
        std::size_t count = 0;
        std::size_t again = 0;
        // Enough to contain every run of the pool several times.
        for (std::uint64_t secret = 0; secret < 24; ++secret) {
            const auto words = elements<std::uint64_t>(filled(inputs, x, secret));
            for (std::size_t i = 0; i + 1 < words.size(); i += 2, ++count)
                again += seen.insert({words[i], words[i + 1]}).second ? 0 : 1;
        }
        EXPECT_LT(again, count / 100) << name(dtype);
    }
}

TEST(FreshInputs, StayInRangeWithoutTheirLastBits)
{
    const TrialInput x = input(DType::Float16, {4096}, "uniform", {{"low", -1}, {"high", 1}});
    const auto bits = elements<std::uint16_t>(filled(inputsOf(x), x, 3));
    for (const std::uint16_t each : bits)
        EXPECT_LE(each & 0x7FFFU, 0x3C00U); // 1.0
    // The last bit of such a number decides whether it is odd.
    const TrialInput whole
        = input(DType::Float32, {4096}, "integers", {{"low", 4097}, {"high", 9000}});
    const auto numbers = elements<float>(filled(inputsOf(whole), whole, 3));
    const auto odd
        = std::ranges::count_if(numbers, [](float each) { return std::fmod(each, 2.0F) == 1.0F; });
    EXPECT_NEAR(static_cast<double>(odd), 2048, 300);
}

TEST(FreshInputs, RedrawStructuredInputs)
{
    const TrialInput order = input(DType::Int32, {3, 100}, "permutation");
    const FreshInputs inputs = inputsOf(order);
    for (const std::uint64_t secret : {1U, 2U, 3U}) {
        const auto values = elements<std::int32_t>(filled(inputs, order, secret));
        for (int row = 0; row < 3; ++row) {
            std::set<std::int32_t> seen(values.begin() + row * 100,
                                        values.begin() + row * 100 + 100);
            EXPECT_EQ(seen.size(), 100U);
        }
    }
    EXPECT_NE(filled(inputs, order, 1), filled(inputs, order, 2));
    const TrialInput sorted = input(DType::Float64, {2, 50}, "sorted", {{"low", 0}, {"high", 1}});
    const auto values = elements<double>(filled(inputsOf(sorted), sorted, 9));
    EXPECT_TRUE(std::is_sorted(values.begin(), values.begin() + 50));
}

TEST(FreshInputs, SumsDifferFromCallToCall)
{
    const TrialInput x = input(DType::Float32, {4096}, "normal", {{"mean", 0}, {"stddev", 1}});
    const FreshInputs inputs = inputsOf(x);
    std::set<double> sums;
    for (std::uint64_t secret = 0; secret < 50; ++secret) {
        const auto values = elements<float>(filled(inputs, x, secret));
        sums.insert(std::accumulate(values.begin(), values.end(), 0.0));
    }
    EXPECT_EQ(sums.size(), 50U); // not a permutation of the same elements
}

TEST(FreshInputs, PoolsAreRenewedPartByPart)
{
    const TrialInput x = input(DType::Float32, {1 << 16}, "normal", {{"mean", 0}, {"stddev", 1}});
    FreshInputs inputs = inputsOf(x);
    const auto before = elements<float>(filled(inputs, x, 3));
    const auto share = [&] {
        const auto now = elements<float>(filled(inputs, x, 3));
        int same = 0;
        for (std::size_t i = 0; i < now.size(); ++i)
            same += now[i] == before[i] ? 1 : 0;
        return static_cast<double>(same) / static_cast<double>(now.size());
    };
    ASSERT_TRUE(inputs.renew());
    EXPECT_NEAR(share(), 7.0 / 8, 0.02);
    for (int i = 1; i < 8; ++i)
        ASSERT_TRUE(inputs.renew());
    EXPECT_LT(share(), 0.01);
}

TEST(FreshInputs, SupportSmallTensorsAndUnknownGenerators)
{
    const TrialInput one = input(DType::Float32, {}, "normal", {{"mean", 0}, {"stddev", 1}});
    EXPECT_NE(filled(inputsOf(one), one, 1), filled(inputsOf(one), one, 2));
    const TrialInput none = input(DType::Float32, {0}, "normal", {{"mean", 0}, {"stddev", 1}});
    EXPECT_TRUE(filled(inputsOf(none), none, 1).empty());
    TrialSpec trial;
    trial.inputs = {input(DType::Float32, {4}, "normal")}; // without its parameters
    EXPECT_EQ(FreshInputs::make(trial, secretSeed).error().code, Errc::InvalidInput);
}

} // namespace loupe
