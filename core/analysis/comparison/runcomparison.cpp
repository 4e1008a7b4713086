// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/runcomparison.h"

#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/rows/groupby.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/analysis/rows/trajectories.h"
#include "core/analysis/statistics/hypothesistests.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Collects the conditions that differ in pairs with a ratio of speedups.
class SideConditions
{
public:
    /// `conditions` must be equal on both sides; conditionsOf() returns those of a measure.
    explicit SideConditions(std::vector<GroupBy> conditions);

    /// Returns true if the two speeds may be divided. An unrecorded value differs from nothing.
    bool compare(const MetricRow &baseline, const MetricRow &other);

    bool areEqual() const { return m_differences.empty(); }
    /// Describes the most frequent difference of each condition: `device "A100" and "H100";
    /// baseline "eager" and "torch.compile"`.
    std::string text() const;

private:
    using Values = std::pair<Name, Name>;
    std::vector<GroupBy> m_conditions;
    std::map<GroupBy, std::map<Values, int>> m_differences; ///< pairs, by condition and its values
};

bool differ(Name a, Name b)
{
    return a != b && isRecordedName(a.text()) && isRecordedName(b.text());
}

SideConditions::SideConditions(std::vector<GroupBy> conditions)
    : m_conditions(std::move(conditions))
{
}

bool SideConditions::compare(const MetricRow &baseline, const MetricRow &other)
{
    bool areComparable = true;
    for (const GroupBy condition : m_conditions) {
        const Name before = conditionOf(baseline, condition);
        const Name after = conditionOf(other, condition);
        if (!differ(before, after))
            continue;
        ++m_differences[condition][{before, after}];
        areComparable = false;
    }
    return areComparable;
}

std::string SideConditions::text() const
{
    std::vector<std::string> out;
    for (const auto &[condition, values] : m_differences) {
        const auto most
            = std::ranges::max_element(values, {}, [](const auto &each) { return each.second; });
        out.push_back(fmt::format("{} \"{}\" and \"{}\"", name(condition), most->first.first,
                                  most->first.second));
    }
    return fmt::format("{}", fmt::join(out, "; "));
}

using PairKey = std::tuple<Name, Name, Name, int>; ///< suite, task, method, sample

std::set<Name> methodsOf(std::span<const MetricRow> rows, Name run)
{
    std::set<Name> out;
    for (const MetricRow &row : rows) {
        if (row.run == run)
            out.insert(row.method);
    }
    return out;
}

/// Returns true if `row` represents its attempt better than `known`.
bool isLater(const MetricRow &row, const MetricRow *known)
{
    if (known == nullptr)
        return true;
    const bool judged = isJudged(outcomeOf(row.verdict));
    if (judged != isJudged(outcomeOf(known->verdict)))
        return judged;
    return row.round != known->round ? row.round > known->round : row.id > known->id;
}

PairState stateOf(const ComparedPair &pair)
{
    if (pair.other == nullptr)
        return PairState::OnlyBaseline;
    if (pair.baseline == nullptr)
        return PairState::OnlyOther;
    const Outcome before = outcomeOf(pair.baseline->verdict);
    const Outcome after = outcomeOf(pair.other->verdict);
    if (!isJudged(before) || !isJudged(after))
        return PairState::NotJudged;
    if (before == Outcome::Correct)
        return after == Outcome::Correct ? PairState::BothCorrect : PairState::Broken;
    return after == Outcome::Correct ? PairState::Fixed : PairState::BothFailed;
}

Error noSuchRun(Name run)
{
    return {Errc::NotFound, "no evaluation matches for the run \"" + run + "\"", "run",
            "choose another run, or widen the filter; kloupe runs STORE lists them"};
}

/// Location in the error: the option that permits changed tasks. isOfChangedTasks() tests for it.
constexpr const char *changedTasksPlace = "--allow-changed-tasks";

/// Location that isOfConditions() tests for.
constexpr const char *conditionsPlace = "conditions";

Error changedTasksError(const RunComparison &comparison)
{
    std::string all;
    for (const std::string &task : comparison.changedTasks)
        all += task + "\n";
    return Error{Errc::InvalidInput,
                 fmt::format("{} tasks of \"{}\" are not those of \"{}\": their hashes differ, "
                             "first that of {}",
                             comparison.changedTasks.size(), comparison.other.text(),
                             comparison.baseline.text(), comparison.changedTasks.front()),
                 changedTasksPlace,
                 "times and verdicts of different tasks cannot be compared; --allow-changed-tasks "
                 "compares them anyway",
                 all};
}

