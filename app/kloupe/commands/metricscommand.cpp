// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/figuremetrics.h"
#include "app/kloupe/commands/roundmetrics.h"
#include "app/kloupe/commands/selectedrows.h"
#include "app/kloupe/commands/suitespeedups.h"
#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/analysis/metrics/averagetable.h"
#include "core/analysis/metrics/carriedmean.h"
#include "core/analysis/metrics/comparedbaselines.h"
#include "core/analysis/metrics/suitespeedup.h"
#include "core/analysis/metrics/timesbycase.h"
#include "core/analysis/population/countedsamples.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/counted.h"
#include "core/base/json.h"
#include "core/base/printabletext.h"
#include "core/model/record/metricrow.h"
#include "core/model/record/protocolname.h"
#include "core/report/tables/exporttables.h"
#include "core/report/tables/overviewtables.h"
#include "core/report/tables/populationdata.h"
#include "core/report/tables/resulttables.h"
#include "core/report/tables/roundtables.h"
#include "core/report/tables/statisticstables.h"
#include "core/store/read/measuredrows.h"
#include "core/store/read/shapetimes.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

/// Measurements of the correct evaluations.
struct Measured {
    std::vector<MetricRow> rows;
    std::vector<Utilisation> utilisation;
    std::vector<EqualWork> equalWork;
};

Result<Measured> readMeasured(StoreReader &reader, std::span<const MetricRow> rows)
{
    Measured out;
    std::ranges::copy_if(rows, std::back_inserter(out.rows), [](const MetricRow &row) {
        return outcomeOf(row.verdict) == Outcome::Correct;
    });
    const Status read = forEachMeasured(
        reader, out.rows, [](const MetricRow &) { return true; },
        [&](const MetricRow &row, const Evaluation *measured) {
            const bool isTimed = measured->work && isUsableTime(row.candidateMs);
            out.utilisation.push_back(isTimed ? utilisation(*measured->work, *row.candidateMs)
                                              : Utilisation());
            out.equalWork.push_back(equalWork(chooseTimes(measured->timings).cases));
        });
    if (!read)
        return read.error();
    return out;
}

Error nothingKept(std::size_t correct, const char *what, const char *option, const char *hint)
{
    return {Errc::NotFound,
            fmt::format("none of {} has {}", counted(correct, "correct evaluation"), what), option,
            hint};
}

/// Returns figures that need full evaluations from the store: utilisation of the device
/// (--utilisation) and speedup at equal work (--equal-work). Returns NotFound if no evaluation has
/// the data of a requested figure.
Result<FigureTables> measuredTables(StoreReader &reader, const Population &population,
                                    GroupBy groupBy, const FigureChoices &choices)
{
    FigureTables out;
    if (!choices.utilisation && !choices.equalWork)
        return out;
    const auto measured = readMeasured(reader, population.cells());
    if (!measured)
        return measured.error();
    const std::string title(name(groupBy));
    if (choices.utilisation) {
        if (std::ranges::none_of(measured->utilisation,
                                 [](const Utilisation &each) { return each.best.has_value(); }))
            return nothingKept(measured->rows.size(),
                               "a time, a count of bytes or operations and a calibrated peak",
                               "--utilisation",
                               "run kloupe calibrate first; later runs store the peaks");
        auto lines = utilisationTable(measured->rows, measured->utilisation, groupBy);
        removePooled(population, lines);
        addLines("utilisation", "utilisation_definitions", lines,
                 utilisationTableText(lines, title), out);
    }
    if (choices.equalWork) {
        if (std::ranges::none_of(measured->equalWork,
                                 [](const EqualWork &each) { return each.speedup.has_value(); }))
            return nothingKept(measured->rows.size(), "raw times of both sides", "--equal-work",
                               "imported records have only totals; kloupe run stores raw times");
        auto lines = equalWorkTable(measured->rows, measured->equalWork, groupBy);
        removePooled(population, lines);
        addLines("equal_work", "equal_work_definitions", lines, equalWorkTableText(lines, title),
                 out);
    }
    return out;
}

