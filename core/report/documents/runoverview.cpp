// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/runoverview.h"

#include "core/base/counted.h"
#include "core/report/documents/openquestions.h"
#include "core/report/tables/comparisontables.h"
#include "core/report/tables/resulttables.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

std::string percentOf(int part, int whole)
{
    return whole == 0 ? std::string("–") : fmt::format("{:.1f} %", 100.0 * part / whole);
}

std::string_view wordOf(const ComparedPair &pair)
{
    if (pair.state == PairState::Broken || pair.state == PairState::Fixed)
        return changeWord(pair.state, isSameMethod(pair));
    return pair.verdict == PairVerdict::Slower ? "slower" : "faster";
}

std::string endingOfRow(const MetricRow *row)
{
    if (row == nullptr)
        return "missing";
    std::string out = verdictWithSign(row->verdict);
    if (row->verdict == Verdict::Correct && row->speedup)
        out += fmt::format(" {:.2f}×", *row->speedup);
    return out;
}

} // namespace

Result<RunOverview> runOverview(StoreReader &reader, const std::string &run,
                                const std::string &baseline, const std::stop_token &stop)
{
    const auto summaries = reader.runs();
    if (!summaries)
        return summaries.error();
    const auto named = [&](const std::string &name) -> const Run * {
        const auto found = std::ranges::find_if(
            *summaries, [&](const RunSummary &each) { return each.run.name == name; });
        return found == summaries->end() ? nullptr : &found->run;
    };
    const Run *own = named(run);
    if (own == nullptr)
        return Error{Errc::NotFound, "the store has no run named \"" + run + "\""};
    RunOverview out;
    out.run = run;
    std::vector<Run> shown{*own};
    if (const Run *other = named(baseline); other != nullptr && other != own) {
        shown.push_back(*other);
        out.baseline = baseline;
    }
    Filter ofRun;
    ofRun.terms.push_back({"run", FilterOp::Is, {run}, false, 0});
    auto rows = reader.metricRows(ofRun, stop);
    if (!rows)
        return std::move(rows).error();
    // The filter ignores case, so other runs may match.
    std::erase_if(*rows, [name = Name(run)](const MetricRow &row) { return row.run != name; });
    out.questions = openQuestions(*rows);
    static_cast<HeadlinePair &>(out) = headlinePair(std::move(*rows), Scope());
    out.settings = configurationSettings(shown);
    return out;
}

std::string headlineText(const RateRow &row)
{
    if (row.evaluations == 0)
        return "No results. A run that only has reference times has none.";
    std::string out = fmt::format("{} of {}, {} judged: {} correct ({}), {} built ({}).",
                                  counted(static_cast<std::size_t>(row.evaluations), "result"),
                                  counted(static_cast<std::size_t>(row.tasks), "task"), row.judged,
                                  row.correct, percentOf(row.correct, row.judged), row.built,
                                  percentOf(row.built, row.judged));
    if (row.timed > 0 && row.geometricMeanSpeedup)
        out += fmt::format(" {} of the correct timed: geometric mean {:.3g}×, {} faster than the "
                           "reference.",
                           row.timed, *row.geometricMeanSpeedup, row.faster);
    else if (row.correct > 0)
        out += " No correct kernel was timed.";
    return out;
}

Table settingsTable(const RunOverview &overview, bool onlyDifferences)
{
    std::vector<std::string> names{overview.run};
    if (!overview.baseline.empty())
        names.push_back(overview.baseline);
    return configurationTable(overview.settings, names, !onlyDifferences);
}

MoverTable moverTable(const RunComparison &comparison, std::size_t ofEachKind)
{
    const TopMovers movers = topMovers(comparison, ofEachKind);
    MoverTable out;
    out.table.caption = fmt::format(
        "{} {}, {} {}, {} slower and {} faster beyond the noise of {:.1f} % ({}); at most {} of "
        "each are listed",
        movers.broken, changeWord(PairState::Broken, comparison.isSameMethod), movers.fixed,
        changeWord(PairState::Fixed, comparison.isSameMethod), movers.slower, movers.faster,
        100 * comparison.floor.relative, comparison.floor.source, ofEachKind);
    out.table.columns = {{"Change", false},   {"Task", false},     {"Sample", true},
                         {"Baseline", false}, {"This run", false}, {"Ratio", true}};
    for (const ComparedPair *pair : movers.pairs) {
        out.table.rows.push_back({std::string(wordOf(*pair)), pair->task.text(),
                                  std::to_string(pair->sample), endingOfRow(pair->baseline),
                                  endingOfRow(pair->other), orDash(pair->ratio, "{:.3g}×")});
        out.evaluations.push_back(pair->other != nullptr ? pair->other->id : pair->baseline->id);
    }
    return out;
}

} // namespace loupe
