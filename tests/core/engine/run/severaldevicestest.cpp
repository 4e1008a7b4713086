// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/severaldevices.h"

#include <latch>
#include <map>
#include <memory>

#include <gtest/gtest.h>

namespace loupe {

namespace {

struct ToldEvaluator {
    int expected = 0;
    int done = 0;
    int evaluators = 0;
    std::string seed;
};

class FakeEvaluator final : public CandidateEvaluator
{
public:
    Result<Evaluation> evaluate(const PlanItem & /*item*/,
                                const std::function<void(Stage)> & /*entering*/,
                                std::stop_token /*stop*/) override
    {
        return Evaluation{};
    }
};

/// Engine on a fictitious device.
class FakeEngine final : public SuiteEngine
{
public:
    FakeEngine(std::string device, ToldEvaluator &told) : m_device(std::move(device)), m_told(told)
    {
        m_told.seed = "of " + m_device;
    }
    std::string protocol() const override { return "fake"; }
    Environment environment() const override { return {m_device, "cuda", "{}"}; }
    Json profile() const override { return {{"clock", "cupti"}}; }
    const std::string &seed() const override { return m_told.seed; }
    void useSeed(std::string seed) override { m_told.seed = std::move(seed); }
    Result<std::vector<ControlReport>> prove(const std::vector<PlanItem> & /*items*/, int /*jobs*/,
                                             const CheckProgress & /*progress*/,
                                             const std::stop_token & /*stop*/) override
    {
        return std::vector<ControlReport>();
    }
    void expect(const std::vector<PlanItem> &items) override
    {
        m_told.expected += static_cast<int>(items.size());
    }
    void done(const PlanItem & /*item*/) override { ++m_told.done; }
    std::unique_ptr<CandidateEvaluator> makeEvaluator() override
    {
        ++m_told.evaluators;
        return std::make_unique<FakeEvaluator>();
    }

private:
    std::string m_device;
    ToldEvaluator &m_told;
};

Result<std::unique_ptr<SuiteEngine>> joined(const std::string &one, const std::string &other,
                                            std::map<int, ToldEvaluator> &told)
{
    std::vector<std::unique_ptr<SuiteEngine>> engines;
    engines.push_back(std::make_unique<FakeEngine>(one, told[0]));
    engines.push_back(std::make_unique<FakeEngine>(other, told[1]));
    return joinEngines(std::move(engines), {"cuda:0", "cuda:1"});
}

} // namespace

TEST(SeveralDevices, AreNamedWithNumbers)
{
    EXPECT_EQ(*devicesIn("cuda:0"), std::vector<std::string>{"cuda:0"});
    EXPECT_EQ(*devicesIn(""), std::vector<std::string>{""});
    EXPECT_EQ(*devicesIn("cuda:0,cuda:1"), (std::vector<std::string>{"cuda:0", "cuda:1"}));
    for (const char *wrong : {"cuda:0,", ",", "cuda:0,cuda", "cuda:1,cuda:1", "cuda:0,xpu:0",
                              "cuda:0,cuda:x", "cuda:0, cuda:1 "}) {
        const auto devices = devicesIn(wrong);
        ASSERT_FALSE(devices) << wrong;
        EXPECT_EQ(devices.error().code, Errc::InvalidInput) << wrong;
    }
}

TEST(SeveralDevices, AreMadeAtTheSameTimeAndStayInTheirOrder)
{
    std::map<std::string, ToldEvaluator> told{{"cuda:0", {}}, {"cuda:1", {}}, {"cuda:2", {}}};
    std::latch all(3);
    const auto engines = makeEngines(
        {"cuda:0", "cuda:1", "cuda:2"},
        [&](const std::string &device) -> Result<std::unique_ptr<SuiteEngine>> {
            all.arrive_and_wait(); // would block for ever if devices worked in sequence
            return {std::make_unique<FakeEngine>(device, told.at(device))};
        });
    ASSERT_TRUE(engines);
    ASSERT_EQ(engines->size(), 3U);
    EXPECT_EQ((*engines)[0]->environment().deviceName, "cuda:0");
    EXPECT_EQ((*engines)[2]->environment().deviceName, "cuda:2");
}

TEST(SeveralDevices, ReportTheFirstFailure)
{
    ToldEvaluator told;
    const auto engines
        = makeEngines({"cuda:0", "cuda:1", "cuda:2"},
                      [&](const std::string &device) -> Result<std::unique_ptr<SuiteEngine>> {
                          if (device != "cuda:0")
                              return Error{Errc::Environment, "no " + device};
                          return {std::make_unique<FakeEngine>(device, told)};
                      });
    ASSERT_FALSE(engines);
    EXPECT_EQ(engines.error().message, "no cuda:1");
}

TEST(SeveralDevices, TakeTheThreadsInTurnAndShareSeedAndItems)
{
    std::map<int, ToldEvaluator> told;
    auto engine = joined("NVIDIA H200", "NVIDIA H200", told);
    ASSERT_TRUE(engine) << engine.error().text();
    EXPECT_EQ(told[1].seed, "of NVIDIA H200");
    (*engine)->useSeed("77");
    EXPECT_EQ(told[0].seed, "77");
    EXPECT_EQ(told[1].seed, "77");
    for (int i = 0; i < 5; ++i)
        EXPECT_NE((*engine)->makeEvaluator(), nullptr);
    EXPECT_EQ(told[0].evaluators, 3);
    EXPECT_EQ(told[1].evaluators, 2);
    const std::vector<PlanItem> items(4);
    (*engine)->expect(items);
    (*engine)->done(items.front());
    for (const int i : {0, 1}) {
        EXPECT_EQ(told[i].expected, 4);
        EXPECT_EQ(told[i].done, 1);
    }
    EXPECT_EQ((*engine)->profile().at("devices"), Json::array({"cuda:0", "cuda:1"}));
    EXPECT_EQ((*engine)->profile().at("clock"), "cupti");
}

TEST(SeveralDevices, DifferentOnesAreRefused)
{
    std::map<int, ToldEvaluator> told;
    const auto engine = joined("NVIDIA H200", "NVIDIA A100", told);
    ASSERT_FALSE(engine);
    EXPECT_EQ(engine.error().code, Errc::Unsupported);
    EXPECT_NE(engine.error().message.find("cuda:1 is NVIDIA A100"), std::string::npos);
}

} // namespace loupe