/// Returns the mean of the log ratios of each task.
std::vector<double> logRatiosByTask(const std::vector<ComparedPair> &pairs)
{
    std::map<std::pair<Name, Name>, std::pair<double, int>> sums;
    for (const ComparedPair &pair : pairs) {
        if (!pair.ratio)
            continue;
        auto &[sum, count] = sums[{pair.suite, pair.task}];
        sum += std::log(*pair.ratio);
        ++count;
    }
    std::vector<double> out;
    out.reserve(sums.size());
    for (const auto &[task, sum] : sums)
        out.push_back(sum.first / sum.second);
    return out;
}

void judge(RunComparison &comparison)
{
    const ComparedFigure *speed = nullptr;
    for (const ComparedFigure &figure : comparison.figures) {
        if (figure.isRatio)
            speed = &figure;
    }
    if (speed != nullptr && speed->attempts > 0) {
        comparison.verdict = speed->change
            ? speedVerdict(speed->change->low, speed->change->high, comparison.floor)
            : PairVerdict::Unclear;
    }
    if (const int broken = comparison.count(PairState::Broken); broken > 0)
        comparison.regressions.push_back(fmt::format(
            "{} attempts that were correct in the baseline are not correct now", broken));
    if (comparison.verdict == PairVerdict::Slower)
        comparison.regressions.push_back(fmt::format(
            "the geometric mean of the {} is {:.4g} of the baseline's, all of its interval "
            "below the noise floor",
            comparison.measure == SpeedMeasure::Times ? "speeds" : "speedups",
            speed->change->estimate));
}

/// Columns of sums for a task. The column of the other run follows that of the baseline.
enum PairColumn : std::size_t {
    PairsJudged,
    BaselineBuilt,
    OtherBuilt,
    BaselineCorrect,
    OtherCorrect,
    BaselineFast,
    OtherFast,
    BaselineTimed,
    OtherTimed,
    PairsTimed,
    BaselineLog,
    OtherLog,
    PairColumns
};

bool isFaster(const MetricRow &row)
{
    return usableSpeedup(row).value_or(0) > 1;
}

void addSide(const MetricRow &row, std::size_t task, std::size_t side, ClusterSums &sums)
{
    const Outcome outcome = outcomeOf(row.verdict);
    sums.add(task, BaselineBuilt + side, outcome != Outcome::NoBuild ? 1 : 0);
    sums.add(task, BaselineCorrect + side, outcome == Outcome::Correct ? 1 : 0);
    sums.add(task, BaselineFast + side, isFaster(row) ? 1 : 0);
    sums.add(task, BaselineTimed + side, usableSpeedup(row) ? 1 : 0);
}

bool isJudgedInBoth(const ComparedPair &pair)
{
    return pair.state == PairState::BothCorrect || pair.state == PairState::Fixed
        || pair.state == PairState::Broken || pair.state == PairState::BothFailed;
}

/// Returns false if a run has correct attempts and timed none, like fast_p of one run.
bool isFastKnown(std::span<const double> sums)
{
    const auto isKnown = [&](std::size_t side) {
        return sums[BaselineCorrect + side] <= 0 || sums[BaselineTimed + side] > 0;
    };
    return isKnown(0) && isKnown(1);
}

ComparedFigure shareFigure(std::string name, PairColumn column, const std::vector<double> &total)
{
    ComparedFigure out;
    out.name = std::move(name);
    out.attempts = static_cast<int>(total[PairsJudged]);
    out.baseline = total[column] / total[PairsJudged];
    out.other = total[column + 1] / total[PairsJudged];
    return out;
}

