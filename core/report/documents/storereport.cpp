// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/storereport.h"

#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/metrics/casereferences.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/population/population.h"
#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rounds/roundtable.h"
#include "core/analysis/text/textdiff.h"
#include "core/base/counted.h"
#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "core/report/documents/openquestions.h"
#include "core/report/documents/ratesections.h"
#include "core/report/documents/reportdocument.h"
#include "core/report/tables/exporttables.h"
#include "core/report/tables/overviewtables.h"
#include "core/report/tables/roundtables.h"
#include "core/report/tables/statisticstables.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/resultlisting.h"
#include "core/store/read/scopedrows.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

struct FailureSectionOptions {
    Filter filter;                   ///< of the counted evaluations
    Scope scope;                     ///< before the choice of values
    std::span<const MetricRow> rows; ///< of filter and scope
    std::size_t clusters = 25;       ///< maximum number of clusters
    std::size_t cures = 3;           ///< number of clusters with the difference that fixed a member
};

constexpr std::size_t maxDifferenceLength = 6000;

/// Adds how task × method pairs failed. Each counts once, however many attempts it has.
void addFailedCells(std::span<const Population> blocks, ReportSection &part)
{
    for (const Population &block : blocks) {
        BootstrapOptions none;
        none.resamples = 1; // no interval is shown
        const Scoreboard board = scoreboard(block, none);
        const std::vector<VerdictRow> failures = failureMatrix(block, board);
        if (failures.empty())
            continue;
        part.tables.push_back(failureTable(failures, board));
        if (blocks.size() > 1)
            part.tables.back().caption += " " + blockName(block) + ".";
    }
}

std::string countsSentence(const FailedCells &cells, std::size_t evaluations, std::size_t clusters,
                           std::size_t shown)
{
    std::string out
        = fmt::format("{} of {} failed, each task × method pair counted once. Over all samples, "
                      "rounds and attempts, {} failed, for {}",
                      cells.failed, counted(cells.judged, "judged cell"),
                      counted(evaluations, "evaluation"), counted(clusters, "first cause"));
    if (shown < clusters)
        out += fmt::format("; the table shows {} of them", shown);
    return out + ".";
}

/// Adds the difference that fixed the first member; returns false if no member was ever fixed.
Result<bool> addCure(StoreReader &reader, const Filter &filter, const FailureCluster &cluster,
                     ReportSection &part)
{
    const auto cure = reader.failureCure(cluster.fingerprints, filter);
    if (!cure)
        return cure.error();
    if (!*cure)
        return false;
    const auto failed = reader.detail((*cure)->failed);
    if (!failed)
        return failed.error();
    const auto cured = reader.detail((*cure)->cured);
    if (!cured)
        return cured.error();
    std::string diff
        = unifiedDiff(failed->evaluation.candidate.source, cured->evaluation.candidate.source);
    if (diff.empty())
        return false;
    if (diff.size() > maxDifferenceLength) {
        diff.resize(diff.rfind('\n', maxDifferenceLength) + 1);
        diff += "(cut here)\n";
    }
    part.verbatim.push_back(fmt::format(
        "{} of {} failed evaluations \"{}\" were right in a later round. The first: {} by {}, "
        "evaluation {}, round {} to evaluation {}, round {}:\n{}",
        (*cure)->curedMembers, cluster.count, cluster.summary.text(), failed->row.task,
        failed->row.method, failed->row.id.value, failed->row.round, cured->row.id.value,
        cured->row.round, diff));
    return true;
}

