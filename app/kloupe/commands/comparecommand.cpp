// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/figuremetrics.h"
#include "app/kloupe/commands/selectedrows.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/analysis/population/populationtext.h"
#include "core/report/documents/sidescomparison.h"
#include "core/report/documents/storecomparison.h"
#include "core/report/tables/comparisontables.h"
#include "core/report/tables/populationdata.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

constexpr const char *optionOfBaselines = "--over"; // --baseline is a run in this command

struct CompareOptions {
    std::filesystem::path store;
    std::string baseline;
    std::vector<std::string> runs;
    std::string filter;
    std::string repeat;       ///< a run that repeats the baseline; empty: none
    double noiseFloor = -1.0; ///< per cent; below 0: default
    std::string format = "text";
    bool allowChangedTasks = false;
    bool outcomesOnly = false;
    std::string a; ///< filters of two sides; empty: compare runs
    std::string b;
    std::string measure; ///< empty: whatever both sides have
    std::shared_ptr<ScopeOptions> scope = std::make_shared<ScopeOptions>();
    bool all = false;
    IntervalChoices interval;
};

Json toJson(const ComparedPair &pair)
{
    const auto verdict = [](const MetricRow *row) {
        return row == nullptr ? Json(nullptr) : Json(facts(row->verdict).id);
    };
    const auto speedup = [](const MetricRow *row) {
        return row == nullptr ? Json(nullptr) : orNull(std::optional<double>(row->speedup));
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

void printComparison(const RunComparison &comparison, const CompareOptions &options,
                     const Console &console)
{
    console.line(fmt::format("\"{}\" against the baseline \"{}\"", comparison.other.text(),
                             comparison.baseline.text()));
    console.line({});
    console.text(print(comparedFiguresTable(comparison), options.format));
    console.text(print(transitionTable(comparison), options.format));
    console.text(print(comparedPairsTable(comparison, options.all), options.format));
    for (const std::string &reason : comparison.regressions)
        console.line("Regression: " + reason + ".");
}

/// Returns the run of --baseline, or the run marked as the baseline.
std::string baselineOf(StoreReader &reader, const CompareOptions &options)
{
    if (!options.baseline.empty())
        return options.baseline;
    const auto runs = orFail(reader.runs());
    const auto marked = std::ranges::find_if(runs, &RunSummary::isBaseline);
    if (marked == runs.end())
        throw CommandError{
            {Errc::InvalidInput, "the store has no baseline", options.store.string(),
             "--baseline RUN, or mark one: kloupe runs STORE --baseline RUN --person NAME"}};
    return marked->run.name;
}

SidesRequest sidesOf(const CompareOptions &options)
{
    SidesRequest out;
    out.scope = scopeOf(*options.scope, GroupBy::All);
    out.first = sideOf(orFail(parseFilter(options.a)));
    out.second = sideOf(orFail(parseFilter(options.b)));
    out.filter = orFail(parseFilter(options.filter));
    if (options.noiseFloor >= 0)
        out.noiseFloor = options.noiseFloor / 100;
    out.bootstrap = options.interval.toBootstrap();
    out.allowChangedTasks = options.allowChangedTasks;
    if (options.outcomesOnly)
        out.measure = SpeedMeasure::Nothing;
    else if (!options.measure.empty())
        out.measure = speedMeasureFromName(options.measure);
    return out;
}

std::string_view leadName(SideLead lead)
{
    switch (lead) {
    case SideLead::First:
        return "a";
    case SideLead::Second:
        return "b";
    case SideLead::Unclear:
        return "unclear";
    case SideLead::NotKnown:
        break;
    }
    return "not_known";
}

Json toJson(const SidesSummary &summary)
{
    return {{"sentence", plainText(sentenceOf(summary))},
            {"tests", testLines(summary)},
            {"how", howItWasTested(summary)},
            {"measure", name(summary.measure)},
            {"judged", summary.judged},
            {"solved_by_both", summary.solvedByBoth},
            {"solved_by_a_alone", summary.onlyFirst},
            {"solved_by_b_alone", summary.onlySecond},
            {"solved_by_neither", summary.neither},
            {"not_judged", summary.notJudged},
            {"on_one_side", summary.missing},
            {"timed", summary.timed},
            {"a_faster", summary.firstFaster},
            {"a_slower", summary.firstSlower},
            {"unclear", summary.unclear},
            {"solves_more", leadName(summary.solves)},
            {"faster", leadName(summary.speed)},
            {"solves_p", summary.solvesP},
            {"speed_p", summary.speedP},
            {"geometric_mean", cli::toJson(summary.geometricMean)}};
}

/// Adds the differences and the possible next steps to an error, for a user without buttons.
Error withWays(Error error, const SidesComparison &sides)
{
    for (const SideFact &fact : sides.facts) {
        if (fact.state == SideFact::State::Differs)
            error.detail += fmt::format("{}: {} against {}\n", fact.what, fact.first, fact.second);
    }
    for (const SideWay &way : sides.ways)
        error.detail += fmt::format("{}: {}\n", way.title, way.reason);
    return error;
}

ExitCode compareTwoSides(const CompareOptions &options, const Console &console)
{
    auto request = sidesOf(options);
    const auto reader = orFail(openStore(options.store));
    auto scope = withStoredValues(*reader, request.scope);
    request.scope = std::move(scope);
    const auto stored = orFail(compareSides(*reader, request));
    if (!stored.comparison)
        return console.fail(withWays(stored.comparison.error(), stored));
    const RunComparison &comparison = *stored.comparison;
    console.line(plainText(sentenceOf(*stored.summary)));
    for (const std::string &line : testLines(*stored.summary))
        console.line(line);
    console.line({});
    for (std::size_t i = 0; i < stored.names.size(); ++i)
        console.line(fmt::format("{}: {}", stored.names[i], captionOf(stored.populations[i])));
    printComparison(comparison, options, console);
    const bool isWorse = !comparison.regressions.empty();
    console.document({{"a", stored.names.front()},
                      {"b", stored.names.back()},
                      {"summary", toJson(*stored.summary)},
                      {"populations",
                       Json::array({populationJson(stored.populations.front()),
                                    populationJson(stored.populations.back())})},
                      {"comparisons", Json::array({toJson(comparison)})},
                      {"is_regression", isWorse}});
    return isWorse ? ExitCode::Regression : ExitCode::Ok;
}

ExitCode compare(const CompareOptions &options, const Console &console)
{
    if (!options.a.empty())
        return compareTwoSides(options, console);
    auto filter = orFail(parseFilter(options.filter));
    const auto reader = orFail(openStore(options.store));
    const auto baseline = baselineOf(*reader, options);
    ComparisonRequest request;
    request.baseline = baseline;
    request.runs = options.runs;
    request.filter = std::move(filter);
    request.repeat = options.repeat;
    if (options.noiseFloor >= 0)
        request.noiseFloor = options.noiseFloor / 100;
    request.bootstrap = options.interval.toBootstrap();
    request.allowChangedTasks = options.allowChangedTasks;
    request.outcomesOnly = options.outcomesOnly;
    request.includeWithheld = options.scope->includeSuspicious;
    const auto stored = orFail(compareStored(*reader, request));
    console.text(
        print(configurationTable(stored.configuration, stored.names, false), options.format));
    if (stored.flagged.count > 0)
        console.text(text(stored.flagged).substr(1) + "\n");
    Json list = Json::array();
    bool isWorse = false;
    for (const Result<RunComparison> &comparison : stored.comparisons) {
        if (!comparison)
            return console.fail(comparison.error());
        printComparison(*comparison, options, console);
        list.push_back(toJson(*comparison));
        isWorse = isWorse || !comparison->regressions.empty();
    }
    Json configuration = Json::array();
    for (const ConfigurationSetting &each : stored.configuration) {
        if (!each.differs)
            continue;
        Json values = Json::array();
        for (const auto &value : each.values)
            values.push_back(orNull(value));
        configuration.push_back({{"setting", each.key}, {"values", values}});
    }
    console.document({{"baseline", request.baseline},
                      {"filter", text(request.filter)},
                      {"flagged", stored.flagged.count},
                      {"runs", stored.names},
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
        "compare", "Compare runs with a baseline run, task by task; exit code 6 if one is worse");
    addStore(*command, options->store);
    command->add_option("runs", options->runs, "Names of the runs to compare");
    command->add_option("--a", options->a, "Instead of runs: a filter for side A, the baseline");
    command->add_option("--b", options->b, "A filter for side B: method:NAME, device:NAME …");
    command->add_option(
        "--baseline", options->baseline,
        "Name of the run to compare with (default: the store's baseline, see kloupe runs)");
    command->add_option("--filter", options->filter, "Filter, as for query");
    command->add_option("--repeat", options->repeat,
                        "A repeat of the baseline run, to measure the noise floor");
    command->add_option("--noise-floor", options->noiseFloor, "Noise floor of ratios, in per cent")
        ->check(number(0, 1000));
    addFormatOption(*command, options->format);
    command->add_option("--interval", options->interval.kind, "Kind of interval")
        ->transform(oneOf({"percentile", "bca"}));
    command->add_option("--resamples", options->interval.resamples, "Number of resamples of tasks")
        ->check(wholeNumber(100, 1'000'000))
        ->capture_default_str();
    command->add_option("--seed", options->interval.seed, "Seed of the resamples")
        ->check(wholeNumber(0))
        ->capture_default_str();
    command->add_flag("--allow-changed-tasks", options->allowChangedTasks,
                      "Compare tasks of the same name even if their hashes differ");
    command->add_flag("--outcomes-only", options->outcomesOnly,
                      "Compare outcomes, not speedups: conditions may differ");
    command
        ->add_option("--measure", options->measure,
                     "Measure of speed for two sides (default: what both have)")
        ->transform(oneOf({"speedups", "times", "gains", "nothing"}));
    addScopeOptions(*command, options->scope, optionOfBaselines);
    command->add_flag("--all", options->all, "Also list attempts with the same outcome");
    command->callback([=, &chosen] {
        const bool hasSides = !options->a.empty() && !options->b.empty();
        if (options->a.empty() != options->b.empty())
            throw CLI::RequiredError(options->a.empty() ? "--a" : "--b");
        if (hasSides && !options->runs.empty())
            throw CLI::ValidationError("runs", "cannot be combined with --a and --b");
        if (!hasSides && options->runs.empty())
            throw CLI::ValidationError("runs",
                                       "are missing\nusage: kloupe compare STORE RUNS…, or kloupe "
                                       "compare STORE --a FILTER --b FILTER");
        for (const std::string &name : scopeOptionNames(optionOfBaselines)) {
            if (!hasSides && command->count(name) > 0)
                throw CLI::ValidationError(name, "goes with --a and --b");
        }
        chosen = [options](const Console &console) { return compare(*options, console); };
    });
}

} // namespace loupe::cli
