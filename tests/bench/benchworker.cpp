// SPDX-License-Identifier: Apache-2.0
//
// Measures the overhead of judging Python code in separate processes: a fork, an empty round trip,
// and a whole verification on a large input. Compares them with the same work in one Python
// process.
//
// bench_worker <python> [<input in MB, default 1000> [<device, default cpu> [<rounds, default 3>]]]
#include "core/engine/machine/programs.h"
#include "core/judge/judgeprocess.h"
#include "core/platforms/python/pythonhost.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace loupe;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds patience{600};

constexpr const char *code = R"(
import torch, time

MEGABYTES, DEVICE = @

def get_inputs():
    return [torch.rand(MEGABYTES * 250000, device=DEVICE)]

def run(x):
    return torch.relu(x - 0.5)

def compare(expected, actual):
    return bool(torch.allclose(expected, actual, rtol=1e-4, atol=1e-4))

def now():
    if DEVICE != "cpu":
        torch.cuda.synchronize()
    return time.perf_counter()

def all_in_one():
    torch.manual_seed(1)
    times = [now()]
    inputs = get_inputs()
    times.append(now())
    expected = run(*inputs)
    times.append(now())
    actual = run(*inputs)
    times.append(now())
    assert compare(expected, actual)
    times.append(now())
    return [b - a for a, b in zip(times, times[1:])]
)";

