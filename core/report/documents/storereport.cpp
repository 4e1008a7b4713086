// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/storereport.h"

#include "core/analysis/metrics/goldentimes.h"
#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rounds/roundtable.h"
#include "core/analysis/text/textdiff.h"
#include "core/report/documents/openquestions.h"
#include "core/report/documents/ratesections.h"
#include "core/report/tables/exporttables.h"
#include "core/report/tables/roundtables.h"
#include "core/report/tables/statisticstables.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <span>
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
        const auto end = std::stable_partition(
            m_all.begin(), m_all.end(), [](const MetricRow &row) { return !row.isWithheld; });
        std::stable_sort(m_all.begin(), end, [](const MetricRow &left, const MetricRow &right) {
            return left.suite < right.suite;
        });
        m_counted = {m_all.begin(), end};
        addAbout();
        Status done = addClaims();
        if (done)
            done = addRuns();
        if (done) {
            addRateSections(m_counted, m_document);
            addRounds();
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
            "Made by KernelLoupe {} at {} from {} evaluations{}. {} of them are withheld "
            "from the numbers below, unless a table says otherwise: a proof of cheating, "
            "or a suspicion that no review has cleared.",
            m_options.toolVersion, m_options.madeAt, m_all.size(),
            m_options.filter.terms.empty() ? std::string()
                                           : " that match " + text(m_options.filter),
            m_all.size() - m_counted.size()));
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
            auto compared = claimSection(m_reader, claims, m_options.filter);
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

    /// Of runs with several rounds, each by itself: a run of one round has no rates of a second.
    void addRounds()
    {
        std::map<Name, std::set<int>> rounds;
        for (const MetricRow &row : m_counted)
            rounds[row.run].insert(row.round);
        std::erase_if(rounds, [](const auto &each) { return each.second.size() < 2; });
        if (rounds.empty())
            return;
        ReportSection &part = section("Rounds");
        part.paragraphs.push_back(fmt::format(
            "Of the runs, {} have several rounds. Below each one's rates are the steps between its "
            "rounds, and why its mean speedup changed: in the same kernels, or by those that "
            "entered and left the mean.",
            rounds.size()));
        for (const auto &[run, numbers] : rounds) {
            std::vector<MetricRow> rows;
            std::ranges::copy_if(
                m_counted, std::back_inserter(rows),
                [&, &name = run](const MetricRow &row) { return row.run == name; });
            const RoundTable table = roundTable(rows);
            const std::vector<RoundChange> changes = roundChanges(rows);
            std::vector<Table> tables{roundRatesTable(table), roundStepsTable(table)};
            if (!changes.empty())
                tables.push_back(compositionTableText(changes));
            for (Table &each : tables) {
                each.caption = "Run " + run.text() + ". " + each.caption;
                part.tables.push_back(std::move(each));
            }
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
                                              "clusters with {} of them.",
                                              failures, all, clusters.size(), shown));
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

    void addCosts()
    {
        std::map<std::pair<Name, Name>, std::vector<const MetricRow *>> methods; // of suites
        for (const MetricRow &row : m_counted) {
            if (row.cost != GenerationCost())
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
        const std::array<const char *, 7> words{
            ("evaluation: one candidate judged once. A candidate is the source that a method wrote "
             "for a task in one round of one sample."),
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
    std::span<const MetricRow> m_counted; ///< of them those that are not withheld
};

} // namespace

Result<ReportDocument> storeReport(StoreReader &reader, const StoreReportOptions &options)
{
    return StoreReportWriter(reader, options).write();
}

} // namespace loupe
