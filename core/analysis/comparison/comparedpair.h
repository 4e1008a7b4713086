// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/statistics/bootstrap.h"
#include "core/model/record/metricrow.h"

#include <optional>
#include <string>

namespace loupe {

/// Change of an attempt's state from the baseline run to the other run.
enum class PairState {
    BothCorrect,
    Fixed,  ///< failed in the baseline, correct in the other run
    Broken, ///< correct in the baseline, failed in the other run
    BothFailed,
    NotJudged,    ///< in one of the runs: unknown, skipped, infra error
    OnlyBaseline, ///< missing in the other run
    OnlyOther,    ///< missing in the baseline
};

/// Verdict about a ratio of speedups, given a noise floor.
enum class PairVerdict { Faster, Slower, Unclear, NotTimed };

/// One attempt (task, sample and, if runs have several, method) in both runs.
struct ComparedPair {
    Name suite;
    Name task;
    Name method; ///< empty if each run has one method; the names may differ
    int sample = 0;
    const MetricRow *baseline = nullptr; ///< last judged round, else the last; null if missing
    const MetricRow *other = nullptr;
    PairState state = PairState::NotJudged;
    std::optional<double> ratio; ///< speed factor of the other run, if both are correct and timed
    PairVerdict verdict = PairVerdict::NotTimed;
    std::optional<double> ratioLow; ///< 95 % limit from both speedups' intervals: testAttempts()
    std::optional<double> ratioHigh;
    std::optional<double> p;         ///< of the ratio, from raw times: testAttempts()
    std::optional<double> adjustedP; ///< by Benjamini and Hochberg: correctForMany()
    bool isChangedTask = false;      ///< the task has the same name but another hash
};

/// A figure of both runs over the same attempts, and its change.
struct ComparedFigure {
    std::string name;
    double baseline = 0.0;
    double other = 0.0;
    bool isRatio = false;           ///< the change is other / baseline, else other - baseline
    std::optional<Interval> change; ///< from resampling tasks, both runs together
    int attempts = 0;               ///< number of attempts
};

} // namespace loupe
