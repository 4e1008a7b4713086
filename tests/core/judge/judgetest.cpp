// SPDX-License-Identifier: Apache-2.0
#include "core/judge/judge.h"

#include "core/judge/tensorcomparison.h"
#include "core/model/values/elementtypes.h"
#include "core/model/verdict/errorcounts.h"
#include "core/sandbox/channel/tensorarena.h"

#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

template <typename T>
OutputComparison compared(DType dtype, std::vector<std::int64_t> shape, const ComparisonRule &rule,
                          const std::vector<T> &expected, const std::vector<T> &actual)
{
    const TensorSpec spec{"y", dtype, std::move(shape)};
    EXPECT_EQ(spec.bytes(), static_cast<std::int64_t>(expected.size() * sizeof(T)));
    return compareOutput(spec, rule, std::as_bytes(std::span(expected)),
                         std::as_bytes(std::span(actual)));
}

OutputComparison floats(const ComparisonRule &rule, const std::vector<float> &expected,
                        const std::vector<float> &actual)
{
    return compared(DType::Float32, {static_cast<std::int64_t>(expected.size())}, rule, expected,
                    actual);
}

} // namespace

TEST(CompareOutput, appliesTheFormulaOfTheTolerances)
{
    // The rms of (3, 4, 0, 0) is sqrt(25 / 4) = 2.5, so atol = 0.1 · 2.5.
    const ComparisonRule rule{false, 0.1, 0.0};
    OutputComparison c = floats(rule, {3, 4, 0, 0}, {3.54F, 4.64F, 0.24F, -0.24F});
    EXPECT_DOUBLE_EQ(c.absoluteTolerance, 0.25);
    EXPECT_DOUBLE_EQ(c.relativeTolerance, 0.1);
    EXPECT_EQ(c.mismatched, 0); // 0.54 <= 0.25 + 0.3, 0.64 <= 0.25 + 0.4, 0.24 <= 0.25
    c = floats(rule, {3, 4, 0, 0}, {3.56F, 4.66F, 0.26F, -0.26F});
    EXPECT_EQ(c.mismatched, 4);
    EXPECT_EQ(c.elements, 4);
    EXPECT_NEAR(c.maxAbsoluteError, 0.66, 1e-6);
    EXPECT_NEAR(c.meanAbsoluteError, (0.56 + 0.66 + 0.26 + 0.26) / 4, 1e-6);
    EXPECT_EQ(c.worstIndex, (std::vector<std::int64_t>{1}));
    EXPECT_EQ(c.firstMismatch, (std::vector<std::int64_t>{0}));
    EXPECT_EQ(c.worstExpected, 4.0);
    EXPECT_NEAR(c.worstActual, 4.66, 1e-6);
}

TEST(CompareOutput, countsMismatchesByTheirRelativeError)
{
    const ComparisonRule rule{false, 1e-3, 1e-9};
    const OutputComparison c = floats(rule, {1, 2, 4, 8, 1, 1, 0},
                                      {1, 2.5F, 6, 80, static_cast<float>(nan), 1.0001F, 1});
    // By hand: 0.25, 0.5 (0.1 to 0.316: bin 15; 0.316 to 1: bin 16), 9 (3.16 to 10: bin 18), NaN,
    // and 1 over the smallest normal number, which exceeds the last edge.
    ErrorCounts wanted(errorBins, 0);
    for (const int bin : {15, 16, 18, notFiniteBin, errorEdges})
        ++wanted[static_cast<std::size_t>(bin)];
    EXPECT_EQ(c.errorCounts, wanted);
    EXPECT_EQ(total(c.errorCounts), c.mismatched);
    EXPECT_TRUE(floats(rule, {1, 2}, {1, 2}).errorCounts.empty()) << "nothing differs";
}

TEST(CompareTensors, countsMismatchesOfManyThreadsTogether)
{
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    std::vector<float> expected(9 << 20);
    for (float &each : expected)
        each = normal(random);
    std::vector<float> actual = expected;
    for (std::size_t i = 0; i < actual.size(); i += 3)
        actual[i] *= 1.5F;
    ElementRule rule;
    rule.tolerance.relative = 1e-3;
    const TensorSpec spec{"y", DType::Float32, {9, 1 << 20}};
    const OutputComparison c = compareTensors(spec, rule, std::as_bytes(std::span(expected)),
                                              std::as_bytes(std::span(actual)));
    EXPECT_EQ(c.mismatched, static_cast<std::int64_t>((expected.size() + 2) / 3));
    ErrorCounts wanted(errorBins, 0); // all are off by half: 0.316 to 1
    wanted[16] = c.mismatched;
    EXPECT_EQ(c.errorCounts, wanted);
    const OutputComparison same = compareTensors(spec, rule, std::as_bytes(std::span(expected)),
                                                 std::as_bytes(std::span(expected)));
    EXPECT_TRUE(same.errorCounts.empty());
}

