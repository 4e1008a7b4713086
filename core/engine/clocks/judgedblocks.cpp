// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/judgedblocks.h"

#include <algorithm>
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
    const std::size_t most = m_settings.slotCount - (m_settings.warmsUp ? 1U : 0U);
    start.maxCalls = static_cast<int>(most);
    m_isWarm = false;
    return timeInPairs(blocksOf(m_baseline, m_candidate), blocksOf(m_candidate, m_baseline), policy,
                       stop, warmedUp, start);
}

void JudgedBlocks::judge()
{
    bool isRightSoFar = true;
    for (std::size_t place = 0; place < m_kept.size() && isRightSoFar; ++place)
        isRightSoFar = isRight(m_checks.judge(place), m_kept[place]);
}

TimedBlock JudgedBlocks::blocksOf(Side &side, const Side &other)
{
    return [this, &side, &other](int calls) { return block(side, other, calls); };
}

bool JudgedBlocks::renew(CallTimer &side)
{
    m_baseline.asked = m_candidate.asked = 1;
    return layOut() && isReady(side);
}

bool JudgedBlocks::isReady(CallTimer &side)
{
    if (side.makeReady())
        return true;
    m_last = side.last();
    return false;
}

bool JudgedBlocks::layOut()
{
    const auto laid = m_lay(std::max(m_baseline.asked, m_candidate.asked));
    if (!laid) {
        m_error = laid.error();
        return false;
    }
    m_laid = *laid;
    m_baseline.hasUsed = m_candidate.hasUsed = false;
    m_judgedSlot = anyBelow(m_laid, m_random);
    return true;
}

std::optional<BlockTime> JudgedBlocks::block(Side &side, const Side &other, int calls)
{
    const std::size_t warmUps = warmUpsOf(side);
    const std::size_t count = lengthOf(calls);
    const auto began = std::chrono::steady_clock::now();
    side.asked = warmUps + static_cast<std::size_t>(calls);
    if (((side.hasUsed || side.asked > m_laid) && !layOut()) || !isReady(side.timer))
        return std::nullopt;
    // Otherwise each call of a block is equally likely to be the checked one.
    side.judged = warmUps + (m_settings.keepsLastCall ? count - 1 : anyBelow(count, m_random));
    const std::size_t first = m_judgedSlot + m_laid - side.judged;
    std::optional<BlockTime> time;
    if (warmUps == 0 || side.timer.warmUp({first % m_laid, warmUps}))
        time = side.timer.time({(first + warmUps) % m_laid, count});
    m_last = side.timer.last();
    side.hasUsed = true;
    if (!time)
        return time;
    side.callSeconds = time->ownSeconds / static_cast<double>(count);
    const double asked = static_cast<double>(calls) / static_cast<double>(count);
    time->measuredSeconds *= asked;
    time->ownSeconds *= asked;
    if (!m_isWarm)
        return time;
    side.calls += static_cast<std::int64_t>(count);
    ++side.blocks;
    if (other.hasUsed && !keepPair())
        return std::nullopt;
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
    time->wallSeconds = wall.count(); // the time limit includes laying and keeping
    return time;
}

std::size_t JudgedBlocks::warmUpsOf(const Side &side) const
{
    const bool isShort = side.callSeconds > 0 && side.callSeconds < warmedUpCallSeconds;
    return m_settings.warmsUp && isShort ? 1 : 0;
}

std::size_t JudgedBlocks::lengthOf(int calls)
{
    const auto most = static_cast<std::size_t>(calls);
    if (!m_settings.keepsLastCall)
        return most;
    // A candidate must not know which calls of a block are never checked. Long blocks are exacter.
    return anyBelow(2, m_random) == 0 ? 1 + anyBelow(most, m_random)
                                      : most - anyBelow(most / 2 + 1, m_random);
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
