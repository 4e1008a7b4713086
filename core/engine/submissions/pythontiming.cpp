// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/pythontiming.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/engine/python/oracleconversation.h"
#include "core/engine/submissions/timedcalls.h"

#include <algorithm>
#include <utility>

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

} // namespace

PythonTiming::PythonTiming(const PythonContext &context, const PythonPhase &phase,
                           const PythonTrial &timed, Sides sides, JudgedBlocks::Lay lay,
                           std::stop_token stop)
    : m_context(context)
    , m_handsOverArguments(handsOverArguments(phase))
    , m_sides(sides)
    , m_stop(std::move(stop))
    , m_baseline(sides.clocks.baseline(), placeFor(sides.baseline))
    , m_candidate(sides.clocks.candidate(), placeFor(sides.candidate))
    , m_blocks(m_baseline, m_candidate, std::move(lay),
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

ClockedCalls::Place PythonTiming::placeFor(PythonChild &side) const
{
    if (m_sides.feed == nullptr)
        return {};
    return [this, &side] { return m_sides.feed->lay(side); };
}

PairedTiming PythonTiming::measure(const TimingPolicy &policy)
{
    m_held.clear();
    return m_blocks.measure(policy, m_stop, m_sides.clocks.start());
}

void PythonTiming::takeSecondOpinions()
{
    if (m_sides.feed == nullptr) {
        m_sides.clocks.takeSecondOpinions();
        return;
    }
    m_sides.clocks.takeSecondOpinions([this](const CallClock &clock) {
        return m_blocks.renew(&clock == &m_sides.clocks.baseline() ? m_baseline : m_candidate);
    });
}

JudgedBlocks::Judged PythonTiming::hold(std::size_t slot, std::size_t place)
{
    const Json request{
        {"do", "hold_result"}, {"held", place}, {"return_arguments", m_handsOverArguments}};
    const Seconds deadline(m_context.settings.limits.callSeconds);
    for (PythonChild *side : {&m_sides.baseline, &m_sides.candidate}) {
        const CallClock &clock
            = side == &m_sides.baseline ? m_sides.clocks.baseline() : m_sides.clocks.candidate();
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
        return Error{Errc::Internal, "the reference failed while it was timed: " + outcome.message};
    }
    m_held.resize(std::max(m_held.size(), place + 1));
    m_held[place] = {slot, m_baseline.glimpse(), m_candidate.glimpse()};
    if (m_sides.feed != nullptr)
        m_sides.feed->hold(place);
    return std::pair{Verdict::Correct, std::string()};
}

PythonChild::Answer PythonTiming::take(PythonChild &side, std::size_t place) const
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

} // namespace loupe