TEST(CompareOutput, usesTheFloorOfTheAbsoluteTolerance)
{
    const ComparisonRule rule{false, 1e-6, 0.5};
    EXPECT_EQ(floats(rule, {1, 2}, {1.4F, 1.6F}).mismatched, 0);
    EXPECT_EQ(floats(rule, {1, 2}, {1.6F, 1.4F}).mismatched, 2);
    EXPECT_DOUBLE_EQ(floats(rule, {1, 2}, {1, 2}).absoluteTolerance, 0.5);
}

TEST(CompareOutput, requiresEqualityForExactTypes)
{
    const ComparisonRule exact{true, 0.5, 10.0};
    const float next = std::nextafter(1.0F, 2.0F);
    EXPECT_EQ(floats(exact, {1, 0.0F}, {1, -0.0F}).mismatched, 0);
    EXPECT_EQ(floats(exact, {1, 2}, {next, 2}).mismatched, 1);
    EXPECT_EQ(floats(exact, {1, 2}, {next, 2}).absoluteTolerance, 0.0);
    // Integers need no rule.
    const ComparisonRule loose{false, 0.5, 0.0};
    EXPECT_EQ(compared<std::int32_t>(DType::Int32, {2}, loose, {100, 5}, {101, 5}).mismatched, 1);
    const std::int64_t big = (1LL << 53) + 1; // one apart, equal as doubles
    EXPECT_EQ(compared<std::int64_t>(DType::Int64, {1}, exact, {big}, {big - 1}).mismatched, 1);
    EXPECT_EQ(compared<std::int8_t>(DType::Int8, {2}, exact, {-128, 3}, {-128, 4}).worstActual, 4);
    EXPECT_EQ(compared<std::uint8_t>(DType::Bool, {2}, exact, {1, 0}, {1, 1}).mismatched, 1);
}

TEST(CompareOutput, allowsRoundingStepsOfTheContract)
{
    const ComparisonRule oneStep{false, 0.5, 1.0};
    EXPECT_EQ(compared<std::int8_t>(DType::Int8, {3}, oneStep, {100, 5, 7}, {101, 4, 9}).mismatched,
              1);
}

TEST(CompareOutput, treatsNanAndInfinityAsValues)
{
    const auto f = [](double value) { return static_cast<float>(value); };
    for (const bool exact : {true, false}) {
        const ComparisonRule rule{exact, 1e-3, 0.0};
        EXPECT_EQ(floats(rule, {f(nan), f(inf), f(-inf)}, {f(nan), f(inf), f(-inf)}).mismatched, 0);
        const OutputComparison c
            = floats(rule, {f(nan), f(inf), f(inf), 1, 1, 2}, {1, f(-inf), 1, f(nan), f(inf), 2});
        EXPECT_EQ(c.mismatched, 5);
        EXPECT_EQ(c.notANumber, 2); // only where the reference is finite
        EXPECT_EQ(c.maxAbsoluteError, 0.0);
        EXPECT_EQ(c.worstIndex, (std::vector<std::int64_t>{0})); // the first mismatch
    }
}

TEST(CompareOutput, leavesInfinityOutOfTheRootMeanSquare)
{
    const float big = std::numeric_limits<float>::infinity();
    const OutputComparison c = floats({false, 0.1, 0.0}, {big, 3, 4}, {big, 3, 4});
    EXPECT_NEAR(c.absoluteTolerance, 0.1 * std::sqrt(12.5), 1e-12);
}

