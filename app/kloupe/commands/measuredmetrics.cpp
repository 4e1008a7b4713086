// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/measuredmetrics.h"

#include "core/analysis/metrics/averagetable.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/counted.h"
#include "core/report/tables/statisticstables.h"
#include "core/store/read/measuredrows.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>

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

} // namespace

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

} // namespace loupe::cli
