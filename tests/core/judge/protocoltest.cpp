// SPDX-License-Identifier: Apache-2.0
#include "core/judge/protocol.h"

#include "core/model/record/protocolname.h"

#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

Protocol made(const std::string &suite, const std::string &version = {},
              ProtocolMode mode = ProtocolMode::AsShipped, const Json &facts = Json::object(),
              const ToggleChoices &choices = {})
{
    Result<Protocol> protocol = protocolFor(suite, version, mode, facts, choices);
    EXPECT_TRUE(protocol) << protocol.error().text();
    return protocol ? std::move(protocol).value() : Protocol();
}

double relativeOf(const Protocol &protocol, DType dtype)
{
    return protocol.rule.toleranceOf(dtype).relative;
}

} // namespace

// Expected numbers come from the specifications of the suites, which cite the source line of each.

TEST(Protocol, createsEveryProtocolInBothModes)
{
    const std::vector<std::pair<std::string, std::string>> known{
        {"kernelbench", "0.0"},          {"kernelbench", "0.1"},
        {"kernelbench", "0.2"},          {"kernelbench-x", "2026-05"},
        {"kernelbench-x", "2026-06"},    {"tritonbench-t", "1"},
        {"tritonbench-g", "1"},          {"multikernelbench", "2025-07"},
        {"multikernelbench", "2025-11"}, {"multikernelbench", "2026-01"},
        {"multikernelbench", "2026-05"}, {"kernelgenbench", "2026-06"},
    };
    for (const auto &[suite, version] : known) {
        for (const ProtocolMode mode : {ProtocolMode::AsShipped, ProtocolMode::AsIntended}) {
            const Protocol protocol = made(suite, version, mode);
            EXPECT_TRUE(protocol.id.starts_with(suite + "-" + version)) << protocol.id;
            EXPECT_EQ(protocol.id.ends_with("+intended"), mode == ProtocolMode::AsIntended);
            EXPECT_FALSE(protocol.speedupDefinition.empty());
            EXPECT_FALSE(protocol.stages.empty());
            EXPECT_FALSE(protocol.timing.method.empty());
            std::set<std::string> toggles;
            for (const ProtocolToggle &each : protocol.toggles) {
                EXPECT_TRUE(toggles.insert(each.id).second) << each.id;
                EXPECT_FALSE(each.meaning.empty() || each.reason.empty()) << each.id;
                EXPECT_TRUE(mode == ProtocolMode::AsShipped
                            || each.state == ToggleState::AsIntended)
                    << each.id;
            }
        }
    }
}

TEST(Protocol, namesOfSuitesMayBeSpeltOtherwise)
{
    EXPECT_EQ(made("KernelBench-X").id, "kernelbench-x-2026-06");
    EXPECT_EQ(made("kernelbenchx", "kernelbench-x-2026-05").id, "kernelbench-x-2026-05");
    EXPECT_EQ(made("TritonBench_G").id, "tritonbench-g-1");
    EXPECT_EQ(made("kernelbench", "kernelbench-0.2.0.dev0").id, "kernelbench-0.2");
    EXPECT_EQ(made("kernelbench").id, "kernelbench-0.2");
    EXPECT_EQ(protocolFor("kernelbench", "9.9", ProtocolMode::AsShipped).error().code,
              Errc::NotFound);
    EXPECT_EQ(protocolFor("otherbench", "", ProtocolMode::AsShipped).error().code, Errc::NotFound);
}

TEST(Protocol, versionsAreComparedByTheirComponents)
{
    EXPECT_EQ(made("kernelbench", "0.2.0.dev0").id, "kernelbench-0.2");
    EXPECT_EQ(made("kernelbench", "0.2rc1").id, "kernelbench-0.2");
    EXPECT_EQ(made("tritonbench-t", "1.1").id, "tritonbench-t-1");
    for (const auto &[suite, version] :
         {std::pair("kernelbench", "0.21"), std::pair("kernelbench", "kernelbench-0.21"),
          std::pair("tritonbench-t", "10"), std::pair("multikernelbench", "2025-071")})
        EXPECT_EQ(protocolFor(suite, version, ProtocolMode::AsShipped).error().code, Errc::NotFound)
            << version;
}