TEST(CompareOutput, survivesSquaresBeyondTheRangeOfDouble)
{
    const ComparisonRule rule{false, 1e-6, 0.0};
    OutputComparison c
        = compared<double>(DType::Float64, {2}, rule, {1e200, 1e200}, {1e200, 2e200});
    EXPECT_NEAR(c.absoluteTolerance, 1e194, 1e184);
    EXPECT_EQ(c.mismatched, 1);
    c = compared<double>(DType::Float64, {2}, rule, {1e-200, 1e-200}, {1e-200, 2e-200});
    EXPECT_EQ(c.mismatched, 1);
    c = compared<double>(DType::Float64, {1}, rule, {1.7e308}, {-1.7e308}); // difference overflows
    EXPECT_EQ(c.mismatched, 1);
}

TEST(CompareOutput, relatesErrorsToTheExpectation)
{
    const OutputComparison c = floats({false, 1.0, 0.0}, {2, 0}, {3, 0});
    EXPECT_DOUBLE_EQ(c.maxRelativeError, 0.5);
    const OutputComparison zero = floats({false, 1.0, 1.0}, {0}, {0.5F});
    EXPECT_DOUBLE_EQ(zero.maxRelativeError, 0.5 / static_cast<double>(FLT_MIN));
}

TEST(CompareOutput, findsUnwrittenElements)
{
    float poison = 0;
    std::memset(&poison, static_cast<int>(poisonByte), sizeof poison);
    const OutputComparison c = floats({false, 1e-6, 0.0}, {1, 2, 3, 4}, {1, poison, 3.5F, poison});
    EXPECT_EQ(c.mismatched, 3);
    EXPECT_EQ(c.unwritten, 2);
}

TEST(CompareOutput, comparesSmallFloats)
{
    const ComparisonRule rule{false, 0.01, 0.0};
    const std::vector<Float16> half{toFloat16(1.0), toFloat16(1000.0)};
    EXPECT_EQ(compared(DType::Float16, {2}, rule, half, half).mismatched, 0);
    EXPECT_EQ(
        compared(DType::Float16, {2}, rule, half, {toFloat16(1.0), toFloat16(2000.0)}).worstActual,
        2000.0);
    const std::vector<BFloat16> brain{toBFloat16(1.0), toBFloat16(1e30)};
    EXPECT_EQ(
        compared(DType::BFloat16, {2}, rule, brain, {toBFloat16(1.0), toBFloat16(nan)}).notANumber,
        1);
}

TEST(CompareOutput, handlesScalarsAndEmptyTensors)
{
    const OutputComparison scalar
        = compared<float>(DType::Float32, {}, {true, 0, 0}, {1.0F}, {2.0F});
    EXPECT_EQ(scalar.mismatched, 1);
    EXPECT_TRUE(scalar.worstIndex.empty());
    const OutputComparison empty = compared<float>(DType::Float32, {0, 3}, {true, 0, 0}, {}, {});
    EXPECT_EQ(empty.elements, 0);
    EXPECT_EQ(empty.mismatched, 0);
}

TEST(CompareOutput, placesMismatchesAndNamesTheirPattern)
{
    std::vector<float> expected(8 * 10, 1.0F);
    std::vector<float> actual = expected;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        if (i % 10 >= 7)
            actual[i] = static_cast<float>(i);
    }
    const OutputComparison c
        = compared(DType::Float32, {8, 10}, {false, 1e-6, 0.0}, expected, actual);
    EXPECT_EQ(c.pattern, "the last 3 of every 10 columns");
    EXPECT_EQ(c.firstMismatch, (std::vector<std::int64_t>{0, 7}));
    EXPECT_EQ(c.worstIndex, (std::vector<std::int64_t>{7, 9}));
    EXPECT_EQ(c.shape, (std::vector<std::int64_t>{8, 10}));
    EXPECT_EQ(c.dtype, "float32");
    EXPECT_EQ(c.map.rows, 8);
    EXPECT_EQ(c.map.columns, 10);
    EXPECT_EQ(c.map.share[6], 0);
    EXPECT_EQ(c.map.share[7], 255);
}

/// Compares with a second, plain implementation of the formula.
TEST(CompareOutput, agreesWithTheFormulaOnRandomData)
{
    std::mt19937_64 engine(7);
    std::normal_distribution<float> normal;
    for (int round = 0; round < 50; ++round) {
        std::vector<float> expected(500);
        std::vector<float> actual(500);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            expected[i] = normal(engine) * std::pow(10.0F, normal(engine));
            actual[i] = expected[i] + normal(engine) * 0.02F;
        }
        const ComparisonRule rule{false, 0.01 * (round % 5), 0.001 * (round % 3)};
        double squares = 0;
        for (const float e : expected)
            squares += static_cast<double>(e) * static_cast<double>(e);
        const double atol = std::max(rule.absoluteFloor, rule.relative * std::sqrt(squares / 500));
        std::int64_t wrong = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const auto e = static_cast<double>(expected[i]);
            const auto a = static_cast<double>(actual[i]);
            wrong += std::abs(a - e) <= atol + rule.relative * std::abs(e) ? 0 : 1;
        }
        EXPECT_EQ(floats(rule, expected, actual).mismatched, wrong);
    }
}

