// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/inputs/generators.h"

#include "core/base/digest.h"
#include "core/model/values/halffloat.h"
#include "core/platforms/inputs/inputseed.h"

#include <cmath>
#include <cstring>
#include <numeric>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace loupe {

namespace {

using Numbers = std::map<std::string, double>;

const std::string testSeed = inputSeed("test", 0, 0);

std::vector<std::byte> drawn(const TensorSpec &spec, const std::string &kind,
                             const Numbers &numbers, const std::string &seed = testSeed)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(spec.bytes()));
    const Status status = drawTensor(spec, {"", kind, numbers, {}, false}, seed, bytes);
    EXPECT_TRUE(status) << (status ? "" : status.error().text());
    return bytes;
}

template <typename T>
std::vector<T> values(const TensorSpec &spec, const std::string &kind, const Numbers &numbers)
{
    const std::vector<std::byte> bytes = drawn(spec, kind, numbers);
    std::vector<T> out(bytes.size() / sizeof(T));
    std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
}

std::vector<double> doubles(std::vector<std::int64_t> shape, const std::string &kind,
                            const Numbers &numbers)
{
    return values<double>({"x", DType::Float64, std::move(shape)}, kind, numbers);
}

struct Moments {
    double mean = 0;
    double variance = 0;
};
Moments moments(const std::vector<double> &x)
{
    const auto n = static_cast<double>(x.size());
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
    double squares = 0;
    for (const double v : x)
        squares += (v - mean) * (v - mean);
    return {mean, squares / n};
}

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

double conditionOf(const double *data, std::int64_t n)
{
    const Eigen::JacobiSVD<Matrix> svd(Eigen::Map<const Matrix>(data, n, n));
    return svd.singularValues()(0) / svd.singularValues()(n - 1);
}

bool isRefused(const TensorSpec &spec, const std::string &kind, const Numbers &numbers)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(spec.bytes()));
    const Status status = drawTensor(spec, {"", kind, numbers, {}, false}, testSeed, bytes);
    return !status && status.error().code == Errc::InvalidInput
        && status.error().message.find(kind) != std::string::npos;
}

} // namespace

TEST(Generators, repeatThemselvesForTheSameSeed)
{
    const TensorSpec spec{"x", DType::Float32, {100}};
    const Numbers numbers{{"mean", 0}, {"stddev", 1}};
    const auto first = drawn(spec, "normal", numbers, inputSeed("s", 1, 2));
    EXPECT_EQ(first, drawn(spec, "normal", numbers, inputSeed("s", 1, 2)));
    EXPECT_NE(first, drawn(spec, "normal", numbers, inputSeed("s", 2, 1)));
    EXPECT_NE(first, drawn(spec, "normal", numbers, inputSeed("t", 1, 2)));
    // Stored runs are judged again from their seeds, so the numbers drawn must never change.
    const std::string_view bytes(reinterpret_cast<const char *>(first.data()), first.size());
    EXPECT_EQ(sha256Hex(bytes).substr(0, 16), "abca99e9407ab97a");
}

TEST(Generators, normalHasItsMoments)
{
    const Moments m = moments(doubles({100000}, "normal", {{"mean", 3}, {"stddev", 2}}));
    EXPECT_NEAR(m.mean, 3.0, 0.04); // 6 standard errors
    EXPECT_NEAR(m.variance, 4.0, 0.11);
}

TEST(Generators, spikyIsNormalWithSpikes)
{
    const auto x = doubles({100000}, "spiky", {{"probability", 0.01}, {"scale", 10}});
    // E x² = 0.99 + 0.01 · 100
    EXPECT_NEAR(moments(x).variance, 1.99, 0.35);
    const auto spikes
        = std::count_if(x.begin(), x.end(), [](double v) { return std::fabs(v) > 5; });
    EXPECT_NEAR(static_cast<double>(spikes), 617, 150); // 1000 · P(|N| > 0.5)
}

TEST(Generators, heavyTailedIsStudentsT)
{
    const auto x = doubles({100000}, "heavy_tailed", {{"degrees_of_freedom", 3}});
    // P(|t₃| > 3.182) = 0.05, from tables of Student's t.
    const auto outside
        = std::count_if(x.begin(), x.end(), [](double v) { return std::fabs(v) > 3.1824; });
    EXPECT_NEAR(static_cast<double>(outside), 5000, 420);
}

TEST(Generators, uniformStaysBelowItsUpperBoundInEveryType)
{
    const Numbers numbers{{"low", 0}, {"high", 1}};
    const Moments m = moments(doubles({100000}, "uniform", numbers));
    EXPECT_NEAR(m.mean, 0.5, 0.006);
    EXPECT_NEAR(m.variance, 1.0 / 12.0, 0.002);
    for (const BFloat16 v : values<BFloat16>({"x", DType::BFloat16, {50000}}, "uniform", numbers))
        ASSERT_LT(toFloat(v), 1.0F); // most of the interval's end rounds to 1
    for (const Float16 v : values<Float16>({"x", DType::Float16, {50000}}, "uniform", numbers))
        ASSERT_LT(toFloat(v), 1.0F);
}

