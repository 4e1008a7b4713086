// SPDX-License-Identifier: Apache-2.0
#include "core/executors/steering.h"

#include "core/executors/servedsteering.h"
#include "core/executors/watcheditems.h"

#include <fstream>

#include "tests/core/store/storefixture.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe {

using test::must;
using test::mustSucceed;

namespace {

std::vector<ItemInfo> fourItems()
{
    std::vector<ItemInfo> out;
    for (int sample = 0; sample < 4; ++sample)
        out.push_back({"Math/add", "Math", "m", sample, 0});
    return out;
}

Json itemNamed(int sample)
{
    return toJson(EvaluationKey{"Math/add", "m", sample, 0, 0});
}

class Steering : public test::FolderTest
{
protected:
    std::filesystem::path file() const { return root() / "steer"; }
    /// Returns the control of an engine that has begun with these items and taken none.
    std::shared_ptr<RunControl> engineOf(std::size_t items) const
    {
        auto control = std::make_shared<RunControl>();
        control->begin(items);
        return control;
    }
    static std::string watcher(char digit) { return std::string(32, digit); }
};

using Places = std::vector<std::size_t>;

} // namespace

TEST_F(Steering, ReadsAppendedLinesAndReplacedFiles)
{
    LineFileReader reader(file());
    EXPECT_TRUE(reader.news().empty());
    const auto first = must(LineFileWriter::beginAnew(file(), "one"));
    mustSucceed(first.add({{"a", 1}}));
    mustSucceed(first.add({{"text", "\xFFline\nbreak"}}));
    EXPECT_EQ(reader.news().size(), 2U);
    EXPECT_EQ(reader.name(), "one");
    EXPECT_TRUE(reader.news().empty());
    std::ofstream(file(), std::ios::app) << "no json\n[1]\n{\"half\":";
    EXPECT_TRUE(reader.news().empty()) << "what is none of ours or not whole yet";
    std::ofstream(file(), std::ios::app) << "2}\n";
    ASSERT_EQ(reader.news().size(), 1U);
    mustSucceed(must(LineFileWriter::beginAnew(file(), "two")).add({{"b", 1}}));
    ASSERT_EQ(reader.news().size(), 1U);
    EXPECT_EQ(reader.name(), "two");
}

TEST_F(Steering, EngineFollowsCommandsOfItsItems)
{
    const auto control = engineOf(4);
    SteeredRun steered(file(), control);
    const auto asked = must(LineFileWriter::beginAnew(file(), watcher('a')));
    mustSucceed(asked.add({{"steer", "pause"}}));
    mustSucceed(asked.add({{"steer", "front"}, {"items", {itemNamed(2), itemNamed(77)}}}));
    steered.look();
    EXPECT_FALSE(control->isPaused()) << "its items are not known yet";
    steered.queued(fourItems());
    EXPECT_TRUE(control->isPaused()) << "before the first is taken";
    EXPECT_EQ(control->waiting(), (Places{2, 0, 1, 3}));
    mustSucceed(asked.add({{"steer", "cancel"}, {"items", {itemNamed(0)}}}));
    mustSucceed(asked.add({{"steer", "back"}, {"items", {itemNamed(2)}}}));
    mustSucceed(asked.add({{"steer", "rm -rf /"}, {"items", 7}}));
    steered.look();
    EXPECT_EQ(control->waiting(), (Places{1, 3, 2}));
    EXPECT_EQ(control->takeDropped(), std::optional<std::size_t>(0));
    // When another client takes over, the pause of the previous one ends.
    mustSucceed(must(LineFileWriter::beginAnew(file(), watcher('b')))
                    .add({{"steer", "back"}, {"items", {itemNamed(1)}}}));
    steered.look();
    EXPECT_FALSE(control->isPaused());
    EXPECT_EQ(control->waiting(), (Places{3, 2, 1}));
}

TEST_F(Steering, NodeStoresEachCommandOnce)
{
    {
        auto served = must(ServedSteering::begin(file(), watcher('a')));
        mustSucceed(served.add(1, {{"steer", "pause"}}));
        mustSucceed(served.add(2, {{"steer", "resume"}}));
        mustSucceed(served.add(1, {{"steer", "pause"}})); // repeated by another connection
        EXPECT_FALSE(served.add(4, {{"steer", "pause"}}));
        EXPECT_FALSE(served.add(3, "pause"));
    }
    EXPECT_EQ(must(ServedSteering::begin(file(), watcher('a'))).count(), 2);
    EXPECT_EQ(must(ServedSteering::begin(file(), watcher('b'))).count(), 0);
    EXPECT_FALSE(ServedSteering::begin(file(), "../../x"));
}

