// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/judgedblocks.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace loupe {

JudgedBlocks::JudgedBlocks(JudgedSide baseline, JudgedSide candidate, Judge judge, Renew renew,
                           Settings settings)
    : m_baseline{std::move(baseline), 0, {}, 0, 0}
    , m_candidate{std::move(candidate), 0, {}, 0, 0}
    , m_judge(std::move(judge))
    , m_renew(std::move(renew))
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
}

bool JudgedBlocks::failed(const Status &status)
{
    if (!status)
        m_error = status.error();
    return !status;
}

/// At random among all of the block, the last one neither more nor less often than any other.
void JudgedBlocks::chooseCalls(Side &side, const Side &other, int calls)
{
    const bool isFirst = side.blocks == other.blocks;
    std::size_t count = std::min(m_settings.most, static_cast<std::size_t>(calls));
    if (isFirst) {
        m_secrets.clear();
        for (std::size_t i = 0; i < m_settings.most; ++i)
            m_secrets.push_back(m_random());
    } else {
        count = std::min(count, other.keptCalls.size());
    }
    side.keptCalls.clear();
    std::uniform_int_distribution<int> any(0, calls - 1);
    while (side.keptCalls.size() < count) {
        if (const int chosen = any(m_random);
            std::ranges::find(side.keptCalls, chosen) == side.keptCalls.end())
            side.keptCalls.push_back(chosen);
    }
}

std::optional<double> JudgedBlocks::call(Side &side, std::uint64_t secret,
                                         std::optional<std::size_t> place)
{
    if (failed(side.does.lay(secret)))
        return std::nullopt;
    m_last = side.does.call();
    if (m_last.verdict != Verdict::Correct || failed(side.does.keep(place)))
        return std::nullopt;
    ++side.calls;
    side.cpuSeconds += m_last.cpuSeconds;
    return netSeconds(m_last, m_settings.cost);
}

std::optional<BlockTime> JudgedBlocks::block(Side &side, Side &other, int calls)
{
    const auto began = std::chrono::steady_clock::now();
    if (m_isWarm)
        chooseCalls(side, other, calls);
    double seconds = 0;
    for (int i = 0; i < calls; ++i) {
        std::optional<std::size_t> place;
        const auto kept = std::ranges::find(side.keptCalls, i);
        if (m_isWarm && kept != side.keptCalls.end())
            place = static_cast<std::size_t>(kept - side.keptCalls.begin());
        const auto taken = call(side, place ? m_secrets[*place] : m_random(), place);
        if (!taken)
            return std::nullopt;
        seconds += *taken;
    }
    if (m_isWarm) {
        ++side.blocks;
        if (side.blocks == other.blocks && !judgePair())
            return std::nullopt;
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
    return BlockTime(seconds, wall.count());
}

bool JudgedBlocks::judgePair()
{
    const std::size_t both = std::min(m_baseline.keptCalls.size(), m_candidate.keptCalls.size());
    for (std::size_t place = 0; place < both; ++place) {
        auto judged = m_judge(place);
        if (!judged) {
            m_error = judged.error();
            return false;
        }
        ++m_judged;
        if (judged->first == Verdict::Correct)
            continue;
        m_wrong = CallOutcome();
        m_wrong->verdict = judged->first;
        m_wrong->message
            = fmt::format("call {} of timed block {}: {}", m_candidate.keptCalls[place] + 1,
                          m_candidate.blocks, judged->second);
        return false;
    }
    return !failed(m_renew());
}

} // namespace loupe