/// Compares figures over the same attempts, with intervals from resampling tasks of both runs
/// together. Over attempts judged in both runs, the shares built, correct and fast (> 1) are
/// compared as differences. The share fast is missing if a run has correct attempts but timed none.
/// The last figure is over attempts timed in both: the ratio of geometric mean speedups, or of
/// times. It is above 1 if the other run is faster.
std::vector<ComparedFigure> comparedFigures(std::span<const ComparedPair> pairs,
                                            SpeedMeasure measure, const BootstrapOptions &options)
{
    NameNumbers<2> tasks;
    std::vector<const ComparedPair *> judged;
    std::vector<std::size_t> taskOf;
    for (const ComparedPair &pair : pairs) {
        if (!isJudgedInBoth(pair))
            continue;
        judged.push_back(&pair);
        taskOf.push_back(tasks[{pair.suite, pair.task}]);
    }
    if (judged.empty())
        return {};
    ClusterSums sums(tasks.size(), PairColumns);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        sums.add(taskOf[i], PairsJudged, 1);
        addSide(*judged[i]->baseline, taskOf[i], 0, sums);
        addSide(*judged[i]->other, taskOf[i], 1, sums);
        if (!judged[i]->ratio)
            continue;
        sums.add(taskOf[i], PairsTimed, 1);
        sums.add(taskOf[i], BaselineLog, std::log(*measuredSpeed(*judged[i]->baseline, measure)));
        sums.add(taskOf[i], OtherLog, std::log(*measuredSpeed(*judged[i]->other, measure)));
    }
    const std::vector<double> total = sums.total();
    std::vector<ComparedFigure> out{shareFigure("built", BaselineBuilt, total),
                                    shareFigure("correct", BaselineCorrect, total)};
    const auto change = [](PairColumn column, std::span<const double> drawn) {
        return (drawn[column + 1] - drawn[column]) / drawn[PairsJudged];
    };
    std::vector<SumStatistic> statistics;
    for (const PairColumn column : {BaselineBuilt, BaselineCorrect})
        statistics.push_back([=](std::span<const double> drawn) { return change(column, drawn); });
    if (isFastKnown(total)) {
        out.push_back(shareFigure("fast_1 (>)", BaselineFast, total));
        statistics.push_back([=](std::span<const double> drawn) {
            return isFastKnown(drawn) ? change(BaselineFast, drawn) : std::nan("");
        });
    }
    if (total[PairsTimed] > 0) {
        const bool isOfTimes = measure == SpeedMeasure::Times;
        ComparedFigure speed;
        speed.name = isOfTimes ? "geometric mean of times, ms" : "geometric mean of speedups";
        speed.isRatio = true;
        speed.attempts = static_cast<int>(total[PairsTimed]);
        speed.baseline = std::exp(total[BaselineLog] / total[PairsTimed]);
        speed.other = std::exp(total[OtherLog] / total[PairsTimed]);
        out.push_back(std::move(speed));
        // For times, the shorter one is faster.
        const double sign = isOfTimes ? -1 : 1;
        statistics.push_back([sign](std::span<const double> drawn) {
            return std::exp(sign * (drawn[OtherLog] - drawn[BaselineLog]) / drawn[PairsTimed]);
        });
    }
    const auto intervals = bootstrap(sums, statistics, options);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i].change = intervals[i];
    return out;
}

} // namespace

std::string_view name(PairState state)
{
    constexpr std::array<std::string_view, pairStates> stateNames{
        "both_correct", "fixed",         "broken",    "both_failed",
        "not_judged",   "only_baseline", "only_other"};
    return stateNames[static_cast<std::size_t>(state)];
}

std::string_view name(PairVerdict verdict)
{
    constexpr std::array<std::string_view, 4> verdictNames{"faster", "slower", "unclear",
                                                           "not timed"};
    return verdictNames[static_cast<std::size_t>(verdict)];
}

std::optional<NoiseFloor> measuredNoiseFloor(std::span<const double> ratios, std::string source)
{
    constexpr std::size_t fewest = 20;
    if (ratios.size() < fewest)
        return std::nullopt;
    std::vector<double> off;
    off.reserve(ratios.size());
    for (const double ratio : ratios)
        off.push_back(std::abs(std::log(ratio)));
    std::sort(off.begin(), off.end());
    const auto place
        = static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(off.size())) - 1);
    return NoiseFloor{std::exp(off[place]) - 1, static_cast<int>(ratios.size()), std::move(source)};
}

std::vector<double> identicalCodeRatios(std::span<const MetricRow> rows, std::span<const Name> runs)
{
    std::vector<MetricRow> mine;
    std::ranges::copy_if(rows, std::back_inserter(mine), [&](const MetricRow &row) {
        return std::ranges::find(runs, row.run) != runs.end();
    });
    std::vector<double> out;
    const Trajectories trajectories = trajectoriesOf(mine);
    for (const Trajectory &trajectory : trajectories) {
        const RoundEntry *before = nullptr;
        for (const RoundEntry &entry : trajectory.rounds) {
            const bool follows = before != nullptr && before->round + 1 == entry.round;
            if (follows && entry.identicalCode && before->speedup && entry.speedup)
                out.push_back(*entry.speedup / *before->speedup);
            before = &entry;
        }
    }
    return out;
}