/// Adds how and why cells of the populations failed, and what fixed some. Adds no section if no
/// evaluation under the filter failed.
Status addFailureSection(StoreReader &reader, std::span<const Population> blocks,
                         const FailureSectionOptions &options, ReportDocument &document)
{
    const auto reasons = reader.failureReasons(withoutSpeedups(options.filter), {});
    if (!reasons)
        return reasons.error();
    std::vector<FailureCluster> clusters
        = failureClusters(listedFailures(options.rows, options.scope, *reasons));
    if (clusters.empty())
        return {};
    const FailedCells cells = countFailedCells(clusters, blocks, *reasons);
    std::int64_t evaluations = 0;
    for (const FailureCluster &cluster : clusters)
        evaluations += cluster.count;
    const std::size_t all = clusters.size();
    clusters.resize(std::min(all, options.clusters));
    ReportSection &part = document.add("Why candidates failed");
    part.paragraphs.push_back(
        countsSentence(cells, static_cast<std::size_t>(evaluations), all, clusters.size()));
    addFailedCells(blocks, part);
    part.tables.push_back(toTable(clusterData(clusters)));
    std::size_t cures = 0;
    for (const FailureCluster &cluster : clusters) {
        if (cures == options.cures)
            break;
        const auto added = addCure(reader, options.filter, cluster, part);
        if (!added)
            return added.error();
        cures += *added ? 1 : 0;
    }
    return {};
}

using RowsOfRuns = std::map<Name, std::vector<MetricRow>>;

/// Returns the counted samples of each run with several rounds; a single round has no rates of a
/// second.
RowsOfRuns refinedRuns(const Population &block)
{
    RowsOfRuns out;
    for (MetricRow &row : countedSamples(block))
        out[row.run].push_back(std::move(row));
    std::erase_if(out, [](const RowsOfRuns::value_type &each) {
        return std::ranges::all_of(each.second, [&](const MetricRow &row) {
            return row.round == each.second.front().round;
        });
    });
    return out;
}

/// Returns "84 trajectories with 110 steps between judged rounds."
std::string stepsSentence(const RoundTable &table)
{
    std::size_t steps = 0;
    for (const RoundStep &step : table.steps)
        steps += static_cast<std::size_t>(step.trajectories);
    const auto trajectories = static_cast<std::size_t>(table.trajectories);
    return fmt::format("{} with {} between judged rounds.",
                       trajectories == 1 ? "1 trajectory"
                                         : fmt::format("{} trajectories", trajectories),
                       counted(steps, "step"));
}

std::vector<Table> tablesOf(const std::vector<MetricRow> &rows)
{
    const RoundTable table = roundTable(rows);
    const std::vector<RoundChange> changes = roundChanges(rows);
    std::vector<Table> out{roundRatesTable(table), roundStepsTable(table)};
    out.front().caption = stepsSentence(table) + " " + out.front().caption;
    if (!changes.empty())
        out.push_back(compositionTableText(changes));
    return out;
}

/// Adds the changes of kernels from round to round, for each run with several rounds in a
/// population: rates, steps, and why the mean speedup changed. Adds nothing if no run has several.
void addRoundSection(std::span<const Population> blocks, ReportDocument &document)
{
    std::vector<Table> tables;
    std::set<Name> runs;
    for (const Population &block : blocks) {
        for (const auto &[run, rows] : refinedRuns(block)) {
            runs.insert(run);
            const std::string which = blocks.size() > 1 ? " (" + blockName(block) + ")" : "";
            for (Table &each : tablesOf(rows)) {
                each.caption = fmt::format("Run {}{}. {}", run.text(), which, each.caption);
                tables.push_back(std::move(each));
            }
        }
    }
    if (tables.empty())
        return;
    ReportSection &part = document.add("Rounds");
    part.tables = std::move(tables);
    part.paragraphs.push_back(fmt::format(
        "Of the runs, {} have several rounds. Below the rates of each are the steps between its "
        "rounds and why its mean speedup changed: by the same kernels, or by kernels that entered "
        "or left the mean. Each task × method pair counts in one run: that of the attempt that "
        "counts.",
        runs.size()));
}

/// Cells by "rule: name", "finding: weight" and "reviewed: decision".
using CellsByLine = std::map<std::string, std::unordered_set<std::int64_t>>;

