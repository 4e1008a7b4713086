// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace loupe {

/// What an evaluation is at, as far as it decides how fast a run goes.
enum class Occupation : std::uint8_t {
    Build,         ///< its source is read, compiled and loaded
    Draw,          ///< inputs and weights are drawn on the processor
    Start,         ///< a process of it starts, or it waits for one that others have
    WaitForMemory, ///< of the device or of the machine
    WaitForTurn,   ///< until somebody else has been timed
    Device,        ///< calls and comparisons on the device that the run is for
    WaitForTiming, ///< until it has the device to itself
    Time,          ///< it has the device to itself
};
inline constexpr std::size_t occupations = 8;

/// "build", "wait_for_memory".
const char *name(Occupation occupation);

/// What a run would have to have more of to be faster.
enum class RunBound : std::uint8_t { Nothing, Builds, Draws, Starts, Memory, Device, Timing };

/// "builds"; "nothing" where nothing was under way.
const char *name(RunBound bound);

/// Means over some time, between 0 and 1.
struct LoadShares {
    double building = 0; ///< of the evaluations that the run has at a time: are built
    double drawing = 0;  ///< likewise: are drawn for
    double device = 0;   ///< of the time: the device has work of the run, timing not counted
    double timing = 0;   ///< of the time: it is leased to one evaluation that is timed
};

/// What goes on in a run and what holds it up. Several devices count as their mean.
struct RunLoad {
    double second = 0; ///< of the run, at which this is so
    /// Evaluations by Occupation. One whose reference is made ready beside its build is at two; who
    /// is between two of them is at none.
    std::array<int, occupations> now{};
    LoadShares latest;                       ///< since it was told the last time
    LoadShares recent;                       ///< of the last recentLoadSeconds
    LoadShares all;                          ///< of the run so far
    RunBound bound = RunBound::Nothing;      ///< as `recent`
    RunBound boundSoFar = RunBound::Nothing; ///< as `all`

    int at(Occupation occupation) const { return now[static_cast<std::size_t>(occupation)]; }
    /// Whether any evaluation is at anything.
    bool isAtWork() const { return now != std::array<int, occupations>{}; }
};
inline constexpr double recentLoadSeconds = 10;

/// Of parts of a run that go on beside each other: evaluations are added, shares are means, what
/// bounds it is what bounds most of them. What is recent counts only where somebody is at work, if
/// there is such a part.
RunLoad together(const std::map<std::string, RunLoad> &parts);

} // namespace loupe
