// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/elementglimpse.h"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns a tensor without elements and one with four floats: 1, 2, 3, 4.
TensorArena fourFloats()
{
    const std::vector<TensorSpec> specs{{"none", DType::Float32, {0, 3}},
                                        {"four", DType::Float32, {2, 2}}};
    auto arena = TensorArena::create(specs);
    EXPECT_TRUE(arena);
    const float values[] = {1, 2, 3, 4};
    std::memcpy(arena->bytes(1).data(), values, sizeof values);
    return std::move(*arena);
}

} // namespace

TEST(ElementGlimpse, HoldsIfTheResultHasTheSampledElements)
{
    const TensorArena result = fourFloats();
    // IEEE 754, little-endian: 1.0 and 4.0.
    ElementGlimpse glimpse{{0.1, 0.99}, {"0000803f", "00008040"}};
    EXPECT_TRUE(glimpse.stillHolds(result));
    glimpse.seen[1] = "0000803f";
    EXPECT_FALSE(glimpse.stillHolds(result));
}

TEST(ElementGlimpse, RejectsAnswersWithoutElements)
{
    const TensorArena result = fourFloats();
    for (const Json &answer : {Json(), Json::array(), Json(3), Json::array({"0000803f", 7}),
                               Json::array({"0000803f", "0000803f", "0000803f"})}) {
        ElementGlimpse glimpse{{0.1, 0.2}, {}};
        glimpse.read(answer);
        EXPECT_FALSE(glimpse.stillHolds(result)) << answer.dump();
    }
    ElementGlimpse good{{0.1, 0.2}, {}};
    good.read(Json::array({"0000803f", "0000803f"}));
    EXPECT_TRUE(good.stillHolds(result));
    EXPECT_TRUE((ElementGlimpse{{}, {}}.stillHolds(result))) << "nothing was asked for";
    const auto empty = TensorArena::create(std::vector<TensorSpec>{{"e", DType::Int8, {0}}});
    EXPECT_TRUE((ElementGlimpse{{0.5}, {}}.stillHolds(*empty)));
}

TEST(ElementGlimpse, RequiresEqualElementsFromTheDeviceProcess)
{
    const ElementGlimpse glimpse{{0.1, 0.9}, {"0000803f", "00008040"}};
    EXPECT_TRUE(glimpse.isSeenAgain(Json::array({"0000803f", "00008040"})));
    for (const Json &later : {Json(), Json::array(), Json::array({"0000803f"}),
                              Json::array({"0000803f", "0000803f"}), Json("0000803f")})
        EXPECT_FALSE(glimpse.isSeenAgain(later)) << later.dump();
    EXPECT_TRUE((ElementGlimpse{{0.1}, {}}.isSeenAgain(Json::array()))) << "it has no elements";
    EXPECT_FALSE((ElementGlimpse{{0.1}, {}}.isSeenAgain(Json::array({"0000803f"}))));
    EXPECT_FALSE((ElementGlimpse{{0.1, 0.2}, {"01"}}.isSeenAgain(Json::array({"01"}))));
}

TEST(ElementGlimpse, SamplesEverywhereAndMostNearTheEnd)
{
    const auto places = ElementGlimpse::anywhere().places;
    EXPECT_TRUE(std::ranges::all_of(places, [](double p) { return p >= 0 && p < 1; }));
    EXPECT_GE(std::ranges::count_if(places, [](double p) { return p >= 0.875; }), 8);
    EXPECT_NE(places, ElementGlimpse::anywhere().places);
}

} // namespace loupe
