// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/askedsamples.h"

#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/analysis/rows/trajectories.h"
#include "core/model/record/confirmedmethod.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace loupe {

namespace {

std::optional<double> tokensOf(const AskedRequest &request)
{
    if (!request.inputTokens || !request.outputTokens)
        return std::nullopt;
    return static_cast<double>(*request.inputTokens) + static_cast<double>(*request.outputTokens);
}

} // namespace

std::string_view name(BudgetUnit unit)
{
    constexpr std::array<std::string_view, allBudgetUnits.size()> names{"tokens", "dollars",
                                                                        "requests"};
    return names[static_cast<std::size_t>(unit)];
}

std::optional<BudgetUnit> budgetUnitFromName(std::string_view text)
{
    const auto *found
        = std::ranges::find_if(allBudgetUnits, [&](BudgetUnit unit) { return name(unit) == text; });
    return found == allBudgetUnits.end() ? std::nullopt : std::optional(*found);
}

void KnownSum::add(const std::optional<double> &value)
{
    ++(value ? known : unknown);
    total += value.value_or(0.0);
}

void KnownSum::add(const KnownSum &other)
{
    total += other.total;
    known += other.known;
    unknown += other.unknown;
}

std::optional<double> KnownSum::whole() const
{
    return unknown == 0 ? std::optional(total) : std::nullopt;
}

bool isSent(const AskedRequest &request)
{
    return request.isAnswered || (request.state != "planned" && !request.state.empty());
}

void Spending::add(const AskedRequest &request)
{
    if (!isSent(request))
        return;
    ++requests;
    if (request.state == "failed" && !request.isAnswered) {
        ++refused;
        return;
    }
    tokens.add(tokensOf(request));
    dollars.add(request.dollars);
}

void Spending::add(const Spending &other)
{
    requests += other.requests;
    refused += other.refused;
    tokens.add(other.tokens);
    dollars.add(other.dollars);
}

std::optional<double> Spending::in(BudgetUnit unit) const
{
    switch (unit) {
    case BudgetUnit::Tokens:
        return tokens.whole();
    case BudgetUnit::Dollars:
        return dollars.whole();
    case BudgetUnit::Requests:
        break;
    }
    return requests;
}

namespace {

/// run, suite, task, method, sample
using SampleKey = std::tuple<Name, Name, Name, Name, int>;

template <typename Sampled>
SampleKey keyOf(const Sampled &one)
{
    return {one.run, one.suite, one.task, one.method, one.sample};
}

LostAnswer causeOf(ExtractionOutcome outcome)
{
    switch (outcome) {
    case ExtractionOutcome::Code:
    case ExtractionOutcome::Ambiguous:
        break;
    case ExtractionOutcome::NoCode:
        return LostAnswer::NoCode;
    case ExtractionOutcome::Truncated:
        return LostAnswer::Truncated;
    case ExtractionOutcome::Refused:
        return LostAnswer::Refused;
    case ExtractionOutcome::Empty:
        return LostAnswer::Empty;
    case ExtractionOutcome::Unparseable:
        return LostAnswer::Unparseable;
    }
    return LostAnswer::No;
}

/// Returns the cause of one request.
LostAnswer causeOf(const AskedRequest &request)
{
    if (request.isAnswered && !request.isWhole)
        return LostAnswer::CutOff;
    if (request.isAnswered)
        return request.outcome ? causeOf(*request.outcome) : LostAnswer::NotLookedAt;
    if (request.state == "failed")
        return LostAnswer::Endpoint;
    return request.state == "unknown" ? LostAnswer::CutOff : LostAnswer::Open;
}

/// Derives the cause of a round: a request that brought a program wins, then the last complete
/// answer, then the last request.
class RoundCause
{
public:
    void add(const AskedRequest &request, LostAnswer cause)
    {
        if (m_cause == LostAnswer::No && m_isSet)
            return;
        const bool isAnswer = request.isAnswered && request.isWhole;
        if (!isAnswer && m_isAnswer)
            return;
        m_cause = cause;
        m_isAnswer = isAnswer;
        m_isSet = true;
    }
    LostAnswer cause() const { return m_cause; }

private:
    LostAnswer m_cause = LostAnswer::Open;
    bool m_isAnswer = false;
    bool m_isSet = false;
};

AskedRound roundOf(const AskedDialogue &dialogue, int round)
{
    AskedRound out;
    out.round = round;
    RoundCause whole;
    for (const AskedRequest &request : dialogue.requests) {
        if (request.round != round || !isSent(request))
            continue;
        const LostAnswer cause = causeOf(request);
        out.spent.add(request);
        ++out.requestsBy[static_cast<std::size_t>(cause)];
        whole.add(request, cause);
    }
    out.lost = whole.cause();
    return out;
}

/// The trajectories of a population, by sample.
class JudgedSamples
{
public:
    explicit JudgedSamples(std::span<const MetricRow> rows)
        : m_rows(rows)
        , m_trajectories(trajectoriesOf(rows))
    {
        for (const Trajectory &trajectory : m_trajectories)
            m_samples.emplace(keyOf(trajectory), &trajectory);
    }