Result<CellsByLine> cellsByLine(StoreReader &reader, std::span<const Population> blocks,
                                const Filter &filter)
{
    std::unordered_set<std::int64_t> cells;
    for (const Population &block : blocks) {
        for (const MetricRow &cell : block.cells())
            cells.insert(cell.id.value);
    }
    const auto findings = reader.findings(withoutSpeedups(filter), {}); // the cells select by them
    if (!findings)
        return findings.error();
    const auto reviews = reader.reviews();
    if (!reviews)
        return reviews.error();
    CellsByLine out;
    const auto add = [&](RowId evaluation, const char *field, std::string_view value) {
        if (cells.contains(evaluation.value))
            out[fmt::format("{}: {}", field, value)].insert(evaluation.value);
    };
    for (const StoredFinding &each : *findings) {
        add(each.evaluation, "rule", each.finding.rule);
        add(each.evaluation, "finding", severityName(each.finding.severity));
    }
    std::map<RowId, ReviewDecision> last;
    for (const Review &each : *reviews)
        last[each.evaluation] = each.decision;
    for (const auto &[evaluation, decision] : last)
        add(evaluation, "reviewed", decisionName(decision));
    return out;
}

/// Adds the findings of integrity rules and the users' decisions, as counts of cells of the
/// populations, including excluded ones, and of evaluations under the filter. Adds no section if
/// there are none.
Status addFindingSection(StoreReader &reader, std::span<const Population> blocks,
                         const Filter &filter, ReportDocument &document)
{
    const auto cells = cellsByLine(reader, blocks, filter);
    if (!cells)
        return cells.error();
    DataTable table;
    table.columns = {"rule or weight", "task × method pairs", "attempts"};
    for (const char *field : {"rule", "finding", "reviewed"}) {
        const auto counts = reader.facet(field, filter);
        if (!counts)
            return counts.error();
        for (const FacetCount &each : *counts) {
            const std::string line = fmt::format("{}: {}", field, each.value);
            const auto found = cells->find(line);
            table.rows.push_back(
                {line, static_cast<std::int64_t>(found == cells->end() ? 0 : found->second.size()),
                 each.count});
        }
    }
    if (table.rows.empty())
        return {};
    table.caption = "Results with integrity findings, by rule and severity, and how many were "
                    "reviewed, by the last decision. cells: task × method pairs, with the attempt "
                    "that counts, excluded or not. evaluations: every sample, round and attempt. A "
                    "result may count in several lines.";
    document.add("Findings and reviews").tables.push_back(toTable(table));
    return {};
}

/// Returns true if a population would flag the evaluation, given that the filter selects it.
bool isFlagged(const MetricRow &row)
{
    return row.isSelected() && row.isWithheld && outcomeOf(row.verdict) == Outcome::Correct;
}

/// Writes the sections one after the other; stops at the first error of the store.
class StoreReportWriter
{
public:
    StoreReportWriter(StoreReader &reader, const StoreReportOptions &options)
        : m_reader(reader)
        , m_options(options)
    {
    }

    Result<ReportDocument> write()
    {
        m_document.title = m_options.title;
        auto read = rowsInScope(m_reader, m_options.filter, m_options.scope);
        if (!read)
            return std::move(read).error();
        m_all = std::move(read->rows);
        m_scope = std::move(read->scope);
        m_blocks = blocksOf(m_all, m_scope);
        addAbout();
        Status done = addClaims();
        if (done)
            done = addRuns();
        if (done) {
            addRateSections(m_blocks, m_document);
            addRoundSection(m_blocks, m_document);
            done = addFailures();
        }
        if (done)
            done = addGolden();
        if (done)
            done = addFindings();
        if (!done)
            return done.error();
        addCosts();
        addOpenQuestions();
        addDefinitions();
        return std::move(m_document);
    }

private:
    void addAbout()
    {
        ReportSection &about = m_document.add("What this is");
        about.paragraphs.push_back(
            fmt::format("Made by KernelLoupe {} at {} from {} evaluations{}. {} of them are "
                        "correct and flagged: "
                        "a finding of cheating is confirmed or not reviewed. They {}.",
                        m_options.toolVersion, m_options.madeAt,
                        std::ranges::count_if(m_all, &MetricRow::isSelected),
                        m_options.filter.terms.empty() ? std::string()
                                                       : " that match " + text(m_options.filter),
                        std::ranges::count_if(m_all, isFlagged),
                        m_options.scope.includeWithheld ? "count as correct below"
                                                        : "do not count as correct below"));
        if (m_options.claims.empty())
            tellOfClaims(about);
    }