double since(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

[[noreturn]] void fail(const std::string &what)
{
    fmt::print(stderr, "{}\n", what);
    std::exit(1);
}

PythonChild::Answer ask(PythonChild &child, Json request, const Bundle *given = nullptr)
{
    PythonChild::Answer answer = child.ask(std::move(request), given, patience, {});
    if (answer.outcome.verdict != Verdict::Correct)
        fail(answer.outcome.message + "\n" + child.output());
    return answer;
}

struct Bench {
    std::unique_ptr<PythonServer> server;
    std::string source;
    std::string device;

    std::unique_ptr<PythonChild> child()
    {
        Result<std::unique_ptr<PythonChild>> forked = server->fork({});
        if (!forked)
            fail(forked.error().text());
        return std::move(forked).value();
    }
    std::unique_ptr<PythonChild> loaded()
    {
        auto forked = child();
        ask(*forked, {{"do", "load"}, {"source", source}, {"file_name", "bench.py"}});
        return forked;
    }
};

void report(const char *title, std::vector<double> milliseconds)
{
    std::sort(milliseconds.begin(), milliseconds.end());
    const std::size_t n = milliseconds.size();
    fmt::print("{:<34} median {:8.2f} ms, 10th to 90th percentile {:.2f} to {:.2f} ms, {} runs\n",
               title, milliseconds[n / 2], milliseconds[n / 10], milliseconds[n * 9 / 10], n);
}

void measureForks(Bench &bench, int forks)
{
    std::vector<double> ready;
    std::vector<double> whole;
    for (int i = 0; i < forks; ++i) {
        const auto begin = Clock::now();
        const auto child = bench.child();
        ask(*child, {{"do", "time"}, {"calls", 0}});
        ready.push_back(since(begin));
        child->end();
        whole.push_back(since(begin));
    }
    report("fork to a ready child", ready);
    report("fork, answer, end, clean up", whole);

    const auto child = bench.child();
    std::vector<double> trips;
    for (int i = 0; i < 2000; ++i) {
        const auto begin = Clock::now();
        ask(*child, {{"do", "time"}, {"calls", 0}});
        trips.push_back(since(begin));
    }
    report("empty round trip", trips);
}

/// Compares with the tolerance of the single-process version.
void judge(JudgeProcess &process, const Bundle &expected, const Bundle &actual)
{
    NestedRule rule;
    rule.byDtype[DType::Float32] = {false, 1e-4, 1e-4, 0};
    const auto compared = process.compareNested(expected.value, expected.view(), actual.value,
                                                actual.view(), rule, {});
    if (!compared)
        fail(compared.error().text());
    if (compared->verdict != Verdict::Correct)
        fail(compared->message);
}

void measureVerification(Bench &oracle, Bench &subject, JudgeProcess &process, int megabytes,
                         int rounds)
{
    fmt::print("\nVerification of a relu of {} MB, ms:\n", megabytes);
    for (int round = 0; round < rounds; ++round) {
        const auto begin = Clock::now();
        const auto reference = oracle.loaded();
        const auto candidate = subject.loaded();
        const double loaded = since(begin);
        const auto inputs = ask(*reference,
                                {{"do", "inputs"},
                                 {"function", "get_inputs"},
                                 {"seed", 1},
                                 {"make_on", oracle.device == "cpu" ? "cpu" : "device"}});
        const double drawn = since(begin);
        Json request{{"do", "forward"}, {"function", "run"}, {"check_inputs", false}};
        const auto expected = ask(*reference, request, &*inputs.value);
        const double expectedAt = since(begin);
        request["check_inputs"] = true;
        const auto actual = ask(*candidate, request, &*inputs.value);
        const double computed = since(begin);
        judge(process, *expected.value, *actual.value);
        const double whole = since(begin);
        fmt::print("  isolated: 2 forks and loads {:.0f}, draw {:.0f}, expect {:.0f}, compute and "
                   "check inputs {:.0f}, compare {:.0f}; all {:.0f}\n",
                   loaded, drawn - loaded, expectedAt - drawn, computed - expectedAt,
                   whole - computed, whole);
        fmt::print("            of which the calls themselves {:.0f} and {:.0f}\n",
                   expected.body["wall_ms"].get<double>(), actual.body["wall_ms"].get<double>());
    }
    for (int round = 0; round < rounds; ++round) {
        const auto child = oracle.loaded();
        const auto begin = Clock::now();
        const auto answer = ask(*child, {{"do", "forward"}, {"function", "all_in_one"}});
        const double whole = since(begin);
        const std::vector<Value> &parts = answer.value->value.items;
        fmt::print("  one process: draw {:.0f}, expect {:.0f}, compute {:.0f}, compare {:.0f}; all "
                   "{:.0f}\n",
                   parts[0].real * 1e3, parts[1].real * 1e3, parts[2].real * 1e3,
                   parts[3].real * 1e3, whole);
    }
}

Bench startBench(const PythonEnvironment &python, PythonRole role, const std::string &source,
                 const std::string &device)
{
    PythonSettings settings;
    const auto worker = findWorker();
    if (!worker)
        fail(worker.error().text());
    settings.workerFolder = *worker;
    settings.device = device;
    if (device != "cpu")
        settings.memory = device;
    settings.limits.memoryBytes = 0;
    settings.limits.cpuSeconds = 3600;
    const auto begin = Clock::now();
    Result<std::unique_ptr<PythonServer>> server = PythonServer::start(python, role, settings, {});
    if (!server)
        fail(server.error().text() + "\n" + server.error().detail);
    fmt::print("start of a server (imports torch)  {:15.0f} ms\n", since(begin));
    return {std::move(server).value(), source, device};
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2)
        fail("usage: bench_worker <python> [<input in MB> [<device> [<rounds>]]]");
    const int megabytes = argc > 2 ? std::max(1, std::atoi(argv[2])) : 1000;
    const std::string device = argc > 3 ? argv[3] : "cpu";
    const int rounds = argc > 4 ? std::max(1, std::atoi(argv[4])) : 3;
    const auto programs = findPrograms();
    if (!programs)
        fail(programs.error().text());
    const auto judgeProcess = JudgeProcess::start(programs->judge);
    if (!judgeProcess)
        fail(judgeProcess.error().text());
    const Result<PythonEnvironment> python = inspectPython(argv[1], {});
    if (!python)
        fail(python.error().text());
    std::string source = code;
    source.replace(source.find('@'), 1, fmt::format("{}, \"{}\"", megabytes, device));
    Bench oracle = startBench(*python, PythonRole::Oracle, source, device);
    Bench subject = startBench(*python, PythonRole::Subject, source, device);
    measureForks(subject, device == "cpu" ? 100 : 10); // each child starts the device
    measureVerification(oracle, subject, **judgeProcess, megabytes, rounds);
    return 0;
}
