// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/timinglease.h"
#include "core/engine/machine/memorybudget.h"

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Next step of an evaluation, with its duration on an idle machine.
struct ReplayStep {
    enum class Needs { Processor, Device, DeviceAlone, Memory } needs = Needs::Processor;
    double seconds = 0;
    std::int64_t bytes = 0; ///< of Memory, held until the evaluation ends
};

struct ReplayEvaluation {
    std::string task;
    std::vector<ReplayStep> steps;
};

/// Machine with one device.
struct ReplayMachine {
    int processors = 16;
    int threads = 16; ///< concurrent evaluations
    std::int64_t deviceBytes = 0;
    TimingTurns::Rules rules = {};
};

/// Result of a replayed run.
struct ReplayEnd {
    double seconds = 0;
    double floorSeconds = 0;  ///< time of the device if nothing ever waited
    double deviceSeconds = 0; ///< time in which the device was busy
    double maxTimerWait = 0;
    double maxWorkerWait = 0;          ///< for access to the device
    int disturbed = 0;                 ///< timings during other work on the device
    int isStuck = 0;                   ///< evaluations that can never continue
    std::vector<std::string> finished; ///< tasks in the order in which they ended
};

/// Simulates evaluations under the scheduler's own rules (TimingTurns, MemoryQueue), with a
/// simulated clock and without threads or a device. Concurrent work shares the device equally, like
/// time-sliced contexts. It shares the processors in the same way.
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
        double since = 0; ///< start of its wait
        std::optional<TimingTurns::Entry> entry = {};
        std::optional<MemoryQueue::Ticket> place = {};
        MemoryQueue::Part memory = {};

        const ReplayStep &now() const { return evaluation->steps[step]; }
    };

    void fill();
    /// Starts whatever can start. Returns true if anything started or began to wait.
    bool beginAll();
    bool begin(Running &each);
    bool beginOnDevice(Running &each);
    bool beginAlone(Running &each);
    bool takeMemory(Running &each);
    void go(Running &each);
    void end(Running &each);
    double rate(const Running &each) const;
    /// Returns the seconds until the next step ends; none if no step is running.
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