/// Speedups of correct evaluations of runs with several shapes, each shape on its own.
struct ShapeMetrics {
    std::size_t shapes = 0;
    std::size_t evaluations = 0;
    double geometricMean = 0;
    double minSpeedup = 0;
    std::string minSpeedupAt; ///< "level1/19_ReLU by m: dim=4096"

    /// Returns "over 6 shapes of 2 evaluations: geometric mean 1.52, least 0.83 (…)".
    std::string text() const;
    Json json() const;
};

std::string ShapeMetrics::text() const
{
    return fmt::format("over {} of {}: geometric mean {:.3g}, least {:.3g} ({})",
                       counted(shapes, "shape"), counted(evaluations, "evaluation"), geometricMean,
                       minSpeedup, minSpeedupAt);
}

Json ShapeMetrics::json() const
{
    return {{"shapes", shapes},
            {"evaluations", evaluations},
            {"geometric_mean", geometricMean},
            {"min_speedup", minSpeedup},
            {"min_speedup_at", minSpeedupAt}};
}

/// Reads the times of rows in runs with several shapes; nullopt if no run has any.
Result<std::optional<ShapeMetrics>> shapeMetrics(StoreReader &reader,
                                                 std::span<const MetricRow> rows)
{
    std::vector<MetricRow> shaped;
    std::ranges::copy_if(rows, std::back_inserter(shaped), [](const MetricRow &row) {
        return row.speedup && row.verdict == Verdict::Correct && !shapesOf(row.protocol).empty();
    });
    ShapeMetrics out;
    std::vector<double> speedups;
    const Status read = forEachMeasured(
        reader, shaped, [](const MetricRow &) { return true; },
        [&](const MetricRow &row, const Evaluation *measured) {
            const std::vector<TimeOfCase> times = timesByCase(measured->timings);
            if (times.size() < 2)
                return;
            ++out.evaluations;
            for (const TimeOfCase &each : times) {
                if (speedups.empty() || each.speedup < out.minSpeedup) {
                    out.minSpeedup = each.speedup;
                    out.minSpeedupAt = fmt::format("{} by {}: {}", row.task.text(),
                                                   row.method.text(), each.caseName);
                }
                speedups.push_back(each.speedup);
            }
        });
    if (!read)
        return read.error();
    const auto mean = geometricMeanOf(speedups);
    if (!mean)
        return std::optional<ShapeMetrics>();
    out.shapes = speedups.size();
    out.geometricMean = *mean;
    return std::optional(out);
}

struct MetricsOptions {
    std::filesystem::path store;
    std::string by = "category";
    std::string filter;
    std::string format = "text";
    std::string speedup = "ours";
    std::shared_ptr<ScopeOptions> scope = std::make_shared<ScopeOptions>();
    std::shared_ptr<RoundOptions> rounds = std::make_shared<RoundOptions>();
    std::shared_ptr<FigureChoices> figures = std::make_shared<FigureChoices>();
};

Json toJson(const RateRow &row)
{
    return jsonObject(rateColumns(), row);
}

/// Returns the rates of "all tasks" and "sound tasks"; empty if no task was audited.
Result<std::vector<RateRow>> soundnessRates(StoreReader &reader, std::span<const MetricRow> rows)
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
    using Chosen = std::pair<const char *, std::span<const MetricRow>>;
    for (const auto &[name, chosen] : {Chosen("all tasks", rows), Chosen("sound tasks", sound)}) {
        out.push_back(rateTable(chosen, GroupBy::All).back());
        out.back().group = name;
    }
    return out;
}

/// Returns the rates of the run marked as the baseline, computed without the other runs. Returns
/// nullopt if there is none, or if it has no cells in the scope.
Result<std::optional<RateRow>> baselineRates(StoreReader &reader,
                                             const std::vector<MetricRow> &rows, const Scope &scope)
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
    const Population alone = populationOf(std::move(own), scope);
    if (alone.cells().empty())
        return std::optional<RateRow>();
    RateRow rates = rateTable(alone.cells(), GroupBy::All).back();
    rates.group = "★ " + marked->run.name;
    return std::optional(rates);
}

