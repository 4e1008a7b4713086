// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/strictpoints.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/engine/fakeoracle.h"

namespace loupe {

TEST(StrictPoints, RequiresTheLayoutOfTheReference)
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

TEST(StrictPoints, RuleOfATrialIncludesTheReferenceError)
{
    const Protocol strict = strictProtocol();
    PythonTrial trial;
    EXPECT_EQ(ruleOf(strict, trial), strict.rule);
    trial.referenceError = {{"float32", 0.5}};
    trial.timedErrors = {{"result[1]", {0.25, 3}}};
    NestedRule rule = widened(strict.rule, trial.referenceError, 4);
    rule.asTimed = {{"result[1]", {0.25, 3}}};
    trial.undecided = {{"result", {{3}, {1}, {2}}}};
    rule.undecided = trial.undecided;
    EXPECT_EQ(ruleOf(strict, trial), rule);
}

TEST(StrictPoints, KeepsResultsBySize)
{
    const SizeLimits limits = SizeLimits::ofHost(std::int64_t{1} << 30);
    PythonPhase phase;
    phase.isStrict = true;
    phase.protocol = strictProtocol();
    PythonTrial trial;
    for (const bool isStreamed : {false, true}) {
        phase.isStreamed = isStreamed;
        trial.given = test::bundleOf(48LL << 20);
        trial.expected = test::bundleOf(16LL << 20);
        const Json small = decidedBySize(phase, trial, limits);
        EXPECT_EQ(small["bitwise_repeatable"], true);
        EXPECT_EQ(small["fresh_timed_inputs"], true);
        EXPECT_EQ(small["kept"], !isStreamed);
        EXPECT_EQ(small["inputs"], 48LL << 20);
        trial.expected = test::bundleOf((64LL << 20) + 4);
        const Json large = decidedBySize(phase, trial, limits);
        EXPECT_EQ(large["bitwise_repeatable"], false);
        EXPECT_EQ(large["fresh_timed_inputs"], false) << "together a sixteenth of the memory";
    }
    EXPECT_TRUE(switchPoints(phase.protocol, {{"bitwise_repeatable", ToggleState::Off}}));
    EXPECT_FALSE(decidedBySize(phase, trial, limits).contains("bitwise_repeatable"));
}

TEST(StrictPoints, LooserRuleAllowsDistancesOnly)
{
    NestedRule rule;
    rule.byDtype[DType::Float32] = {false, 1e-3, 1e-4, 1e-2};
    rule.byDtype[DType::Int32] = {true, 0, 0, 0};
    rule.thresholds = QualityThresholds{0.99, 0.01, 0.02, false};
    const NestedRule loose = loosened(rule, 4);
    EXPECT_EQ(loose.byDtype.at(DType::Float32), (Tolerance{false, 4e-3, 4e-4, 4e-2}));
    EXPECT_EQ(loose.byDtype.at(DType::Int32), rule.byDtype.at(DType::Int32));
    EXPECT_NEAR(loose.thresholds->cosine, 0.96, 1e-12);
    EXPECT_EQ(loose.thresholds->l1Relative, 0.04);
    EXPECT_EQ(loose.checkDtype, rule.checkDtype);
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
    ASSERT_EQ(usual.size(), 23u);
    EXPECT_EQ(usual[1].place, InputPlacement::Same);
    EXPECT_TRUE(usual[5].repeatsFirst);
    EXPECT_EQ(usual[5].drawSeed, 10u);
    EXPECT_TRUE(usual[6].randomisesWeights && usual[6].redrawsWeights);
    EXPECT_TRUE(usual[7].constructsAgain && !usual[7].randomisesWeights);
    EXPECT_TRUE(usual[8].randomisesWeights && !usual[8].redrawsWeights)
        << "once it is known who folds its weights";
    EXPECT_EQ(usual[9].variant, "changed");
    EXPECT_EQ(usual[9].drawSeed, 10u) << "the first inputs, but for some elements";
    EXPECT_EQ(usual[10].variant, "signed");
    EXPECT_EQ(usual[11].variant, "binary");
    EXPECT_NE(usual[10].drawSeed, usual[11].drawSeed);
    EXPECT_EQ(usual[12].variant, "ordered");
    EXPECT_EQ(usual[18].variant, "first_constant_row");
    EXPECT_EQ(usual[22].variant, "first_large");
    EXPECT_EQ(usual[17].drawSeed, 10u) << "what the reference does on the first inputs decides";
    const auto fewer = planned({{"several_distributions", ToggleState::Off},
                                {"randomised_weights", ToggleState::Off},
                                {"changed_elements", ToggleState::Off},
                                {"same_addresses", ToggleState::Off},
                                {"other_weights", ToggleState::Off},
                                {"structured_inputs", ToggleState::Off},
                                {"other_shapes", ToggleState::On}});
    ASSERT_EQ(fewer.size(), 7u);
    EXPECT_EQ(fewer[1].place, InputPlacement::Any);
    EXPECT_EQ(fewer[6].variant, "fewer_rows");
}

TEST(StrictPoints, PlansAHintOfAnotherShapeUnlessThatShapeDecides)
{
    const auto planned = [](const ToggleChoices &choices) {
        PythonPhase phase;
        phase.protocol = strictProtocol();
        EXPECT_TRUE(switchPoints(phase.protocol, choices));
        phase.trials.emplace_back().drawSeed = 10;
        planStrictTrials(phase, false, [](int place) { return 1000 + place; });
        return std::move(phase.shapeHint);
    };
    const auto usual = planned({});
    ASSERT_TRUE(usual);
    EXPECT_EQ(usual->variant, "fewer_rows");
    EXPECT_TRUE(usual->drawSeed) << "so that a reference that cannot take it excuses it";
    EXPECT_FALSE(planned({{"shape_hint", ToggleState::Off}}));
    EXPECT_FALSE(planned({{"other_shapes", ToggleState::On}}));
}

TEST(StrictPoints, NamesTheFirstMisplacedTensor)
{
    const auto entry = [](const char *path, const char *device, const Json &alias) {
        return Json{{"path", path}, {"device", device}, {"alias", alias}};
    };
    const Json reference = Json::array(
        {entry("result[0]", "cuda:0", nullptr), entry("result[1]", "cuda:0", nullptr)});
    EXPECT_EQ(layoutProblem(reference,
                            Json::array({entry("result[0]", "cuda:0", nullptr),
                                         entry("result[1]", "cuda:0", 0)})),
              "result[1] lies in the memory of an input, where the reference's is new");
    EXPECT_FALSE(layoutProblem(reference, Json::array({entry("result[0]", "cuda:0", nullptr)})))
        << "a tensor less is another structure";
    EXPECT_FALSE(layoutProblem(reference, Json::array({entry("result.a", "cpu", 0)})));
    EXPECT_FALSE(layoutProblem(Json::array(), Json::array({entry("result", "cpu", 0)})));
}

TEST(StrictPoints, ValidatesGuardReportsOfAWorker)
{
    for (const Json &none : {Json::array({1}), Json::array({"x"}), Json::array({nullptr}),
                             Json::object(), Json(nullptr)})
        EXPECT_FALSE(guardDamage(none)) << none;
    EXPECT_EQ(guardDamage(Json::array({{{"input", "many"}, {"side", 3}, {"bytes", 1.5}}})),
              "it wrote  input 1: 0 bytes, the nearest 0 bytes from it");
}

TEST(StrictPoints, GroupedInputsHaveNoTrialsOfTheirOwn)
{
    const auto planned = [](bool isGrouped, bool hasSeeds) {
        PythonPhase phase;
        phase.protocol = strictProtocol();
        PythonTrial &trial = phase.trials.emplace_back();
        if (hasSeeds)
            trial.drawSeed = 1;
        planStrictTrials(phase, isGrouped, [](int) { return 7; });
        return phase.trials.size();
    };
    EXPECT_EQ(planned(true, true), 1U) << "each group is given as it is";
    EXPECT_EQ(planned(false, false), 1U) << "what cannot be drawn again is not varied";
    EXPECT_GT(planned(false, true), 1U);
    PythonPhase empty;
    empty.protocol = strictProtocol();
    planStrictTrials(empty, false, [](int) { return 7; });
    EXPECT_TRUE(empty.trials.empty());
}

TEST(StrictPoints, SecretSeedsFollowThoseOfPlainTrials)
{
    PythonPhase phase;
    phase.protocol = strictProtocol();
    phase.trials.emplace_back().drawSeed = 1;
    std::vector<int> places;
    planStrictTrials(phase, false, [&](int place) {
        places.push_back(place);
        return static_cast<std::uint64_t>(place);
    });
    ASSERT_FALSE(places.empty());
    for (std::size_t i = 0; i < places.size(); ++i)
        EXPECT_EQ(places[i], 101 + static_cast<int>(i)) << "none is drawn with twice";
    for (std::size_t i = 0; i < phase.trials.size(); ++i) {
        EXPECT_EQ(phase.trials[i].index, i == 0 ? 0 : i);
        if (i > 0) {
            EXPECT_EQ(phase.trials[i].seed, std::to_string(*phase.trials[i].drawSeed));
        }
    }
}

} // namespace loupe