TEST(Protocol, kernelBenchByVersionAndPrecision)
{
    const Protocol now = made("kernelbench");
    EXPECT_EQ(relativeOf(now, DType::Float32), 1e-4);
    EXPECT_EQ(now.rule.scale, NestedRule::Scale::Actual);
    EXPECT_EQ(now.trials, 5);
    EXPECT_EQ(now.modelSeed, 42U);
    EXPECT_EQ(now.cast, InputCast::AllTensors);
    EXPECT_EQ(now.weights, WeightEquality::SameSeed);
    EXPECT_FALSE(now.gradInForward);
    EXPECT_TRUE(now.timing.gradEnabled);
    EXPECT_FALSE(now.rule.equalNan);
    EXPECT_EQ(now.timing.trials, 100);
    EXPECT_EQ(now.timing.flushBytes, 32 * 1024 * 1024 * 8);
    EXPECT_EQ(relativeOf(made("kernelbench", "0.1"), DType::Float32), 1e-2);
    EXPECT_EQ(relativeOf(made("kernelbench", "0.0"), DType::Float32), 1e-2);
    const Protocol half
        = made("kernelbench", "0.2", ProtocolMode::AsShipped, {{"precision", "fp16"}});
    EXPECT_EQ(relativeOf(half, DType::Float16), 1e-2);
    EXPECT_EQ(half.precision, DType::Float16);
}

TEST(Protocol, gradientsArePartOfTheProtocol)
{
    const Json facts{{"backward", true}};
    const Protocol suite = made("kernelbench", "0.2", ProtocolMode::AsShipped, facts);
    const Protocol plain = made("kernelbench", "0.2");
    EXPECT_EQ(suite.id, "kernelbench-0.2+backward");
    EXPECT_FALSE(plain.backward);
    EXPECT_TRUE(suite.backward && suite.rule.allowsMoreGradients);
    EXPECT_EQ(relativeOf(suite, DType::Float32), relativeOf(plain, DType::Float32));
    EXPECT_EQ(suite.weights, WeightEquality::Transplant) << "gradients belong to weights by name";
    EXPECT_EQ(suite.toggle("weights_by_seed")->state, ToggleState::AsIntended);
    EXPECT_FALSE(suite.rule.onlyOneTensor);
    EXPECT_EQ(made("kernelbench", "0.2", ProtocolMode::AsIntended, facts).id,
              "kernelbench-0.2+intended+backward");
    const Protocol strict = strictProtocol(facts);
    EXPECT_EQ(strict.id, "strict-1+backward");
    EXPECT_NE(strict.toggle("one_grad_mode")->meaning.find("autograd is on"), std::string::npos);
    EXPECT_FALSE(strictProtocol({{"backward", false}}).backward);
    EXPECT_TRUE(goesBackward(nameOfBoth(suite.id, strict.id)));
    EXPECT_FALSE(goesBackward(nameOfBoth(plain.id, strictProtocol().id)));
    EXPECT_EQ(strictPartOf(nameOfBoth(suite.id, strict.id)), strict.id);
}

TEST(Protocol, ShapesAreInItsNameBeforeGradients)
{
    const Json facts{{"shapes", "0a1b2c3d"}};
    const Protocol suite = made("kernelbench", "0.2", ProtocolMode::AsIntended, facts);
    const Protocol strict = strictProtocol(facts);
    EXPECT_EQ(suite.id, "kernelbench-0.2+intended+shapes-0a1b2c3d");
    EXPECT_EQ(strict.id, "strict-1+shapes-0a1b2c3d");
    EXPECT_NE(suite.speedupDefinition.find("geometric mean over its shapes"), std::string::npos);
    EXPECT_NE(strict.speedupDefinition.find("geometric mean over its shapes"), std::string::npos);
    const std::string both = nameOfBoth(suite.id, strict.id);
    EXPECT_EQ(shapesOf(both), "0a1b2c3d");
    EXPECT_EQ(shapesOf(suite.id), "0a1b2c3d");
    EXPECT_EQ(shapesOf("kernelbench-0.2, strict-1"), "");
    EXPECT_FALSE(goesBackward(both));

    const Json withGradients{{"shapes", "0a1b2c3d"}, {"backward", true}};
    EXPECT_EQ(made("kernelbench", "0.2", ProtocolMode::AsShipped, withGradients).id,
              "kernelbench-0.2+shapes-0a1b2c3d+backward");
    EXPECT_EQ(strictProtocol(withGradients).id, "strict-1+shapes-0a1b2c3d+backward");
    EXPECT_EQ(shapesOf(strictProtocol(withGradients).id), "0a1b2c3d");
}