/// Tables of one block of comparable results.
class Block
{
public:
    Block(StoreReader &reader, const MetricsOptions &options, const Population &population)
        : m_reader(reader)
        , m_options(options)
        , m_population(population)
        , m_groupBy(*groupByFromName(options.by))
    {
    }

    const std::vector<Table> &tables() const { return m_tables; }
    const Json &document() const { return m_document; }

    Status make(const std::vector<MetricRow> &rows)
    {
        // Errors must come before anything is printed.
        Status made = addRates();
        if (made && m_groupBy != GroupBy::Shape) // which are never pooled
            made = addShapes();
        if (made)
            made = addFigures();
        if (made)
            made = addBaselineRun(rows);
        if (made)
            made = addSoundness();
        if (m_groupBy == GroupBy::Round)
            addRounds();
        if (made && m_options.speedup == "suite")
            made = addSuiteSpeedups(rows);
        return made;
    }

private:
    Status addRates()
    {
        const auto rates = readGroupRates(m_reader, m_population, m_groupBy);
        if (!rates)
            return rates.error();
        Table table = rateTableText(rates->rows, m_groupBy);
        m_document = {{"population", populationJson(m_population)},
                      {"flagged", flaggedCount()},
                      {"definitions", table.caption},
                      {"groups", Json::array()}};
        for (const RateRow &row : rates->rows)
            m_document["groups"].push_back(toJson(row));
        std::string caption = captionOf(m_population) + "\n";
        if (!rates->shapes.empty())
            caption += rates->shapes + "\n";
        const auto carried
            = m_groupBy == GroupBy::Shape ? std::nullopt : carriedBy(m_population.cells());
        if (carried) {
            caption += text(*carried) + ".\n";
            m_document["carried_by"]
                = {{"task", carried->task}, {"mean", carried->mean}, {"without", carried->without}};
        }
        table.caption = caption + table.caption;
        m_tables.push_back(std::move(table));
        return {};
    }
    Status addShapes()
    {
        const auto shapes = shapeMetrics(m_reader, m_population.cells());
        if (!shapes)
            return shapes.error();
        if (!*shapes)
            return {};
        m_tables.front().caption += "\nSpeedups " + (*shapes)->text() + ".";
        m_document["shapes"] = (*shapes)->json();
        return {};
    }
    std::ptrdiff_t flaggedCount() const
    {
        return std::ranges::count(m_population.cells(), Verdict::Flagged, &MetricRow::verdict);
    }
    Status addFigures()
    {
        const auto figures = figureTables(m_population, m_groupBy, *m_options.figures);
        if (!figures)
            return figures.error();
        const auto measured = measuredTables(m_reader, m_population, m_groupBy, *m_options.figures);
        if (!measured)
            return measured.error();
        for (const FigureTables *found : {&*figures, &*measured}) {
            m_tables.insert(m_tables.end(), found->tables.begin(), found->tables.end());
            m_document.update(found->json);
        }
        return {};
    }
    Status addBaselineRun(const std::vector<MetricRow> &rows)
    {
        const auto baseline = baselineRates(m_reader, rows, m_population.scope());
        if (!baseline)
            return baseline.error();
        if (!*baseline)
            return {};
        Table one = rateTableText(std::vector{**baseline}, GroupBy::Run);
        one.caption = "The same for the baseline run alone (kloupe runs).";
        m_tables.push_back(std::move(one));
        m_document["baseline"] = toJson(**baseline);
        return {};
    }
    Status addSoundness()
    {
        const auto soundness = soundnessRates(m_reader, m_population.cells());
        if (!soundness)
            return soundness.error();
        if (soundness->empty())
            return {};
        Table both = rateTableText(*soundness, GroupBy::All);
        both.caption
            = "Validated tasks: not unsound by an audit or a known defect (kloupe suites audit).";
        m_tables.push_back(std::move(both));
        m_document["soundness"] = Json::array();
        for (const RateRow &row : *soundness)
            m_document["soundness"].push_back(toJson(row));
        return {};
    }
    void addRounds()
    {
        const RoundTable rounds
            = roundTable(countedSamples(m_population), m_options.rounds->toTableOptions());
        m_tables.push_back(roundRatesTable(rounds));
        m_tables.push_back(roundStepsTable(rounds));
        m_document["rounds"] = cli::toJson(rounds);
    }
    /// Adds the suite's own speedups, which count every submission, flagged or not.
    Status addSuiteSpeedups(const std::vector<MetricRow> &rows)
    {
        Scope every = m_population.scope();
        every.includeWithheld = true;
        const auto groups = suiteSpeedups(m_reader, populationOf(rows, every).observations(),
                                          m_groupBy, m_population.scope().joinBaselines);
        if (!groups)
            return groups.error();
        m_tables.push_back(suiteSpeedupTable(*groups, std::string(name(m_groupBy))));
        m_document["suite_speedups"] = Json::array();
        for (const SuiteSpeedupGroup &group : *groups)
            m_document["suite_speedups"].push_back(cli::toJson(group));
        m_document["suite_definitions"] = m_tables.back().caption;
        return {};
    }

