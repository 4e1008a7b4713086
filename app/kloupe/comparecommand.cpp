// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "app/kloupe/figuremetrics.h"
#include "app/kloupe/selectedrows.h"
#include "core/analysis/attempttests.h"
#include "core/analysis/configurationdiff.h"
#include "core/analysis/runcomparison.h"
#include "core/report/comparisontables.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct CompareOptions {
    std::filesystem::path store;
    std::string baseline;
    std::vector<std::string> runs;
    std::string filter;
    std::string repeat;       ///< a run that repeats the baseline; empty: none
    double noiseFloor = -1.0; ///< per cent; below 0: not given
    std::string format = "text";
    bool allowChangedTasks = false;
    bool includeSuspicious = false;
    bool all = false;
    IntervalChoices interval;
};

Result<Run> runNamed(const std::vector<RunSummary> &runs, const std::string &name)
{
    const auto found = std::find_if(runs.begin(), runs.end(),
                                    [&](const RunSummary &each) { return each.run.name == name; });
    if (found != runs.end())
        return found->run;
    std::string known;
    for (const RunSummary &each : runs)
        known += each.run.name + "\n";
    return Error{Errc::NotFound, "the store has no run named \"" + name + "\"", "run",
                 "the runs of the store are:", known};
}

/// Given, else measured on a repeat of the baseline, else on identical code, else assumed and said
/// so.
Result<NoiseFloor> noiseFloorOf(const CompareOptions &options, const std::vector<MetricRow> &rows)
{
    if (options.noiseFloor >= 0)
        return NoiseFloor{options.noiseFloor / 100, 0, "given"};
    if (!options.repeat.empty()) {
        const auto repeat = compareRuns(rows, options.baseline, options.repeat, {});
        if (!repeat)
            return repeat.error();
        std::vector<double> ratios;
        for (const ComparedPair &pair : repeat->pairs) {
            if (pair.ratio)
                ratios.push_back(*pair.ratio);
        }
        const auto floor = measuredNoiseFloor(
            ratios, fmt::format("95 % of {} repeats in \"{}\"", ratios.size(), options.repeat));
        if (floor)
            return *floor;
        return Error{Errc::InvalidInput,
                     fmt::format("\"{}\" repeats {} timed attempts of the baseline; a noise floor "
                                 "needs 20",
                                 options.repeat, ratios.size()),
                     "--repeat",
                     "--noise-floor PERCENT gives it",
                     {}};
    }
    std::vector<Name> runs{options.baseline};
    runs.insert(runs.end(), options.runs.begin(), options.runs.end());
    const std::vector<double> ratios = identicalCodeRatios(rows, runs);
    const auto floor = measuredNoiseFloor(
        ratios, fmt::format("95 % of {} rounds with identical code", ratios.size()));
    return floor.value_or(NoiseFloor{
        0.05, 0, "assumed: too few repeats to measure one; --repeat RUN or --noise-floor"});
}

Json toJson(const ComparedPair &pair)
{
    const auto verdict = [](const MetricRow *row) {
        return row == nullptr ? Json(nullptr) : Json(facts(row->verdict).id);
    };
    const auto speedup = [](const MetricRow *row) {
        return row == nullptr ? Json(nullptr) : orNull(row->speedup);
    };
    return {{"suite", pair.suite.text()},
            {"task", pair.task.text()},
            {"method", pair.method.text()},
            {"sample", pair.sample},
            {"state", name(pair.state)},
            {"baseline_verdict", verdict(pair.baseline)},
            {"other_verdict", verdict(pair.other)},
            {"baseline_speedup", speedup(pair.baseline)},
            {"other_speedup", speedup(pair.other)},
            {"ratio", orNull(pair.ratio)},
            {"ratio_low", orNull(pair.ratioLow)},
            {"ratio_high", orNull(pair.ratioHigh)},
            {"speed", name(pair.verdict)},
            {"p", orNull(pair.p)},
            {"p_benjamini_hochberg", orNull(pair.adjustedP)}};
}

Json toJson(const RunComparison &comparison)
{
    Json counts = Json::object();
    for (std::size_t i = 0; i < pairStates; ++i)
        counts[std::string(name(static_cast<PairState>(i)))] = comparison.counts[i];
    Json transitions = Json::array();
    for (const auto &[step, count] : comparison.transitions)
        transitions.push_back(
            {{"baseline", name(step.first)}, {"other", name(step.second)}, {"attempts", count}});
    Json figures = Json::array();
    for (const ComparedFigure &each : comparison.figures)
        figures.push_back({{"figure", each.name},
                           {"baseline", each.baseline},
                           {"other", each.other},
                           {"is_ratio", each.isRatio},
                           {"attempts", each.attempts},
                           {"change", cli::toJson(each.change)}});
    Json pairs = Json::array();
    for (const ComparedPair &pair : comparison.pairs)
        pairs.push_back(toJson(pair));
    return {{"run", comparison.other.text()},
            {"matched_by_method", comparison.byMethod},
            {"counts", counts},
            {"transitions", transitions},
            {"figures", figures},
            {"fixed_broken_p", comparison.fixedBrokenP},
            {"speed_p", comparison.speedP},
            {"fixed_broken_p_holm", orNull(comparison.adjustedFixedBrokenP)},
            {"speed_p_holm", orNull(comparison.adjustedSpeedP)},
            {"run_tests", comparison.runTests},
            {"attempt_tests", comparison.attemptTests},
            {"verdict", name(comparison.verdict)},
            {"noise_floor",
             {{"relative", comparison.floor.relative},
              {"pairs", comparison.floor.pairs},
              {"source", comparison.floor.source}}},
            {"changed_tasks", comparison.changedTasks},
            {"unknown_hashes", comparison.unknownHashes},
            {"regressions", comparison.regressions},
            {"attempts", pairs}};
}

