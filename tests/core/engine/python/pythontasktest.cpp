// SPDX-License-Identifier: Apache-2.0
//
// Tests the plan of a task, which depends on its sizes and the total memory, not on other load.
#include "core/engine/python/pythontask.h"

#include "core/base/files.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/python/strictpoints.h"
#include "core/judge/protocol.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "tests/core/engine/fakeoracle.h"

namespace loupe {

namespace {

using test::FakeReference;

constexpr std::int64_t gigabyte = std::int64_t{1} << 30;
constexpr std::int64_t megabyte = std::int64_t{1} << 20;

CallOutcome ending(Verdict verdict)
{
    return {verdict, "CUDA out of memory. Tried to allocate 2.00 GiB", 0};
}

/// Returns the context of a run on a GPU, or on the CPU if `total` is 0.
PythonContext contextOf(int jobs, std::int64_t total, std::int64_t free)
{
    PythonContext context;
    context.suite = "kernelbench";
    context.rules.judgedBy = JudgedBy::Both;
    context.strict = strictProtocol();
    context.seed = "seed";
    context.jobs = jobs;
    context.memoryBytes = 64 * gigabyte;
    if (total > 0) {
        context.settings.device = "cuda:0";
        context.rules.device = "cuda:0";
        context.tensors = {"cuda:0", {}, free, total};
    }
    return context;
}

struct Prepared {
    Result<const std::vector<PythonPhase> *> phases;
    std::unique_ptr<PythonTask> task;
};

Prepared prepare(const PythonContext &context, const BenchmarkTask &task,
                 const FakeReference &reference)
{
    auto made = std::make_unique<PythonTask>(task, context);
    OracleSeat seat(std::make_unique<test::FakeOracleServer>(reference), nullptr);
    auto phases = made->phases(seat, {});
    made->release(seat);
    return {std::move(phases), std::move(made)};
}

BenchmarkTask model()
{
    BenchmarkTask task;
    task.task.name = "level1/1_T";
    task.entry = "Model";
    return task;
}

/// Returns every decision that depends on sizes: streaming, excuses, float64, saved first results.
std::string decided(const PythonContext &context, const FakeReference &reference)
{
    const BenchmarkTask task = model();
    const Prepared made = prepare(context, task, reference);
    if (!made.phases)
        return made.phases.error().message;
    Json out = Json::array();
    for (const PythonPhase &phase : **made.phases) {
        Json trials = Json::array();
        for (const PythonTrial &trial : phase.trials)
            trials.push_back({trial.caseName, trial.excused, trial.notExact});
        out.push_back({phase.isStreamed, std::move(trials),
                       decidedBySize(phase, phase.trials.front(), context.limits())});
    }
    return out.dump();
}

} // namespace

TEST(PythonTask, TrialsDependOnSizesAndTotalMemoryOnly)
{
    for (const std::int64_t size : {megabyte, 8 * megabyte}) {
        const FakeReference reference{size, size};
        const std::string alone = decided(contextOf(1, 4 * gigabyte, 4 * gigabyte), reference);
        for (const int jobs : {1, 4, 16}) {
            for (const std::int64_t free : {4 * gigabyte, gigabyte})
                EXPECT_EQ(decided(contextOf(jobs, 4 * gigabyte, free), reference), alone)
                    << jobs << " jobs, " << free << " bytes free";
        }
        EXPECT_EQ(decided(contextOf(16, 0, 0), reference), decided(contextOf(1, 0, 0), reference));
    }
    const auto isStreamed = [](std::int64_t size) {
        const FakeReference reference{size, size};
        const BenchmarkTask task = model();
        const PythonContext context = contextOf(16, 4 * gigabyte, 4 * gigabyte);
        const Prepared made = prepare(context, task, reference);
        return (*made.phases)->front().isStreamed;
    };
    EXPECT_FALSE(isStreamed(megabyte)) << "the sizes above are on both sides of the border";
    EXPECT_TRUE(isStreamed(8 * megabyte));
}

TEST(PythonTask, LargeResultsArePlannedLikeLargeInputs)
{
    const BenchmarkTask task = model();
    for (const int jobs : {1, 16}) {
        const PythonContext context = contextOf(jobs, 4 * gigabyte, gigabyte);
        const FakeReference reference{4096, 16 * megabyte};
        const Prepared made = prepare(context, task, reference);
        ASSERT_TRUE(made.phases) << made.phases.error().text();
        EXPECT_TRUE((*made.phases)->front().isStreamed) << jobs;
    }
}

TEST(PythonTask, TimedReferenceMayUseTf32UnlessIeee)
{
    const BenchmarkTask task = model();
    for (const BaselineForm form : {BaselineForm::Eager, BaselineForm::EagerIeee}) {
        const FakeReference reference{4096, 4096};
        PythonContext context = contextOf(1, 4 * gigabyte, 4 * gigabyte);
        context.rules.baseline = form;
        PythonTask made(task, context);
        OracleSeat seat(std::make_unique<test::FakeOracleServer>(reference), nullptr);
        const auto phases = made.phases(seat, {});
        ASSERT_TRUE(phases) << phases.error().text();
        const bool mayUse = form == BaselineForm::Eager;
        const auto measured = std::count_if(
            reference.asked.begin(), reference.asked.end(),
            [](const Json &request) { return request.value("do", "") == "as_timed"; });
        EXPECT_EQ(measured > 0, mayUse) << "who is as exact as that is right";
        const PythonPhase &last = (*phases)->back();
        const auto timed = made.reference(seat, last, {});
        ASSERT_TRUE(timed) << timed.error().text();
        ASSERT_TRUE(made.callTimed(**timed, last, last.trials.front()));
        EXPECT_EQ(reference.asked.back()["tf32"], mayUse);
    }
}

TEST(PythonTask, ReferencesThatRefuseCastsAreJudgedStrictly)
{
    const BenchmarkTask task = model();
    FakeReference reference{4096, 4096};
    bool isCast = false;
    reference.ends = [&](const Json &request) -> std::optional<CallOutcome> {
        if (request.value("do", "") == "inputs")
            isCast = request.value("cast_all", false);
        if (request.value("do", "") != "forward" || !isCast)
            return std::nullopt;
        return CallOutcome{Verdict::Crashed, "indices are no integers", 0};
    };
    PythonContext context = contextOf(1, 0, 0);
    const Prepared both = prepare(context, task, reference);
    ASSERT_TRUE(both.phases) << both.phases.error().text();
    const auto failure = both.task->suiteFailure();
    ASSERT_TRUE(failure);
    EXPECT_NE(failure->message.find("indices are no integers"), std::string::npos);
    EXPECT_EQ(failure->message.find("--protocol"), std::string::npos) << failure->message;
    EXPECT_GT((*both.phases)->back().trials.front().expected.view().bytes(), 0);

    context.rules.judgedBy = JudgedBy::Suite;
    const Prepared suite = prepare(context, task, reference);
    ASSERT_FALSE(suite.phases);
    EXPECT_EQ(suite.phases.error().code, Errc::InvalidInput);
    EXPECT_NE(suite.phases.error().message.find("--protocol strict"), std::string::npos)
        << suite.phases.error().message;
    context.rules.judgedBy = JudgedBy::Strict;
    const Prepared strict = prepare(context, task, reference);
    EXPECT_TRUE(strict.phases);
    EXPECT_FALSE(strict.task->suiteFailure());
}

TEST(PythonTask, AReferenceThatFailsOnlyStrictlyLeavesTheSuitesPhase)
{
    const BenchmarkTask task = model();
    FakeReference reference{4096, 4096};
    bool isCast = false;
    reference.ends = [&](const Json &request) -> std::optional<CallOutcome> {
        if (request.value("do", "") == "inputs")
            isCast = request.value("cast_all", false);
        if (request.value("do", "") != "forward" || isCast)
            return std::nullopt;
        return CallOutcome{Verdict::Crashed, "it takes no integers", 0};
    };
    PythonContext context = contextOf(1, 0, 0);
    const Prepared both = prepare(context, task, reference);
    ASSERT_TRUE(both.phases) << both.phases.error().text();
    EXPECT_FALSE(both.task->suiteFailure());
    const auto failure = both.task->strictFailure();
    ASSERT_TRUE(failure);
    EXPECT_NE(failure->message.find("it takes no integers"), std::string::npos);
    ASSERT_EQ((*both.phases)->size(), 2U);
    EXPECT_GT((*both.phases)->front().trials.front().expected.view().bytes(), 0);

    context.rules.judgedBy = JudgedBy::Strict;
    const Prepared strict = prepare(context, task, reference);
    ASSERT_FALSE(strict.phases);
    EXPECT_EQ(strict.phases.error().code, Errc::InvalidInput);
}

TEST(PythonTask, ReportsTheReasonForEachFailedProtocol)
{
    const BenchmarkTask task = model();
    FakeReference reference{4096, 4096};
    reference.ends = [](const Json &request) -> std::optional<CallOutcome> {
        if (request.value("do", "") != "forward")
            return std::nullopt;
        return CallOutcome{Verdict::Crashed, "it fails", 0};
    };
    const PythonContext context = contextOf(1, 0, 0);
    const Prepared made = prepare(context, task, reference);
    ASSERT_FALSE(made.phases);
    EXPECT_EQ(made.phases.error().code, Errc::InvalidInput);
    EXPECT_NE(made.phases.error().message.find("; strictly: the reference fails"),
              std::string::npos)
        << made.phases.error().message;
}

TEST(PythonTask, Float64OutOfMemoryIsBusyNotExcused)
{
    const BenchmarkTask task = model();
    bool lacks = true;
    const FakeReference reference{4096, 4096, [&](const Json &request) {
                                      return lacks && request["do"] == "exact"
                                          ? std::optional(ending(Verdict::OutOfMemory))
                                          : std::nullopt;
                                  }};
    const PythonContext context = contextOf(4, 4 * gigabyte, 4 * gigabyte);
    PythonTask made(task, context);
    OracleSeat seat(std::make_unique<test::FakeOracleServer>(reference), nullptr);
    const auto beside = made.phases(seat, {});
    ASSERT_FALSE(beside);
    EXPECT_EQ(beside.error().code, Errc::Busy) << beside.error().text();
    lacks = false;
    const auto alone = made.phases(seat, {});
    ASSERT_TRUE(alone) << "it is not remembered: " << alone.error().text();
    for (const PythonTrial &trial : (*alone)->back().trials)
        EXPECT_EQ(trial.notExact, "");
    made.release(seat);
}

TEST(PythonTask, OnlyTheReferenceExcusesAPoint)
{
    const BenchmarkTask task = model();
    const PythonContext context = contextOf(4, 4 * gigabyte, 4 * gigabyte);
    for (const char *at : {"inputs", "forward", "randomise"}) {
        bool isUnusual = false;
        Verdict verdict = Verdict::Crashed;
        const FakeReference reference{
            4096, 4096, [&](const Json &request) -> std::optional<CallOutcome> {
                const std::string what = request["do"];
                if (what == "randomise")
                    isUnusual = true;
                else if (what == "inputs")
                    isUnusual = request.contains("variant");
                if (what != at || !isUnusual || (what == "randomise" && !request.contains("seed")))
                    return std::nullopt;
                return ending(verdict);
            }};
        {
            const Prepared failing = prepare(context, task, reference);
            ASSERT_TRUE(failing.phases) << at << failing.phases.error().text();
            const auto &trials = (*failing.phases)->back().trials;
            EXPECT_TRUE(std::ranges::any_of(trials, [](const PythonTrial &trial) {
                return !trial.excused.empty();
            })) << at;
        }
        verdict = Verdict::OutOfMemory;
        const Prepared lacking = prepare(context, task, reference);
        ASSERT_FALSE(lacking.phases) << at;
        EXPECT_EQ(lacking.phases.error().code, Errc::Busy) << at;
    }
}

TEST(PythonTask, SendsHostDrawsSeparatelyWithoutTheDevice)
{
    BenchmarkTask task = model();
    PythonContext context = contextOf(4, 4 * gigabyte, 4 * gigabyte);
    context.timing.enabled = false; // the device's clock does not show processor load
    const auto draws = [&](const char *implementation) {
        task.implementation = implementation;
        const FakeReference reference{4096, 4096};
        const Prepared made = prepare(context, task, reference);
        EXPECT_TRUE(made.phases);
        int onHost = 0;
        int sent = 0;
        int onDevice = 0;
        for (const Json &request : reference.asked) {
            if (request.value("do", "") == "inputs" && request["function"] == "get_inputs")
                ++(request.value("make_on", "") == "device"    ? onDevice
                       : request.value("stays_on_host", false) ? onHost
                                                               : sent);
            sent -= request.value("do", "") == "drawn" ? 1 : 0;
        }
        return std::array{onHost, -sent, onDevice};
    };
    const auto plain = draws("def get_inputs():\n    return [torch.rand(4)]");
    EXPECT_EQ(plain[0], 5) << "the suite's trials";
    EXPECT_EQ(plain[1], plain[0]) << "each is asked for once it is drawn";
    EXPECT_EQ(plain[2], 13)
        << "strict ones and the hint are drawn on the device, the first inputs once more";
    const auto itself = draws("def get_inputs():\n    return [torch.rand(4, device='cuda')]");
    EXPECT_EQ(itself[0], 0) << "that uses the device as it draws";
    EXPECT_EQ(itself[1], -5);
    context.settings.device = "cpu";
    context.rules.device = "cpu";
    context.tensors = {};
    EXPECT_EQ(draws("")[0], 0) << "there is no turn to take";
}

TEST(PythonTask, MakingPhasesReservesMemoryBeforeTheDeviceIsUsed)
{
    const BenchmarkTask task = model();
    const PythonContext context = contextOf(4, 4 * gigabyte, 4 * gigabyte);
    const FakeReference reference{4096, 4096};
    PythonTask made(task, context);
    OracleSeat seat(std::make_unique<test::FakeOracleServer>(reference), nullptr);
    std::vector<std::int64_t> reserved;
    PythonTask::Rooms rooms;
    rooms.onDevice = [&](std::int64_t bytes) -> Status {
        reserved.push_back(bytes);
        return Error{Errc::Cancelled, "the run was cancelled"};
    };
    const auto refusing = made.phases(seat, {}, rooms);
    ASSERT_FALSE(refusing);
    EXPECT_EQ(refusing.error().code, Errc::Cancelled);
    for (const Json &request : reference.asked)
        EXPECT_TRUE(request["do"] == "load" || request["do"] == "estimate"
                    || request.value("stays_on_host", false))
            << request;
    rooms.onDevice = [&](std::int64_t bytes) -> Status {
        reserved.push_back(bytes);
        return {};
    };
    for (int i = 0; i < 2; ++i)
        ASSERT_TRUE(made.phases(seat, {}, rooms));
    EXPECT_EQ(reserved.size(), 2U) << "nothing is made a second time";
    EXPECT_EQ(reserved.back(), (*made.phases(seat, {}))->front().preparingBytes);
    made.release(seat);
}

TEST(PythonTask, ComparesHostDrawsWithTorchOnce)
{
    const auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    BenchmarkTask task = model();
    task.implementation = "def get_inputs():\n    return [torch.rand(4)]";
    PythonContext context = contextOf(4, 4 * gigabyte, 4 * gigabyte);
    context.knownDraws = std::make_shared<KnownDraws>(folder->path() / "draws.json", "torch");
    FakeReference reference{4096, 4096};
    reference.draws = "same";
    const auto drawn = [&](const char *what) {
        reference.asked.clear();
        const Prepared made = prepare(context, task, reference);
        EXPECT_TRUE(made.phases);
        std::string out;
        for (const Json &request : reference.asked) {
            if (request["do"] == what && request.value("function", "") != "get_init_inputs")
                out += request.value("draws", "-") + " ";
        }
        return out;
    };
    EXPECT_EQ(drawn("construct"), "new known ") << "of the suite's phase and of ours";
    EXPECT_EQ(drawn("construct"), "known known ");
    EXPECT_TRUE(drawn("inputs").starts_with("known known known known known - "))
        << "what the device draws is not the library's";
    task.implementation += "  # another task";
    EXPECT_TRUE(drawn("inputs").starts_with("new known known known known - "));
    task.implementation += "  # another one";
    reference.draws = "differs: torch gives other bits";
    EXPECT_EQ(drawn("construct"), "new - ");
    const Prepared made = prepare(context, task, reference);
    EXPECT_EQ(made.task->drawsProblem(), "torch gives other bits");
    task.implementation = "x = torch.rand(4, device='cpu')";
    EXPECT_EQ(drawn("construct"), "- - ") << "what names a device draws as it always did";
}

TEST(PythonTask, PreparesHostWorkBeforeReservingTheDevice)
{
    const auto folder = TemporaryFolder::create("kloupe-test");
    ASSERT_TRUE(folder);
    BenchmarkTask task = model();
    task.implementation = "def get_inputs():\n    return [torch.rand(4)]";
    PythonContext context = contextOf(4, 4 * gigabyte, 4 * gigabyte);
    context.timing.enabled = false; // the device's clock does not show processor load
    context.knownDraws = std::make_shared<KnownDraws>(folder->path() / "draws.json", "torch");
    FakeReference reference{64 * megabyte, 4096}; // its trials are made anew for each candidate
    reference.draws = "same";
    OracleSeat seat(std::make_unique<test::FakeOracleServer>(reference), nullptr);
    std::vector<std::int64_t> onHost;
    std::vector<std::string> before;
    PythonTask::Rooms rooms;
    rooms.onHost = [&](std::int64_t bytes, const std::function<Status()> &work) {
        onHost.push_back(bytes);
        return work();
    };
    rooms.onDevice = [&](std::int64_t) -> Status {
        before.clear();
        for (const Json &request : reference.asked)
            before.push_back(request["do"].get<std::string>());
        return {};
    };
    PythonTask made(task, context);
    const auto phases = made.phases(seat, {}, rooms);
    ASSERT_TRUE(phases) << phases.error().text();
    ASSERT_TRUE((*phases)->front().isStreamed);
    const std::vector<std::string> all{"load", "estimate", "inputs", "construct", "compare_draws"};
    EXPECT_EQ(before, all);
    EXPECT_EQ(onHost, std::vector<std::int64_t>{3 * 64 * megabyte});
    made.release(seat);

    task.implementation += " "; // unknown code
    reference.asked.clear();
    PythonTask withoutRoom(task, context);
    rooms.onHost = [](std::int64_t, const std::function<Status()> &) -> Status {
        return Error{Errc::Cancelled, "the run was cancelled"};
    };
    EXPECT_EQ(withoutRoom.phases(seat, {}, rooms).error().code, Errc::Cancelled);
}

TEST(PythonTask, TooLargeDependsOnTotalMemory)
{
    const BenchmarkTask task = model();
    const FakeReference reference{64 * megabyte, 4096};
    const PythonContext crowded = contextOf(4, 4 * gigabyte, gigabyte);
    const Prepared beside = prepare(crowded, task, reference);
    EXPECT_TRUE(beside.phases) << beside.phases.error().text();
    const PythonContext small = contextOf(1, 2 * gigabyte, 2 * gigabyte);
    const Prepared tooLarge = prepare(small, task, reference);
    ASSERT_FALSE(tooLarge.phases);
    EXPECT_EQ(tooLarge.phases.error().code, Errc::Unsupported);
}

} // namespace loupe