    StoreReader &m_reader;
    const MetricsOptions &m_options;
    const Population &m_population;
    GroupBy m_groupBy;
    std::vector<Table> m_tables;
    Json m_document;
};

void print(const Block &block, const Population &population, bool isOneOfSeveral,
           const std::string &format, const Console &console)
{
    // CSV has neither caption nor heading.
    if (format == "csv" && !console.json)
        std::fprintf(stderr, "kloupe: %s\n", printableText(captionOf(population)).c_str());
    else if (isOneOfSeveral)
        console.line(fmt::format("— {} —", headingOf(population)));
    for (const Table &table : block.tables())
        console.text(cli::print(table, format));
}

ExitCode metrics(const MetricsOptions &options, const Console &console)
{
    auto scope = scopeOf(*options.scope, *groupByFromName(options.by));
    if (!scope)
        return console.fail(scope.error());
    const auto selected = selectRows(options.store, options.filter, std::move(*scope));
    if (!selected)
        return console.fail(selected.error());
    const std::vector<Population> populations = blocksOf(selected->rows, selected->scope);
    std::vector<Block> blocks;
    for (const Population &population : populations) {
        blocks.emplace_back(*selected->store.reader, options, population);
        if (const Status made = blocks.back().make(selected->rows); !made)
            return console.fail(made.error());
    }
    Json document = {{"by", options.by}, {"filter", text(selected->store.filter)}};
    if (blocks.size() == 1)
        document.update(blocks.front().document());
    else
        document["blocks"] = Json::array();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        print(blocks[i], populations[i], blocks.size() > 1, options.format, console);
        if (blocks.size() > 1)
            document["blocks"].push_back(blocks[i].document());
    }
    document["baselines"] = Json::array();
    for (const ComparedBaselines &each : comparedBaselines(populations, selected->rows)) {
        const std::string heading = each.heading.empty() ? std::string() : each.heading + ": ";
        if (options.format != "csv")
            console.line(heading + fasterThanAllText(each.over));
        console.text(cli::print(baselineTable(each.over), options.format));
        document["baselines"].push_back(baselineJson(each.over));
        if (!each.heading.empty())
            document["baselines"].back()["conditions"] = each.heading;
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
    command->add_option("--by", options->by, "Grouping")
        ->transform(oneOf(groupingNames()))
        ->capture_default_str();
    command->add_option("--format", options->format, "Output format")
        ->transform(oneOf({"text", "markdown", "csv"}))
        ->capture_default_str();
    command
        ->add_option("--speedup", options->speedup,
                     "Definition of a speedup: ours, or also each suite's own, from raw times")
        ->transform(oneOf({"ours", "suite"}))
        ->capture_default_str();
    addScopeOptions(*command, options->scope);
    addRoundOptions(*command, options->rounds);
    addFigureOptions(*command, options->figures);
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return metrics(*options, console); };
    });
}

} // namespace loupe::cli