/// Attempts by what the store keeps of them.
Status testFromStore(RunComparison &comparison, StoreReader &reader, const ComparisonOptions &how)
{
    PermutationOptions permutations;
    permutations.seed = how.bootstrap.seed;
    return testAttempts(
        comparison,
        [&](RowId id) -> Result<Evaluation> {
            auto detail = reader.detail(id);
            if (!detail)
                return std::move(detail).error();
            return std::move(detail->evaluation);
        },
        permutations);
}

void printComparison(const RunComparison &comparison, const CompareOptions &options,
                     const Console &console)
{
    console.line(fmt::format("\"{}\" against the baseline \"{}\"\n", comparison.other.text(),
                             comparison.baseline.text()));
    console.line(print(comparedFiguresTable(comparison), options.format));
    console.line(print(transitionTable(comparison), options.format));
    console.line(print(comparedPairsTable(comparison, options.all), options.format));
    for (const std::string &reason : comparison.regressions)
        console.line("Regression: " + reason + ".");
}

ExitCode compare(const CompareOptions &options, const Console &console)
{
    const auto selected = selectRows(options.store, options.filter, options.includeSuspicious);
    if (!selected)
        return console.fail(selected.error());
    const std::vector<MetricRow> &rows = selected->rows;
    const auto summaries = selected->store.reader->runs();
    if (!summaries)
        return console.fail(summaries.error());
    std::vector<std::string> names{options.baseline};
    names.insert(names.end(), options.runs.begin(), options.runs.end());
    std::vector<Run> runs;
    for (const std::string &each : names) {
        const auto run = runNamed(*summaries, each);
        if (!run)
            return console.fail(run.error());
        runs.push_back(*run);
    }
    const auto floor = noiseFloorOf(options, rows);
    if (!floor)
        return console.fail(floor.error());
    ComparisonOptions how;
    how.floor = *floor;
    how.bootstrap = options.interval.toBootstrap();
    how.allowChangedTasks = options.allowChangedTasks;
    std::vector<std::string> methods;
    for (const std::string &each : names)
        methods.push_back(methodNames(rows, each));
    const auto differences = configurationDifferences(runs, methods);
    console.line(print(configurationTable(differences, names), options.format));
    if (selected->leftOut.count > 0)
        console.line(selected->leftOut.text().substr(1) + "\n");
    std::vector<RunComparison> comparisons;
    for (const std::string &each : options.runs) {
        auto comparison = compareRuns(rows, options.baseline, each, how);
        if (!comparison)
            return console.fail(comparison.error());
        if (Status tested = testFromStore(*comparison, *selected->store.reader, how); !tested)
            return console.fail(tested.error());
        comparisons.push_back(std::move(*comparison));
    }
    correctForMany(comparisons);
    Json list = Json::array();
    bool isWorse = false;
    for (const RunComparison &comparison : comparisons) {
        printComparison(comparison, options, console);
        list.push_back(toJson(comparison));
        isWorse = isWorse || !comparison.regressions.empty();
    }
    Json configuration = Json::array();
    for (const ConfigurationDifference &each : differences) {
        Json values = Json::array();
        for (const auto &value : each.values)
            values.push_back(orNull(value));
        configuration.push_back({{"setting", each.key}, {"values", values}});
    }
    console.document({{"baseline", options.baseline},
                      {"filter", text(selected->store.filter)},
                      {"left_out", selected->leftOut.count},
                      {"runs", names},
                      {"configuration", configuration},
                      {"comparisons", list},
                      {"is_regression", isWorse}});
    return isWorse ? ExitCode::Regression : ExitCode::Ok;
}

} // namespace

void addCompareCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<CompareOptions>();
    CLI::App *command = app.add_subcommand(
        "compare", "Runs against a baseline, task by task; exit code 6 when one is worse");
    command->add_option("runs", options->runs, "Names of the runs to compare")->required();
    command->add_option("--baseline", options->baseline, "Name of the run to compare with")
        ->required();
    command->add_option("--store", options->store, "Result store, *.kloupe")->required();
    command->add_option("--filter", options->filter, "Filter, as for query");
    command->add_option("--repeat", options->repeat,
                        "A run that repeats the baseline: the noise floor is measured on it");
    command
        ->add_option("--noise-floor", options->noiseFloor,
                     "Ratios off by no more than this many per cent are noise")
        ->check(CLI::Range(0.0, 1000.0));
    command->add_option("--format", options->format, "How to print")
        ->check(CLI::IsMember({"text", "markdown", "csv"}))
        ->capture_default_str();
    command->add_option("--interval", options->interval.kind, "Kind of interval")
        ->check(CLI::IsMember({"percentile", "bca"}));
    command->add_option("--resamples", options->interval.resamples, "How many resamples of tasks")
        ->check(CLI::Range(100, 1000000))
        ->capture_default_str();
    command->add_option("--seed", options->interval.seed, "Of the resamples")
        ->capture_default_str();
    command->add_flag("--allow-changed-tasks", options->allowChangedTasks,
                      "Compare although tasks of the same name have other hashes");
    command->add_flag("--include-suspicious", options->includeSuspicious,
                      "Count also what has a proof or an uncleared suspicion against it");
    command->add_flag("--all", options->all, "List also attempts that ended alike");
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return compare(*options, console); };
    });
}

} // namespace loupe::cli