namespace {

/// Expected counts of a comparison.
struct Counts {
    std::int64_t mismatched = 0;
    std::int64_t notANumber = 0;
    std::int64_t expectedNan = 0;
    std::int64_t expectedInfinite = 0;
    std::int64_t actualNan = 0;
    std::int64_t actualInfinite = 0;
    friend bool operator==(const Counts &, const Counts &) = default;
};

Counts countsOf(const OutputComparison &c)
{
    return {c.mismatched,       c.notANumber, c.expectedNan,
            c.expectedInfinite, c.actualNan,  c.actualInfinite};
}

Counts countsByFormula(const std::vector<double> &expected, const std::vector<double> &actual,
                       double relative, double absolute)
{
    Counts out;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double e = expected[i];
        const double a = actual[i];
        out.expectedNan += std::isnan(e) ? 1 : 0;
        out.expectedInfinite += std::isinf(e) ? 1 : 0;
        out.actualNan += std::isnan(a) ? 1 : 0;
        out.actualInfinite += std::isinf(a) ? 1 : 0;
        const bool isRight = a == e || (std::isnan(a) && std::isnan(e))
            || (std::isfinite(a - e) && std::abs(a - e) <= absolute + relative * std::abs(e));
        out.mismatched += isRight ? 0 : 1;
        out.notANumber += std::isfinite(e) && !std::isfinite(a) ? 1 : 0;
    }
    return out;
}

double rootMeanSquareOf(const std::vector<double> &values)
{
    double squares = 0;
    double count = 0;
    for (const double value : values) {
        squares += std::isfinite(value) ? value * value : 0;
        count += std::isfinite(value) ? 1 : 0;
    }
    return count == 0 ? 0 : std::sqrt(squares / count);
}

/// Returns an expected number of any magnitude and its result: equal, slightly off, or not a
/// number.
std::pair<double, double> randomPair(std::mt19937_64 &engine)
{
    std::normal_distribution<double> normal;
    std::uniform_int_distribution<int> dice(0, 19);
    const double others[] = {nan, inf, -inf, 0.0, -0.0, 1e-42, -1e30};
    std::uniform_int_distribution<std::size_t> other(0, std::size(others) - 1);
    const double e = dice(engine) == 0 ? others[other(engine)]
                                       : normal(engine) * std::pow(10.0, 2 * normal(engine));
    const int face = dice(engine);
    if (face == 0)
        return {e, others[other(engine)]};
    return {e, face < 10 ? e : e * (1 + 0.01 * normal(engine)) + 0.5 * (face % 3)};
}

} // namespace

TEST(CompareOutput, countsNotANumberOnEachSide)
{
    const std::vector<double> expected{nan, nan, inf, 1, 2, -inf, 3};
    const std::vector<double> actual{nan, 1, inf, nan, inf, -inf, 3};
    const OutputComparison c = compared(DType::Float64, {7}, {false, 1e-3, 0.0}, expected, actual);
    EXPECT_EQ(countsOf(c), (Counts{3, 2, 2, 2, 2, 3}));
}

TEST(CompareOutput, relatesErrorsOnAverage)
{
    const OutputComparison c = floats({false, 1.0, 0.0}, {2, 4, 8}, {3, 4, 10});
    EXPECT_DOUBLE_EQ(c.meanRelativeError, (0.5 + 0 + 0.25) / 3);
}