PairVerdict speedVerdict(double ratio, const NoiseFloor &floor)
{
    return speedVerdict(ratio, ratio, floor);
}

PairVerdict speedVerdict(double low, double high, const NoiseFloor &floor)
{
    if (low > 1 + floor.relative)
        return PairVerdict::Faster;
    return high < 1 / (1 + floor.relative) ? PairVerdict::Slower : PairVerdict::Unclear;
}

std::string_view changeWord(PairState state, bool isSameMethod)
{
    if (state == PairState::Fixed)
        return isSameMethod ? "newly correct" : "correct in the other run only";
    return isSameMethod ? "regressed" : "correct in the baseline run only";
}

bool isSameMethod(const ComparedPair &pair)
{
    return pair.baseline == nullptr || pair.other == nullptr
        || pair.baseline->method == pair.other->method;
}

int RunComparison::judgedInBoth() const
{
    return count(PairState::BothCorrect) + count(PairState::Fixed) + count(PairState::Broken)
        + count(PairState::BothFailed);
}

bool isOfChangedTasks(const Error &error)
{
    return error.code == Errc::InvalidInput && error.where == changedTasksPlace;
}

Error conditionsError(const RunComparison &comparison, const std::string &differences)
{
    return Error{Errc::InvalidInput,
                 fmt::format("{} of \"{}\" and \"{}\" were measured under different conditions: {}",
                             comparison.measure == SpeedMeasure::Times ? "times" : "speedups",
                             comparison.baseline.text(), comparison.other.text(), differences),
                 conditionsPlace,
                 "choose one by the filter (device:NAME, baseline:NAME), put them side by side "
                 "(kloupe metrics --by device), or compare outcomes alone (--outcomes-only)"};
}

bool isOfConditions(const Error &error)
{
    return error.code == Errc::InvalidInput && error.where == conditionsPlace;
}

bool isNews(const ComparedPair &pair)
{
    const bool isSame = pair.state == PairState::BothCorrect || pair.state == PairState::BothFailed;
    return !isSame || pair.verdict == PairVerdict::Faster || pair.verdict == PairVerdict::Slower;
}

Ending endingOf(const MetricRow *row)
{
    return row == nullptr ? Ending() : outcomeOf(row->verdict);
}

TransitionMatrix transitionMatrix(const RunComparison &comparison)
{
    std::map<Ending, std::map<Ending, int>> counts;
    std::set<Ending> columns;
    for (const ComparedPair &pair : comparison.pairs) {
        ++counts[endingOf(pair.baseline)][endingOf(pair.other)];
        columns.insert(endingOf(pair.other));
    }
    TransitionMatrix out;
    out.other.assign(columns.begin(), columns.end());
    out.otherTotals.resize(out.other.size());
    for (auto &[ending, row] : counts) {
        out.baseline.push_back(ending);
        std::vector<int> &line = out.attempts.emplace_back();
        line.reserve(out.other.size());
        for (std::size_t i = 0; i < out.other.size(); ++i) {
            line.push_back(row[out.other[i]]);
            out.otherTotals[i] += line.back();
        }
        out.baselineTotals.push_back(std::accumulate(line.begin(), line.end(), 0));
        out.total += out.baselineTotals.back();
    }
    return out;
}

std::string methodNames(std::span<const MetricRow> rows, Name run)
{
    std::string out;
    for (const Name method : methodsOf(rows, run)) {
        out += out.empty() ? "" : ", ";
        out += method.text();
    }
    return out;
}

