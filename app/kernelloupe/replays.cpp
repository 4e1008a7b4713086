// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/replays.h"

#include "core/engine/contract/runcontrol.h"
#include "core/engine/run/stageoccupations.h"
#include "core/generation/loop/generationboard.h"
#include "core/generation/loop/generationoutcome.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace loupe::app {

namespace {

constexpr int replayThreads = 4;
constexpr std::size_t replayedItems = 200;
constexpr std::chrono::milliseconds minStep{4};

/// Speed of the replay relative to a real run, for the reported load.
constexpr int replaySpeed = 400;

class ReplayClock final : public Clock
{
public:
    std::chrono::steady_clock::time_point steadyNow() const override
    {
        return m_begin + (std::chrono::steady_clock::now() - m_begin) * replaySpeed;
    }
    std::chrono::system_clock::time_point wallNow() const override
    {
        return systemClock().wallNow();
    }

private:
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

struct Story {
    RunSummary run;
    std::vector<ResultRow> rows;
};

Result<Story> readStory(const ui::StoreOpener &opener, const std::filesystem::path &store)
{
    auto reader = opener(store);
    if (!reader)
        return reader.error();
    const auto runs = (*reader)->runs();
    if (!runs)
        return runs.error();
    if (runs->empty())
        return Error{Errc::NotFound, "the store holds no run", store.string()};
    const RunSummary &chosen
        = *std::ranges::max_element(*runs, {}, [](const RunSummary &run) { return run.failed; });
    Filter filter;
    filter.terms.push_back({"run", FilterOp::Is, {chosen.run.name}, false, 0});
    auto ids = (*reader)->ids(filter);
    if (!ids)
        return ids.error();
    if (ids->size() > replayedItems)
        ids->resize(replayedItems);
    return Story{chosen, (*reader)->fetch(*ids)};
}

ItemInfo infoOf(const ResultRow &row, std::string device = {})
{
    return {row.task, row.category, row.method, row.sample, row.round, std::move(device)};
}

/// Replay of one stored run.
class Replay
{
public:
    Replay(const Story &story, const ReplayEnd &end, RunObserver &observer, RunControl &control)
        : m_story(story)
        , m_end(end)
        , m_observer(observer)
        , m_control(control)
    {
    }

    RunOutcome run()
    {
        m_outcome.run = m_story.run.run.name;
        m_outcome.id = m_story.run.id;
        const auto total = static_cast<int>(m_story.rows.size());
        m_observer.planned({m_outcome.run, m_story.run.run.suite, 0, total, 0, {}});
        std::vector<ItemInfo> items;
        items.reserve(m_story.rows.size());
        for (const ResultRow &row : m_story.rows)
            items.push_back(infoOf(row));
        m_observer.queued(items);
        m_control.begin(items.size());
        const std::jthread teller([this](const std::stop_token &stop) { tellLoad(stop); });
        std::vector<std::jthread> threads;
        threads.reserve(replayThreads);
        for (int thread = 0; thread < replayThreads; ++thread)
            threads.emplace_back([this, thread] { work(thread); });
        threads.clear();
        m_outcome.cancelled = m_control.hasCancelled();
        return m_outcome;
    }

private:
    void tellLoad(const std::stop_token &stop)
    {
        constexpr std::chrono::microseconds second(1000000 / replaySpeed);
        while (!stop.stop_requested() && !m_hangs) {
            std::this_thread::sleep_for(second);
            const RunLoad load = m_log->tell();
            const std::lock_guard lock(m_mutex);
            m_observer.loadTold(load);
        }
    }

    void work(int thread)
    {
        const std::string &kind = m_story.run.run.environment.deviceKind;
        const std::string device = kind == "cuda" ? "cuda:" + std::to_string(thread % 2) : "cpu";
        while (const auto turn = m_control.take()) {
            const ResultRow &row = m_story.rows[turn->item];
            const auto begin = std::chrono::steady_clock::now();
            const bool hangs = m_end.hangsAfter && m_taken++ >= *m_end.hangsAfter;
            if (hangs)
                m_hangs = true;
            const Stage stages[] = {Stage::Build, Stage::Verify, Stage::Time};
            const int last = hangs ? thread % 3 : 2;
            for (int i = 0; i <= last; ++i) {
                {
                    const std::lock_guard lock(m_mutex);
                    m_observer.itemStarted(infoOf(row, device), stages[i]);
                    m_stages.entered(&row, stages[i], device);
                }
                std::this_thread::sleep_for(minStep * (1 + turn->item % 5));
            }
            if (!hangs)
                m_stages.left(&row);
            if (hangs && m_end.failure)
                m_control.cancelAll();
            else if (hangs)
                waitForStop(turn->stop);
            else
                end(row, device, std::chrono::steady_clock::now() - begin);
            m_control.done(turn->item);
        }
    }

