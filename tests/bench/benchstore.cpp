// SPDX-License-Identifier: Apache-2.0
//
// Measures queries on a large store. make_store makes such a store. Repeats each query and prints
// the first (cold) and the median elapsed time in milliseconds. It also prints the median processor
// time of all threads, which other programs affect less. The merge prints elapsed time only.
#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/population/scopedpairs.h"
#include "core/store/merge/mergestores.h"
#include "core/store/read/paircache.h"
#include "core/store/read/scopedrows.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <span>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

namespace {

using namespace loupe;
using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Returns the peak memory of this process in megabytes.
double peakMegabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void measure(const char *what, const std::function<std::size_t()> &question)
{
    constexpr int again = 5;
    std::vector<double> passed;
    std::vector<double> computed;
    std::size_t found = 0;
    double first = 0;
    for (int i = 0; i <= again; ++i) {
        const auto begin = Clock::now();
        const std::clock_t computing = std::clock();
        found = question();
        if (i == 0) {
            first = millisecondsSince(begin);
            continue;
        }
        passed.push_back(millisecondsSince(begin));
        computed.push_back(1e3 * static_cast<double>(std::clock() - computing) / CLOCKS_PER_SEC);
    }
    fmt::print("{:<56} {:>9.1f} {:>9.1f} {:>9.1f}  {:>8} rows  peak {:.0f} MB\n", what, first,
               median(passed), median(computed), found, peakMegabytes());
    std::fflush(stdout);
}

Filter filterOf(const char *text)
{
    auto filter = parseFilter(text);
    if (!filter) {
        fmt::print(stderr, "{}\n", filter.error().text());
        std::exit(1);
    }
    return std::move(*filter);
}

/// Returns the value, or ends the program with the error.
template <typename Value>
Value answer(Result<Value> result)
{
    if (!result) {
        fmt::print(stderr, "{}\n{}\n", result.error().text(), result.error().detail);
        std::exit(1);
    }
    return std::move(*result);
}

/// Counts the timing series of correct results. Reads a few hundred evaluations at a time, like the
/// tables of the suites' own speedups.
std::size_t countSeries(StoreReader &reader)
{
    constexpr std::size_t atOnce = 512;
    const std::vector<RowId> ids = answer(reader.ids(filterOf("status:correct")));
    std::size_t series = 0;
    for (std::size_t begin = 0; begin < ids.size(); begin += atOnce) {
        const auto some = std::span(ids).subspan(begin, std::min(atOnce, ids.size() - begin));
        for (const Evaluation &each : answer(reader.measurements(some)))
            series += each.timings.size();
    }
    return series;
}

void measureTables(StoreReader &reader)
{
    for (const GroupBy by : {GroupBy::Category, GroupBy::Method, GroupBy::Round, GroupBy::Task}) {
        measure(fmt::format("metric table by {}", static_cast<int>(by)).c_str(), [&] {
            const auto rows = answer(reader.metricRows(Filter()));
            return rateTable(rows, by).size() == 0 ? 0 : rows.size();
        });
    }
    measure("metric rows alone", [&] { return answer(reader.metricRows(Filter())).size(); });
    measure("raw times of the correct", [&] { return countSeries(reader); });
}

/// Measures the first population of a window, for which nothing is kept.
void measurePopulations(StoreReader &reader)
{
    Scope best;
    best.choice.rule = AttemptRule::BestSample;
    Scope split;
    for (const GroupBy condition : scopeConditions)
        split.rules[condition] = {ConditionRule::Kind::Split, {}};
    for (const auto &[what, scope] :
         {std::pair("population of the usual scope", Scope()), std::pair("the best of all", best),
          std::pair("every condition separately", split)}) {
        measure(what, [&] {
            PairCache none(nullptr);
            return answer(none.population(reader, {}, scope)).cells().size();
        });
    }
    const auto rows = answer(partsOfScope(reader, {}, Scope()));
    measure("the usual scope, after its rows are read",
            [&] { return populationOf(*rows, Scope()).cells().size(); });
}

void measureFilters(StoreReader &reader)
{
    for (const char *text :
         {"category:Fusion status:wrong", "speedup>8", "verdict:not_a_number", "run:run-03",
          "task:Math/task_008", "category:Math method:model-0* round=last speedup>1.2",
          "method:model-03 -status:correct", "line", "-flag:identical_code speedup>1",
          "kind:undefined_name round:0", "output_tokens>4000 status:correct", "device:*A100*"}) {
        const Filter filter = filterOf(text);
        measure(text, [&] { return answer(reader.ids(filter)).size(); });
    }
    measure("facet: category of wrong",
            [&] { return answer(reader.facet("category", filterOf("status:wrong"))).size(); });
    measure("failure clusters",
            [&] { return failureClusters(answer(reader.failureCounts(Filter()))).size(); });
}

/// Measures the time from a cancel request to the end of a query on all rows.
void measureCancelling(StoreReader &reader)
{
    const Filter filter = filterOf("*q*z* -task:*x*y*z*");
    std::stop_source stop;
    Clock::time_point asked;
    std::jthread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        asked = Clock::now();
        stop.request_stop();
    });
    const auto ids = reader.ids(filter, {}, stop.get_token());
    canceller.join();
    fmt::print("{:<56} {:>9.1f}  ({})\n", "cancelled after", millisecondsSince(asked),
               ids ? "it was faster" : "cancelled");
}

int measureMerge(const std::filesystem::path &first, const std::filesystem::path &second)
{
    const std::filesystem::path target = first.string() + ".bench-merged";
    std::filesystem::remove(target);
    const auto begin = Clock::now();
    const std::vector<std::filesystem::path> stores{first, second};
    const auto summary = answer(mergeStores(stores, target));
    fmt::print("{:<56} {:>9.1f}  {} evaluations, {:.0f} MB  peak {:.0f} MB\n", "merge",
               millisecondsSince(begin), summary.evaluations,
               static_cast<double>(std::filesystem::file_size(target)) / 1e6, peakMegabytes());
    std::filesystem::remove(target);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 4 && std::string_view(argv[1]) == "--merge")
        return measureMerge(argv[2], argv[3]);
    if (argc != 2) {
        fmt::print(stderr, "bench_store STORE | bench_store --merge STORE STORE\n");
        return 2;
    }
    const auto reader = answer(StoreReader::open(argv[1]));
    fmt::print("{:<56} {:>9} {:>9} {:>9}\n", "", "first/ms", "median/ms", "computed");
    measurePopulations(*reader);
    measureTables(*reader);
    measureFilters(*reader);
    measureCancelling(*reader);
    return 0;
}