/// torch 2.13.0 printed the first list, too: manual_seed(42), then five times randint(0, 2**32 - 1,
/// (1,)).
TEST(Protocol, kernelBenchSeedsFollowTorch)
{
    const std::vector<std::uint64_t> present{734796314, 576165995, 2197670066, 839703249,
                                             2584932063};
    EXPECT_EQ(made("kernelbench").seeds, present);
    const auto seedsWith = [](const char *torch) {
        return made("kernelbench", "", ProtocolMode::AsShipped, {{"torch", torch}}).seeds;
    };
    EXPECT_EQ(seedsWith("2.13.0+cpu"), present);
    EXPECT_EQ(seedsWith("2.7.1"), present);
    EXPECT_EQ(seedsWith("2.5.1+cu124").front(), 1608637542U);
    EXPECT_EQ(seedsWith("1.13.1").back(), 3143890026U);
}

TEST(Protocol, kernelBenchXByVersionAndTask)
{
    const Protocol now = made("kernelbench-x");
    EXPECT_EQ(now.rule.toleranceOf(DType::BFloat16), (Tolerance{false, 5e-3, 5e-3, 0}));
    EXPECT_EQ(now.rule.toleranceOf(DType::Float64), (Tolerance{false, 1e-5, 1e-5, 0}));
    EXPECT_TRUE(now.rule.toleranceOf(DType::Complex64).exact);
    EXPECT_TRUE(now.rule.toleranceOf(DType::Int32).exact);
    EXPECT_TRUE(now.rule.equalNan);
    EXPECT_EQ(now.rule.numbers, NestedRule::Numbers::Tolerated);
    EXPECT_EQ(now.resultVariable, "test_results");
    const Protocol paper = made("kernelbench-x", "2026-05");
    EXPECT_FALSE(paper.rule.equalNan);
    EXPECT_EQ(paper.rule.numbers, NestedRule::Numbers::Equal);

    const Json facts{
        {"precision_thresholds", {{"cosine_sim", 0.9}, {"l1_relative", 0.1}, {"rmse", 0.15}}}};
    const Protocol quantised = made("kernelbench-x", "", ProtocolMode::AsShipped, facts);
    EXPECT_EQ(quantised.rule.thresholds, (QualityThresholds{0.9, 0.1, 0.15, false}));
    const Protocol intended = made("kernelbench-x", "", ProtocolMode::AsIntended, facts);
    EXPECT_EQ(intended.rule.thresholds, (QualityThresholds{0.9, 0.1, 0.15, true}));
    EXPECT_FALSE(intended.rule.toleranceOf(DType::Complex64).exact);
    EXPECT_FALSE(now.rule.thresholds.has_value());
}

TEST(Protocol, tritonBenchComparesWhatIsPrinted)
{
    EXPECT_EQ(made("tritonbench-t").compared, Compared::StandardOutput);
    const Protocol intended = made("tritonbench-g", "", ProtocolMode::AsIntended);
    EXPECT_EQ(intended.compared, Compared::TestResults);
    EXPECT_EQ(intended.resultVariable, "result_gold");
    EXPECT_EQ(intended.seedScheme, SeedScheme::Once);
}

TEST(Protocol, multiKernelBenchByVersionAndBackend)
{
    EXPECT_EQ(relativeOf(made("multikernelbench", "2025-07"), DType::Float32), 1e-2);
    EXPECT_EQ(relativeOf(made("multikernelbench", "2025-11"), DType::Float32), 1e-2);
    EXPECT_EQ(relativeOf(made("multikernelbench", "2026-01"), DType::Float32), 1e-4);
    const Protocol now = made("multikernelbench");
    EXPECT_EQ(now.id, "multikernelbench-2026-05");
    EXPECT_EQ(relativeOf(now, DType::Int64), 1e-4);
    EXPECT_TRUE(now.rule.toleranceOf(DType::Bool).exact);
    EXPECT_EQ(now.seedScheme, SeedScheme::AfterCandidate);
    EXPECT_TRUE(now.sharedInputs);
    const Protocol pallas
        = made("multikernelbench", "", ProtocolMode::AsShipped, {{"backend", "pallas"}});
    EXPECT_EQ(relativeOf(pallas, DType::Float32), 1e-2);
    EXPECT_TRUE(pallas.rule.onlyOneTensor);
}

