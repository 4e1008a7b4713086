// SPDX-License-Identifier: Apache-2.0
//
// Checks the clock on a GPU. Compares CUPTI's records, CUDA events and do_bench on the same
// kernels, with candidates that hide work or replace timers. Measures the cost of the injection per
// launch. Prints tables. `ncu` over tests/bench/clockkernels.py gives an independent reference.
//
// bench_clock <python> [<libkernelloupe-injection.so>]
#include "core/base/median.h"
#include "core/engine/clocks/callclock.h"
#include "core/platforms/python/pythonhost.h"
#include "core/timing/clockagreement.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace loupe;
namespace fs = std::filesystem;

constexpr std::chrono::seconds patience{120};
constexpr int calls = 50;

[[noreturn]] void fail(const std::string &what)
{
    fmt::print(stderr, "{}\n", what);
    std::exit(1);
}

std::string sourceOf(const char *name)
{
    std::ifstream file(fs::path(LOUPE_SOURCE_DIR) / "tests/bench" / name);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (text.empty())
        fail(std::string("cannot read ") + name);
    return text;
}

PythonChild::Answer ask(PythonChild &child, Json request)
{
    PythonChild::Answer answer = child.ask(std::move(request), nullptr, patience, {});
    if (answer.outcome.verdict != Verdict::Correct)
        fail(answer.outcome.message + "\n" + child.output() + answer.body.dump());
    return answer;
}

std::unique_ptr<PythonServer> startServer(const PythonEnvironment &python,
                                          const fs::path &injection)
{
    PythonSettings settings;
    settings.workerFolder = fs::path(LOUPE_SOURCE_DIR) / "resources/worker";
    settings.mode = SandboxMode::None;
    settings.device = "cuda:0";
    settings.limits.memoryBytes = 0;
    settings.limits.cpuSeconds = 3600;
    settings.injection = injection;
    auto server = PythonServer::start(python, PythonRole::Subject, settings, {});
    if (!server)
        fail(server.error().text() + "\n" + server.error().detail);
    return std::move(server).value();
}

std::unique_ptr<PythonChild> childWith(PythonServer &server, const std::string &source)
{
    auto child = server.fork({});
    if (!child)
        fail(child.error().text());
    ask(**child, {{"do", "load"}, {"source", source}, {"file_name", "bench.py"}});
    return std::move(child).value();
}

ClockChoice choiceOf(TimingMethod method)
{
    ClockChoice choice;
    choice.method = method;
    choice.flushBytes = std::int64_t{256} << 20;
    return choice;
}

ClockedSamples measure(PythonChild &child, const std::string &function, TimingMethod method,
                       ClockReadings *readings = nullptr)
{
    CallClock clock(child, {{"do", "time"}, {"function", function}}, choiceOf(method), patience,
                    {});
    if (method == TimingMethod::Cupti) {
        if (const auto reason = clock.whyNotRecorded())
            fail("CUPTI records nothing: " + *reason);
    }
    for (int block = 0; block < 3; ++block) {
        if (block == 1)
            clock.keepFromHere();
        if (!clock.block(method == TimingMethod::DoBench ? 1 : calls))
            fail(clock.last().message + "\n" + child.output());
    }
    if (readings != nullptr) {
        if (!clock.takeEvents(calls))
            fail(clock.last().message);
        *readings = clock.readings();
    }
    return clock.samples();
}

std::string spread(std::vector<double> samples)
{
    std::sort(samples.begin(), samples.end());
    const std::size_t n = samples.size();
    return fmt::format("{:9.2f} [{:.2f}, {:.2f}]", medianOf(samples) * 1e3, samples[n / 10] * 1e3,
                       samples[n * 9 / 10] * 1e3);
}

