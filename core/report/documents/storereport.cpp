// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/storereport.h"

#include "core/analysis/metrics/goldentimes.h"
#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/recordedvalue.h"
#include "core/analysis/text/textdiff.h"
#include "core/report/documents/openquestions.h"
#include "core/report/documents/ratesections.h"
#include "core/report/documents/roundsection.h"
#include "core/report/tables/exporttables.h"
#include "core/report/tables/overviewtables.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Writes the sections one after the other; an error of the store ends it.
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
        auto rows = m_reader.metricRows(m_options.filter);
        if (!rows)
            return std::move(rows).error();
        m_all = std::move(*rows);
        auto scope = withRecordedValues(m_options.scope, m_all);
        if (!scope)
            return std::move(scope).error();
        m_scope = std::move(*scope);
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
    ReportSection &section(std::string heading)
    {
        m_document.sections.push_back({std::move(heading), {}, {}, {}, {}});
        return m_document.sections.back();
    }

    void addAbout()
    {
        ReportSection &about = section("What this is");
        about.paragraphs.push_back(fmt::format(
            "Made by KernelLoupe {} at {} from {} evaluations{}. {} of them have a proof of "
            "cheating against them, or a suspicion that no review has cleared, and {}.",
            m_options.toolVersion, m_options.madeAt, m_all.size(),
            m_options.filter.terms.empty() ? std::string()
                                           : " that match " + text(m_options.filter),
            std::ranges::count_if(m_all, &MetricRow::isWithheld),
            m_options.scope.includeWithheld
                ? "are counted all the same"
                : "are withheld from the numbers below, unless a table says otherwise"));
        if (m_options.claims.empty())
            tellOfClaims(about);
    }

    void tellOfClaims(ReportSection &about) const
    {
        for (const ShippedClaims &each : m_options.known) {
            if (std::ranges::any_of(
                    m_all, [&](const MetricRow &row) { return row.suite == Name(each.name); }))
                about.paragraphs.push_back(fmt::format(
                    "Claims of {} come with the program: kloupe report --claims {} says what these "
                    "records support of them.",
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
        table.caption = "All evaluations of each run, withheld ones included. failed = wrong + no "
                        "build + crash + time-out. not counted = unknown, skipped, infra errors. "
                        "tasks = with an evaluation here; a suite may have more.";
        section("Runs").tables.push_back(std::move(table));
        return {};
    }

    /// How cells failed: each method at each task once, whatever its other attempts did.
    void addFailedCells(ReportSection &part) const
    {
        for (const Population &block : m_blocks) {
            BootstrapOptions none;
            none.resamples = 1; // no interval is shown
            const Scoreboard board = scoreboard(block, none);
            const std::vector<VerdictRow> failures = failureMatrix(block, board);
            if (failures.empty())
                continue;
            part.tables.push_back(failureTable(failures, board));
            if (m_blocks.size() > 1)
                part.tables.back().caption += " " + blockName(block) + ".";
        }
    }

    Status addFailures()
    {
        const auto counts = m_reader.failureCounts(m_options.filter);
        if (!counts)
            return counts.error();
        std::vector<FailureCluster> clusters = failureClusters(*counts);
        if (clusters.empty())
            return {};
        ReportSection &part = section("Why candidates failed");
        std::int64_t failures = 0;
        for (const FailureCluster &cluster : clusters)
            failures += cluster.count;
        std::int64_t shown = 0;
        const std::size_t all = clusters.size();
        clusters.resize(std::min(all, m_options.clusters));
        for (const FailureCluster &cluster : clusters)
            shown += cluster.count;
        part.paragraphs.push_back(fmt::format("{} failures in {} clusters; the table shows {} "
                                              "clusters with {} of them. Clusters count every "
                                              "failed evaluation, each round and attempt.",
                                              failures, all, clusters.size(), shown));
        addFailedCells(part);
        part.tables.push_back(toTable(clusterData(clusters)));
        std::size_t cures = 0;
        for (const FailureCluster &cluster : clusters) {
            if (cures == m_options.cures)
                break;
            const auto added = addCure(part, cluster);
            if (!added)
                return added.error();
            cures += *added ? 1 : 0;
        }
        return {};
    }

    /// The difference that put the first member right; false where no member ever was.
    Result<bool> addCure(ReportSection &part, const FailureCluster &cluster)
    {
        const auto cure = m_reader.failureCure(cluster.fingerprint, m_options.filter);
        if (!cure)
            return cure.error();
        if (!*cure)
            return false;
        const auto failed = m_reader.detail((*cure)->failed);
        if (!failed)
            return failed.error();
        const auto cured = m_reader.detail((*cure)->cured);
        if (!cured)
            return cured.error();
        std::string diff
            = unifiedDiff(failed->evaluation.candidate.source, cured->evaluation.candidate.source);
        if (diff.empty())
            return false;
        constexpr std::size_t longest = 6000;
        if (diff.size() > longest) {
            diff.resize(diff.rfind('\n', longest) + 1);
            diff += "(the rest is left out)\n";
        }
        part.verbatim.push_back(fmt::format(
            "{} of {} failures \"{}\" were right in a later round. The first: {} by {}, evaluation "
            "{}, round {} to evaluation {}, round {}:\n{}",
            (*cure)->curedMembers, cluster.count, cluster.summary.text(), failed->row.task,
            failed->row.method, failed->row.id.value, failed->row.round, cured->row.id.value,
            cured->row.round, diff));
        return true;
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
                                  std::int64_t{each.records}, each.leastMs, each.medianMs,
                                  each.mostMs});
        table.caption = "Recorded times of references in milliseconds, as other tools divide by "
                        "them; over all tasks and inputs of a group. Not measured here.";
        section("Times of references").tables.push_back(toTable(table));
        return {};
    }

    Status addFindings()
    {
        DataTable table;
        table.columns = {"rule or weight", "evaluations"};
        for (const char *field : {"rule", "finding", "reviewed"}) {
            const auto counts = m_reader.facet(field, m_options.filter);
            if (!counts)
                return counts.error();
            for (const FacetCount &each : *counts)
                table.rows.push_back({fmt::format("{}: {}", field, each.value), each.count});
        }
        if (table.rows.empty())
            return {};
        table.caption = "Evaluations in which a rule of integrity found something, by rule and by "
                        "the weight of the finding, and those that a person reviewed, by the last "
                        "decision. An evaluation may count in several lines.";
        section("Findings and reviews").tables.push_back(toTable(table));
        return {};
    }

    /// Costs are of candidates, whatever they were held against afterwards.
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
        std::map<std::pair<Name, Name>, std::vector<const MetricRow *>> methods; // of suites
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
        section("Costs").tables.push_back(toTable(table));
    }

    void addOpenQuestions()
    {
        ReportSection &part = section("Caveats");
        part.points = openQuestions(m_all);
        if (part.points.empty())
            part.paragraphs.emplace_back("The records leave none of the questions open that this "
                                         "report asks.");
        else
            part.paragraphs.emplace_back("What these records do not say, or do not allow to say:");
    }

    void addDefinitions()
    {
        ReportSection &part = section("Words");
        const std::array<const char *, 8> words{
            ("evaluation: one candidate judged once. A candidate is the source that a method wrote "
             "for a task in one round of one sample."),
            ("population: methods at tasks under one suite, device, precision, baseline and rules; "
             "each counts once, with the attempt that the caption names."),
            ("speedup: baseline time / candidate time, as the record or the run defines its "
             "baseline. Only correct evaluations with a positive, finite one enter averages."),
            ("geometric mean: the exponential of the mean of the logarithms. median: of an even "
             "number of values the mean of the middle two."),
            "fast_1: correct with speedup > 1, of all judged (KernelBench, strict inequality).",
            ("interval: what the figure varies over when the tasks are drawn anew, all evaluations "
             "of a task together. It knows nothing of what the records leave out."),
            ("withheld: outside headline numbers because of a confirmed or unreviewed "
             "violation."),
            ("cluster: failures whose first cause is the same once paths, numbers, addresses and "
             "names of temporary files are taken out."),
        };
        part.points.assign(words.begin(), words.end());
    }

    StoreReader &m_reader;
    const StoreReportOptions &m_options;
    ReportDocument m_document;
    std::vector<MetricRow> m_all;
    Scope m_scope;                    ///< with values as they are recorded
    std::vector<Population> m_blocks; ///< of comparable results, without what is withheld
};

} // namespace

Result<ReportDocument> storeReport(StoreReader &reader, const StoreReportOptions &options)
{
    return StoreReportWriter(reader, options).write();
}

} // namespace loupe
