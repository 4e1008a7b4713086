// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/storereport.h"

#include "core/analysis/metrics/goldentimes.h"
#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/population/population.h"
#include "core/report/documents/failuresection.h"
#include "core/report/documents/findingsection.h"
#include "core/report/documents/openquestions.h"
#include "core/report/documents/ratesections.h"
#include "core/report/documents/roundsection.h"
#include "core/report/tables/exporttables.h"
#include "core/store/read/scopedrows.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

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
    ReportSection &section(std::string heading)
    {
        m_document.sections.push_back({std::move(heading), {}, {}, {}, {}});
        return m_document.sections.back();
    }

    void addAbout()
    {
        ReportSection &about = section("What this is");
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
        section("Runs").tables.push_back(std::move(table));
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
        section("Times of references").tables.push_back(toTable(table));
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
        section("Costs").tables.push_back(toTable(table));
    }

    void addOpenQuestions()
    {
        ReportSection &part = section("Caveats");
        part.points = openQuestions(m_all);
        if (part.points.empty())
            part.paragraphs.emplace_back("The records answer all questions of this report.");
        else
            part.paragraphs.emplace_back("Limits of these records:");
    }

    void addDefinitions()
    {
        ReportSection &part = section("Words");
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
