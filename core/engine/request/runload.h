// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace loupe {

/// Activity of an evaluation, as far as it affects the speed of a run.
enum class Occupation : std::uint8_t {
    Build,         ///< its source is read, compiled and loaded
    Draw,          ///< inputs and weights are drawn on the processor
    Start,         ///< a process of it starts, or it waits for one used by others
    WaitForMemory, ///< of the device or of the machine
    WaitForTurn,   ///< until another evaluation has been timed
    Device,        ///< calls and comparisons on the run's device
    WaitForTiming, ///< until it has the device to itself
    Time,          ///< it has the device to itself
};
inline constexpr std::size_t occupations = 8;

/// Returns "build", "wait_for_memory".
const char *name(Occupation occupation);

/// Resource that limits the speed of a run.
enum class RunBound : std::uint8_t { Nothing, Builds, Draws, Starts, Memory, Device, Timing };

/// Returns "builds"; "nothing" if nothing was running.
const char *name(RunBound bound);

/// Means over some time, between 0 and 1.
struct LoadShares {
    double building = 0; ///< fraction of the run's parallel evaluations that are being built
    double drawing = 0;  ///< likewise, for which inputs and weights are drawn
    double device = 0;   ///< fraction of time in which the device works for the run, without timing
    double timing = 0;   ///< fraction of time in which the device is reserved for timing
};

/// Activity of a run and its bottleneck. Several devices count as their mean.
struct RunLoad {
    double second = 0; ///< of the run, at the time of this report
    /// Number of evaluations by Occupation. An evaluation whose reference is prepared during its
    /// build counts twice, one between two occupations not at all.
    std::array<int, occupations> now{};
    LoadShares latest;                       ///< since the previous report
    LoadShares recent;                       ///< of the last recentLoadSeconds
    LoadShares all;                          ///< of the run so far
    RunBound bound = RunBound::Nothing;      ///< as `recent`
    RunBound boundSoFar = RunBound::Nothing; ///< as `all`

    int at(Occupation occupation) const { return now[static_cast<std::size_t>(occupation)]; }
    /// Returns whether any evaluation is active.
    bool isAtWork() const { return now != std::array<int, occupations>{}; }
};
inline constexpr double recentLoadSeconds = 10;

/// Combines parts of a run that run at the same time. Evaluations are added, shares averaged, and
/// the most frequent bound wins. If any part is active, recent values come from active parts only.
RunLoad together(const std::map<std::string, RunLoad> &parts);

} // namespace loupe