TEST(Protocol, kernelGenBenchWidensWithTheLength)
{
    const auto absoluteOf = [](ProtocolMode mode, DType dtype) {
        return made("kernelgenbench", "", mode, {{"reduce_dim", 1024}})
            .rule.toleranceOf(dtype)
            .absolute;
    };
    EXPECT_DOUBLE_EQ(absoluteOf(ProtocolMode::AsShipped, DType::Float32), 0.1024);
    EXPECT_DOUBLE_EQ(absoluteOf(ProtocolMode::AsShipped, DType::Int64), 0.1024);
    EXPECT_DOUBLE_EQ(absoluteOf(ProtocolMode::AsIntended, DType::Float32), 0.0032);
    EXPECT_EQ(absoluteOf(ProtocolMode::AsIntended, DType::Int64), 0.0);
    EXPECT_EQ(relativeOf(made("kernelgenbench"), DType::BFloat16), 0.016);
    EXPECT_EQ(made("kernelgenbench").seeds, std::vector<std::uint64_t>{42});
}

TEST(Protocol, singleTogglesCanBeChosen)
{
    const Protocol mixed = made("kernelbench", "", ProtocolMode::AsShipped, Json::object(),
                                {{"integer_inputs_cast", ToggleState::AsIntended}});
    EXPECT_EQ(mixed.cast, InputCast::FloatingTensors);
    EXPECT_EQ(mixed.weights, WeightEquality::SameSeed);
    ASSERT_NE(mixed.toggle("integer_inputs_cast"), nullptr);
    EXPECT_EQ(mixed.toggle("integer_inputs_cast")->state, ToggleState::AsIntended);
    EXPECT_EQ(mixed.toggle("weights_by_seed")->state, ToggleState::AsShipped);
    EXPECT_EQ(mixed.toggle("no such toggle"), nullptr);

    const auto refused = [](const char *id, ToggleState state) {
        const auto protocol = protocolFor("kernelbench", "", ProtocolMode::AsShipped,
                                          Json::object(), {{id, state}});
        return !protocol && protocol.error().code == Errc::NotFound;
    };
    EXPECT_TRUE(refused("no_such_toggle", ToggleState::AsShipped));
    EXPECT_TRUE(refused("shared_namespace", ToggleState::AsShipped)) << "isolation rules it out";
}

TEST(Protocol, theStrictOneRecordsItsPoints)
{
    const Protocol strict = strictProtocol();
    EXPECT_EQ(strict.toggles.size(), 34U);
    std::set<std::string> ids;
    for (const ProtocolToggle &point : strict.toggles) {
        EXPECT_TRUE(ids.insert(point.id).second) << point.id;
        EXPECT_TRUE(point.state == ToggleState::On || point.state == ToggleState::Off
                    || point.state == ToggleState::NotYet)
            << point.id;
        EXPECT_NE(point.reason.find('/'), std::string::npos) << point.id << " names its room";
    }
    EXPECT_EQ(strict.seedScheme, SeedScheme::Secret);
    EXPECT_TRUE(strict.seeds.empty());
    EXPECT_TRUE(strict.rule.exactTypes);
    EXPECT_GT(strict.rule.toleranceOf(DType::Float32).absoluteOfRms, 0.0);
    EXPECT_TRUE(
        strictProtocol({{"precision_thresholds", {{"rmse", 0.1}}}}).rule.thresholds->rmseOfRms);
}

TEST(Protocol, theStrictOnesPointsCanBeSwitched)
{
    Protocol strict = strictProtocol();
    EXPECT_TRUE(strict.isOn("poisoned_outputs"));
    EXPECT_FALSE(strict.isOn("other_shapes"));
    EXPECT_FALSE(strict.isOn("no_such_point"));
    ASSERT_TRUE(switchPoints(
        strict, {{"poisoned_outputs", ToggleState::Off}, {"other_shapes", ToggleState::On}}));
    EXPECT_FALSE(strict.isOn("poisoned_outputs"));
    EXPECT_TRUE(strict.isOn("other_shapes"));
    EXPECT_FALSE(switchPoints(strict, {{"own_process", ToggleState::Off}})) << "never without";
    EXPECT_FALSE(switchPoints(strict, {{"other_shapes", ToggleState::AsShipped}}));
    EXPECT_FALSE(switchPoints(strict, {{"no_such_point", ToggleState::On}}));
}

TEST(Protocol, isStoredWhole)
{
    const Json json = toJson(made("multikernelbench", "2025-07", ProtocolMode::AsIntended));
    EXPECT_EQ(json["id"], "multikernelbench-2025-07+intended");
    EXPECT_EQ(json["weights"], "transplant");
    EXPECT_EQ(json["seed_scheme"], "once");
    EXPECT_EQ(json["toggles"][0]["id"], "inputs_follow_candidate");
    EXPECT_EQ(json["toggles"][0]["state"], "as_intended");
    EXPECT_EQ(nestedRuleFromJson(json["rule"]).value().byDtype.size(), 6U);
}

} // namespace loupe