TEST(CompareOutput, agreesWithTheFormulaOnEveryType)
{
    std::mt19937_64 engine(11);
    for (const DType dtype : everyDType()) {
        if (!isNative(dtype))
            continue;
        withElement(dtype, [&]<typename Element>(Element) {
            for (int round = 0; round < 40; ++round) {
                std::vector<Element> expected;
                std::vector<Element> actual;
                std::vector<double> e;
                std::vector<double> a;
                for (int i = 0; i < 11 * round; ++i) {
                    const auto [right, got] = randomPair(engine);
                    e.push_back(asDouble(expected.emplace_back(roundedTo<Element>(right))));
                    a.push_back(asDouble(actual.emplace_back(roundedTo<Element>(got))));
                }
                const ComparisonRule rule{round % 7 == 0, 1e-3 * (round % 5), 0.5 * (round % 3)};
                const double relative = rule.exact || !isFloating(dtype) ? 0 : rule.relative;
                const double absolute
                    = rule.exact ? 0 : std::max(rule.absoluteFloor, relative * rootMeanSquareOf(e));
                const OutputComparison c = compared(dtype, {11 * round}, rule, expected, actual);
                EXPECT_EQ(countsOf(c), countsByFormula(e, a, relative, absolute)) << name(dtype);
                EXPECT_DOUBLE_EQ(c.absoluteTolerance, absolute) << name(dtype);
                EXPECT_DOUBLE_EQ(c.relativeTolerance, relative) << name(dtype);
            }
        });
    }
}

TEST(CompareOutput, refusesInvalidTypes)
{
    const std::vector<ComplexNumber<float>> same(3);
    const OutputComparison c = compared(DType::Complex64, {3}, {false, 1.0, 1.0}, same, same);
    EXPECT_EQ(c.mismatched, 3);
}

TEST(CompareTensors, countsNoPoison)
{
    float poison = 0;
    std::memset(&poison, static_cast<int>(poisonByte), sizeof poison);
    const std::vector<float> expected{1, 2};
    const std::vector<float> actual{1, poison};
    const TensorSpec spec{"y", DType::Float32, {2}};
    const OutputComparison c = compareTensors(spec, {}, std::as_bytes(std::span(expected)),
                                              std::as_bytes(std::span(actual)));
    EXPECT_EQ(c.mismatched, 1);
    EXPECT_EQ(c.unwritten, 0) << "results of Python are not poisoned before they are written";
}

TEST(JudgeTrial, choosesTheVerdictInOrder)
{
    OutputComparison right;
    right.output = "y";
    right.elements = 4096000;
    OutputComparison wrong = right;
    wrong.mismatched = 98304;
    wrong.worstIndex = {17, 991};
    wrong.worstExpected = 0.41;
    wrong.worstActual = 3.9;
    OutputComparison tail = wrong;
    tail.pattern = "the last 24 of every 1000 columns";
    OutputComparison notANumber = tail;
    notANumber.notANumber = 1;
    OutputComparison unwritten = notANumber;
    unwritten.unwritten = unwritten.mismatched;

    using Outputs = std::vector<OutputComparison>;
    EXPECT_EQ(judgeTrial(Outputs{right, right}).first, Verdict::Correct);
    EXPECT_EQ(judgeTrial(Outputs{right, wrong}).first, Verdict::WrongValue);
    EXPECT_EQ(judgeTrial(Outputs{right, tail}).first, Verdict::WrongTail);
    EXPECT_EQ(judgeTrial(Outputs{tail, wrong}).first, Verdict::WrongValue);
    EXPECT_EQ(judgeTrial(Outputs{tail, notANumber}).first, Verdict::NotANumber);
    EXPECT_EQ(judgeTrial(Outputs{right, unwritten}).first, Verdict::Unwritten);
    EXPECT_EQ(judgeTrial(Outputs{wrong, unwritten}).first, Verdict::NotANumber);
}

TEST(JudgeTrial, writesASentence)
{
    OutputComparison c;
    c.output = "y";
    c.elements = 4096000;
    c.mismatched = 98304;
    c.worstIndex = {17, 991};
    c.worstExpected = 0.41;
    c.worstActual = 3.9;
    EXPECT_EQ(judgeTrial(std::vector{c}).second,
              "98304 of 4096000 elements of y differ, worst at [17, 991]: expected 0.41, got 3.9");
    c.pattern = "the last 24 of every 1000 columns";
    EXPECT_EQ(judgeTrial(std::vector{c}).second,
              "98304 of 4096000 elements of y differ (the last 24 of every 1000 columns), worst at "
              "[17, 991]: expected 0.41, got 3.9");
    c.unwritten = c.mismatched;
    EXPECT_EQ(judgeTrial(std::vector{c}).second,
              "98304 of 4096000 elements of y were never written (the last 24 of every 1000 "
              "columns)");
}

} // namespace loupe
