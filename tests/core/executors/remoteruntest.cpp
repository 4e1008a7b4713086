// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/storereader.h"

#include <limits>
#include <random>
#include <thread>

#include "tests/core/executors/remotefixture.h"
#include "tests/core/store/storefixture.h"

namespace loupe {

using test::must;

namespace {

std::size_t uncut()
{
    return std::numeric_limits<std::size_t>::max();
}

class RemoteRun : public test::RemoteFixture
{
protected:
    std::string state() const { return must(must(StoreReader::open(store()))->runs()).at(0).state; }
    std::filesystem::path jobs() const { return root() / "node/jobs"; }
};

} // namespace

TEST_F(RemoteRun, ReturnsEveryEvaluation)
{
    const auto outcome = runOn(node(uncut));
    ASSERT_TRUE(outcome) << outcome.error().text() << outcome.error().detail;
    EXPECT_EQ(outcome->evaluated, taskCount * sampleCount);
    EXPECT_EQ(outcome->correct, taskCount * 4);
    EXPECT_FALSE(outcome->cancelled);
    const auto home = contents(store());
    EXPECT_EQ(home.size(), static_cast<std::size_t>(taskCount * sampleCount));
    EXPECT_EQ(home.at("Math/double_1 0").at("sound"), false);
    EXPECT_EQ(home.at("Math/double_2 0").at("sound"), true);
    EXPECT_EQ(home.at("Math/double_2 7").at("source"), "// sample 7\n" + doubleSource());
    EXPECT_EQ(state(), "finished");
    const loupe::Run run = must(must(StoreReader::open(store()))->runs()).at(0).run;
    const Json profile = parseJson(run.profileJson, "profile").value();
    EXPECT_EQ(profile.at("suite").at("folder"), (root() / "suite").string());
    EXPECT_EQ(profile.at("place"), "test:node");
    EXPECT_EQ(must(must(StoreReader::open(store()))->check()), std::vector<std::string>());
}

TEST_F(RemoteRun, TextsThatNoMessageHoldsDoNotStopTheRun)
{
    // JSON writes each of these characters as six.
    const std::string text((LineStream::maxLineLength / 6) + 1, '\x01');
    const GeneratedCode code{"kernel", "ptx", text, 32, {}, {}, {}};
    tooLong = [&](Evaluation &evaluation) {
        evaluation.generatedCode = {code};
        evaluation.runLog = "a short log";
    };
    const auto outcome = runOn(node(uncut));
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->evaluated, taskCount * sampleCount);
    std::vector<Json> shortened;
    for (const auto &[place, evaluation] : contents(store())) {
        if (evaluation.at("run_log") == "a short log")
            shortened.push_back(evaluation);
    }
    ASSERT_EQ(shortened.size(), 1U) << "its log fits";
    const Json &left = shortened.front().at("generated_code").at(0);
    EXPECT_EQ(left.at("text"), "");
    EXPECT_EQ(left.at("registers"), 32);
    EXPECT_NE(left.at("note").get<std::string>().find("on the node has it"), std::string::npos);
}

TEST_F(RemoteRun, LogsThatNoMessageHoldsDoNotStopTheRun)
{
    tooLong = [](Evaluation &evaluation) {
        evaluation.runLog = std::string((LineStream::maxLineLength / 6) + 1, '\x01');
    };
    const auto outcome = runOn(node(uncut));
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(outcome->evaluated, taskCount * sampleCount);
}

TEST_F(RemoteRun, OnlyOptionsOfTheCallLeaveTheSandbox)
{
    secondsPerThousand = 200;
    std::stop_source stop;
    finished = [&](int done) {
        if (done == 5)
            stop.request_stop();
    };
    wants = {SandboxMode::None, true};
    const auto cancelled = runOn(node(uncut), stop.get_token());
    ASSERT_TRUE(cancelled) << cancelled.error().text();
    secondsPerThousand = 1;
    joinEngines();
    wants = {};
    ASSERT_TRUE(runOn(node(uncut)));
    ASSERT_EQ(startedWith.size(), 2U);
    EXPECT_EQ(startedWith[0].mode, SandboxMode::None);
    EXPECT_TRUE(startedWith[0].evenAsRoot);
    EXPECT_EQ(startedWith[1].mode, SandboxMode::Bubblewrap) << "resuming does not remember it";
    EXPECT_FALSE(startedWith[1].evenAsRoot);
}

