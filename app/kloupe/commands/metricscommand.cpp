// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/figuremetrics.h"
#include "app/kloupe/commands/roundmetrics.h"
#include "app/kloupe/commands/selectedrows.h"
#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/console.h"
#include "core/analysis/metrics/averagetable.h"
#include "core/analysis/metrics/casereferences.h"
#include "core/analysis/metrics/comparedbaselines.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/metrics/speedupmeans.h"
#include "core/analysis/metrics/suitespeedup.h"
#include "core/analysis/metrics/timesbycase.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/groupby.h"
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
#include "core/store/read/storereader.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
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

struct Members {
    std::vector<SuiteRow> attempts;
    std::vector<MetricRow> rows;
};

/// Computes a suite's speedup from the stored times of a correct result.
void measure(SpeedupRule rule, const MetricRow &row, const Evaluation &measured,
             const CaseReferences &references, SuiteRow &attempt)
{
    std::vector<TimingSeries> timings = measured.timings;
    const std::string lacking = references.complete(row, timings);
    const ChosenTimes times = chooseTimes(timings);
    attempt.measured = suiteSpeedup(rule, times.cases);
    if (!attempt.measured.speedup && !lacking.empty())
        attempt.measured.absence = lacking;
    attempt.isOtherClock = !times.isSuitesClock;
}

void add(SpeedupRule rule, const MetricRow &row, const Evaluation *measured,
         const CaseReferences &references, Members &members)
{
    SuiteRow attempt;
    attempt.attempt = row.run + "\n" + row.method + "\n" + row.task;
    attempt.sample = row.sample;
    attempt.round = row.round;
    const Outcome outcome = outcomeOf(row.verdict);
    attempt.correct = outcome == Outcome::Correct;
    attempt.judged = attempt.correct || isFailure(outcome);
    if (measured != nullptr)
        measure(rule, row, *measured, references, attempt);
    members.attempts.push_back(std::move(attempt));
    members.rows.push_back(row);
}

/// Computes speedups as the rows' suites define them, from the raw times in the store. Skips suites
/// without a definition. With `joinBaselines`, candidates without reference times are compared with
/// the store's reference times, input by input. Throws only errors of the store.
std::vector<SuiteSpeedupGroup> suiteSpeedups(StoreReader &reader, std::span<const MetricRow> rows,
                                             GroupBy groupBy, bool joinBaselines)
{
    std::vector<StoredGoldenRecord> records;
    if (joinBaselines)
        records = orFail(reader.goldenRecords({}));
    const CaseReferences references(records);
    std::map<std::pair<std::string, std::string>, Members> groups;
    const auto isMeasured = [](const MetricRow &row) {
        return speedupRuleOf(row.suite) && outcomeOf(row.verdict) == Outcome::Correct;
    };
    orFail(forEachMeasured(
        reader, rows, isMeasured, [&](const MetricRow &row, const Evaluation *measured) {
            if (const auto rule = speedupRuleOf(row.suite))
                add(*rule, row, measured, references, groups[{row.suite, groupName(row, groupBy)}]);
        }));
    std::vector<SuiteSpeedupGroup> out;
    for (const auto &[key, members] : groups) {
        SuiteSpeedupGroup &group = out.emplace_back();
        group.suite = key.first;
        group.group = key.second;
        group.rule = *speedupRuleOf(key.first);
        group.aggregate = aggregate(group.rule, members.attempts);
        group.ourGeometricMean = rateTable(members.rows, GroupBy::All).back().geometricMeanSpeedup;
    }
    return out;
}

Json toJson(const SuiteSpeedupGroup &group)
{
    const SuiteAggregate &counts = group.aggregate;
    Json figures = Json::object();
    for (const SuiteFigure &figure : counts.figures)
        figures[figure.name] = orNull(figure.value);
    return {{"suite", group.suite},
            {"group", group.group},
            {"definition", definition(group.rule)},
            {"figures", figures},
            {"our_geometric_mean", orNull(group.ourGeometricMean)},
            {"tasks", counts.tasks},
            {"correct", counts.correct},
            {"measured", counts.measured},
            {"dropped", counts.dropped},
            {"missing", counts.missing},
            {"missing_because", counts.absences},
            {"other_clock", counts.otherClock},
            {"not_counted", counts.notCounted}};
}

/// Measurements of the correct evaluations.
struct Measured {
    std::vector<MetricRow> rows;
    std::vector<Utilisation> utilisation;
    std::vector<EqualWork> equalWork;
};

Measured readMeasured(StoreReader &reader, std::span<const MetricRow> rows)
{
    Measured out;
    std::ranges::copy_if(rows, std::back_inserter(out.rows), [](const MetricRow &row) {
        return outcomeOf(row.verdict) == Outcome::Correct;
    });
    orFail(forEachMeasured(
        reader, out.rows, [](const MetricRow &) { return true; },
        [&](const MetricRow &row, const Evaluation *measured) {
            const bool isTimed = measured->work && isUsableTime(row.candidateMs);
            out.utilisation.push_back(isTimed ? utilisation(*measured->work, *row.candidateMs)
                                              : Utilisation());
            out.equalWork.push_back(equalWork(chooseTimes(measured->timings).cases));
        }));
    return out;
}

