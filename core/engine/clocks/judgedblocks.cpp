// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/judgedblocks.h"

#include <chrono>

#include <fmt/format.h>

namespace loupe {

namespace {

std::size_t anyBelow(std::size_t bound, std::mt19937_64 &random)
{
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
}

} // namespace

JudgedBlocks::JudgedBlocks(CallTimer &baseline, CallTimer &candidate, Lay lay, Checks checks,
                           Settings settings)
    : m_baseline{baseline}
    , m_candidate{candidate}
    , m_lay(std::move(lay))
    , m_checks(std::move(checks))
    , m_settings(settings)
    , m_random(settings.seed)
{
}

PairedTiming JudgedBlocks::measure(const TimingPolicy &policy, const std::stop_token &stop,
                                   PairedStart start)
{
    const auto warmedUp = [this] {
        m_isWarm = true;
        for (Side *side : {&m_baseline, &m_candidate}) {
            side->timer.keepFromHere();
            side->hasUsed = true;
            side->blocks = 0;
            side->calls = 0;
        }
        m_kept.clear();
    };
    start.maxCalls = static_cast<int>(m_settings.slotCount);
    m_isWarm = false;
    PairedTiming timing
        = timeInPairs(blocksOf(m_baseline, m_candidate), blocksOf(m_candidate, m_baseline), policy,
                      stop, warmedUp, start);
    const bool hasEnded = timing.end == TimingEnd::Precise || timing.end == TimingEnd::OutOfTime;
    bool isRightSoFar = hasEnded; // else the failure is the verdict
    for (std::size_t place = 0; place < m_kept.size() && isRightSoFar; ++place)
        isRightSoFar = isRight(m_checks.judge(place), m_kept[place]);
    return timing;
}

TimedBlock JudgedBlocks::blocksOf(Side &side, const Side &other)
{
    return [this, &side, &other](int calls) { return block(side, other, calls); };
}

bool JudgedBlocks::renew(CallTimer &side)
{
    return layAll() && isReady(side);
}

bool JudgedBlocks::isReady(CallTimer &side)
{
    if (side.makeReady())
        return true;
    m_last = side.last();
    return false;
}

bool JudgedBlocks::layAll()
{
    if (const Status laid = m_lay(); !laid) {
        m_error = laid.error();
        return false;
    }
    m_baseline.hasUsed = m_candidate.hasUsed = false;
    m_judgedSlot = anyBelow(m_settings.slotCount, m_random);
    return true;
}

std::optional<BlockTime> JudgedBlocks::block(Side &side, const Side &other, int calls)
{
    const std::size_t slotCount = m_settings.slotCount;
    const auto count = static_cast<std::size_t>(calls);
    const auto began = std::chrono::steady_clock::now();
    if ((side.hasUsed && !layAll()) || !isReady(side.timer))
        return std::nullopt;
    // Each call of a block is equally likely to be the checked one.
    side.judged = anyBelow(count, m_random);
    auto time = side.timer.time({(m_judgedSlot + slotCount - side.judged) % slotCount, count});
    m_last = side.timer.last();
    side.hasUsed = true;
    if (!time || !m_isWarm)
        return time;
    side.calls += calls;
    ++side.blocks;
    if (other.hasUsed && !keepPair())
        return std::nullopt;
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
    time->wallSeconds = wall.count(); // the time limit includes laying and keeping
    return time;
}

bool JudgedBlocks::keepPair()
{
    // Each pair is equally likely to be kept in the end.
    const bool hasRoom = m_kept.size() < m_settings.maxJudged;
    const std::size_t place = hasRoom ? m_kept.size() : anyBelow(m_candidate.blocks, m_random);
    if (place >= m_settings.maxJudged)
        return true;
    if (hasRoom)
        m_kept.emplace_back();
    m_kept[place]
        = fmt::format("call {} of timed block {}", m_candidate.judged + 1, m_candidate.blocks);
    return isRight(m_checks.keep(m_judgedSlot, place), m_kept[place]);
}

bool JudgedBlocks::isRight(const Judged &judged, const std::string &where)
{
    if (!judged) {
        m_error = judged.error();
        return false;
    }
    if (judged->first == Verdict::Correct)
        return true;
    m_wrong = CallOutcome();
    m_wrong->verdict = judged->first;
    m_wrong->message = where + ": " + judged->second;
    return false;
}

} // namespace loupe
