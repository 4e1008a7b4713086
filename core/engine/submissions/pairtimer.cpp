// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/pairtimer.h"

#include "core/analysis/statistics/speedup.h"
#include "core/engine/clocks/clockedcalls.h"
#include "core/engine/clocks/judgedblocks.h"
#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/clocks/processoruse.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/contract/judgedtrial.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/python/oracletrials.h"
#include "core/engine/python/pythonphase.h"
#include "core/engine/python/strictpoints.h"
#include "core/engine/submissions/freshjudge.h"
#include "core/engine/submissions/freshtrials.h"
#include "core/engine/submissions/timedcalls.h"
#include "core/engine/submissions/timedfeed.h"
#include "core/engine/submissions/timingend.h"

#include <algorithm>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Maximum calls of a block if all calls have the same inputs.
constexpr std::size_t anyNumber = 1 << 16;

/// Returns how many calls' results and inputs are kept: fewer of large ones.
std::size_t maxHeld(const PythonTrial &timed)
{
    constexpr std::int64_t maxBytes = std::int64_t{256} << 20;
    constexpr std::int64_t fewest = 1;
    constexpr std::int64_t most = 8;
    const std::int64_t bytes
        = std::max<std::int64_t>(timed.given.view().bytes() + timed.expected.view().bytes(), 1);
    return static_cast<std::size_t>(std::clamp(maxBytes / bytes, fewest, most));
}

/// Timing of a candidate's process and the reference's by the same clock, which must be settled.
/// Keeps the results of some calls. The arguments must outlive it. Not thread-safe.
class PythonTiming
{
public:
    struct Sides {
        PythonChild &baseline;
        PythonChild &candidate;
        PairedClocks &clocks;
        TimedFeed *feed; ///< null: all calls have the same inputs
    };
    /// `lay`: renews the feed. `timed` is a trial with results of the same size.
    PythonTiming(const PythonContext &context, const PythonPhase &phase, const PythonTrial &timed,
                 Sides sides, JudgedBlocks::Lay lay, std::stop_token stop)
        : m_context(context)
        , m_handsOverArguments(handsOverArguments(phase))
        , m_sides(sides)
        , m_stop(std::move(stop))
        , m_baseline(sides.clocks.baseline(), placeFor(sides.baseline))
        , m_candidate(sides.clocks.candidate(), placeFor(sides.candidate))
        , m_blocks(
              m_baseline, m_candidate, std::move(lay),
              JudgedBlocks::Checks{
                  [this](std::size_t slot, std::size_t place) { return hold(slot, place); }, {}},
              JudgedBlocks::Settings{sides.feed != nullptr ? sides.feed->slotCount() : anyNumber,
                                     maxHeld(timed), std::random_device()(), true,
                                     sides.feed != nullptr
                                         ? sides.feed->canWarmUp(sides.clocks.method())
                                         : sides.clocks.method() == TimingMethod::Host})
    {
        m_candidate.addWorkBeyond(m_baseline);
    }

    PythonTiming(const PythonTiming &) = delete;
    PythonTiming &operator=(const PythonTiming &) = delete;

    PairedTiming measure(const TimingPolicy &policy)
    {
        m_held.clear();
        return m_blocks.measure(policy, m_stop, m_sides.clocks.start());
    }

    void takeSecondOpinions()
    {
        if (m_sides.feed == nullptr) {
            m_sides.clocks.takeSecondOpinions();
            return;
        }
        m_sides.clocks.takeSecondOpinions([this](const CallClock &clock) {
            return m_blocks.renew(&clock == &m_sides.clocks.baseline() ? m_baseline : m_candidate);
        });
    }

    const JudgedBlocks &blocks() const { return m_blocks; }

    /// A call of both sides. Its results were copied.
    struct Held {
        std::size_t slot = 0; ///< of its inputs
        ElementGlimpse ofBaseline;
        ElementGlimpse ofCandidate;
    };
    /// Returns the held calls by place; JudgedBlocks::kept() has their names.
    const std::vector<Held> &held() const { return m_held; }
    /// Hands over the result at a place. Can be done once for each side.
    PythonChild::Answer take(PythonChild &side, std::size_t place) const
    {
        Json request{{"do", "last_result"}, {"held", place}};
        if (m_context.settings.device != "cpu") {
            const Held &held = m_held[place];
            request["places"]
                = (&side == &m_sides.baseline ? held.ofBaseline : held.ofCandidate).places;
        }
        return side.ask(std::move(request), nullptr, Seconds(m_context.settings.limits.callSeconds),
                        m_stop);
    }

private:
    ClockedCalls::Place placeFor(PythonChild &side) const
    {
        if (m_sides.feed == nullptr)
            return {};
        return [this, &side] { return m_sides.feed->lay(side); };
    }

