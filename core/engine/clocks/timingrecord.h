// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/evaluation.h"
#include "core/timing/pairedtiming.h"
#include "core/timing/speedup.h"

#include <string>
#include <string_view>

namespace loupe {

/// Milliseconds that a block of no calls takes: the median of five round trips; 0 when it fails.
double emptyBlockMs(const TimedBlock &block);

/// Adds a series. Where there is one of this side, clock and case it goes behind that, as of
/// another process; what an empty block costs becomes the mean of all.
void addSamples(TimingSeries series, Evaluation &evaluation);

/// Puts a paired timing into an evaluation: the raw series of both sides, their medians, the
/// speedup and its interval. `clock` is TimingSeries::clock, `caseName` the trial that was timed,
/// `baseline` what against.
void keepTiming(const PairedTiming &timing, std::string_view clock, const std::string &caseName,
                const std::string &baseline, double overheadMs, Evaluation &evaluation);

/// Its second half: medians, speedup and an interval that allows for other processes of the same
/// programs (allowingForProcesses), where the raw series are kept otherwise.
void keepSpeedup(const PairedTiming &timing, const std::string &baseline, Evaluation &evaluation,
                 double processes = processHalfWidth);

/// The same of an estimate.
void keepSpeedup(const SpeedupEstimate &estimate, const std::string &baseline,
                 Evaluation &evaluation, double processes = processHalfWidth);

/// Takes back what keepTiming() said of the speedup; the raw series stay.
void dropSpeedup(Evaluation &evaluation);

} // namespace loupe
