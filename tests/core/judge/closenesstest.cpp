// SPDX-License-Identifier: Apache-2.0
#include "core/judge/closeness.h"

#include "core/judge/tensorcomparison.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace loupe {

namespace {

std::vector<std::byte> bytesFromHex(const std::string &text)
{
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoi(text.substr(i, 2), nullptr, 16)));
    return bytes;
}

/// One line of golden/closeness.txt, which golden/closeness.py made with torch and numpy.
struct GoldenPair {
    std::string library;
    std::string dtype;
    double relative = 0;
    double absolute = 0;
    bool equalNan = false;
    std::string expected;
    std::string actual;
    bool verdict = false;
};

std::vector<GoldenPair> goldenPairs()
{
    std::ifstream file(LOUPE_SOURCE_DIR "/tests/core/judge/golden/closeness.txt");
    std::vector<GoldenPair> pairs;
    std::string line;
    while (std::getline(file, line)) {
        if (line.starts_with('#'))
            continue;
        GoldenPair pair;
        std::istringstream(line) >> pair.library >> pair.dtype >> pair.relative >> pair.absolute
            >> pair.equalNan >> pair.expected >> pair.actual >> pair.verdict;
        pairs.push_back(pair);
    }
    return pairs;
}

bool isClose(const GoldenPair &pair, NestedRule::Scale scale)
{
    const TensorSpec spec{"y", dtypeFromName(pair.dtype).value(), {}};
    const std::vector<std::byte> expected = bytesFromHex(pair.expected);
    const std::vector<std::byte> actual = bytesFromHex(pair.actual);
    const ElementRule rule{{false, pair.relative, pair.absolute, 0},
                           scale,
                           pair.equalNan,
                           pair.library == "numpy",
                           false,
                           false};
    const bool scaleIsActual = scale == NestedRule::Scale::Actual;
    return compareTensors(spec, rule, scaleIsActual ? actual : expected,
                          scaleIsActual ? expected : actual)
               .mismatched
        == 0;
}

} // namespace

TEST(Closeness, agreesWithTorchAndNumpyAtTheBorder)
{
    const std::vector<GoldenPair> pairs = goldenPairs();
    ASSERT_GT(pairs.size(), 1000U);
    int close = 0;
    for (const GoldenPair &pair : pairs) {
        EXPECT_EQ(isClose(pair, NestedRule::Scale::Expected), pair.verdict)
            << pair.library << " " << pair.dtype << " " << pair.relative << " " << pair.absolute
            << " nan=" << pair.equalNan << " " << pair.expected << " " << pair.actual;
        // allclose(reference, candidate) is isclose with the arguments swapped.
        EXPECT_EQ(isClose(pair, NestedRule::Scale::Actual), pair.verdict) << pair.expected;
        close += pair.verdict ? 1 : 0;
    }
    EXPECT_GT(close, 300);
}

TEST(Closeness, roundsLikeTheSlowConversions)
{
    for (std::uint32_t i = 0; i < 1U << 20; ++i) {
        const auto value = std::bit_cast<float>(i * 4093U);
        if (std::isnan(value))
            continue;
        EXPECT_EQ(roundToHalf(value), toFloat(toFloat16(static_cast<double>(value)))) << value;
        EXPECT_EQ(roundToBrain(value), toFloat(toBFloat16(static_cast<double>(value)))) << value;
    }
}

/// A compiler once omitted a rounding in one of the sums.
TEST(Closeness, measuresFloat64AsFloat32InEverySum)
{
    std::vector<double> values;
    for (int i = 1; i <= 31; ++i)
        values.push_back(1.0 / i);
    const TensorSpec spec{"y", DType::Float64, {31}};
    const auto bytes = std::as_bytes(std::span(values));
    ElementRule rule{{true, 0, 0, 0}};
    rule.measures = true;
    EXPECT_NEAR(compareTensors(spec, rule, bytes, bytes).cosine.value(), 1.0, 1e-15);
}

} // namespace loupe
