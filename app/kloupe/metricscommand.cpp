// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "app/kloupe/figuremetrics.h"
#include "app/kloupe/measuredmetrics.h"
#include "app/kloupe/roundmetrics.h"
#include "app/kloupe/selectedrows.h"
#include "app/kloupe/storeargument.h"
#include "app/kloupe/suitespeedups.h"
#include "app/kloupe/valuechecks.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/mixedconditions.h"
#include "core/base/printabletext.h"
#include "core/report/tables/exporttables.h"
#include "core/report/tables/resulttables.h"
#include "core/report/tables/roundtables.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct MetricsOptions {
    std::filesystem::path store;
    std::string by = "category";
    std::string filter;
    std::string format = "text";
    std::string speedup = "ours";
    bool includeSuspicious = false;
    std::shared_ptr<RoundOptions> rounds = std::make_shared<RoundOptions>();
    std::shared_ptr<FigureChoices> figures = std::make_shared<FigureChoices>();
};

Json toJson(const RateRow &row)
{
    return jsonObject(rateColumns(), row);
}

/// "all tasks" and "sound tasks", where some task of these rows was audited; else empty.
Result<std::vector<RateRow>> soundnessRates(StoreReader &reader, const std::vector<MetricRow> &rows)
{
    std::set<std::string> suites;
    for (const MetricRow &row : rows)
        suites.insert(row.suite);
    bool isAudited = false;
    for (const std::string &suite : suites) {
        const auto tasks = reader.tasks(suite);
        if (!tasks)
            return tasks.error();
        isAudited = isAudited
            || std::ranges::any_of(*tasks, [](const Task &task) { return task.sound.has_value(); });
    }
    std::vector<RateRow> out;
    if (!isAudited)
        return out;
    std::vector<MetricRow> sound;
    std::ranges::copy_if(rows, std::back_inserter(sound), &MetricRow::taskSound);
    using Chosen = std::pair<const char *, const std::vector<MetricRow> &>;
    for (const auto &[name, chosen] : {Chosen("all tasks", rows), Chosen("sound tasks", sound)}) {
        out.push_back(rateTable(chosen, GroupBy::All).back());
        out.back().group = name;
    }
    return out;
}

/// Of the run that people marked as the baseline, under its name; nullopt where there is none, or
/// nothing of it is among the rows.
Result<std::optional<RateRow>> baselineRates(StoreReader &reader,
                                             const std::vector<MetricRow> &rows)
{
    const auto runs = reader.runs();
    if (!runs)
        return runs.error();
    const auto marked = std::ranges::find_if(*runs, &RunSummary::isBaseline);
    if (marked == runs->end())
        return std::optional<RateRow>();
    std::vector<MetricRow> own;
    std::ranges::copy_if(
        rows, std::back_inserter(own),
        [name = Name(marked->run.name)](const MetricRow &row) { return row.run == name; });
    if (own.empty())
        return std::optional<RateRow>();
    RateRow rates = rateTable(own, GroupBy::All).back();
    rates.group = "★ " + marked->run.name;
    return std::optional(rates);
}

/// What these figures pool, by condition: {"device": ["A100", "H100"]}.
Json mixedJson(const std::vector<MetricRow> &rows)
{
    Json out = Json::object();
    for (const MixedCondition &mixed : mixedConditions(rows))
        out[std::string(name(mixed.condition))] = mixed.values;
    return out;
}

