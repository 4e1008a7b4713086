// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/generationstory.h"

#include "core/generation/loop/generationboard.h"
#include "core/generation/loop/generationoutcome.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

namespace loupe::app {

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
