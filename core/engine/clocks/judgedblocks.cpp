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

JudgedBlocks::JudgedBlocks(JudgedSide baseline, JudgedSide candidate, Lay lay, Judge judge,
                           Settings settings)
    : m_baseline{std::move(baseline), 0, 0, 0, 0, {}}
    , m_candidate{std::move(candidate), 0, 0, 0, 0, {}}
    , m_lay(std::move(lay))
    , m_judge(std::move(judge))
    , m_settings(settings)
    , m_random(settings.seed)
{
}

TimedBlock JudgedBlocks::baseline()
{
    return [this](int calls) { return block(m_baseline, m_candidate, calls); };
}

TimedBlock JudgedBlocks::candidate()
{
    return [this](int calls) { return block(m_candidate, m_baseline, calls); };
}

void JudgedBlocks::begin()
{
    m_isWarm = true;
    for (Side *side : {&m_baseline, &m_candidate}) {
        side->calls = 0;
        side->cpuSeconds = 0;
    }
    forgetTimes();
}

void JudgedBlocks::forgetTimes()
{
    m_baseline.times.clear();
    m_candidate.times.clear();
}

bool JudgedBlocks::layAll()
{
    if (const Status laid = m_lay(); !laid) {
        m_error = laid.error();
        return false;
    }
    m_baseline.does.poison();
    m_candidate.does.poison();
    m_judgedSlot = anyBelow(m_settings.slotCount, m_random);
    return true;
}

std::optional<BlockTime> JudgedBlocks::block(Side &side, const Side &other, int calls)
{
    const std::size_t slotCount = m_settings.slotCount;
    const auto count = static_cast<std::size_t>(calls);
    if (calls < 1 || count > slotCount) {
        m_error = Error{Errc::Internal, "a block has more calls than slots", {}, {}, {}};
        return std::nullopt;
    }
    const auto began = std::chrono::steady_clock::now();
    if ((!m_isWarm || side.blocks == other.blocks) && !layAll())
        return std::nullopt;
    // Each call of a block is equally likely to be the checked one.
    side.judged = anyBelow(count, m_random);
    m_last = side.does.calls({(m_judgedSlot + slotCount - side.judged) % slotCount, count});
    if (m_last.verdict != Verdict::Correct)
        return std::nullopt;
    side.calls += calls;
    side.cpuSeconds += m_last.cpuSeconds;
    const double seconds = netSeconds(m_last.seconds, m_settings.cost);
    const double undisturbed = undisturbedSeconds(m_last, m_settings.cost);
    const double own = ownSeconds(m_last, m_settings.cost);
    if (!m_isWarm)
        return BlockTime(undisturbed, seconds, own);
    side.times.push_back({seconds * 1e3 / calls, undisturbed * 1e3 / calls});
    ++side.blocks;
    if (side.blocks == other.blocks && !judgePair())
        return std::nullopt;
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
    return BlockTime(undisturbed, wall.count(), own);
}

bool JudgedBlocks::judgePair()
{
    auto judged = m_judge(m_judgedSlot);
    if (!judged) {
        m_error = judged.error();
        return false;
    }
    ++m_judged;
    if (judged->first == Verdict::Correct)
        return true;
    m_wrong = CallOutcome();
    m_wrong->verdict = judged->first;
    m_wrong->message = fmt::format("call {} of timed block {}: {}", m_candidate.judged + 1,
                                   m_candidate.blocks, judged->second);
    return false;
}

} // namespace loupe
