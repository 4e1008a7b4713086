// SPDX-License-Identifier: Apache-2.0
//
// Measures the overhead of a generation without the model and the evaluation. It has 200 dialogues
// of ten rounds; answers come from a cassette, and no program is built. Prints the processor time
// per request of this process, without the engine's stand-in.
#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/endpoints/spool/cassette.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/profile.h"
#include "core/generation/loop/generation.h"
#include "core/store/write/storewriter.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include <sys/resource.h>

namespace {

using namespace loupe;

constexpr int taskCount = 20;
constexpr int samples = 10;
constexpr int rounds = 10;

void demand(const Status &status)
{
    if (!status) {
        std::fprintf(stderr, "%s\n", status.error().text().c_str());
        std::exit(1);
    }
}

template <typename T>
T answer(Result<T> result)
{
    if (!result)
        demand(result.error());
    return std::move(result).value();
}

double computedSeconds()
{
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    const auto seconds = [](const timeval &time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(use.ru_utime) + seconds(use.ru_stime);
}

double elapsedSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::string taskName(int task)
{
    return "task" + std::to_string(task);
}

void writeSuite(const std::filesystem::path &suite)
{
    for (int task = 0; task < taskCount; ++task) {
        const Json description{
            {"schema", 1},
            {"name", taskName(task)},
            {"category", "Math"},
            {"title", "Twice the input"},
            {"description", "y = 2 x"},
            {"difficulty", 1},
            {"inputs",
             {{{"name", "x"}, {"dtype", "float32"}, {"shape", {"B", "N"}}, {"generator", "case"}}}},
            {"outputs",
             {{{"name", "y"},
               {"dtype", "float32"},
               {"shape", {"B", "N"}},
               {"tolerance", {{"reduction", "N"}}}}}},
            {"distributions",
             {{{"name", "normal"}, {"kind", "normal"}, {"mean", 0}, {"stddev", 1}},
              {{"name", "integers"}, {"kind", "integers"}, {"low", "-N"}, {"high", 9}}}},
            {"shapes",
             {{"cpu",
               {{{"name", "even"}, {"dims", {{"B", 8}, {"N", 64}}}},
                {{"name", "odd"}, {"dims", {{"B", 3}, {"N", 17}}}}}},
              {"gpu",
               {{{"name", "even"}, {"dims", {{"B", 64}, {"N", 4096}}}},
                {{"name", "odd"}, {"dims", {{"B", 3}, {"N", 17}}}}}}}},
            {"flops", "B*N"},
            {"bytes", "8*B*N"}};
        const std::filesystem::path folder = suite / "Math" / taskName(task);
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "task.json") << description.dump();
        std::ofstream(folder / "reference.cpp") << "int loupe_kernel() { return 0; }\n";
    }
    std::filesystem::create_directories(suite / "abi");
    std::ofstream(suite / "abi/loupe_kernel.h") << "// the interface\n";
}

/// Returns a unique program of about a hundred lines.
std::string programText(int task, int sample, int round)
{
    std::string text = "```cpp\nint loupe_kernel()\n{\n";
    for (int line = 0; line < 150; ++line)
        text += "    // "
            + std::to_string(((task * samples + sample) * rounds + round) * 1000 + line)
            + " of the answer\n";
    return text + "    return 0;\n}\n```\n";
}

void writeCassette(const std::filesystem::path &file)
{
    auto writer = answer(CassetteWriter::open(file));
    for (int task = 0; task < taskCount; ++task) {
        for (int sample = 0; sample < samples; ++sample) {
            for (int round = 0; round < rounds; ++round) {
                const Json said{{"choices",
                                 {{{"message", {{"content", programText(task, sample, round)}}},
                                   {"finish_reason", "stop"}}}},
                                {"usage", {{"prompt_tokens", 100}, {"completion_tokens", 2000}}}};
                CassetteEntry entry;
                entry.place
                    = {"Math/" + taskName(task), sample, round, round == 0 ? "start" : "fix", 1};
                entry.body = "{}";
                entry.sha256 = sha256Hex(entry.body);
                entry.head.status = 200;
                entry.head.headers["content-type"] = "application/json";
                entry.chunks.push_back({1, said.dump()});
                entry.wire = "whole";
                demand(writer.add(entry));
            }
        }
    }
}

/// Stand-in for the engine that stores every program as wrong.
class StandIn
{
public:
    RunOutcome evaluate(const RunRequest &given)
    {
        const double computed = computedSeconds();
        const double began = elapsedSeconds();
        const RunOutcome out = store(given);
        m_computed += computedSeconds() - computed;
        m_elapsed += elapsedSeconds() - began;
        return out;
    }
    double computed() const { return m_computed; }
    double elapsed() const { return m_elapsed; }

private:
    RunOutcome store(const RunRequest &given)
    {
        const auto plan = answer(makePlan(given));
        const auto writer = answer(StoreWriter::open(given.store));
        loupe::Run run;
        run.uuid = given.name;
        run.name = given.name;
        run.suite = plan.suiteName();
        run.origin = "engine";
        run.profileJson = profileJson(given, plan, "seed", Json::object());
        const auto method = answer(writer->addMethod(plan.methods.at(0)));
        if (!given.resume)
            m_run = answer(writer->beginRun(run));
        std::map<const Task *, TaskId> tasks;
        for (const PlannedDialogue &each : plan.dialogues) {
            tasks[each.task] = answer(writer->addTask(*each.task));
            answer(
                writer->recordDialogue(m_run, tasks[each.task], method, *each.dialogue, each.raw));
        }
        const auto finished = answer(writer->finishedEvaluations(m_run));
        RunOutcome out{given.name, m_run, 0, 0, 0, 0, 0, false};
        for (const PlanItem &item : plan.items) {
            const Candidate &of = item.candidate;
            if (finished.count({of.task, of.method, of.sample, of.round, 0}) > 0)
                continue;
            Evaluation wrong;
            wrong.candidate = of;
            wrong.verdict = Verdict::WrongValue;
            wrong.strictVerdict = Verdict::WrongValue;
            answer(writer->record(m_run, tasks.at(item.task), method, wrong));
            ++out.evaluated;
        }
        return out;
    }

