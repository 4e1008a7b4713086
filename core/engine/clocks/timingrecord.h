// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/statistics/speedup.h"
#include "core/model/record/evaluation.h"
#include "core/timing/pairedtiming.h"

#include <string>
#include <string_view>

namespace loupe {

/// Returns the milliseconds of a block without calls: the median of five round trips; 0 on failure.
double emptyBlockMs(const TimedBlock &block);

/// Adds a series. It is appended to an existing one of this side, clock and case, as a further
/// process; the overhead becomes the mean of all.
void addSamples(TimingSeries series, Evaluation &evaluation);

/// Adds a paired timing to an evaluation: the raw series of both sides, their medians, the speedup
/// and its interval. `clock` is TimingSeries::clock, `caseName` the timed trial, `baseline` the
/// name of the baseline.
void keepTiming(const PairedTiming &timing, std::string_view clock, const std::string &caseName,
                const std::string &baseline, double overheadMs, Evaluation &evaluation);

/// Adds medians, speedup and interval only. The interval allows for other processes of the same
/// programs (allowingForProcesses).
void keepSpeedup(const PairedTiming &timing, const std::string &baseline, Evaluation &evaluation,
                 double processes = processHalfWidth);

/// Does the same with an estimate in place of a timing.
void keepSpeedup(const SpeedupEstimate &estimate, const std::string &baseline,
                 Evaluation &evaluation, double processes = processHalfWidth);

/// Clears the speedup that keepTiming() added; the raw series stay.
void dropSpeedup(Evaluation &evaluation);

} // namespace loupe