    /// Returns null if the population has no such result.
    const RoundEntry *find(const AskedDialogue &dialogue, int sample, int round) const
    {
        SampleKey key = keyOf(dialogue);
        std::get<int>(key) = sample;
        const auto found = m_samples.find(key);
        return found == m_samples.end() ? nullptr : found->second->at(round);
    }
    const MetricRow &row(const RoundEntry &entry) const { return m_rows[entry.place]; }

private:
    std::span<const MetricRow> m_rows;
    Trajectories m_trajectories;
    std::map<SampleKey, const Trajectory *> m_samples;
};

/// Returns the result of the program that feedback was about. `before` holds this sample's rounds
/// so far.
ToldResult resultOf(const ToldEvaluation &told, const RoundEntry *entry, int sample,
                    std::span<const AskedRound> before)
{
    const auto own = std::ranges::find(before, told.round, &AskedRound::round);
    if (told.sample == sample && own != before.end())
        return {own->cameTo(), own->speedup};
    return entry == nullptr ? ToldResult() : ToldResult{entry->outcome, entry->speedup};
}

void addTold(const AskedDialogue &dialogue, const ToldParts &parts, const JudgedSamples &judged,
             std::span<const AskedRound> before, AskedRound &round)
{
    bool isTold = false;
    bool isHinted = false;
    std::vector<ToldEvaluation> programs;
    for (const AskedMessage &message : dialogue.messages) {
        if (message.round != round.round)
            continue;
        isTold = true;
        isHinted = isHinted || message.isHint;
        if (message.told)
            programs.push_back(*message.told);
    }
    if (!programs.empty()) {
        const ToldEvaluation &first = programs.front();
        const RoundEntry *entry = judged.find(dialogue, first.sample, first.round);
        round.from = resultOf(first, entry, dialogue.sample, before);
        round.told = programs.size() > 1 ? ToldKind::TwoPrograms
            : entry == nullptr           ? ToldKind::NotRecorded
                                         : toldKindOf(parts, judged.row(*entry));
    }
    if (isHinted)
        round.told = ToldKind::Hint;
    // Our own generations record their feedback; an import may have lost it.
    if (!isTold && !parts.isRecorded && !before.empty()) {
        round.told = ToldKind::NotRecorded;
        round.from = ToldResult{before.back().cameTo(), before.back().speedup};
    }
}

AskedSample sampleOf(const AskedDialogue &dialogue, const JudgedSamples &judged)
{
    AskedSample out{dialogue.run,    dialogue.suite,    dialogue.task,       dialogue.method,
                    dialogue.sample, dialogue.strategy, dialogue.stopReason, {}};
    const ToldParts parts = toldParts(dialogue.profile);
    std::set<int> rounds;
    for (const AskedRequest &request : dialogue.requests) {
        if (isSent(request))
            rounds.insert(request.round);
    }
    for (const int each : rounds) {
        AskedRound round = roundOf(dialogue, each);
        if (const RoundEntry *entry = judged.find(dialogue, dialogue.sample, each)) {
            round.outcome = entry->outcome;
            round.speedup = entry->speedup;
        }
        addTold(dialogue, parts, judged, out.rounds, round);
        out.rounds.push_back(round);
    }
    return out;
}

/// Counts the tasks that are correct with fresh inputs, by the method's name without that suffix.
std::vector<std::pair<Name, int>> confirmedTasks(std::span<const MetricRow> rows)
{
    std::map<Name, std::set<NameKey<3>>> correct;
    for (const MetricRow &row : rows) {
        if (!isConfirmedName(row.method) || !isJudged(outcomeOf(row.verdict)))
            continue;
        auto &tasks = correct[Name(unconfirmedName(row.method))];
        if (outcomeOf(row.verdict) == Outcome::Correct)
            tasks.insert({row.run, row.suite, row.task});
    }
    std::vector<std::pair<Name, int>> out;
    out.reserve(correct.size());
    for (const auto &[method, tasks] : correct)
        out.emplace_back(method, static_cast<int>(tasks.size()));
    return out;
}

} // namespace

