// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/statistics/speedup.h"
#include "core/timing/timingpolicy.h"

#include <span>

namespace loupe {

/// Number of new processes that time each side if its calls are short. With fewer, Student's
/// interval is too wide.
inline constexpr int timedProcesses = 3;

/// Returns how many processes time each side. `callSeconds`: one call of each side together. Each
/// further process makes some calls that are not measured, which is too expensive for long ones.
/// Pure.
int processesFor(double callSeconds, const TimingPolicy &policy);

/// Returns the policy of one of `processes` processes: together they take as long, and are as
/// exact, as a single one. Pure.
TimingPolicy policyOfProcess(const TimingPolicy &policy, int processes);

/// If a speedup is below this, for sure, further processes are not worthwhile.
inline constexpr double clearlySlower = 0.5;

/// Combines timings of several processes: geometric means of their times and speedups. The interval
/// is the wider one of Student's over the processes, on a logarithmic scale, and the combination of
/// their own. Requires at least one, which is returned unchanged; all values positive.
SpeedupEstimate combineProcesses(std::span<const SpeedupEstimate> processes);

/// Returns the standard deviation of log(speedup) between processes; 0 for fewer than two.
double spreadOfProcesses(std::span<const SpeedupEstimate> processes);

} // namespace loupe
