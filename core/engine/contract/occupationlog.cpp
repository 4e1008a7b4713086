// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/occupationlog.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t placeOf(Occupation occupation)
{
    return static_cast<std::size_t>(occupation);
}

} // namespace

void LoadMeter::advance(double second)
{
    const double passed = second - m_sums.second;
    if (passed <= 0)
        return;
    m_sums.second = second;
    for (const auto &[device, now] : m_now) {
        m_sums.devices += passed;
        const bool isTimed = now[placeOf(Occupation::Time)] > 0;
        const bool isUsed = now[placeOf(Occupation::Device)] > 0;
        m_sums.timing += isTimed ? passed : 0;
        m_sums.device += isUsed && !isTimed ? passed : 0;
        for (std::size_t i = 0; i < occupations; ++i) {
            m_sums.held[i] += now[i] * passed;
            m_sums.whileIdle[i] += isTimed || isUsed ? 0 : now[i] * passed;
        }
    }
}

void LoadMeter::enter(double second, const std::string &device, Occupation occupation)
{
    advance(second);
    ++m_now[device][placeOf(occupation)];
}

void LoadMeter::leave(double second, const std::string &device, Occupation occupation)
{
    advance(second);
    --m_now[device][placeOf(occupation)];
}

LoadMeter::Sums LoadMeter::since(const Sums &begin) const
{
    Sums out = m_sums;
    out.second -= begin.second;
    out.devices -= begin.devices;
    out.device -= begin.device;
    out.timing -= begin.timing;
    for (std::size_t i = 0; i < occupations; ++i) {
        out.held[i] -= begin.held[i];
        out.whileIdle[i] -= begin.whileIdle[i];
    }
    return out;
}

LoadShares LoadMeter::sharesOf(const Sums &sums) const
{
    // Sums of added and subtracted times may have rounding errors.
    const auto share = [](double part, double whole) {
        return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
    };
    const double places = sums.second * m_jobs;
    return {share(sums.held[placeOf(Occupation::Build)], places),
            share(sums.held[placeOf(Occupation::Draw)], places), share(sums.device, sums.devices),
            share(sums.timing, sums.devices)};
}

RunBound LoadMeter::boundOf(const Sums &sums)
{
    const double idle = sums.devices - sums.device - sums.timing;
    const double held = std::accumulate(sums.whileIdle.begin(), sums.whileIdle.end(), 0.0);
    // Share of the time in which the device was idle.
    const auto part = [&](Occupation occupation) {
        return held > 0 ? idle * sums.whileIdle[placeOf(occupation)] / held : 0.0;
    };
    const std::pair<double, RunBound> reasons[]
        = {{sums.device, RunBound::Device},
           {sums.timing + part(Occupation::WaitForTurn) + part(Occupation::WaitForTiming),
            RunBound::Timing},
           {part(Occupation::Build), RunBound::Builds},
           {part(Occupation::Draw), RunBound::Draws},
           {part(Occupation::WaitForMemory), RunBound::Memory},
           {part(Occupation::Start), RunBound::Starts}};
    const auto most
        = std::ranges::max(reasons, {}, [](const auto &reason) { return reason.first; });
    constexpr double least = 1e-9; // less is a rounding error
    return most.first > least ? most.second : RunBound::Nothing;
}

RunLoad LoadMeter::tell(double second)
{
    advance(second);
    while (m_told.size() > 1 && m_told[1].second <= second - recentLoadSeconds)
        m_told.pop_front();
    const Sums recent = since(m_told.front());
    RunLoad load;
    load.second = m_sums.second;
    for (const auto &[device, now] : m_now) {
        for (std::size_t i = 0; i < occupations; ++i)
            load.now[i] += now[i];
    }
    load.latest = sharesOf(since(m_told.back()));
    load.recent = sharesOf(recent);
    load.all = sharesOf(m_sums);
    load.bound = boundOf(recent);
    load.boundSoFar = boundOf(m_sums);
    m_told.push_back(m_sums);
    return load;
}

} // namespace loupe