    void end(const ResultRow &row, const std::string &device, std::chrono::duration<double> taken)
    {
        const std::lock_guard lock(m_mutex);
        const Outcome outcome = outcomeOf(row.verdict);
        ++m_outcome.evaluated;
        m_outcome.correct += outcome == Outcome::Correct ? 1 : 0;
        m_outcome.failed += isFailure(outcome) ? 1 : 0;
        m_outcome.infraErrors += outcome == Outcome::InfraError ? 1 : 0;
        m_observer.itemFinished(
            {infoOf(row, device), row.id, row.verdict, row.message, row.speedup, taken.count()},
            m_outcome.evaluated, static_cast<int>(m_story.rows.size()));
        m_observer.logged(row.task + " " + row.method + ": "
                          + std::string(facts(row.verdict).label));
    }

    void waitForStop(const std::stop_token &stop)
    {
        std::unique_lock lock(m_waitMutex);
        m_never.wait(lock, stop, [] { return false; });
    }

    const Story &m_story;
    const ReplayEnd &m_end;
    RunObserver &m_observer;
    RunControl &m_control;
    std::atomic<int> m_taken = 0;
    std::atomic<bool> m_hangs = false;
    ReplayClock m_clock;
    std::shared_ptr<OccupationLog> m_log = std::make_shared<OccupationLog>(replayThreads, m_clock);
    StageOccupations m_stages{m_log};
    std::mutex m_mutex;
    std::mutex m_waitMutex;
    std::condition_variable_any m_never;
    RunOutcome m_outcome;
};

} // namespace

ui::RunLauncher makeReplay(ui::StoreOpener opener, ReplayEnd end)
{
    return [opener = std::move(opener),
            end = std::move(end)](const RunRequest &request, RunObserver &observer,
                                  const std::stop_token &stop) -> Result<RunOutcome> {
        const auto story = readStory(opener, request.store);
        if (!story)
            return story.error();
        RunControl &control = *request.control;
        const std::stop_callback stopping(stop, [&control] { control.cancelAll(); });
        const RunOutcome outcome = Replay(*story, end, observer, control).run();
        if (end.failure)
            return *end.failure;
        return outcome;
    };
}

namespace {

constexpr const char *storyProfile
    = R"({"format": 1, "name": "example-coder", "model": "example-coder-32b",
 "endpoint": {"url": "https://gateway.example/v1", "key": "env:EXAMPLE_KEY", "lanes": 4},
 "parameters": {"max_output": 8000},
 "prices": {"input": 0.4, "output": 1.6, "date": "2026-11-25"},
 "strategy": {"kind": "serial", "samples": 2, "rounds": 4, "parent": "best"},
 "feedback": {"history": "best"}, "budget": {"requests": 60, "dollars": 0.5}})";

/// Results of the rounds of one sample that have ended.
struct SampleStory {
    const char *task;
    int sample;
    std::vector<RoundProgress> judged;
};

std::vector<SampleStory> stories()
{
    const auto judged = [](Verdict verdict, std::optional<double> speedup = {}) {
        return RoundProgress{RoundState::Judged, verdict, speedup};
    };
    return {
        {"Activation/softmax", 0, {judged(Verdict::CompileError), judged(Verdict::Correct, 0.91)}},
        {"Activation/softmax", 1, {judged(Verdict::Correct, 1.12), judged(Verdict::Correct, 1.31)}},
        {"Reduce/argmax", 0, {judged(Verdict::WrongValue), judged(Verdict::WrongValue)}},
        {"Reduce/argmax", 1, {judged(Verdict::Correct, 1.04), judged(Verdict::RunTimeout)}},
        {"Reduce/cumsum", 0, {judged(Verdict::Crashed), judged(Verdict::Correct, 0.78)}},
        {"Reduce/cumsum", 1, {judged(Verdict::Correct, 0.66), judged(Verdict::Correct, 0.93)}}};
}

class StoryTeller
{
public:
    StoryTeller(GenerationBoard &board, const GenerationSetup &setup)
        : m_board(board)
        , m_setup(setup)
    {
    }