    /// Makes both sides copy their last results.
    JudgedBlocks::Judged hold(std::size_t slot, std::size_t place)
    {
        const Json request{
            {"do", "hold_result"}, {"held", place}, {"return_arguments", m_handsOverArguments}};
        const Seconds deadline(m_context.settings.limits.callSeconds);
        for (PythonChild *side : {&m_sides.baseline, &m_sides.candidate}) {
            const CallClock &clock = side == &m_sides.baseline ? m_sides.clocks.baseline()
                                                               : m_sides.clocks.candidate();
            const CallOutcome outcome = clock.whileReleased(
                [&] { return side->ask(request, nullptr, deadline, m_stop).outcome; });
            if (m_stop.stop_requested())
                return cancelledRun();
            if (outcome.verdict == Verdict::Correct)
                continue;
            if (side == &m_sides.candidate)
                return std::pair{outcome.verdict, outcome.message};
            if (Status room = hadRoom(outcome, m_context); !room)
                return room.error();
            return Error{Errc::Internal,
                         "the reference failed while it was timed: " + outcome.message};
        }
        m_held.resize(std::max(m_held.size(), place + 1));
        m_held[place] = {slot, m_baseline.glimpse(), m_candidate.glimpse()};
        if (m_sides.feed != nullptr)
            m_sides.feed->hold(place);
        return std::pair{Verdict::Correct, std::string()};
    }

    const PythonContext &m_context;
    bool m_handsOverArguments;
    Sides m_sides;
    std::stop_token m_stop;
    ClockedCalls m_baseline;
    ClockedCalls m_candidate;
    JudgedBlocks m_blocks;
    std::vector<Held> m_held;
};

/// One process of the candidate and one of the reference, timed on the inputs of a trial.
class TimedPair
{
public:
    TimedPair(const PythonShared &shared, PythonWork &work, const PythonPhase &phase,
              const PythonTrial &trial, TrialStream &reference, PairedClocks &clocks)
        : m_shared(shared)
        , m_context(shared.context)
        , m_work(work)
        , m_phase(phase)
        , m_trial(trial)
        , m_reference(reference)
        , m_clocks(clocks)
    {
    }

    Result<std::optional<PairedTiming>> time(const TimingPolicy &policy) const
    {
        const bool hadFresh = m_work.fresh.has_value();
        auto times = timeOnce(policy);
        if (!times || *times || m_work.isTimingOver || !hadFresh || m_work.fresh)
            return times;
        // The reference failed on the other inputs.
        if (Status given = give(m_trial.given, "any", "while being prepared for timing: "); !given)
            return given.error();
        return m_work.isTimingOver ? std::optional<PairedTiming>() : timeOnce(policy);
    }

private:
    /// Times once. Returns nullopt, too, if the reference fails on other inputs: the work then
    /// has an excuse and no fresh inputs.
    Result<std::optional<PairedTiming>> timeOnce(const TimingPolicy &policy) const
    {
        const std::optional<PairedTiming> none;
        std::unique_ptr<TimedFeed> feed;
        {
            const auto together = m_shared.takeTurn(m_work.seconds);
            auto made = makeFeed();
            if (!made)
                return made.error();
            feed = std::move(*made);
        }
        const auto renewed = [&](std::size_t calls) {
            return feed ? renew(*feed, calls) : Result<std::size_t>(calls);
        };
        PythonTiming timing(m_context, m_phase, m_trial,
                            {*m_reference.child, *m_work.subject, m_clocks, feed.get()}, renewed,
                            m_work.stop);
        auto times = measure(policy, timing, feed.get());
        if (!times || !*times)
            return times;
        const auto together = m_shared.takeTurn(m_work.seconds);
        const StageSeconds::Part judging(m_work.seconds, "judge what was timed");
        if (Status judged = judge(feed.get(), timing); !judged)
            return judged.error();
        if (m_work.isTimingOver)
            return none;
        return times;
    }