TEST_F(RemoteRun, RandomDisconnectsChangeNothing)
{
    ASSERT_TRUE(runOn(node(uncut)));
    const auto expected = contents(store());
    std::mt19937 random(20261122);
    for (int round = 0; round < 5; ++round) {
        for (const char *ending : {"", "-wal", "-shm"})
            std::filesystem::remove(store().string() + ending);
        joinEngines();
        std::filesystem::remove_all(root() / "node");
        int cuts = 0;
        const auto maxBytes = [&]() -> std::size_t {
            // The store's transfer has about 5 MB, so most cuts fall into it.
            std::uniform_int_distribution<std::size_t> bytes(1, 600'000);
            return ++cuts > 12 ? uncut() : bytes(random);
        };
        NodeAccess access = node(maxBytes);
        auto outcome = runOn(access);
        // A connection that is cut before the first message counts as failed.
        for (int again = 0; !outcome && again < 20; ++again) {
            ASSERT_EQ(outcome.error().code, Errc::Environment)
                << outcome.error().text() << outcome.error().detail;
            outcome = runOn(access);
        }
        ASSERT_TRUE(outcome) << outcome.error().text();
        ASSERT_EQ(contents(store()), expected) << "round " << round << ", " << cuts << " cuts";
        EXPECT_EQ(state(), "finished");
    }
}

TEST_F(RemoteRun, RestartsAKilledEngine)
{
    diesAfter = 25;
    const auto outcome = runOn(node(uncut));
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(enginesStarted, 3);
    EXPECT_EQ(contents(store()).size(), static_cast<std::size_t>(taskCount * sampleCount));
}

TEST_F(RemoteRun, CancelKeepsResultsAndResumeFinishes)
{
    secondsPerThousand = 200; // long enough that even a slow machine cancels before the end
    std::stop_source stop;
    finished = [&](int done) {
        if (done == 5)
            stop.request_stop();
    };
    const auto cancelled = runOn(node(uncut), stop.get_token());
    ASSERT_TRUE(cancelled) << cancelled.error().text();
    EXPECT_TRUE(cancelled->cancelled);
    EXPECT_LT(cancelled->evaluated, taskCount * sampleCount);
    EXPECT_EQ(state(), "cancelled");
    const std::size_t kept = contents(store()).size();
    secondsPerThousand = 1;
    joinEngines();
    const auto resumed = runOn(node(uncut));
    ASSERT_TRUE(resumed) << resumed.error().text();
    EXPECT_EQ(resumed->alreadyDone, static_cast<int>(kept));
    EXPECT_EQ(resumed->evaluated + resumed->alreadyDone, taskCount * sampleCount);
    EXPECT_EQ(state(), "finished");
}

TEST_F(RemoteRun, RefusesToResumeOnAnotherDevice)
{
    std::stop_source stop;
    finished = [&](int done) {
        if (done == 5)
            stop.request_stop();
    };
    secondsPerThousand = 10;
    ASSERT_TRUE(runOn(node(uncut), stop.get_token()));
    const std::size_t kept = contents(store()).size();
    joinEngines();
    std::filesystem::remove_all(root() / "node");
    device = "Another GPU";
    const auto elsewhere = runOn(node(uncut));
    ASSERT_FALSE(elsewhere);
    EXPECT_EQ(elsewhere.error().code, Errc::Unsupported);
    EXPECT_NE(elsewhere.error().message.find("Another GPU"), std::string::npos);
    EXPECT_EQ(contents(store()).size(), kept);
}

TEST_F(RemoteRun, RestartedClientFindsTheFinishedJob)
{
    // The client's process is killed after some results. The node finishes by itself.
    int connections = 0;
    NodeAccess access = node(uncut);
    NodeAccess dying = node([] { return std::size_t{400'000}; });
    NodeAccess once = dying;
    once.connect = [&]() -> Result<std::unique_ptr<NodeConnection>> {
        if (++connections > 1)
            return Error{Errc::Internal, "killed"};
        return dying.connect();
    };
    ASSERT_FALSE(runOn(once));
    joinEngines();
    const auto outcome = runOn(access);
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_EQ(enginesStarted, 1) << "it had finished meanwhile";
    EXPECT_EQ(contents(store()).size(), static_cast<std::size_t>(taskCount * sampleCount));
    EXPECT_TRUE(std::filesystem::is_empty(jobs())) << "the job is forgotten once all is home";
}

TEST_F(RemoteRun, ObserverFollowsAndSteersItems)
{
    waitsForCancel = true;
    control = std::make_shared<RunControl>();
    int begun = 0;
    std::string seenDevice;
    started = [&](const ItemInfo &item) {
        seenDevice = item.device;
        if (++begun == 1) {
            control->pause();
            // Items are addressed by their position in queued().
            const std::vector<std::size_t> last{queuedItems.size() - 1};
            const std::vector<std::size_t> twoMore{queuedItems.size() - 2, queuedItems.size() - 3};
            control->cancel(last);
            control->moveToFront(twoMore);
            control->resume();
        }
    };
    // A cut loses no command, and no command is executed twice.
    int cuts = 0;
    const auto outcome
        = runOn(node([&]() -> std::size_t { return ++cuts > 2 ? uncut() : 900'000; }));
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_TRUE(outcome->cancelled);
    ASSERT_EQ(queuedItems.size(), static_cast<std::size_t>(taskCount * sampleCount));
    ASSERT_EQ(cancelledItems.size(), 1U);
    EXPECT_EQ(cancelledItems[0].sample, queuedItems.back().sample);
    EXPECT_EQ(seenDevice, "gpu:0");
    EXPECT_GE(begun, 1);
    EXPECT_TRUE(control->waiting().empty());
    EXPECT_EQ(contents(store()).size(), static_cast<std::size_t>(taskCount * sampleCount) - 1);
    EXPECT_EQ(state(), "cancelled");
    // Resuming a run evaluates the cancelled items.
    joinEngines();
    waitsForCancel = false;
    control = std::make_shared<RunControl>();
    started = nullptr;
    const auto rest = runOn(node(uncut));
    ASSERT_TRUE(rest) << rest.error().text();
    EXPECT_EQ(rest->evaluated, 1);
    EXPECT_FALSE(rest->cancelled);
}

TEST_F(RemoteRun, PauseLastsUntilResumed)
{
    control = std::make_shared<RunControl>();
    control->pause();
    std::jthread later;
    int begun = 0;
    started = [&](const ItemInfo &) { ++begun; };
    later = std::jthread([this] {
        while (control->waiting().empty()) // until the run has begun
            std::this_thread::yield();
        control->resume();
    });
    const auto outcome = runOn(node(uncut));
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_FALSE(outcome->cancelled);
    EXPECT_EQ(outcome->evaluated, taskCount * sampleCount);
}

TEST_F(RemoteRun, FindsAJobOfAClientKilledEarly)
{
    asked.emplace(root() / "asked");
    // Killed as soon as the node has the job, before the store knows of it.
    NodeAccess dying = node(uncut);
    NodeAccess killed = dying;
    int connections = 0;
    killed.connect = [&]() -> Result<std::unique_ptr<NodeConnection>> {
        if (++connections > 1)
            return Error{Errc::Internal, "killed"};
        return node([] { return std::size_t{20'000}; }).connect();
    };
    ASSERT_FALSE(runOn(killed));
    joinEngines();
    const auto noted = asked->find(store());
    ASSERT_TRUE(noted);
    EXPECT_EQ(noted->preset.place, "test:node");
    const auto offered = must(unfinishedAnywhere(store(), *asked));
    ASSERT_TRUE(offered);
    EXPECT_EQ(offered->name, "far away");
    EXPECT_EQ(offered->total, taskCount * sampleCount);
    EXPECT_EQ(offered->request.place, "test:node");
    const auto outcome = runOn(node(uncut));
    ASSERT_TRUE(outcome) << outcome.error().text();
    EXPECT_LE(enginesStarted, 1) << "no second job was asked for";
    EXPECT_EQ(contents(store()).size(), static_cast<std::size_t>(taskCount * sampleCount));
    EXPECT_TRUE(std::filesystem::is_empty(jobs()));
    EXPECT_FALSE(asked->find(store())) << "all of it is home";
}

TEST_F(RemoteRun, AnUnreachableHostIsAnError)
{
    const auto outcome = runOn(node([] { return std::size_t{0}; }));
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, Errc::Environment);
    EXPECT_NE(outcome.error().message.find("test:node"), std::string::npos);
}

} // namespace loupe