std::string_view name(LostAnswer cause)
{
    constexpr std::array<std::string_view, lostAnswers> names{
        "found",       "no_code",       "truncated", "refused",  "empty",
        "unparseable", "not_looked_at", "cut_off",   "endpoint", "open"};
    return names[static_cast<std::size_t>(cause)];
}

std::string_view label(LostAnswer cause)
{
    constexpr std::array<std::string_view, lostAnswers> labels{
        "program found",    "no code",     "truncated", "refused",         "empty answer",
        "no whole program", "not checked", "cut off",   "endpoint failed", "no answer yet"};
    return labels[static_cast<std::size_t>(cause)];
}

Outcome AskedRound::cameTo() const
{
    const bool isModels = lost == LostAnswer::NoCode || lost == LostAnswer::Truncated
        || lost == LostAnswer::Refused || lost == LostAnswer::Empty
        || lost == LostAnswer::Unparseable;
    return isModels && !isJudged(outcome) ? Outcome::NoBuild : outcome;
}

std::vector<std::span<const AskedSample>> AskedPopulation::byMethod() const
{
    std::vector<std::span<const AskedSample>> out;
    for (auto begin = samples.begin(); begin != samples.end();) {
        const auto end = std::find_if(begin, samples.end(), [&](const AskedSample &sample) {
            return sample.method != begin->method;
        });
        out.emplace_back(begin, end);
        begin = end;
    }
    return out;
}

std::optional<int> AskedPopulation::confirmedOf(Name method) const
{
    const auto found = std::ranges::find(confirmed, method, &std::pair<Name, int>::first);
    return found == confirmed.end() ? std::nullopt : std::optional(found->second);
}

bool keepsMethodsWhole(const Filter &filter)
{
    constexpr std::array<std::string_view, 7> ofRuns{"run",    "suite",    "method",       "demo",
                                                     "device", "protocol", "suite_version"};
    return std::ranges::all_of(filter.terms, [&](const FilterTerm &term) {
        return std::ranges::find(ofRuns, term.field) != ofRuns.end();
    });
}

AskedPopulation askedPopulation(const Population &population, const Population &withWithheld,
                                std::span<const AskedDialogue> dialogues, bool isWholeMethods)
{
    const std::span<const MetricRow> rows = population.observations();
    const JudgedSamples judged(rows);
    std::set<SampleKey> paid;
    std::set<NameKey<3>> methods;
    for (const MetricRow &row : withWithheld.observations()) {
        paid.insert(keyOf(row));
        methods.insert({row.run, row.suite, row.method});
    }
    AskedPopulation out;
    for (const AskedDialogue &dialogue : dialogues) {
        const SampleKey key = keyOf(dialogue);
        const bool isUnjudged = !dialogue.hasResult
            && methods.contains({dialogue.run, dialogue.suite, dialogue.method});
        if (isUnjudged)
            ++(isWholeMethods ? out.withoutResult : out.leftOut);
        if (!paid.contains(key) && !(isUnjudged && isWholeMethods))
            continue;
        out.samples.push_back(sampleOf(dialogue, judged));
    }
    std::ranges::stable_sort(out.samples, {}, &AskedSample::method);
    out.confirmed = confirmedTasks(rows);
    return out;
}

std::vector<SampledTask> sampledTasks(std::span<const AskedSample> samples)
{
    std::map<NameKey<3>, std::size_t> places;
    std::vector<SampledTask> out;
    for (const AskedSample &sample : samples) {
        const auto [place, isNew]
            = places.try_emplace({sample.run, sample.suite, sample.task}, out.size());
        if (isNew)
            out.push_back({sample.run, sample.suite, sample.task, {}});
        out[place->second].samples.push_back(&sample);
    }
    for (SampledTask &task : out)
        std::ranges::stable_sort(task.samples, {}, &AskedSample::sample);
    return out;
}

std::vector<SpentRound> spentRounds(const SampledTask &task, BudgetUnit unit)
{
    std::vector<SpentRound> out;
    for (const AskedSample *sample : task.samples) {
        for (const AskedRound &round : sample->rounds)
            out.push_back({&round, {}});
    }
    std::ranges::stable_sort(out, {}, [](const SpentRound &each) { return each.round->round; });
    Spending total;
    for (SpentRound &each : out) {
        total.add(each.round->spent);
        each.spent = total.in(unit);
    }
    return out;
}

std::optional<double> spentOnTask(std::span<const SpentRound> rounds)
{
    return rounds.empty() ? std::nullopt : rounds.back().spent;
}

bool isFast(const AskedRound &round, const FastPThreshold &threshold)
{
    SampleResult result;
    result.isCorrect = round.outcome == Outcome::Correct;
    result.speedup = round.speedup;
    return isFast(result, threshold.p, threshold.threshold);
}

} // namespace loupe
