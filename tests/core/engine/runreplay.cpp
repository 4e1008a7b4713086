// SPDX-License-Identifier: Apache-2.0
#include "tests/core/engine/runreplay.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

using Needs = ReplayStep::Needs;

/// Interval at which a thread checks whether a holder has become slow.
constexpr double lookSeconds = 0.05;
/// Rounding error left of a finished step, in seconds.
constexpr double nothing = 1e-9;

bool needsDevice(Needs needs)
{
    return needs == Needs::Device || needs == Needs::DeviceAlone;
}

} // namespace

RunReplay::RunReplay(ReplayMachine machine, std::vector<ReplayEvaluation> evaluations)
    : m_machine(machine)
    , m_evaluations(std::move(evaluations))
    , m_turns(machine.rules)
    , m_memory(machine.deviceBytes)
{
    for (const ReplayEvaluation &each : m_evaluations) {
        for (const ReplayStep &step : each.steps) {
            if (needsDevice(step.needs))
                m_end.floorSeconds += step.seconds;
        }
    }
}

ReplayEnd RunReplay::run()
{
    fill();
    while (!m_running.empty()) {
        while (beginAll()) { }
        const auto seconds = next();
        if (!seconds) {
            m_end.isStuck = static_cast<int>(m_running.size());
            break;
        }
        advance(*seconds);
        fill();
    }
    m_end.seconds = m_now;
    return m_end;
}

void RunReplay::fill()
{
    while (std::ssize(m_running) < m_machine.threads && m_begun < m_evaluations.size())
        m_running.push_back({&m_evaluations[m_begun++]});
}

bool RunReplay::beginAll()
{
    bool anyBegan = false;
    for (Running &each : m_running) {
        if (each.state != State::Goes)
            anyBegan = begin(each) || anyBegan;
    }
    return anyBegan;
}

bool RunReplay::begin(Running &each)
{
    switch (each.now().needs) {
    case Needs::Processor:
        go(each);
        return true;
    case Needs::Device:
        return beginOnDevice(each);
    case Needs::DeviceAlone:
        return beginAlone(each);
    case Needs::Memory:
        return takeMemory(each);
    }
    return false;
}

bool RunReplay::beginOnDevice(Running &each)
{
    if (each.state == State::Ready)
        each.since = m_now;
    if (m_turns.mayWork(TimingTurns::Time(m_now))) {
        m_end.maxWorkerWait = std::max(m_end.maxWorkerWait, m_now - each.since);
        each.entry = m_turns.beginWork(TimingTurns::Time(m_now));
        go(each);
        return true;
    }
    return std::exchange(each.state, State::Waits) == State::Ready;
}

bool RunReplay::beginAlone(Running &each)
{
    const bool isNew = each.state == State::Ready;
    if (isNew) {
        each.since = m_now;
        each.entry = m_turns.waitToTime(TimingTurns::Time(m_now));
        each.state = State::Waits;
    }
    if (!m_turns.mayTime())
        return isNew;
    m_end.maxTimerWait = std::max(m_end.maxTimerWait, m_now - each.since);
    m_end.disturbed += going(Needs::Device) > 0 ? 1 : 0;
    m_turns.beginTiming(*each.entry, TimingTurns::Time(m_now));
    go(each);
    return true;
}

bool RunReplay::takeMemory(Running &each)
{
    const bool isNew = each.state == State::Ready;
    if (isNew) {
        each.place = m_memory.arrive(each.now().bytes);
        each.state = State::Waits;
    }
    if (!m_memory.mayGo(*each.place))
        return isNew;
    each.memory = m_memory.go(*each.place);
    ++each.step;
    each.state = State::Ready;
    return true;
}

void RunReplay::go(Running &each)
{
    each.state = State::Goes;
    each.left = each.now().seconds;
}

void RunReplay::end(Running &each)
{
    if (each.now().needs == Needs::Device)
        m_turns.endWork(*each.entry);
    if (each.now().needs == Needs::DeviceAlone)
        m_turns.endTiming();
    each.state = ++each.step < each.evaluation->steps.size() ? State::Ready : State::Over;
    if (each.state != State::Over)
        return;
    m_memory.giveBack(each.memory, each.memory.bytes);
    m_end.finished.push_back(each.evaluation->task);
}

int RunReplay::going(Needs needs) const
{
    return static_cast<int>(std::ranges::count_if(m_running, [needs](const Running &each) {
        return each.state == State::Goes && each.now().needs == needs;
    }));
}

double RunReplay::rate(const Running &each) const
{
    const int beside = going(each.now().needs);
    const int lanes = needsDevice(each.now().needs) ? 1 : m_machine.processors;
    return beside <= lanes ? 1.0 : static_cast<double>(lanes) / beside;
}

std::optional<double> RunReplay::next() const
{
    std::optional<double> soonest;
    const auto consider = [&soonest](double seconds) {
        soonest = std::min(soonest.value_or(seconds), std::max(seconds, nothing));
    };
    bool waitsForSlow = false;
    for (const Running &each : m_running) {
        if (each.state == State::Goes)
            consider(each.left / rate(each));
        waitsForSlow = waitsForSlow
            || (each.state == State::Waits && each.now().needs == Needs::Device
                && going(Needs::Device) > 0);
    }
    if (waitsForSlow)
        consider(lookSeconds);
    if (const auto turn = m_turns.turnComes(); turn && turn->count() > m_now)
        consider(turn->count() - m_now);
    return soonest;
}

void RunReplay::advance(double seconds)
{
    const bool hasWork = going(Needs::Device) + going(Needs::DeviceAlone) > 0;
    for (Running &each : m_running) {
        if (each.state == State::Goes)
            each.left -= seconds * rate(each);
    }
    m_now += seconds;
    m_end.deviceSeconds += hasWork ? seconds : 0;
    for (Running &each : m_running) {
        if (each.state == State::Goes && each.left <= nothing)
            end(each);
    }
    std::erase_if(m_running, [](const Running &each) { return each.state == State::Over; });
}

} // namespace loupe