    /// Gives both sides inputs without a feed, as `place` says. `when` the candidate may fail.
    Status give(const Bundle &given, const char *place, const char *when) const
    {
        Json request = timedCallOf(m_phase, m_trial, m_work.task->task().entry);
        request.update({{"do", "give"}, {"place", place}});
        request["tf32"] = mayUseTf32(m_context.rules.baseline);
        const Seconds deadline(m_context.settings.limits.callSeconds);
        const auto ofReference
            = m_reference.child->ask(request, &given, deadline, m_work.stop).outcome;
        if (!m_context.arrays.empty())
            request["arrays"] = m_context.arrays;
        const auto ofCandidate
            = m_work.subject->ask(request, &given, deadline, m_work.stop).outcome;
        if (m_work.stop.stop_requested())
            return cancelledRun();
        if (ofReference.verdict != Verdict::Correct)
            return failureOfReference(ofReference.message);
        if (ofCandidate.verdict != Verdict::Correct)
            endTiming(m_context, m_work, ofCandidate, when);
        return {};
    }

    /// Returns null if the timed calls keep the inputs of the trial; the work then has an excuse
    /// and no fresh inputs.
    Result<std::unique_ptr<TimedFeed>> makeFeed() const
    {
        if (!m_work.fresh)
            return std::unique_ptr<TimedFeed>();
        const PythonTrial &like = m_phase.style == PythonStyle::Model ? *m_work.fresh : m_trial;
        auto feed
            = std::make_unique<TimedFeed>(m_context, m_reference, m_phase, like,
                                          TimedFeed::Use{m_context.rules.baseline}, m_work.stop);
        const CallOutcome begun = feed->begin();
        if (m_work.stop.stop_requested())
            return cancelledRun();
        if (begun.verdict == Verdict::Correct && feed->differ())
            return feed;
        if (Status room = hadRoom(begun, m_context); !room)
            return room.error();
        m_work.excuses[freshPoint] = begun.verdict != Verdict::Correct
            ? "its inputs cannot be drawn again: " + begun.message
            : "its inputs are the same in every draw";
        m_work.fresh.reset();
        return std::unique_ptr<TimedFeed>();
    }

    /// Makes inputs for the next blocks.
    Result<std::size_t> renew(TimedFeed &feed, std::size_t calls) const
    {
        auto slots = m_clocks.baseline().whileReleased([&] { return feed.renew(calls); });
        if (feed.made().verdict != Verdict::Correct)
            return failureOfReference("it made no inputs: " + feed.made().message);
        return slots;
    }

    /// Times with exclusive use of the machine. `feed` may be null.
    Result<std::optional<PairedTiming>> measure(const TimingPolicy &policy, PythonTiming &timing,
                                                const TimedFeed *feed) const
    {
        StageSeconds::Part queueing(m_work.seconds, "wait for the timing lease");
        const TimedAlone alone(m_shared.lease, m_shared.reporter);
        queueing.stop();
        const StageSeconds::Part measuring(m_work.seconds, "timing alone");
        TimingConditions conditions;
        conditions.before = readGpuState(m_context.rules.device);
        const auto turns = m_clocks.takeTurns();
        if (turns && !turns->whyNotAhead().empty()) {
            const Json why{{"case", m_trial.caseName}, {"not_ahead_because", turns->whyNotAhead()}};
            const std::string line = "\nkloupe timing: " + why.dump() + "\n";
            if (m_work.notes.find(line) == std::string::npos) // another process may have added it
                m_work.notes += line;
        }
        const auto usedBefore = processorUseNow();
        const auto ownNow
            = [&] { return m_clocks.cpuSeconds() + (feed != nullptr ? feed->cpuSeconds() : 0); };
        const double ownBefore = ownNow();
        const double overheadMs = m_clocks.takeOffAsking();
        PairedTiming times = timing.measure(m_clocks.policy(policy));
        const double others = shareOfOthers(usedBefore, processorUseNow(), ownNow() - ownBefore);
        conditions.after = readGpuState(m_context.rules.device);
        if (times.end == TimingEnd::Cancelled || m_work.stop.stop_requested())
            return cancelledRun();
        const bool isMade = feed == nullptr || feed->made().verdict == Verdict::Correct;
        if (isMade && timing.blocks().error())
            return *timing.blocks().error();
        if (turns && !turns->whyNotAhead().empty() && others > maxUseByOthers)
            addFlag(m_work.evaluation, "busy");
        const CallOutcome &last = isMade ? timing.blocks().last() : feed->made();
        if (!isMade || times.end == TimingEnd::BaselineFailed) {
            if (const Status hasRoom = hadRoom(last, m_context); !hasRoom)
                return hasRoom.error();
            if (!m_work.fresh)
                return failureOfReference(last.message);
            m_work.excuses[freshPoint] = "the reference fails on other inputs: " + last.message;
            m_work.fresh.reset();
            return std::optional<PairedTiming>();
        }
        if (times.end == TimingEnd::CandidateFailed) {
            endTiming(m_context, m_work, timing.blocks().wrong().value_or(last),
                      "right when verified, failed while timed: ");
            return std::optional<PairedTiming>();
        }
        timing.takeSecondOpinions();
        if (m_work.stop.stop_requested())
            return cancelledRun();
        m_clocks.keep(m_trial.caseName, overheadMs, m_work.evaluation);
        m_work.notes += m_clocks.describe(m_trial.caseName, conditions, m_work.evaluation);
        return std::optional(std::move(times));
    }

