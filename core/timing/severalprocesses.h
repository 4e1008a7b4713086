// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/timing/speedup.h"
#include "core/timing/timingpolicy.h"

#include <span>

namespace loupe {

/// In so many fresh processes each side is timed where its calls are short: of fewer, Student's
/// interval says little.
inline constexpr int timedProcesses = 3;

/// In how many processes each side is timed. `callSeconds`: of one call of each side together; each
/// further process makes some that are not measured, which long ones are not worth. Pure.
int processesFor(double callSeconds, const TimingPolicy &policy);

/// When one of so many processes has been timed enough: all of them together take as long, and are
/// as exact, as one that is timed alone. Pure.
TimingPolicy policyOfProcess(const TimingPolicy &policy, int processes);

/// Below, for sure, nobody compares candidates so closely that further processes were worth it.
inline constexpr double clearlySlower = 0.5;

/// What several processes of both programs say, each timed by itself: geometric means of their
/// times and speedups. The interval is Student's over the processes, on the logarithm's scale, or
/// where it is wider the one that their own intervals make together. At least one, which stays as
/// it is; all positive.
SpeedupEstimate combineProcesses(std::span<const SpeedupEstimate> processes);

/// Standard deviation of log(speedup) from process to process; 0 of fewer than two.
double spreadOfProcesses(std::span<const SpeedupEstimate> processes);

} // namespace loupe