void compareClocksOnKernels(PythonServer &server)
{
    fmt::print(
        "\n(a) µs: median [10th, 90th percentile], cold cache\n{:<14} {:>28} {:>28} {:>28}\n",
        "kernel", "cupti", "cuda_event", "do_bench");
    const auto child = childWith(server, sourceOf("clockkernels.py"));
    for (int i = 0; i < 11; ++i) {
        const std::string function = "kernel" + std::to_string(i);
        const auto name = ask(*child, {{"do", "forward"}, {"function", function + "_name"}});
        const auto cupti = measure(*child, function, TimingMethod::Cupti);
        const auto events = measure(*child, function, TimingMethod::CudaEvent);
        const auto doBench = measure(*child, function, TimingMethod::DoBench);
        fmt::print("{:<14} {:>28} {:>28} {:>28}\n", name.value->value.text, spread(cupti.callsMs),
                   spread(events.callsMs), spread(doBench.callsMs));
    }
}

void timeCheats(PythonServer &server)
{
    fmt::print("\n(b) the same ReLU of 64 Mi floats, µs (medians)\n{:<16} {:>9} {:>9} {:>9} {:>9}  "
               "stray, idle calls, verdict of the clocks\n",
               "candidate", "cupti", "event", "host", "engine");
    for (const char *kind : {"honest", "side_stream", "thread", "patched"}) {
        const auto child = childWith(server, sourceOf("clockcheats.py"));
        ask(*child, {{"do", "forward"}, {"function", std::string("become_") + kind}});
        ClockReadings readings;
        const auto samples = measure(*child, "run", TimingMethod::Cupti, &readings);
        fmt::print("{:<16} {:9.2f} {:9.2f} {:9.2f} {:9.2f}  {:.3f} ms, {}, {}\n", kind,
                   medianOf(samples.callsMs) * 1e3, readings.eventMs.value_or(0) * 1e3,
                   readings.hostMs.value_or(0) * 1e3, readings.engineMs.value_or(0) * 1e3,
                   samples.strayMs, samples.idleCalls,
                   compareClocks(readings).holds() ? "agree" : compareClocks(readings).text());
    }
}

/// Child process, and the cost of its launches in each round.
struct Launches {
    const char *title;
    std::unique_ptr<PythonChild> child;
    std::vector<double> microseconds = {};
};

void measureOverhead(PythonServer &plain, PythonServer &injected, PythonServer &recording)
{
    fmt::print("\n(c) µs per launch of a small kernel: 30 rounds of 10000 launches, in turn\n");
    const std::string source = sourceOf("clockkernels.py");
    Launches sides[] = {{"without the library", childWith(plain, source)},
                        {"loaded, not recording", childWith(injected, source)},
                        {"recording", childWith(recording, source)}};
    measure(*sides[2].child, "kernel0", TimingMethod::Cupti);
    for (int round = 0; round < 30; ++round) {
        for (Launches &side : sides) {
            const auto answer = ask(*side.child, {{"do", "forward"}, {"function", "launches"}});
            side.microseconds.push_back(answer.value->value.real);
            if (!side.child->takeActivity()) // empties the ring
                fail("the ring is damaged");
        }
    }
    for (Launches &side : sides) {
        std::sort(side.microseconds.begin(), side.microseconds.end());
        fmt::print("{:<22} median {:.3f}, least {:.3f}, 10th to 90th percentile {:.3f} to {:.3f}\n",
                   side.title, medianOf(side.microseconds), side.microseconds.front(),
                   side.microseconds[3], side.microseconds[26]);
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2)
        fail("usage: bench_clock <python> [<libkernelloupe-injection.so>]");
    std::error_code failed;
    const fs::path injection = argc > 2
        ? fs::path(argv[2])
        : fs::read_symlink("/proc/self/exe", failed).parent_path() / "libkernelloupe-injection.so";
    const Result<PythonEnvironment> python = inspectPython(argv[1], {});
    if (!python)
        fail(python.error().text());
    const auto plain = startServer(*python, {});
    const auto injected = startServer(*python, fs::absolute(injection));
    compareClocksOnKernels(*injected);
    timeCheats(*injected);
    const auto recording = startServer(*python, fs::absolute(injection));
    measureOverhead(*plain, *injected, *recording);
    return 0;
}
