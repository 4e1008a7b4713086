// SPDX-License-Identifier: Apache-2.0
//
// bench_engine SUITE CANDIDATES…: makes one timed run into a temporary store. Prints evaluations
// per minute and the time of each stage.
#include "core/base/files.h"
#include "core/base/processors.h"
#include "core/engine/run/runner.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <fmt/format.h>

namespace {

using namespace loupe;

struct Totals {
    double build = 0; ///< milliseconds, over all evaluations
    double verify = 0;
    double time = 0;
    double insideCandidate = 0; ///< in the timed calls of the candidate
    double insideBaseline = 0;
    int evaluations = 0;
    int fromCache = 0;
};

double insideCalls(const TimingSeries &series)
{
    double total = 0;
    for (std::size_t i = 0; i < series.samplesMs.size(); ++i)
        total += series.samplesMs[i] * series.callsPerSample[i];
    return total;
}

Result<Totals> sumUp(const std::filesystem::path &store)
{
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    const auto ids = (*reader)->ids({});
    if (!ids)
        return ids.error();
    Totals totals;
    for (const RowId id : *ids) {
        const auto detail = (*reader)->detail(id);
        if (!detail)
            return detail.error();
        const Evaluation &evaluation = detail->evaluation;
        totals.build += evaluation.buildMs.value_or(0);
        totals.verify += evaluation.verifyMs.value_or(0);
        totals.time += evaluation.timeMs.value_or(0);
        for (const TimingSeries &series : evaluation.timings)
            (series.role == "candidate" ? totals.insideCandidate : totals.insideBaseline)
                += insideCalls(series);
        const auto &flags = evaluation.flags;
        totals.fromCache
            += std::find(flags.begin(), flags.end(), "build_from_cache") != flags.end();
        ++totals.evaluations;
    }
    return totals;
}

int fail(const Error &error)
{
    fmt::print(stderr, "bench_engine: {}\n{}", error.text(), error.detail);
    return 1;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3) {
        fmt::print(stderr, "usage: bench_engine SUITE CANDIDATES…\n");
        return 2;
    }
    auto folder = TemporaryFolder::create("loupe-bench");
    if (!folder)
        return fail(folder.error());
    RunRequest request;
    request.suite = argv[1];
    request.candidates.assign(argv + 2, argv + argc);
    request.store = folder->path() / "bench.kloupe";
    RunObserver silent;
    const auto begin = std::chrono::steady_clock::now();
    const auto outcome = executeRun(request, silent, {});
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    if (!outcome)
        return fail(outcome.error());
    const auto totals = sumUp(request.store);
    if (!totals)
        return fail(totals.error());

    const double inside = (totals->insideCandidate + totals->insideBaseline) / 1e3;
    fmt::print("{} evaluations in {:.1f} s on {} processors: {:.1f} per minute\n",
               totals->evaluations, wall.count(), usableProcessors(),
               totals->evaluations / wall.count() * 60);
    fmt::print("builds: {:.1f} s of compiling ({} of {} from the cache)\n", totals->build / 1e3,
               totals->fromCache, totals->evaluations);
    fmt::print("verification: {:.1f} s; timing: {:.1f} s\n", totals->verify / 1e3,
               totals->time / 1e3);
    fmt::print("inside timed calls: candidates {:.1f} s, baselines {:.1f} s\n",
               totals->insideCandidate / 1e3, totals->insideBaseline / 1e3);
    fmt::print("share of the wall clock outside timed calls: {:.1f} %\n",
               100 * (1 - inside / wall.count()));
    return 0;
}
