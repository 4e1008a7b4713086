// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/comparisontables.h"

#include "core/analysis/comparison/configurationdiff.h"
#include "core/report/tables/resulttables.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::string_view environmentPrefix = "environment.";

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> environmentLabels{
    {{"processor", "processor"},
     {"processors", "usable processors"},
     {"memory_bytes", "main memory"},
     {"kernel", "operating system"},
     {"machine", "architecture"},
     {"tool_version", "tool version on the machine"},
     {"compiler", "compiler"},
     {"compiler_flags", "compiler flags"},
     {"target_cpu", "target processor"},
     {"nvcc_flags", "nvcc flags"},
     {"device", "selected device"},
     {"devices", "visible devices"},
     {"driver", "GPU driver"},
     {"max_sm_mhz", "maximum SM clock"},
     {"python", "Python"}}};

/// Units of numbers by the suffix of their key, which the label of an unknown key loses.
constexpr std::string_view bytesSuffix = "_bytes";
constexpr std::string_view megahertzSuffix = "_mhz";

std::string exactBytes(std::int64_t bytes)
{
    return fmt::format("{} bytes", bytes);
}

std::string roundedBytes(std::int64_t bytes)
{
    constexpr double mega = 1e6;
    constexpr double giga = 1e9;
    const auto number = static_cast<double>(bytes);
    if (number >= giga)
        return fmt::format("{:.1f} GB", number / giga);
    return number >= mega ? fmt::format("{:.1f} MB", number / mega) : exactBytes(bytes);
}

std::optional<std::int64_t> wholeNumber(const std::string &text)
{
    std::int64_t out = 0;
    const char *const end = text.data() + text.size();
    const auto [next, failure] = std::from_chars(text.data(), end, out);
    return failure == std::errc() && next == end ? std::optional(out) : std::nullopt;
}

template <typename FormatBytes>
std::vector<std::string> textsOf(const ConfigurationSetting &setting, FormatBytes formatBytes)
{
    std::vector<std::string> out;
    for (const std::optional<std::string> &value : setting.values) {
        const auto number = value ? wholeNumber(*value) : std::nullopt;
        if (number && setting.key.ends_with(bytesSuffix))
            out.push_back(formatBytes(*number));
        else if (number && setting.key.ends_with(megahertzSuffix))
            out.push_back(fmt::format("{} MHz", *number));
        else
            out.push_back(value.value_or("–"));
    }
    return out;
}

/// Returns the label of a setting's key for tables: "main memory" for "environment.memory_bytes".
/// Keys of run presets stay as the user writes them.
std::string settingLabel(std::string_view key)
{
    if (!key.starts_with(environmentPrefix))
        return std::string(key);
    const std::string_view rest = key.substr(environmentPrefix.size());
    const auto *const known = std::ranges::find(
        environmentLabels, rest, &std::pair<std::string_view, std::string_view>::first);
    if (known != environmentLabels.end())
        return std::string(known->second);
    constexpr std::string_view packages = "packages.";
    if (rest.starts_with(packages))
        return "package " + std::string(rest.substr(packages.size()));
    std::string words(rest);
    if (words.ends_with(bytesSuffix))
        words.resize(words.size() - bytesSuffix.size());
    std::ranges::replace(words, '.', ' ');
    std::ranges::replace(words, '_', ' ');
    return words;
}

/// Returns the values of a setting with their units: "135.1 GB"; "–" if not recorded. Values that
/// differ also differ as text.
std::vector<std::string> settingTexts(const ConfigurationSetting &setting)
{
    std::vector<std::string> rounded = textsOf(setting, roundedBytes);
    const bool isAlike
        = std::ranges::adjacent_find(rounded, std::not_equal_to<>()) == rounded.end();
    return setting.differs && isAlike ? textsOf(setting, exactBytes) : rounded;
}

std::string outcomeText(const MetricRow *row)
{
    return row == nullptr ? "missing" : verdictWithSign(row->verdict);
}

std::string pairSpeedup(const MetricRow *row)
{
    return row == nullptr ? "–" : orDash(row->speedup, "{:.4g}");
}

std::string endingText(const Ending &ending)
{
    return ending ? std::string(label(*ending)) : "missing";
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
        table.caption
            += fmt::format(" Corrected by Holm (tests of all compared runs: {}): "
                           "correctness p {}, speedups p {}.",
                           comparison.runTests, orDash(comparison.adjustedFixedBrokenP, "{:.3g}"),
                           orDash(comparison.adjustedSpeedP, "{:.3g}"));
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
                                     orDash(pair.adjustedP, "{:.3g}")};
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