    RunId m_run;
    double m_computed = 0;
    double m_elapsed = 0;
};

GenerationRequest requestIn(const std::filesystem::path &folder)
{
    const Json profile{{"format", 1},
                       {"name", "bench"},
                       {"endpoint", {{"url", "http://127.0.0.1:1/v1"}, {"lanes", 8}}},
                       {"model", "m"},
                       {"strategy",
                        {{"kind", "serial"},
                         {"samples", samples},
                         {"rounds", rounds},
                         {"confirm", false},
                         {"reminder", false}}}};
    GenerationRequest out;
    out.profile = answer(parseProfile(profile.dump(), "bench.json"));
    out.run.suite = folder / "suite";
    out.run.store = folder / "s.kloupe";
    out.replay = folder / "c.jsonl";
    return out;
}

} // namespace

int main()
{
    const auto folder = answer(TemporaryFolder::create("loupe-bench-generate"));
    writeSuite(folder.path() / "suite");
    writeCassette(folder.path() / "c.jsonl");
    StandIn engine;
    GenerationTools tools;
    std::string last;
    tools.say = [&](const std::string &line) { last = line; };
    tools.evaluate
        = [&](const RunRequest &run) -> Result<RunOutcome> { return engine.evaluate(run); };
    const double computed = computedSeconds();
    const double began = elapsedSeconds();
    const auto outcome = answer(generate(requestIn(folder.path()), tools, {}));
    const double own = computedSeconds() - computed - engine.computed();
    const double waited = elapsedSeconds() - began - engine.elapsed();
    std::printf(
        "%d requests, %d programs: %.2f ms computed and %.2f ms elapsed for each beside the "
        "engine's stand-in (%.1f s)\n",
        outcome.requests, outcome.withCode, 1000 * own / outcome.requests,
        1000 * waited / outcome.requests, engine.elapsed());
    if (!outcome.why.empty())
        std::printf("%s\n%s\n", outcome.why.c_str(), last.c_str());
    return outcome.requests == taskCount * samples * rounds ? 0 : 1;
}