    /// Returns the error of a timing that failed on the reference's side.
    Error failureOfReference(const std::string &message) const
    {
        return Error{Errc::Internal, "the reference failed while it was timed: " + message,
                     m_work.item.task->name};
    }

    /// Judges the held results, and on a GPU one more call on inputs that arrive late.
    Status judge(const TimedFeed *feed, const PythonTiming &timing) const
    {
        const bool isCalled
            = m_phase.style == PythonStyle::Model || m_phase.style == PythonStyle::Calls;
        // Without inputs of its own, each call finds what the one before wrote into them.
        if (!isCalled || (feed == nullptr && m_work.writesInputs))
            return {};
        if (Status judged = judgeHeld(feed, timing); !judged || m_work.isTimingOver)
            return judged;
        if (feed == nullptr || !m_work.fresh || m_context.settings.device == "cpu")
            return {};
        Status given
            = give(m_work.fresh->given, "same", "right when verified, failed while timed: ");
        if (!given || m_work.isTimingOver)
            return given;
        return judgeLateCall(m_shared, m_work, m_phase, m_trial, *m_work.fresh, *m_reference.child);
    }

    /// A call of which both sides held the result.
    struct HeldCall {
        PythonTrial given; ///< with the reference's result
        PythonChild::Answer actual;
        std::size_t place = 0; ///< where both sides hold it
        PythonTiming::Held held;
    };
    Result<std::vector<HeldCall>> takeHeld(const PythonTiming &timing) const
    {
        std::vector<HeldCall> calls;
        for (std::size_t place = 0; place < timing.blocks().kept().size(); ++place) {
            auto expected = timing.take(*m_reference.child, place);
            if (Status room = hadRoom(expected.outcome, m_context); !room)
                return room.error();
            auto actual = timing.take(*m_work.subject, place);
            if (m_work.stop.stop_requested())
                return cancelledRun();
            if (expected.outcome.verdict != Verdict::Correct || !expected.value)
                return failureOfReference(expected.outcome.message);
            const PythonTrial &known = m_work.fresh ? *m_work.fresh : m_trial;
            PythonTrial given = known.plan();
            given.caseName = timing.blocks().kept()[place];
            given.expected = std::move(*expected.value);
            given.referenceError = known.referenceError;
            given.timedErrors = known.timedErrors;
            if (!m_work.fresh)
                given.undecided = known.undecided;
            calls.push_back({std::move(given), std::move(actual), place, timing.held()[place]});
        }
        return calls;
    }