ExitCode metrics(const MetricsOptions &options, const Console &console)
{
    auto selected = selectRows(options.store, options.filter, true);
    if (!selected)
        return console.fail(selected.error());
    StoreReader &reader = *selected->store.reader;
    std::vector<MetricRow> &rows = selected->rows;
    // What a suite publishes counts every submission.
    const std::vector<MetricRow> every
        = options.speedup == "suite" ? rows : std::vector<MetricRow>();
    LeftOut leftOut;
    if (!options.includeSuspicious)
        leftOut = leaveOutWithheld(rows);
    const GroupBy groupBy = *groupByFromName(options.by);
    // What is refused is refused before anything is printed.
    const auto figures = figureTables(rows, groupBy, *options.figures);
    if (!figures)
        return console.fail(figures.error());
    const auto measured = measuredTables(reader, rows, groupBy, *options.figures);
    if (!measured)
        return console.fail(measured.error());
    const std::vector<RateRow> rates = rateTable(rows, groupBy);
    Table table = rateTableText(rates, groupBy);
    const std::string warning = text(leftOut) + textOfMixedConditions(rows, groupBy);
    table.caption += warning;
    // CSV has no caption.
    if (options.format == "csv" && !warning.empty() && !console.json)
        std::fprintf(stderr, "kloupe:%s\n", printableText(warning).c_str());
    console.text(print(table, options.format));
    Json list = Json::array();
    for (const RateRow &row : rates)
        list.push_back(toJson(row));
    Json document = {{"by", options.by},
                     {"filter", text(selected->store.filter)},
                     {"definitions", table.caption},
                     {"left_out", leftOut.count},
                     {"mixed", mixedJson(rows)},
                     {"groups", list}};
    for (const FigureTables *found : {&*figures, &*measured}) {
        for (const Table &each : found->tables)
            console.text(print(each, options.format));
        document.update(found->json);
    }
    const auto baseline = baselineRates(reader, rows);
    if (!baseline)
        return console.fail(baseline.error());
    if (*baseline) {
        Table one = rateTableText(std::vector{**baseline}, GroupBy::Run);
        one.caption = "The same of the baseline run alone (kloupe runs).";
        console.text(print(one, options.format));
        document["baseline"] = toJson(**baseline);
    }
    const auto soundness = soundnessRates(reader, rows);
    if (!soundness)
        return console.fail(soundness.error());
    if (!soundness->empty()) {
        Table both = rateTableText(*soundness, GroupBy::All);
        both.caption = "Validated tasks: no audit and no known defect calls them unsound "
                       "(kloupe suites audit).";
        console.text(print(both, options.format));
        document["soundness"] = Json::array();
        for (const RateRow &row : *soundness)
            document["soundness"].push_back(toJson(row));
    }
    if (groupBy == GroupBy::Round) {
        const RoundTable rounds = roundTable(rows, options.rounds->toTableOptions());
        console.text(print(roundRatesTable(rounds), options.format));
        console.text(print(roundStepsTable(rounds), options.format));
        document["rounds"] = cli::toJson(rounds);
    }
    if (options.speedup == "suite") {
        const auto groups = suiteSpeedups(reader, every, groupBy);
        if (!groups)
            return console.fail(groups.error());
        const Table bySuite = suiteSpeedupTable(*groups, std::string(name(groupBy)));
        console.text(print(bySuite, options.format));
        document["suite_speedups"] = Json::array();
        for (const SuiteSpeedupGroup &group : *groups)
            document["suite_speedups"].push_back(cli::toJson(group));
        document["suite_definitions"] = bySuite.caption;
    }
    console.document(document);
    return ExitCode::Ok;
}

} // namespace

void addMetricsCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<MetricsOptions>();
    CLI::App *command = app.add_subcommand("metrics", "Rates and speedups per group");
    addStore(*command, options->store);
    command->add_option("filter", options->filter, "Filter, as for query");
    command->add_option("--by", options->by, "How to group")
        ->transform(oneOf(groupingNames()))
        ->capture_default_str();
    command->add_option("--format", options->format, "How to print")
        ->transform(oneOf({"text", "markdown", "csv"}))
        ->capture_default_str();
    command
        ->add_option(
            "--speedup", options->speedup,
            "Whose definition of a speedup: ours, or also each suite's own, from raw times")
        ->transform(oneOf({"ours", "suite"}))
        ->capture_default_str();
    command->add_flag("--include-suspicious", options->includeSuspicious,
                      "Count also what has a proof or an uncleared suspicion against it");
    addRoundOptions(*command, options->rounds);
    addFigureOptions(*command, options->figures);
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return metrics(*options, console); };
    });
}

} // namespace loupe::cli