Result<RunComparison> compareRuns(std::span<const MetricRow> rows, Name baseline, Name other,
                                  const ComparisonOptions &options)
{
    const std::set<Name> baselineMethods = methodsOf(rows, baseline);
    const std::set<Name> otherMethods = methodsOf(rows, other);
    if (baselineMethods.empty() || otherMethods.empty())
        return noSuchRun(baselineMethods.empty() ? baseline : other);
    RunComparison out;
    out.baseline = baseline;
    out.other = other;
    out.floor = options.floor;
    out.measure = options.measure;
    out.byMethod = baselineMethods.size() > 1 || otherMethods.size() > 1;
    out.isSameMethod = out.byMethod || baselineMethods == otherMethods;
    std::map<PairKey, ComparedPair> pairs;
    for (const MetricRow &row : rows) {
        if (row.run != baseline && row.run != other)
            continue;
        const Name method = out.byMethod ? row.method : Name();
        ComparedPair &pair = pairs[{row.suite, row.task, method, row.sample}];
        const MetricRow *&side = row.run == baseline ? pair.baseline : pair.other;
        if (isLater(row, side))
            side = &row;
    }
    std::set<std::string> changed;
    SideConditions conditions(conditionsOf(options.measure, options.areDevicesCompared));
    int inBoth = 0;
    for (auto &[key, pair] : pairs) {
        std::tie(pair.suite, pair.task, pair.method, pair.sample) = key;
        pair.state = stateOf(pair);
        ++out.counts[static_cast<std::size_t>(pair.state)];
        if (pair.baseline != nullptr && pair.other != nullptr) {
            ++inBoth;
            ++out.transitions[{outcomeOf(pair.baseline->verdict), outcomeOf(pair.other->verdict)}];
            const bool isUnknown = pair.baseline->taskHash.empty() || pair.other->taskHash.empty();
            out.unknownHashes += isUnknown ? 1 : 0;
            pair.isChangedTask = !isUnknown && pair.baseline->taskHash != pair.other->taskHash;
            if (pair.isChangedTask)
                changed.insert(pair.suite + "/" + pair.task.text());
            const auto before = measuredSpeed(*pair.baseline, options.measure);
            const auto after = measuredSpeed(*pair.other, options.measure);
            if (before && after && conditions.compare(*pair.baseline, *pair.other)) {
                pair.ratio = speedRatio(*before, *after, options.measure);
                pair.verdict = speedVerdict(*pair.ratio, options.floor);
            }
        }
        ++out.verdictCounts[static_cast<std::size_t>(pair.verdict)];
        out.pairs.push_back(pair);
    }
    out.changedTasks.assign(changed.begin(), changed.end());
    if (inBoth == 0)
        return Error{Errc::InvalidInput,
                     "no attempt is in both \"" + baseline + "\" and \"" + other.text() + "\"",
                     "run",
                     out.byMethod ? "attempts are matched by suite, task, method and sample, since "
                                    "a run has several methods; method:NAME leaves one"
                                  : "attempts are matched by suite, task and sample"};
    if (!out.changedTasks.empty() && !options.allowChangedTasks)
        return changedTasksError(out);
    if (!conditions.areEqual())
        return conditionsError(out, conditions.text());
    out.figures = comparedFigures(out.pairs, options.measure, options.bootstrap);
    out.fixedBrokenP = signTest(out.count(PairState::Fixed), out.count(PairState::Broken));
    PermutationOptions permutations;
    permutations.seed = options.bootstrap.seed;
    permutations.threads = options.bootstrap.threads;
    out.speedP = pairedPermutationTest(logRatiosByTask(out.pairs), permutations).p;
    judge(out);
    return out;
}

std::optional<std::pair<Name, Name>> firstComparablePair(std::span<const MetricRow> rows,
                                                         std::span<const Name> runs, Name preferred,
                                                         const std::stop_token &stop)
{
    constexpr int maxTries = 500; // a store of more incompatible runs starts with the first two
    ComparisonOptions options;
    options.bootstrap.resamples = 1; // no interval is shown
    std::map<Name, std::vector<MetricRow>> rowsOf;
    for (const MetricRow &row : rows)
        rowsOf[row.run].push_back(row);
    std::vector<Name> order(runs.begin(), runs.end());
    std::ranges::stable_partition(order, [&](Name run) { return run == preferred; });
    int tries = 0;
    for (auto first = order.begin(); first != order.end(); ++first) {
        for (auto second = std::next(first); second != order.end(); ++second) {
            if (stop.stop_requested() || ++tries > maxTries)
                return std::nullopt;
            std::vector<MetricRow> both = rowsOf[*first];
            both.insert(both.end(), rowsOf[*second].begin(), rowsOf[*second].end());
            if (compareRuns(both, *first, *second, options))
                return std::pair(*first, *second);
        }
    }
    return std::nullopt;
}

} // namespace loupe
