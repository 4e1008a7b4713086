// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/timingturns.h"
#include "core/engine/machine/memoryqueue.h"

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// What one evaluation does next, and how long that takes with nobody beside it.
struct ReplayStep {
    enum class Needs { Processor, Device, DeviceAlone, Memory } needs = Needs::Processor;
    double seconds = 0;
    std::int64_t bytes = 0; ///< of Memory, from then on to its end
};

struct ReplayEvaluation {
    std::string task;
    std::vector<ReplayStep> steps;
};

/// A machine with one device.
struct ReplayMachine {
    int processors = 16;
    int threads = 16; ///< evaluations at a time
    std::int64_t deviceBytes = 0;
    TimingTurns::Rules rules = {};
};

/// What became of a run.
struct ReplayEnd {
    double seconds = 0;
    double floorSeconds = 0;  ///< of the device alone, if nothing ever waited
    double deviceSeconds = 0; ///< in which it had work
    double longestTimerWait = 0;
    double longestWorkerWait = 0;      ///< for a turn on the device
    int disturbed = 0;                 ///< timings beside which somebody had work on the device
    int isStuck = 0;                   ///< evaluations that nothing lets go on
    std::vector<std::string> finished; ///< tasks in the order in which they ended
};

/// Lets the scheduler's own rules (TimingTurns, MemoryQueue) run evaluations by a clock of its own:
/// no thread, no device and no time of the machine. Work on the device is shared in equal parts, as
/// contexts share it by slices of time; so are the processors.
class RunReplay
{
public:
    RunReplay(ReplayMachine machine, std::vector<ReplayEvaluation> evaluations);

    ReplayEnd run();

private:
    enum class State { Ready, Waits, Goes, Over };
    struct Running {
        const ReplayEvaluation *evaluation = nullptr;
        std::size_t step = 0;
        State state = State::Ready;
        double left = 0;
        double since = 0; ///< of its waiting
        std::optional<TimingTurns::Entry> entry = {};
        std::optional<MemoryQueue::Place> place = {};
        MemoryQueue::Part memory = {};

        const ReplayStep &now() const { return evaluation->steps[step]; }
    };

    void fill();
    /// True where anything has begun, or begun to wait.
    bool beginAll();
    bool begin(Running &each);
    bool beginOnDevice(Running &each);
    bool beginAlone(Running &each);
    bool takeMemory(Running &each);
    void go(Running &each);
    void end(Running &each);
    double rate(const Running &each) const;
    /// Seconds until something happens by itself; none where nothing does.
    std::optional<double> next() const;
    void advance(double seconds);
    int going(ReplayStep::Needs needs) const;

    ReplayMachine m_machine;
    std::vector<ReplayEvaluation> m_evaluations;
    std::size_t m_begun = 0;
    std::list<Running> m_running;
    TimingTurns m_turns;
    MemoryQueue m_memory;
    double m_now = 0;
    ReplayEnd m_end;
};

} // namespace loupe