    void tellOfClaims(ReportSection &about) const
    {
        for (const ShippedClaims &each : m_options.known) {
            if (std::ranges::any_of(
                    m_all, [&](const MetricRow &row) { return row.suite == Name(each.name); }))
                about.paragraphs.push_back(
                    fmt::format("Claims of {} are included: kloupe report --claims {} compares "
                                "them with these records.",
                                each.source, each.name));
        }
    }

    Status addClaims()
    {
        for (const ClaimList &claims : m_options.claims) {
            auto compared = claimSection(m_reader, claims, m_options.filter, m_scope);
            if (!compared)
                return std::move(compared).error();
            m_document.sections.push_back(std::move(*compared));
        }
        return {};
    }

    Status addRuns()
    {
        const auto runs = m_reader.runs();
        if (!runs)
            return runs.error();
        std::map<Name, std::set<std::pair<Name, Name>>> tasks;
        for (const MetricRow &row : m_all)
            tasks[row.run].emplace(row.suite, row.task);
        Table table;
        table.columns = {{"run", false},    {"suite", false},  {"from", false},
                         {"rules", false},  {"device", false}, {"precision", false},
                         {"state", false},  {"tasks", true},   {"evaluations", true},
                         {"correct", true}, {"failed", true},  {"not counted", true}};
        for (const RunSummary &each : *runs) {
            const Run &run = each.run;
            table.rows.push_back({run.name, run.suite, run.origin, run.protocol,
                                  run.environment.deviceName,
                                  run.precision.empty() ? "not recorded" : run.precision,
                                  each.state, std::to_string(tasks[run.name].size()),
                                  std::to_string(each.evaluations), std::to_string(each.correct),
                                  std::to_string(each.failed), std::to_string(each.unknown)});
        }
        table.caption = "All evaluations of each run, including flagged ones. failed = wrong + no "
                        "build + crash + time-out. not counted = unknown, skipped, infra errors. "
                        "tasks = with an evaluation here; a suite may have more.";
        m_document.add("Runs").tables.push_back(std::move(table));
        return {};
    }

    Status addFailures()
    {
        return addFailureSection(
            m_reader, m_blocks,
            {m_options.filter, m_scope, m_all, m_options.clusters, m_options.cures}, m_document);
    }

    Status addGolden()
    {
        const auto records = m_reader.goldenRecords({});
        if (!records)
            return records.error();
        if (records->empty())
            return {};
        DataTable table;
        table.columns
            = {"suite", "device", "baseline", "records", "least_ms", "median_ms", "most_ms"};
        for (const GoldenTimes &each : goldenTimes(*records))
            table.rows.push_back({each.suite, each.device, each.baseline,
                                  std::int64_t{each.records}, each.minMs, each.medianMs,
                                  each.maxMs});
        table.caption = "Recorded times of references in milliseconds, as other tools divide by "
                        "them; over all tasks and inputs of a group. Not measured here.";
        m_document.add("Times of references").tables.push_back(toTable(table));
        return {};
    }

    /// Most findings are about excluded results.
    Status addFindings()
    {
        Scope all = m_scope;
        all.includeWithheld = true;
        return addFindingSection(m_reader, blocksOf(m_all, all), m_options.filter, m_document);
    }

