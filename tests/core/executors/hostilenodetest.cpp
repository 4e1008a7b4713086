// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/engine/request/plan.h"
#include "core/executors/evaluationjson.h"
#include "core/executors/remoteprotocol.h"
#include "core/store/read/storereader.h"

#include "tests/core/executors/remotefixture.h"
#include "tests/core/store/storefixture.h"

namespace loupe {

using test::must;

namespace {

constexpr std::chrono::milliseconds awhile{60'000};

class HostileNode : public test::RemoteFixture
{
protected:
    Json runMessage() const
    {
        const Plan plan = must(makePlan(request()));
        loupe::Run run = test::sampleRun("x");
        run.profileJson
            = Json{{"suite", {{"hash", plan.suiteHash()}}}, {"seed", "00"}, {"methods", {"m"}}}
                  .dump();
        return {{"kind", "run"}, {"run", runToJson(run)}};
    }
    static Json result(int seq, const std::string &task, int sample = 0)
    {
        Evaluation evaluation = test::sampleEvaluation(task, "m");
        evaluation.candidate.sample = sample;
        return {{"kind", "result"}, {"seq", seq}, {"evaluation", evaluationToJson(evaluation)}};
    }
    /// Returns the outcome of a run whose node sends these messages after attaching.
    Result<RunOutcome> afterAttach(const std::vector<Json> &messages)
    {
        return runOn(nodeSaying([messages](LineStream &lines) {
            static_cast<void>(lines.receive(awhile));
            static_cast<void>(lines.send(
                {{"kind", "hello"}, {"version", remoteProtocolVersion}, {"known", true}}));
            static_cast<void>(lines.receive(awhile));
            static_cast<void>(lines.send({{"kind", "attached"}, {"from", 0}, {"steered", 0}}));
            for (const Json &message : messages)
                static_cast<void>(lines.send(message));
            while (lines.receive(awhile)) { }
        }));
    }
    void expectRefused(const std::vector<Json> &messages, const std::string &what)
    {
        for (const char *ending : {"", "-wal", "-shm"})
            std::filesystem::remove(store().string() + ending);
        const auto outcome = afterAttach(messages);
        ASSERT_FALSE(outcome) << what;
        EXPECT_EQ(outcome.error().code, Errc::InvalidInput) << what << outcome.error().text();
        EXPECT_TRUE(must(must(StoreReader::open(store()))->check()).empty()) << what;
    }
    std::size_t rows() const
    {
        return must(must(StoreReader::open(store()))->ids(Filter())).size();
    }
};

} // namespace

TEST_F(HostileNode, CanOnlyAddPlannedItems)
{
    const Json run = runMessage();
    expectRefused({run, result(1, "../../etc/passwd")}, "a task of its own");
    EXPECT_EQ(rows(), 0U);
    expectRefused({run, result(1, "Math/double_0", 99)}, "a sample of its own");
    expectRefused({run, result(2, "Math/double_0")}, "out of turn");
    expectRefused({run, result(1, "Math/double_0"), result(1, "Math/double_0")}, "twice");
    EXPECT_EQ(rows(), 1U) << "what was in turn is kept";
    expectRefused({result(1, "Math/double_0")}, "before its run");
    expectRefused({run, {{"kind", "write"}, {"path", "/etc/passwd"}}}, "unknown kind");
    expectRefused({run, {{"kind", "ended"}, {"total", 60}, {"state", "finished"}}},
                  "more than it sent");
    expectRefused({run, {{"kind", "task"}, {"name", "Math/other"}, {"hash", ""}}}, "another task");
    expectRefused({run, {{"kind", "task"}, {"name", "Math/double_0"}, {"hash", "0"}}},
                  "another task of the same name");
    expectRefused({run, {{"kind", "result"}, {"seq", 1}}}, "no evaluation");
    Json large = result(1, "Math/double_0");
    large["evaluation"]["sample"] = 1e300;
    expectRefused({run, large}, "a number out of range");
    Json otherSuite = run;
    otherSuite["run"]["profile"] = R"({"suite": {"hash": "00"}, "seed": "", "methods": []})";
    expectRefused({otherSuite}, "another suite");
    Json noProfile = run;
    noProfile["run"]["profile"] = "[]";
    EXPECT_FALSE(afterAttach({noProfile}));
}

TEST_F(HostileNode, NewsChangeOnlyPlannedItems)
{
    const Json run = runMessage();
    const auto news = [](const Json &some) {
        return Json{{"kind", "news"}, {"name", "x"}, {"count", 1}, {"news", some}};
    };
    const Json known{"Math/double_0", "m", 0, 0};
    const Json other{"../../etc/passwd", "m", 0, 0};
    expectRefused({run, news("none")}, "no list");
    expectRefused({run, news({1, 2})}, "no objects");
    expectRefused({run, news({{{"news", "stage"}, {"item", other}, {"stage", "build"}}})}, "item");
    expectRefused({run, news({{{"news", "stage"}, {"item", known}, {"stage", "none"}}})}, "stage");
    expectRefused({run, news({{{"news", "shell"}, {"item", known}}})}, "kind");
    expectRefused({run, news({{{"news", "cancelled"}, {"item", {1, 2, 3, 4}}}})}, "no item");
    started = [](const ItemInfo &item) {
        EXPECT_EQ(item.category, "Math");
        EXPECT_LE(item.device.size(), 40U);
        EXPECT_EQ(item.device.find('\x1b'), std::string::npos);
    };
    log.clear();
    const auto outcome = afterAttach(
        {run,
         news({{{"news", "stage"},
                {"item", known},
                {"stage", "build"},
                {"device", "\x1b[2J" + std::string(1 << 16, 'd')}},
               {{"news", "log"}, {"line", "\x1b]0;x\x07" + std::string(1 << 16, 'l')}}}),
         {{"kind", "?"}}});
    EXPECT_FALSE(outcome);
    ASSERT_FALSE(log.empty());
    for (const std::string &line : log) {
        EXPECT_EQ(line.find('\x1b'), std::string::npos);
        EXPECT_LE(line.size(), 500U);
    }
}

TEST_F(HostileNode, CannotChangeSourcesAndNames)
{
    Evaluation evaluation = test::fullEvaluation("Math/double_0", "m");
    evaluation.candidate.sample = 3;
    evaluation.candidate.round = 0;
    evaluation.attempt = 0;
    evaluation.generatedCode = {{"kernel", "ptx", "ret;", -1, {}, {}, {}},
                                {"kernel", "a kind of its own", "ret;", {}, {}, {}, {}}};
    Json message{{"kind", "result"}, {"seq", 1}, {"evaluation", evaluationToJson(evaluation)}};
    ASSERT_FALSE(afterAttach({runMessage(), message, {{"kind", "?"}}}));
    const auto home = contents(store());
    const Json &code = home.at("Math/double_0 3").at("generated_code");
    ASSERT_EQ(code.size(), 1U) << "of kinds that there are";
    EXPECT_EQ(code.at(0).at("registers"), Json()) << "below 0";
    EXPECT_EQ(home.at("Math/double_0 3").at("source"), "// sample 3\n" + doubleSource());
    EXPECT_EQ(home.at("Math/double_0 3").at("run"), "far away");
}

TEST_F(HostileNode, GetsNoFileThatWasNotListed)
{
    std::vector<Json> got;
    const auto outcome = runOn(nodeSaying([&](LineStream &lines) {
        static_cast<void>(lines.receive(awhile));
        static_cast<void>(
            lines.send({{"kind", "hello"}, {"version", remoteProtocolVersion}, {"known", false}}));
        static_cast<void>(lines.receive(awhile));
        static_cast<void>(lines.send(
            {{"kind", "need"}, {"sha256", {sha256Hex("root:x:0:0"), "/etc/passwd", "../x"}}}));
        for (;;) {
            auto message = lines.receive(awhile);
            if (!message || !*message)
                return;
            got.push_back(**message);
            if (got.back()["kind"] == "start")
                static_cast<void>(lines.send({{"kind", "unknown"}}));
        }
    }));
    ASSERT_FALSE(outcome);
    for (const Json &message : got)
        EXPECT_NE(message.at("kind"), "blob") << message.dump();
}

TEST_F(HostileNode, InvalidMessagesEndTheRun)
{
    const auto outcome = runOn(nodeSaying([](LineStream &lines) {
        static_cast<void>(lines.send({{"kind", std::string(1 << 20, 'k')}}));
        static_cast<void>(lines.receive(awhile));
    }));
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, Errc::InvalidInput);
    EXPECT_LT(outcome.error().message.size(), 300U);
}

namespace {

/// Client that sends hostile messages. lastAnswer() returns the node's last answer.
class HostileAsker : public test::RemoteFixture
{
protected:
    Json lastAnswer(const std::vector<Json> &messages)
    {
        auto [asker, node] = test::connectedStreams();
        const std::jthread server(
            [this, lines = std::move(node)](const std::stop_token &stop) mutable {
                static_cast<void>(serveJobs(std::move(lines), settings(), stop));
            });
        for (const Json &message : messages)
            static_cast<void>(asker.send(message));
        Json last;
        for (auto got = asker.receive(awhile); got && *got; got = asker.receive(awhile)) {
            last = **got;
            if (last["kind"] == "error")
                break;
        }
        return last;
    }
    void expectError(const std::vector<Json> &messages)
    {
        EXPECT_EQ(lastAnswer(messages).value("kind", ""), "error") << Json(messages).dump();
    }
    Json hello(const std::string &job = std::string(32, 'a'))
    {
        return {{"kind", "hello"}, {"version", remoteProtocolVersion}, {"job", job}};
    }
};

} // namespace

TEST_F(HostileAsker, IsRefusedAndWritesNothingOutside)
{
    expectError({{{"kind", "hello"}, {"version", 99}, {"job", std::string(32, 'a')}}});
    expectError({hello("../../../../tmp/x")});
    expectError({hello(std::string(31, 'a') + "/")});
    expectError({{{"kind", "attach"}, {"have", 0}, {"digest", ""}}});
    expectError({hello(), hello()});
    expectError({hello(), {{"kind", "attach"}, {"have", 0}, {"digest", ""}}});
    expectError({hello(), {{"kind", "start"}, {"preset", {{"kernelloupe_preset", 1}}}}});
    expectError({hello(), {{"kind", "shell"}, {"command", "reboot"}}});
    expectError({hello(), {{"kind", "blob"}, {"sha256", "../../x"}, {"data", "eA=="}}});
    expectError({hello(), {{"kind", "ack"}, {"seq", 5}}});
    expectError({hello(), {{"kind", "steer"}, {"number", 1}, {"command", {{"steer", "pause"}}}}});
    expectError({hello(), {{"kind", "manifest"}, {"trees", {1, 2}}}});
    const Json escaping{
        {"root", "s"},
        {"files", {{{"path", "s/../../escaped"}, {"sha256", sha256Hex("x")}, {"size", 1}}}}};
    expectError({hello(), {{"kind", "manifest"}, {"trees", {escaping, escaping}}}});
    for (const auto &entry : std::filesystem::recursive_directory_iterator(root()))
        EXPECT_EQ(entry.path().string().find("escaped"), std::string::npos) << entry.path();
}

} // namespace loupe