CommandError nothingKept(std::size_t correct, const char *what, const char *option,
                         const char *hint)
{
    return {{Errc::NotFound,
             fmt::format("none of {} has {}", counted(correct, "correct evaluation"), what), option,
             hint}};
}

/// Returns figures that need full evaluations from the store: utilisation of the device
/// (--utilisation) and speedup at equal work (--equal-work). Throws NotFound if no evaluation has
/// the data of a requested figure.
FigureTables measuredTables(StoreReader &reader, const Population &population, GroupBy groupBy,
                            const FigureChoices &choices)
{
    FigureTables out;
    if (!choices.utilisation && !choices.equalWork)
        return out;
    const auto measured = readMeasured(reader, population.cells());
    const std::string title(name(groupBy));
    if (choices.utilisation) {
        if (std::ranges::none_of(measured.utilisation,
                                 [](const Utilisation &each) { return each.best.has_value(); }))
            throw nothingKept(measured.rows.size(),
                              "a time, a count of bytes or operations and a calibrated peak",
                              "--utilisation",
                              "run kloupe calibrate first; later runs store the peaks");
        auto lines = utilisationTable(measured.rows, measured.utilisation, groupBy);
        removePooled(population, lines);
        addLines("utilisation", "utilisation_definitions", lines,
                 utilisationTableText(lines, title), out);
    }
    if (choices.equalWork) {
        if (std::ranges::none_of(measured.equalWork,
                                 [](const EqualWork &each) { return each.speedup.has_value(); }))
            throw nothingKept(measured.rows.size(), "raw times of both sides", "--equal-work",
                              "imported records have only totals; kloupe run stores raw times");
        auto lines = equalWorkTable(measured.rows, measured.equalWork, groupBy);
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
std::optional<ShapeMetrics> shapeMetrics(StoreReader &reader, std::span<const MetricRow> rows)
{
    std::vector<MetricRow> shaped;
    std::ranges::copy_if(rows, std::back_inserter(shaped), [](const MetricRow &row) {
        return row.speedup && row.verdict == Verdict::Correct && !shapesOf(row.protocol).empty();
    });
    ShapeMetrics out;
    std::vector<double> speedups;
    orFail(forEachMeasured(
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
        }));
    const auto mean = geometricMeanOf(speedups);
    if (!mean)
        return std::nullopt;
    out.shapes = speedups.size();
    out.geometricMean = *mean;
    return out;
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
std::vector<RateRow> soundnessRates(StoreReader &reader, std::span<const MetricRow> rows)
{
    std::set<std::string> suites;
    for (const MetricRow &row : rows)
        suites.insert(row.suite);
    bool isAudited = false;
    for (const std::string &suite : suites) {
        const auto tasks = orFail(reader.tasks(suite));
        isAudited = isAudited
            || std::ranges::any_of(tasks, [](const Task &task) { return task.sound.has_value(); });
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
std::optional<RateRow> baselineRates(StoreReader &reader, const std::vector<MetricRow> &rows,
                                     const Scope &scope)
{
    const auto runs = orFail(reader.runs());
    const auto marked = std::ranges::find_if(runs, &RunSummary::isBaseline);
    if (marked == runs.end())
        return std::nullopt;
    std::vector<MetricRow> own;
    std::ranges::copy_if(
        rows, std::back_inserter(own),
        [name = Name(marked->run.name)](const MetricRow &row) { return row.run == name; });
    const Population alone = populationOf(std::move(own), scope);
    if (alone.cells().empty())
        return std::nullopt;
    RateRow rates = rateTable(alone.cells(), GroupBy::All).back();
    rates.group = "★ " + marked->run.name;
    return rates;
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

    void make(const std::vector<MetricRow> &rows)
    {
        // Errors must come before anything is printed.
        addRates();
        if (m_groupBy != GroupBy::Shape) // which are never pooled
            addShapes();
        addFigures();
        addBaselineRun(rows);
        addSoundness();
        if (m_groupBy == GroupBy::Round)
            addRounds();
        if (m_options.speedup == "suite")
            addSuiteSpeedups(rows);
    }

private:
    void addRates()
    {
        const auto rates = orFail(readGroupRates(m_reader, m_population, m_groupBy));
        Table table = rateTableText(rates.rows, m_groupBy);
        m_document = {{"population", populationJson(m_population)},
                      {"flagged", flaggedCount()},
                      {"definitions", table.caption},
                      {"groups", Json::array()}};
        for (const RateRow &row : rates.rows)
            m_document["groups"].push_back(toJson(row));
        std::string caption = captionOf(m_population) + "\n";
        if (!rates.shapes.empty())
            caption += rates.shapes + "\n";
        const auto carried
            = m_groupBy == GroupBy::Shape ? std::nullopt : carriedBy(m_population.cells());
        if (carried) {
            caption += text(*carried) + ".\n";
            m_document["carried_by"]
                = {{"task", carried->task}, {"mean", carried->mean}, {"without", carried->without}};
        }
        table.caption = caption + table.caption;
        m_tables.push_back(std::move(table));
    }
    void addShapes()
    {
        const auto shapes = shapeMetrics(m_reader, m_population.cells());
        if (!shapes)
            return;
        m_tables.front().caption += "\nSpeedups " + shapes->text() + ".";
        m_document["shapes"] = shapes->json();
    }
    std::ptrdiff_t flaggedCount() const
    {
        return std::ranges::count(m_population.cells(), Verdict::Flagged, &MetricRow::verdict);
    }
    void addFigures()
    {
        for (const FigureTables &found :
             {figureTables(m_population, m_groupBy, *m_options.figures),
              measuredTables(m_reader, m_population, m_groupBy, *m_options.figures)}) {
            m_tables.insert(m_tables.end(), found.tables.begin(), found.tables.end());
            m_document.update(found.json);
        }
    }
    void addBaselineRun(const std::vector<MetricRow> &rows)
    {
        const auto baseline = baselineRates(m_reader, rows, m_population.scope());
        if (!baseline)
            return;
        Table one = rateTableText(std::vector{*baseline}, GroupBy::Run);
        one.caption = "The same for the baseline run alone (kloupe runs).";
        m_tables.push_back(std::move(one));
        m_document["baseline"] = toJson(*baseline);
    }
    void addSoundness()
    {
        const auto soundness = soundnessRates(m_reader, m_population.cells());
        if (soundness.empty())
            return;
        Table both = rateTableText(soundness, GroupBy::All);
        both.caption
            = "Validated tasks: not unsound by an audit or a known defect (kloupe suites audit).";
        m_tables.push_back(std::move(both));
        m_document["soundness"] = Json::array();
        for (const RateRow &row : soundness)
            m_document["soundness"].push_back(toJson(row));
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
    void addSuiteSpeedups(const std::vector<MetricRow> &rows)
    {
        Scope every = m_population.scope();
        every.includeWithheld = true;
        const auto groups = suiteSpeedups(m_reader, populationOf(rows, every).observations(),
                                          m_groupBy, m_population.scope().joinBaselines);
        m_tables.push_back(suiteSpeedupTable(groups, std::string(name(m_groupBy))));
        m_document["suite_speedups"] = Json::array();
        for (const SuiteSpeedupGroup &group : groups)
            m_document["suite_speedups"].push_back(toJson(group));
        m_document["suite_definitions"] = m_tables.back().caption;
    }

    StoreReader &m_reader;
    const MetricsOptions &m_options;
    const Population &m_population;
    GroupBy m_groupBy;
    std::vector<Table> m_tables;
    Json m_document;
};

void printMetrics(const Block &block, const Population &population, bool isOneOfSeveral,
                  const std::string &format, const Console &console)
{
    // CSV has neither caption nor heading.
    if (format == "csv" && !console.json)
        std::fprintf(stderr, "kloupe: %s\n", printableText(captionOf(population)).c_str());
    else if (isOneOfSeveral)
        console.line(fmt::format("— {} —", headingOf(population)));
    for (const Table &table : block.tables())
        console.text(print(table, format));
}

ExitCode metrics(const MetricsOptions &options, const Console &console)
{
    auto scope = scopeOf(*options.scope, *groupByFromName(options.by));
    const auto selected = selectRows(options.store, options.filter, std::move(scope));
    const std::vector<Population> populations = blocksOf(selected.rows, selected.scope);
    std::vector<Block> blocks;
    for (const Population &population : populations) {
        blocks.emplace_back(*selected.store.reader, options, population);
        blocks.back().make(selected.rows);
    }
    Json document = {{"by", options.by}, {"filter", text(selected.store.filter)}};
    if (blocks.size() == 1)
        document.update(blocks.front().document());
    else
        document["blocks"] = Json::array();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        printMetrics(blocks[i], populations[i], blocks.size() > 1, options.format, console);
        if (blocks.size() > 1)
            document["blocks"].push_back(blocks[i].document());
    }
    document["baselines"] = Json::array();
    for (const ComparedBaselines &each : comparedBaselines(populations, selected.rows)) {
        const std::string heading = each.heading.empty() ? std::string() : each.heading + ": ";
        if (options.format != "csv")
            console.line(heading + fasterThanAllText(each.over));
        console.text(print(baselineTable(each.over), options.format));
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
    addFormatOption(*command, options->format);
    command
        ->add_option("--speedup", options->speedup,
                     "Definition of a speedup: ours, or also each suite's own, from raw times")
        ->transform(oneOf({"ours", "suite"}))
        ->capture_default_str();
    addScopeOptions(*command, options->scope);
    addRoundOptions(*command, options->rounds);
    addFigureOptions(*command, options->figures);
    setAction(*command, chosen, options, metrics);
}

} // namespace loupe::cli