    void tell()
    {
        for (const SampleStory &sample : stories()) {
            for (std::size_t round = 0; round < sample.judged.size(); ++round)
                tellJudged(sample, static_cast<int>(round), sample.judged[round]);
        }
        tellOpen();
    }

private:
    AskEvent event(AskEvent::Kind kind, const std::string &ask, std::int64_t spent,
                   std::int64_t reserved) const
    {
        AskEvent out;
        out.kind = kind;
        out.ask = ask;
        const auto cost = [](std::int64_t requests) {
            return Cost{requests, requests * 2100, requests * 1450,
                        Money{requests * 3'160'000'000}};
        };
        out.spent = cost(spent);
        out.reserved = cost(reserved);
        return out;
    }

    void tellJudged(const SampleStory &sample, int round, const RoundProgress &result)
    {
        const std::string ask = "done " + std::to_string(m_told++);
        const RequestKey place{sample.task, sample.sample, round, round == 0 ? "start" : "fix", 1};
        m_board.ask({ask, place, "{}"}, round == 0 ? "Write the kernel of this task." : "Fix it.");
        m_board.hear(event(AskEvent::Kind::Sent, ask, m_told - 1, 1));
        m_board.hear(event(AskEvent::Kind::Answered, ask, m_told, 0));
        m_board.settle(place, "```cpp\n…\n```", {});
        m_board.answered(place);
        const ItemInfo item{sample.task, {}, m_setup.method.name, sample.sample, round};
        m_board.judged({item, {}, result.verdict, {}, result.speedup});
    }

    void tellOpen()
    {
        int open = 0;
        for (const SampleStory &sample : stories()) {
            const std::string ask = "open " + std::to_string(open++);
            const int round = static_cast<int>(sample.judged.size());
            m_board.ask(
                {ask, {sample.task, sample.sample, round, "optimise", 1}, "{}"},
                "Round 1 is right: 1.31 times as fast as the reference. Make it faster, and "
                "answer with one\nwhole program in a fence.");
            if (open <= 4)
                m_board.hear(event(AskEvent::Kind::Sent, ask, m_told, open));
        }
        AskEvent waits = event(AskEvent::Kind::Failed, "open 2", m_told, 4);
        waits.waitSeconds = 12;
        m_board.hear(waits);
        AskEvent part = event(AskEvent::Kind::Delta, "open 1", m_told, 4);
        part.text
            = "The row fits into the first level cache: one pass for the maximum and the sum.\n"
              "\n```cpp\n#include \"loupe_kernel.h\"\n#include <algorithm>\n#include <cmath>\n\n"
              "extern \"C\" int32_t loupe_kernel(const LoupeCall *call)\n{\n"
              "    const float *x = loupe_abi::input<float>(call, 0);\n"
              "    float *y = loupe_abi::output<float>(call, 0);\n";
        m_board.hear(part);
    }

    GenerationBoard &m_board;
    const GenerationSetup &m_setup;
    int m_told = 0;
};

} // namespace

GenerationRequest storyRequest(const std::filesystem::path &suite,
                               const std::filesystem::path &store)
{
    GenerationRequest request;
    if (auto profile = parseProfile(storyProfile, "example-coder.json"))
        request.profile = std::move(*profile);
    request.run.suite = suite;
    request.run.store = store;
    request.run.name = "softmax and reductions";
    request.run.taskFilter = "task:Activation/softmax,Reduce/argmax,Reduce/cumsum";
    return request;
}

ui::GenerationLauncher makeGenerationStory()
{
    return [](const GenerationRequest &request, GenerationBoard &board, RunObserver &observer,
              const std::stop_token &stop) -> Result<GenerationOutcome> {
        GenerationRequest asked = request;
        const auto setup = setUpGeneration(asked);
        if (!setup)
            return setup.error();
        board.begin(*setup, asked.profile, DialogueBook(setup->origin));
        board.enter(GenerationPhase::Asking);
        StoryTeller(board, *setup).tell();
        observer.logged(
            "Activation/softmax sample 1 round 1: one program, 2 104 tokens in, 1 388 out");
        std::mutex mutex;
        std::condition_variable_any stopped;
        std::unique_lock lock(mutex);
        stopped.wait(lock, stop, [] { return false; });
        GenerationOutcome outcome;
        outcome.run = setup->run;
        outcome.end = AskingEnd::Stopped;
        return outcome;
    };
}

} // namespace loupe::app