TEST(Generators, integersIncludeBothEnds)
{
    const auto x
        = values<std::int32_t>({"x", DType::Int32, {5000}}, "integers", {{"low", -3}, {"high", 4}});
    EXPECT_EQ(*std::min_element(x.begin(), x.end()), -3);
    EXPECT_EQ(*std::max_element(x.begin(), x.end()), 4);
    for (const float v :
         values<float>({"x", DType::Float32, {100}}, "integers", {{"low", -8}, {"high", 8}}))
        EXPECT_EQ(v, std::floor(v));
    const auto all = values<std::int8_t>({"x", DType::Int8, {5000}}, "integers",
                                         {{"low", -128}, {"high", 127}});
    EXPECT_EQ(*std::min_element(all.begin(), all.end()), -128);
    EXPECT_EQ(*std::max_element(all.begin(), all.end()), 127);
    EXPECT_TRUE(isRefused({"x", DType::Int8, {4}}, "integers", {{"low", 0}, {"high", 128}}));
    EXPECT_TRUE(isRefused({"x", DType::Float16, {4}}, "integers", {{"low", 0}, {"high", 4096}}));
    EXPECT_TRUE(isRefused({"x", DType::Int32, {4}}, "integers", {{"low", 0}, {"high", 0.5}}));
    EXPECT_TRUE(isRefused({"x", DType::Int32, {4}}, "integers", {{"low", 2}, {"high", 1}}));
}

TEST(Generators, positiveIsLogUniform)
{
    const auto x = doubles({50000}, "positive", {{"low", 0.01}, {"high", 100}});
    std::vector<double> logs;
    for (const double v : x)
        logs.push_back(std::log10(v));
    EXPECT_GE(*std::min_element(logs.begin(), logs.end()), -2.0);
    EXPECT_LE(*std::max_element(logs.begin(), logs.end()), 2.0);
    EXPECT_NEAR(moments(logs).mean, 0.0, 0.04);
    EXPECT_NEAR(moments(logs).variance, 16.0 / 12.0, 0.04);
    EXPECT_TRUE(isRefused({"x", DType::Float32, {4}}, "positive", {{"low", 0}, {"high", 1}}));
}

TEST(Generators, maskAndConstant)
{
    const auto mask
        = values<std::uint8_t>({"m", DType::Bool, {10000}}, "mask", {{"probability", 0.3}});
    EXPECT_LE(*std::max_element(mask.begin(), mask.end()), 1);
    EXPECT_NEAR(static_cast<double>(std::accumulate(mask.begin(), mask.end(), 0)), 3000, 280);
    for (const auto v : values<std::int64_t>({"c", DType::Int64, {3}}, "constant", {{"value", -7}}))
        EXPECT_EQ(v, -7);
}

TEST(Generators, permutationHoldsEveryIndexOnceInEachRow)
{
    const auto x = values<std::int32_t>({"p", DType::Int32, {20, 50}}, "permutation", {});
    for (std::size_t row = 0; row < 20; ++row) {
        std::vector<std::int32_t> sorted(x.begin() + static_cast<std::ptrdiff_t>(row * 50),
                                         x.begin() + static_cast<std::ptrdiff_t>(row * 50 + 50));
        std::sort(sorted.begin(), sorted.end());
        for (std::int32_t i = 0; i < 50; ++i)
            ASSERT_EQ(sorted[static_cast<std::size_t>(i)], i);
    }
    EXPECT_FALSE(std::equal(x.begin(), x.begin() + 50, x.begin() + 50));
    EXPECT_TRUE(isRefused({"p", DType::Int8, {200}}, "permutation", {}));
}

TEST(Generators, sortedAscendsInEachRow)
{
    const auto x = doubles({10, 30}, "sorted", {{"low", -1}, {"high", 1}});
    for (std::size_t row = 0; row < 10; ++row)
        EXPECT_TRUE(std::is_sorted(x.begin() + static_cast<std::ptrdiff_t>(row * 30),
                                   x.begin() + static_cast<std::ptrdiff_t>(row * 30 + 30)));
    EXPECT_FALSE(std::is_sorted(x.begin(), x.end()));
}

TEST(Generators, probabilitiesSumToOneInEachRow)
{
    const auto x = doubles({10, 30}, "probabilities", {});
    for (std::size_t row = 0; row < 10; ++row) {
        double sum = 0;
        for (std::size_t i = 0; i < 30; ++i) {
            EXPECT_GE(x[row * 30 + i], 0.0);
            sum += x[row * 30 + i];
        }
        EXPECT_NEAR(sum, 1.0, 1e-12);
    }
}

