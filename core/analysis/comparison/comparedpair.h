// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/statistics/bootstrap.h"
#include "core/model/metricrow.h"

#include <optional>
#include <string>

namespace loupe {

/// What became of an attempt from the baseline run to another.
enum class PairState {
    BothCorrect,
    Fixed,  ///< failed in the baseline, correct now
    Broken, ///< correct in the baseline, failed now
    BothFailed,
    NotJudged,    ///< in one of the runs: unknown, skipped, infra error
    OnlyBaseline, ///< missing in the other run
    OnlyOther,    ///< missing in the baseline
};

/// Of a ratio of speedups against a noise floor. "Unclear" is the honest answer in between.
enum class PairVerdict { Faster, Slower, Unclear, NotTimed };

/// One attempt (task, sample and, where runs have several, method) in both runs.
struct ComparedPair {
    Name suite;
    Name task;
    Name method; ///< empty where each run has one, whatever it is called
    int sample = 0;
    const MetricRow *baseline = nullptr; ///< last judged round, else the last; null: missing
    const MetricRow *other = nullptr;
    PairState state = PairState::NotJudged;
    std::optional<double> ratio; ///< how many times as fast the other is; both correct and timed
    PairVerdict verdict = PairVerdict::NotTimed;
    std::optional<double> ratioLow; ///< 95 %, from both speedups' intervals: testAttempts()
    std::optional<double> ratioHigh;
    std::optional<double> p;         ///< of the ratio, from raw times: testAttempts()
    std::optional<double> adjustedP; ///< by Benjamini and Hochberg: correctForMany()
    bool isChangedTask = false;      ///< another hash in the other run, although of the same name
};

/// A figure of both runs over the same attempts, and the change.
struct ComparedFigure {
    std::string name;
    double baseline = 0.0;
    double other = 0.0;
    bool isRatio = false;           ///< the change is other / baseline, else other - baseline
    std::optional<Interval> change; ///< tasks resampled, both runs together
    int attempts = 0;               ///< that it is over
};

} // namespace loupe