    /// Costs belong to candidates, whatever the conditions of their evaluations.
    Scope everyCondition() const
    {
        Scope out = m_scope;
        out.joinBaselines = false;
        for (const GroupBy condition : scopeConditions)
            out.rules.try_emplace(condition, ConditionRule{ConditionRule::Kind::Pool, {}});
        return out;
    }

    void addCosts()
    {
        std::map<std::pair<Name, Name>, std::vector<const MetricRow *>> methods; // by suite
        const Population paid = populationOf(m_all, everyCondition());
        for (const MetricRow &row : paid.observations()) {
            if (row.cost != RowCost())
                methods[{row.suite, row.method}].push_back(&row);
        }
        if (methods.empty())
            return;
        DataTable table;
        table.columns
            = {"suite", "method", "cost", "recorded", "of", "total", "tasks_solved", "per_solved"};
        for (const auto &[place, rows] : methods) {
            const CostPerSuccess cost = costPerSuccess(rows);
            const auto add = [&, &names = place](const char *what,
                                                 const CostPerSuccess::Part &part) {
                if (part.recorded > 0)
                    table.rows.push_back({names.first.text(), names.second.text(), what,
                                          std::int64_t{part.recorded}, std::int64_t{cost.rows},
                                          part.total, std::int64_t{cost.successes},
                                          part.perSuccess ? DataCell(*part.perSuccess)
                                                          : DataCell(std::monostate())});
            };
            add("tokens", cost.tokens);
            add("dollars", cost.dollars);
            add("seconds", cost.seconds);
            add("requests", cost.requests);
        }
        table.caption
            = "Recorded: of the evaluations whose candidate has any recorded cost, failed "
              "ones too, since they were paid for. tokens = read + written; seconds of "
              "writing candidates, wall clock. Per solved: by the tasks with any correct "
              "candidate among them.";
        m_document.add("Costs").tables.push_back(toTable(table));
    }

    void addOpenQuestions()
    {
        ReportSection &part = m_document.add("Caveats");
        part.points = openQuestions(m_all);
        if (part.points.empty())
            part.paragraphs.emplace_back("The records answer all questions of this report.");
        else
            part.paragraphs.emplace_back("Limits of these records:");
    }

    void addDefinitions()
    {
        ReportSection &part = m_document.add("Words");
        const std::array<const char *, 9> words{
            ("evaluation: one candidate judged once. A candidate is the source that a method wrote "
             "for a task in one round of one sample."),
            ("population: task × method pairs under one suite, device, precision, baseline and "
             "rules; each counts once, with the attempt that the caption names."),
            ("speedup: baseline time / candidate time, as the record or the run defines its "
             "baseline. Only correct evaluations with a positive, finite one enter averages."),
            ("geometric mean: the exponential of the mean of the logarithms. median: of an even "
             "number of values the mean of the middle two."),
            "fast_1: correct with speedup > 1, of all judged (KernelBench, strict inequality).",
            ("interval: range of the figure when tasks are resampled, all evaluations of a task "
             "together. It does not cover what is not recorded."),
            ("flagged: correct, but a finding of cheating is confirmed or not reviewed. It stays "
             "in "
             "the denominator and does not count as correct."),
            ("task × method pair: a method and a task, with the attempt that counts. Other "
             "attempts do not change its outcome."),
            ("cluster: failures with the same first cause, without paths, numbers, addresses and "
             "names of temporary files."),
        };
        part.points.assign(words.begin(), words.end());
    }

    StoreReader &m_reader;
    const StoreReportOptions &m_options;
    ReportDocument m_document;
    std::vector<MetricRow> m_all;
    Scope m_scope;                    ///< with values resolved to recorded ones
    std::vector<Population> m_blocks; ///< of comparable results
};

} // namespace

Result<ReportDocument> storeReport(StoreReader &reader, const StoreReportOptions &options)
{
    return StoreReportWriter(reader, options).write();
}

} // namespace loupe