    Status judgeHeld(const TimedFeed *feed, const PythonTiming &timing) const
    {
        const auto calls = takeHeld(timing);
        if (!calls)
            return calls.error();
        if (calls->empty())
            return {};
        const auto again = repeatReference(feed, 0, calls->front().held);
        if (!again)
            return again.error();
        const auto isStill = *again ? areSame(m_shared, ruleFor(calls->front().given),
                                              calls->front().given.expected, **again, m_work.stop)
                                    : Result<bool>(false);
        if (!isStill)
            return isStill.error();
        if (!*isStill) {
            // It has a state or draws random numbers, and so may the candidate.
            m_work.excuses[freshPoint] = "the reference, timed, gives another result";
            return {};
        }
        for (const HeldCall &call : *calls) {
            auto judged = heldTrial(feed, *calls, call);
            if (!judged)
                return judged.error();
            keepTimedTrial(m_context, m_work, std::move(*judged), call.given,
                           feed != nullptr ? "on unseen inputs" : "");
            if (m_work.isTimingOver)
                break;
        }
        return {};
    }

    Result<TimedTrial> heldTrial(const TimedFeed *feed, std::span<const HeldCall> all,
                                 const HeldCall &call) const
    {
        const PythonChild::Answer &actual = call.actual;
        if (actual.outcome.verdict != Verdict::Correct || !actual.value)
            return timedTrial(actual.outcome);
        const ElementGlimpse &glimpse = call.held.ofCandidate;
        const bool stillHolds = actual.value->tensors
            ? glimpse.stillHolds(*actual.value->tensors)
            : !actual.value->onDevice || glimpse.isSeenAgain(actual.body.value("glimpse", Json()));
        if (!stillHolds) {
            TimedTrial late = timedTrial(CallOutcome{
                Verdict::BrokeProtocol, "its result changed after the call had returned", 0});
            late.reason = "unfinished work";
            return late;
        }
        auto judged
            = compareTimed(m_shared, m_work, ruleFor(call.given), call.given, *actual.value);
        const auto isWrong = [&] {
            return judged && !judged->isRightBySuite
                && outcomeOf(judged->trial.verdict) == Outcome::Wrong;
        };
        if (isWrong() && feed != nullptr)
            judged = judgeClosely(*feed, call);
        if (!isWrong())
            return judged;
        const Status found = findKept(all, call, *judged);
        return found ? std::move(judged) : Result<TimedTrial>(found.error());
    }

    /// Calls the reference again on the inputs of a held call. Null if it fails.
    Result<std::optional<Bundle>> repeatReference(const TimedFeed *feed, std::size_t place,
                                                  const PythonTiming::Held &held) const
    {
        PythonChild &reference = *m_reference.child;
        const Seconds deadline(m_context.settings.limits.callSeconds);
        PythonChild::Answer answer;
        const auto goesOn = [&] { return answer.outcome.verdict == Verdict::Correct; };
        answer.outcome.verdict = Verdict::Correct;
        if (feed != nullptr)
            answer.outcome = feed->layHeld(place, held.slot);
        Json call = timedCallOf(m_phase, m_trial, m_work.task->task().entry);
        call["calls"] = 1;
        for (const Json &request : {call, lastResultOf(m_phase)}) {
            if (goesOn())
                answer = reference.ask(request, nullptr, deadline, m_work.stop);
        }
        if (m_work.stop.stop_requested())
            return cancelledRun();
        if (Status room = hadRoom(answer.outcome, m_context); !room)
            return room.error();
        return goesOn() ? std::move(answer.value) : std::nullopt;
    }

    /// Judges a held call with the reference's error and undecided elements on its own inputs.
    Result<TimedTrial> judgeClosely(const TimedFeed &feed, const HeldCall &call) const
    {
        // The reference's error on other inputs says little about these.
        const auto again = repeatReference(&feed, call.place, call.held);
        if (!again)
            return again.error();
        PythonTrial exact = call.given.plan();
        exact.timedErrors = call.given.timedErrors;
        const bool isModel = m_phase.style == PythonStyle::Model;
        const bool isPlain = m_context.rules.baseline == BaselineForm::Eager
            || m_context.rules.baseline == BaselineForm::EagerIeee;
        if (isModel && isPlain) {
            if (Status made = m_reference.trials.makeExactOfLast(m_phase, exact); !made)
                return made.error();
        }
        const bool isExact = exact.expected.view().bytes() > 0;
        const PythonTrial &given = isExact ? exact : call.given;
        NestedRule rule = ruleFor(given);
        if (m_phase.protocol.isOn("undecided_elements")) {
            Json request{{"grad", m_phase.protocol.gradInForward}};
            if (!isModel)
                request["function"] = functionOf();
            auto undecided = m_reference.oracle.undecided(std::move(request), rule);
            if (!undecided)
                return undecided.error();
            rule.undecided = std::move(*undecided);
        }
        return compareTimed(m_shared, m_work, rule, given, *call.actual.value);
    }

