// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/comparisontables.h"

#include "core/report/tables/settingwords.h"

#include <fmt/format.h>

namespace loupe {

namespace {

std::string outcomeText(const MetricRow *row)
{
    if (row == nullptr)
        return "missing";
    const VerdictFacts &verdict = facts(row->verdict);
    return fmt::format("{} {}", symbol(verdict.outcome), verdict.label);
}

std::string pairSpeedup(const MetricRow *row)
{
    return row != nullptr && row->speedup ? fmt::format("{:.4g}", *row->speedup) : "–";
}

std::string endingText(const Ending &ending)
{
    return ending ? std::string(label(*ending)) : "missing";
}

std::string pText(const std::optional<double> &p)
{
    return p ? fmt::format("{:.3g}", *p) : "–";
}
} // namespace

std::string ratioText(const ComparedPair &pair)
{
    if (!pair.ratio)
        return "–";
    if (!pair.ratioLow || !pair.ratioHigh)
        return fmt::format("{:.4g}", *pair.ratio);
    return fmt::format("{:.4g} ({:.4g} – {:.4g})", *pair.ratio, *pair.ratioLow, *pair.ratioHigh);
}

std::string changeText(const ComparedFigure &figure)
{
    if (!figure.change)
        return "–";
    const Interval &change = *figure.change;
    return figure.isRatio
        ? fmt::format("×{:.4f} ({:.4f} – {:.4f})", change.estimate, change.low, change.high)
        : fmt::format("{:+.4f} ({:+.4f} – {:+.4f})", change.estimate, change.low, change.high);
}

Table configurationTable(std::span<const ConfigurationSetting> settings,
                         const std::vector<std::string> &runs, bool all)
{
    Table table;
    table.columns = {{"setting", false}};
    for (const std::string &run : runs)
        table.columns.push_back({run, false});
    for (const ConfigurationSetting &each : settings) {
        if (!all && !each.differs)
            continue;
        std::vector<std::string> row = settingTexts(each);
        row.insert(row.begin(), settingLabel(each.key));
        table.rows.push_back(std::move(row));
    }
    table.caption = all ? "– : not recorded." : "Only what differs; – : not recorded.";
    return table;
}

Table transitionTable(const RunComparison &comparison)
{
    const TransitionMatrix matrix = transitionMatrix(comparison);
    Table table;
    table.columns = {{"baseline \\ other", false}};
    for (const Ending &ending : matrix.other)
        table.columns.push_back({endingText(ending), true});
    for (std::size_t i = 0; i < matrix.baseline.size(); ++i) {
        std::vector<std::string> row{endingText(matrix.baseline[i])};
        for (const int attempts : matrix.attempts[i])
            row.push_back(attempts == 0 ? "·" : std::to_string(attempts));
        table.rows.push_back(std::move(row));
    }
    table.caption = fmt::format("Attempts, each by its last judged round, matched by "
                                "suite, task, {}sample. {} "
                                "missing in \"{}\", {} missing in \"{}\".",
                                comparison.byMethod ? "method, " : "",
                                comparison.count(PairState::OnlyBaseline), comparison.other.text(),
                                comparison.count(PairState::OnlyOther), comparison.baseline.text());
    if (comparison.unknownHashes > 0)
        table.caption += fmt::format(
            " {} attempts have no task hash in one of the runs, so their tasks may differ.",
            comparison.unknownHashes);
    if (!comparison.changedTasks.empty())
        table.caption += fmt::format(" {} tasks have changed between the runs.",
                                     comparison.changedTasks.size());
    return table;
}

/// A test over no pairs has no p-value.
std::string fixedBrokenText(const RunComparison &comparison)
{
    if (comparison.count(PairState::Fixed) + comparison.count(PairState::Broken) == 0)
        return "nothing to test";
    return fmt::format("exact McNemar p {:.3g}", comparison.fixedBrokenP);
}

std::string speedsText(const RunComparison &comparison)
{
    const auto faster = comparison.count(PairVerdict::Faster);
    const auto slower = comparison.count(PairVerdict::Slower);
    const auto unclear = comparison.count(PairVerdict::Unclear);
    if (faster + slower + unclear == 0)
        return "no attempt is timed in both runs";
    return fmt::format("speedups: paired permutation p {:.3g}; {} faster, {} slower, {} unclear "
                       "beyond a noise floor of {:.3g} % ({})",
                       comparison.speedP, faster, slower, unclear, 100 * comparison.floor.relative,
                       comparison.floor.source);
}

Table comparedFiguresTable(const RunComparison &comparison)
{
    Table table;
    table.columns = {{"figure", false},
                     {comparison.baseline.text(), true},
                     {comparison.other.text(), true},
                     {"change (interval)", true},
                     {"attempts", true}};
    for (const ComparedFigure &figure : comparison.figures)
        table.rows.push_back({figure.name, fmt::format("{:.4f}", figure.baseline),
                              fmt::format("{:.4f}", figure.other), changeText(figure),
                              std::to_string(figure.attempts)});
    table.caption = fmt::format(
        "Verdict: {}. Over attempts judged in both runs; speedups over those timed in both; fast_1 "
        "is not shown where a run timed none of its correct ones. Intervals from resampling tasks, "
        "both runs together. {} {}, {} {} ({}); {}.",
        name(comparison.verdict), comparison.count(PairState::Fixed),
        changeWord(PairState::Fixed, comparison.isSameMethod), comparison.count(PairState::Broken),
        changeWord(PairState::Broken, comparison.isSameMethod), fixedBrokenText(comparison),
        speedsText(comparison));
    if (comparison.runTests > 0)
        table.caption += fmt::format(" Corrected by Holm (tests of all compared runs: {}): "
                                     "correctness p {}, speedups p {}.",
                                     comparison.runTests, pText(comparison.adjustedFixedBrokenP),
                                     pText(comparison.adjustedSpeedP));
    return table;
}

Table comparedPairsTable(const RunComparison &comparison, bool all)
{
    Table table;
    table.columns = {{"task", false},  {"sample", true},           {"baseline", false},
                     {"other", false}, {"baseline speedup", true}, {"other speedup", true},
                     {"ratio", true},  {"verdict", false},         {"p (corrected)", true}};
    if (comparison.byMethod)
        table.columns.insert(table.columns.begin() + 1, {"method", false});
    std::size_t shown = 0;
    for (const ComparedPair &pair : comparison.pairs) {
        if (!all && !isNews(pair))
            continue;
        ++shown;
        std::vector<std::string> row{pair.task,
                                     std::to_string(pair.sample),
                                     outcomeText(pair.baseline),
                                     outcomeText(pair.other),
                                     pairSpeedup(pair.baseline),
                                     pairSpeedup(pair.other),
                                     ratioText(pair),
                                     std::string(name(pair.verdict)),
                                     pText(pair.adjustedP)};
        if (comparison.byMethod)
            row.insert(row.begin() + 1, pair.method.text());
        table.rows.push_back(std::move(row));
    }
    table.caption = fmt::format("{} of {} attempts{}.", shown, comparison.pairs.size(),
                                all ? "" : "; the others have the same outcome (--all shows them)");
    table.caption += " ratio: other / baseline speedup, with the 95 % interval that both speedups' "
                     "own intervals give, where they are recorded.";
    table.caption += comparison.attemptTests == 0
        ? " No attempt has raw times in both runs, so p is not known."
        : fmt::format(" p: permutation test of log(baseline / candidate) of the timed blocks, "
                      "corrected by Benjamini and Hochberg for the {} attempts of all compared "
                      "runs that have raw times. It includes differences between the two sessions.",
                      comparison.attemptTests);
    return table;
}

} // namespace loupe
