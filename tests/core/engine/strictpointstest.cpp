// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/strictpoints.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(StrictPoints, ResultsLieWhereTheReferencesDo)
{
    const auto layout = [](const char *device, const Json &alias) {
        return Json::array({{{"path", "result"}, {"device", device}, {"alias", alias}}});
    };
    const Json reference = layout("cuda:0", nullptr);
    EXPECT_FALSE(layoutProblem(reference, layout("cuda:0", nullptr)));
    EXPECT_EQ(layoutProblem(reference, layout("cpu", nullptr)), "result is on cpu, not on cuda:0");
    EXPECT_TRUE(layoutProblem(reference, layout("cuda:0", 1)));
    EXPECT_FALSE(layoutProblem(layout("cuda:0", 0), layout("cuda:0", 0))) << "as the reference's";
    for (const Json &hostile : {Json(), Json("x"), Json::array({1, 2}), Json::object()})
        EXPECT_FALSE(layoutProblem(reference, hostile)) << "the comparison tells that";
    EXPECT_TRUE(layoutProblem(reference, Json::array({{{"path", "result"}, {"device", 3}}})));
}

TEST(StrictPoints, DamagedGuardsAreNamed)
{
    EXPECT_FALSE(guardDamage(Json::array()));
    EXPECT_FALSE(guardDamage(Json("x")));
    EXPECT_EQ(guardDamage(
                  Json::array({{{"input", 1}, {"side", "behind"}, {"distance", 0}, {"bytes", 4}}})),
              "it wrote behind input 2: 4 bytes, the nearest 0 bytes from it");
}

TEST(StrictPoints, TolerancesWidenByTheReferencesOwnError)
{
    const NestedRule rule = strictProtocol().rule;
    const NestedRule wide = widened(rule, {{"float32", 0.5}, {"nonsense", 9}}, 4);
    EXPECT_DOUBLE_EQ(wide.toleranceOf(DType::Float32).absolute, 2.0);
    EXPECT_EQ(wide.toleranceOf(DType::Float64), rule.toleranceOf(DType::Float64));
    EXPECT_EQ(widened(rule, {{"float32", 0}}, 4), rule) << "never narrower";
}

TEST(StrictPoints, TrialsAreAddedForThePointsThatAreOn)
{
    const auto planned = [](const ToggleChoices &choices) {
        PythonPhase phase;
        phase.protocol = strictProtocol();
        EXPECT_TRUE(switchPoints(phase.protocol, choices));
        for (std::uint64_t i = 0; i < 5; ++i) {
            phase.trials.emplace_back().index = i;
            phase.trials.back().drawSeed = 10 + i;
        }
        planStrictTrials(phase, false, [](int place) { return 1000 + place; });
        return std::move(phase.trials);
    };
    const auto usual = planned({});
    ASSERT_EQ(usual.size(), 11u);
    EXPECT_EQ(usual[1].place, InputPlace::Same);
    EXPECT_TRUE(usual[5].repeatsFirst);
    EXPECT_EQ(usual[5].drawSeed, 10u);
    EXPECT_TRUE(usual[6].randomisesWeights);
    EXPECT_EQ(usual[7].variant, "changed");
    EXPECT_EQ(usual[7].drawSeed, 10u) << "the first inputs, but for some elements";
    EXPECT_EQ(usual[8].variant, "signed");
    EXPECT_EQ(usual[9].variant, "binary");
    EXPECT_NE(usual[8].drawSeed, usual[9].drawSeed);
    EXPECT_TRUE(usual[10].randomisesWeights && usual[10].redrawsWeights);
    const auto fewer = planned({{"several_distributions", ToggleState::Off},
                                {"randomised_weights", ToggleState::Off},
                                {"changed_elements", ToggleState::Off},
                                {"same_addresses", ToggleState::Off},
                                {"other_weights", ToggleState::Off},
                                {"other_shapes", ToggleState::On}});
    ASSERT_EQ(fewer.size(), 7u);
    EXPECT_EQ(fewer[1].place, InputPlace::Any);
    EXPECT_EQ(fewer[6].variant, "fewer_rows");
}

} // namespace loupe