    /// Sets the reason of a wrong result that belongs to other inputs.
    Status findKept(std::span<const HeldCall> all, const HeldCall &call, TimedTrial &judged) const
    {
        const NestedRule rule = ruleFor(call.given);
        std::vector<const PythonTrial *> others;
        if (m_work.fresh && m_work.fresh->expected.view().bytes() > 0)
            others.push_back(&*m_work.fresh);
        for (const PythonTrial &each : m_phase.trials) {
            if (each.function == m_trial.function && each.expected.view().bytes() > 0)
                others.push_back(&each);
        }
        if (Status found
            = findKeptResult(m_shared, m_work, rule, others, *call.actual.value, judged);
            !found)
            return found;
        // Two calls on different inputs gave the same result, and the reference did not.
        for (const HeldCall &other : all) {
            if (!judged.reason.empty() || &other == &call || !other.actual.value)
                continue;
            const auto isSame
                = areSame(m_shared, rule, *other.actual.value, *call.actual.value, m_work.stop);
            if (!isSame)
                return isSame.error();
            const auto mayBeSame
                = areSame(m_shared, rule, other.given.expected, call.given.expected, m_work.stop);
            if (!mayBeSame)
                return mayBeSame.error();
            if (*isSame && !*mayBeSame)
                judged.reason = "it is a kept result, also that of " + other.given.caseName;
        }
        return {};
    }

    std::string functionOf() const
    {
        return m_trial.function.empty() ? m_work.task->task().entry : m_trial.function;
    }

    NestedRule ruleFor(const PythonTrial &given) const
    {
        return m_work.fresh ? freshRuleOf(m_work, m_phase, given) : ruleOf(m_phase.protocol, given);
    }

    const PythonShared &m_shared;
    const PythonContext &m_context;
    PythonWork &m_work;
    const PythonPhase &m_phase;
    const PythonTrial &m_trial;
    TrialStream &m_reference;
    PairedClocks &m_clocks;
};

} // namespace

double betweenProcesses(const PythonContext &context)
{
    return processHalfWidthOf(clockName(context.clock.method));
}

Status makeFreshInputs(const PythonShared &shared, SubjectBuild &build, PythonWork &work,
                       const PythonPhase &phase, TrialStream &maker, const PythonTrial &timed)
{
    if (Status made = makeFreshTrial(shared, work, phase, maker, timed); !made)
        return made;
    return judgeFreshBefore(shared, build, work, phase);
}

Result<bool> makeReady(const PythonContext &context, PythonWork &work, const Json &call,
                       const PythonTrial &trial, PairedClocks &clocks)
{
    const char *const when = "while being prepared for timing: ";
    Json give = call;
    give["do"] = "give";
    if (!context.arrays.empty())
        give["arrays"] = context.arrays;
    const auto given = work.subject->ask(std::move(give), &trial.given,
                                         Seconds(context.settings.limits.callSeconds), work.stop);
    const CallClock *const failed
        = given.outcome.verdict == Verdict::Correct ? clocks.settle() : nullptr;
    if (work.stop.stop_requested())
        return cancelledRun();
    if (given.outcome.verdict != Verdict::Correct) {
        endTiming(context, work, given.outcome, when);
        return false;
    }
    if (failed == &clocks.candidate()) {
        endTiming(context, work, failed->last(), when);
        return false;
    }
    if (failed == nullptr)
        return true;
    if (Status room = hadRoom(failed->last(), context); !room)
        return room.error();
    return Error{Errc::Internal,
                 "the reference failed before it was timed: " + failed->last().message,
                 work.item.task->name};
}

Result<std::optional<PairedTiming>> timePair(const PythonShared &shared, PythonWork &work,
                                             const PythonPhase &phase, const PythonTrial &trial,
                                             TrialStream &reference, PairedClocks &clocks,
                                             const TimingPolicy &policy)
{
    return TimedPair(shared, work, phase, trial, reference, clocks).time(policy);
}

} // namespace loupe