TEST(Generators, spdIsSymmetricPositiveDefiniteAndNotTooIllConditioned)
{
    for (const std::int64_t n : {1, 2, 17, 64}) {
        const auto x = doubles({2, n, n}, "spd", {});
        for (int batch = 0; batch < 2; ++batch) {
            const Eigen::Map<const Matrix> a(x.data() + batch * n * n, n, n);
            EXPECT_EQ(a, a.transpose());
            EXPECT_EQ(Eigen::LLT<Matrix>(a).info(), Eigen::Success);
            EXPECT_LT(conditionOf(a.data(), n), 1e3);
        }
        if (n > 2) {
            EXPECT_NE(x[1], 0.0) << "diagonal matrices would hide mistakes";
        }
    }
}

TEST(Generators, wellConditionedIsNotSymmetric)
{
    for (const std::int64_t n : {1, 3, 64}) {
        const auto x = doubles({n, n}, "well_conditioned", {});
        EXPECT_LT(conditionOf(x.data(), n), 1e2);
        if (n > 1) {
            EXPECT_NE(x[1], x[static_cast<std::size_t>(n)]);
        }
    }
}

TEST(Generators, lowerTriangularCanBeSolvedWith)
{
    const std::int64_t n = 200;
    const auto x = doubles({n, n}, "lower_triangular", {});
    const Eigen::Map<const Matrix> a(x.data(), n, n);
    EXPECT_TRUE(a.isLowerTriangular(0.0));
    EXPECT_GE(a.diagonal().minCoeff(), 0.75);
    EXPECT_LE(a.diagonal().maxCoeff(), 1.25);
    EXPECT_LT(conditionOf(a.data(), n), 1e2);
}

TEST(Generators, matricesNeedSquaresAndFloats)
{
    for (const char *kind : {"spd", "well_conditioned", "lower_triangular"}) {
        EXPECT_TRUE(isRefused({"a", DType::Float32, {3, 4}}, kind, {}));
        EXPECT_TRUE(isRefused({"a", DType::Float32, {9}}, kind, {}));
        EXPECT_TRUE(isRefused({"a", DType::Int32, {3, 3}}, kind, {}));
    }
}

TEST(Generators, bitsUseEveryPattern)
{
    const auto x = values<std::uint8_t>({"b", DType::UInt8, {10000}}, "bits", {});
    std::vector<int> seen(256);
    for (const std::uint8_t v : x)
        ++seen[v];
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 0), 0);
    for (const auto v : values<std::uint8_t>({"b", DType::Bool, {100}}, "bits", {}))
        EXPECT_LE(v, 1);
    EXPECT_TRUE(isRefused({"b", DType::Float32, {4}}, "bits", {}));
}

TEST(Generators, coverScalarsAndEmptyTensors)
{
    EXPECT_EQ(values<float>({"s", DType::Float32, {}}, "constant", {{"value", 2.5}})[0], 2.5F);
    EXPECT_TRUE(drawn({"e", DType::Float32, {0, 4}}, "probabilities", {}).empty());
    EXPECT_TRUE(drawn({"e", DType::Float32, {4, 0}}, "sorted", {{"low", 0}, {"high", 1}}).empty());
    EXPECT_TRUE(drawn({"e", DType::Int32, {0}}, "permutation", {}).empty());
}

TEST(Generators, saturateAtIntegerLimits)
{
    for (const auto v : values<std::int8_t>({"x", DType::Int8, {2}}, "constant", {{"value", 1000}}))
        EXPECT_EQ(v, 127);
    for (const auto v : values<std::uint8_t>({"x", DType::UInt8, {2}}, "constant", {{"value", -1}}))
        EXPECT_EQ(v, 0);
}

TEST(Generators, refuseInvalidParameters)
{
    const TensorSpec spec{"x", DType::Float32, {4}};
    EXPECT_TRUE(isRefused(spec, "normal", {{"mean", 0}}));
    EXPECT_TRUE(isRefused(spec, "nonsense", {}));
    EXPECT_TRUE(isRefused(spec, "uniform", {{"low", 1}, {"high", 1}}));
    EXPECT_TRUE(isRefused(spec, "heavy_tailed", {{"degrees_of_freedom", 0}}));
    EXPECT_TRUE(isRefused(spec, "normal", {{"mean", NAN}, {"stddev", 1}}));
    std::vector<std::byte> bytes(16);
    for (const std::string &seed : {std::string(), std::string(64, 'g'), std::string(63, 'a')})
        EXPECT_FALSE(drawTensor(spec, {"", "constant", {{"value", 1}}, {}, false}, seed, bytes));
}

} // namespace loupe