TEST_F(Steering, ReportsNewsOnceAcrossConnections)
{
    const auto engine = must(LineFileWriter::beginAnew(file(), "engine"));
    for (int i = 0; i < 450; ++i)
        mustSucceed(engine.add({{"news", "log"}, {"line", std::to_string(i)}}));
    ServedNews first(file(), Json::object());
    const auto messages = first.messages();
    ASSERT_EQ(messages.size(), 3U);
    EXPECT_EQ(messages.back().at("count"), 450);
    EXPECT_TRUE(first.messages().empty());
    // The connection was cut after the second message.
    ServedNews second(file(), {{"name", "engine"}, {"count", messages[1].at("count")}});
    const auto rest = second.messages();
    ASSERT_EQ(rest.size(), 1U);
    EXPECT_EQ(rest[0].at("news").at(0).at("line"), "400");
    // News of another engine are all new, whatever is known of the earlier one.
    mustSucceed(must(LineFileWriter::beginAnew(file(), "next")).add({{"news", "log"}}));
    ServedNews third(file(), {{"name", "engine"}, {"count", 450}});
    EXPECT_EQ(third.messages().size(), 1U);
    EXPECT_EQ(ServedNews(file(), "hostile").messages().size(), 1U);
}

TEST_F(Steering, ReportsALostDeviceWithItsHost)
{
    class Listener final : public RunObserver
    {
    public:
        void deviceLost(const std::string &device) override { lost.push_back(device); }
        std::vector<std::string> lost;
    };
    Listener there;
    Listener here;
    SteeredRun steered(root() / "none", engineOf(0));
    NewsWriter writer(file(), steered, there);
    writer.deviceLost("cuda:0");
    EXPECT_EQ(there.lost, std::vector<std::string>{"cuda:0"});
    LineFileReader reader(file());
    WatchedItems items(here, nullptr);
    for (const Json &news : reader.news())
        EXPECT_TRUE(items.take(news, "shard 2"));
    EXPECT_TRUE(items.take({{"news", "lost"}, {"device", std::string(500, '\n')}}, ""));
    ASSERT_EQ(here.lost.size(), 2U);
    EXPECT_EQ(here.lost[0], "shard 2 \xC2\xB7 cuda:0");
    EXPECT_EQ(here.lost[1], std::string(40, ' ')) << "short and without control characters";
}

TEST_F(Steering, ReportsLoadPeriodicallyAndAtTheEnd)
{
    class Listener final : public RunObserver
    {
    public:
        void loadTold(const RunLoad &load) override { loads.push_back(load); }
        std::vector<RunLoad> loads;
    };
    Listener there;
    Listener here;
    SteeredRun steered(root() / "none", engineOf(0));
    NewsWriter writer(file(), steered, there);
    RunLoad load;
    load.now[0] = 2;
    load.bound = RunBound::Builds;
    for (load.second = 1; load.second < 7; ++load.second)
        writer.loadTold(load);
    load.now[0] = 0;
    writer.loadTold(load);
    EXPECT_EQ(there.loads.size(), 7U);
    LineFileReader reader(file());
    WatchedItems items(here, nullptr);
    for (const Json &news : reader.news())
        EXPECT_TRUE(items.take(news, "shard 1"));
    ASSERT_EQ(here.loads.size(), 3U) << "at 1 s and 6 s, and when nobody was left";
    EXPECT_EQ(here.loads[1].bound, RunBound::Builds);
    EXPECT_FALSE(here.loads[2].isAtWork());
    EXPECT_FALSE(items.take({{"news", "load"}, {"load", {{"second", 1}}}}, "shard 1"));
    EXPECT_EQ(here.loads.size(), 3U);
}

TEST(RunElsewhere, ForwardsCommandsWithoutLocalEffect)
{
    RunControl control;
    control.pause(); // before the control knows that the run is remote
    control.beginElsewhere(3);
    control.cancel(Places{1});
    EXPECT_EQ(control.waiting(), (Places{0, 1, 2})) << "the engine there says what became of it";
    control.began(0);
    control.moveToFront(Places{2});
    EXPECT_EQ(control.waiting(), (Places{2, 1}));
    control.done(1);
    control.done(0);
    EXPECT_EQ(control.waiting(), (Places{2}));
    const auto all = control.commandsAfter(0);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].kind, RunControl::Command::Kind::Pause);
    EXPECT_EQ(all[1].items, (Places{1}));
    EXPECT_EQ(control.commandsAfter(2).size(), 1U);
    EXPECT_TRUE(control.commandsAfter(9).empty());
}

TEST(HarmlessLines, HaveNoControlCharactersAndAreShort)
{
    EXPECT_EQ(harmlessLine("a\x1b[2Jb\r\nc\x7f"), "a [2Jb  c ");
    EXPECT_LE(harmlessLine(std::string(499, 'x') + "\xC3\xBC").size(), 500U);
    EXPECT_EQ(harmlessLine(std::string(499, 'x') + "\xC3\xBC"), std::string(499, 'x'));
    EXPECT_EQ(harmlessLine("K\xC3\xBC"), "K\xC3\xBC");
}

} // namespace loupe
