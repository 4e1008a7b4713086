// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"
#include "core/model/device/generatedcode.h"
#include "core/model/device/kernelprofile.h"
#include "core/model/record/candidate.h"
#include "core/model/record/goldenrecord.h"
#include "core/model/record/kerneltraits.h"
#include "core/model/verdict/diagnostic.h"
#include "core/model/verdict/errorcounts.h"
#include "core/model/verdict/finding.h"
#include "core/model/verdict/verdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Downsampled map of an output's differences. The tensor is seen as rows × columns: the last axis
/// gives the columns, all others together the rows. Each cell covers cellRows × cellColumns
/// elements, fewer at the far edges.
struct MismatchMap {
    int rows = 0; ///< of cells; 0: there is no map
    int columns = 0;
    std::int64_t cellRows = 1;
    std::int64_t cellColumns = 1;
    /// Fraction of each cell that differs, scaled to 0 … 255, row-major. 0 only if no element
    /// differs, 255 only if all do.
    std::vector<std::uint8_t> share;
    friend bool operator==(const MismatchMap &, const MismatchMap &) = default;
};

/// Returns whether there is no map, or one with as many shares as cells.
inline bool isConsistent(const MismatchMap &map)
{
    const bool isNone = map.rows == 0 && map.columns == 0 && map.share.empty();
    const bool fits = map.rows > 0 && map.columns > 0 && map.cellRows > 0 && map.cellColumns > 0
        && std::int64_t{map.rows} * map.columns == static_cast<std::int64_t>(map.share.size());
    return isNone || fits;
}

/// Comparison of one output with the reference. Errors cover elements that are finite on both
/// sides. Relative error is |a - e| / max(|e|, tiny) with tiny = the dtype's smallest normal.
struct OutputComparison {
    std::string output;
    std::int64_t elements = 0;
    std::int64_t mismatched = 0; ///< outside tolerance, NaN pattern differences included
    std::int64_t unwritten = 0;  ///< mismatched and still poisoned
    std::int64_t notANumber = 0; ///< NaN or Inf where the reference is finite
    double maxAbsoluteError = 0.0;
    double meanAbsoluteError = 0.0;
    double maxRelativeError = 0.0;
    double absoluteTolerance = 0.0; ///< the atol that was applied
    double relativeTolerance = 0.0; ///< the rtol that was applied
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> worstIndex; ///< of the largest error, or of the first mismatch
    double worstExpected = 0.0;
    double worstActual = 0.0;
    std::vector<std::int64_t> firstMismatch; ///< empty when none
    /// "the last 24 of every 1000 columns" if such a pattern is found; else empty.
    std::string pattern;
    std::string dtype; ///< of the expectation; empty if not recorded
    double meanRelativeError = 0.0;
    std::int64_t expectedNan = 0; ///< elements of the expectation
    std::int64_t expectedInfinite = 0;
    std::int64_t actualNan = 0; ///< elements of the output
    std::int64_t actualInfinite = 0;
    /// Measures over the whole output, if the rules use them.
    std::optional<double> cosine;
    std::optional<double> l1Relative;
    std::optional<double> rmse;
    MismatchMap map = {};
    ErrorCounts errorCounts = {}; ///< of the mismatches; empty if not counted
};

/// Judged set of inputs.
struct Trial {
    int index = 0;
    std::string caseName; ///< "odd/spiky": shape case and distribution
    std::string seed;     ///< hexadecimal; secret until the run has ended
    Verdict verdict = Verdict::NotRecorded;
    std::string message;
    std::vector<OutputComparison> outputs;
    /// Signal that ended the candidate's process, 0 for none. Only in a fresh evaluation, because
    /// it is not stored.
    int signal = 0;
};

/// Raw timing of one side. Milliseconds per call; one sample is the mean over one block of calls.
struct TimingSeries {
    std::string role;     ///< "candidate" or "baseline"
    std::string clock;    ///< timing method: "engine_wall"; imports: as recorded
    std::string caseName; ///< shape case and distribution that was timed
    std::vector<double> samplesMs;
    std::vector<int> callsPerSample; ///< same length as samplesMs
    double overheadMs = 0.0; ///< measured cost of one empty block; subtracted from the samples by
                             ///< the engine's clocks, imports: as recorded
    /// Number of samples from each process of the side, in their order. Empty: all are from one
    /// process, or it was not recorded.
    std::vector<std::int64_t> samplesByProcess = {};
};

/// Returns whether the processes of a series have as many samples in total as the series.
inline bool isConsistent(const TimingSeries &series)
{
    std::int64_t samples = 0;
    for (const std::int64_t ofProcess : series.samplesByProcess) {
        if (ofProcess < 1)
            return false;
        samples += ofProcess;
    }
    return series.samplesByProcess.empty()
        || samples == static_cast<std::int64_t>(series.samplesMs.size());
}

/// Time of another form of the task's reference, for speedups over a further baseline. It belongs
/// to the task and the run, which store it once, as a reference time.
struct FurtherTime {
    GoldenRecord record; ///< of the baseline "compile reference (cuda:0)"
    std::string missing; ///< why it could not be timed; empty if it was
};

/// Complete result of one evaluation. Written once.
struct Evaluation {
    Candidate candidate;
    int attempt = 0;
    Verdict verdict = Verdict::NotRecorded;       ///< the suite's own rules
    Verdict strictVerdict = Verdict::NotRecorded; ///< ours
    std::string message;                          ///< one sentence: what happened

    std::optional<double> candidateMs; ///< median
    std::optional<double> baselineMs;  ///< median
    std::string baseline;              ///< "native reference", "eager (5090)", …
    std::optional<double> speedup;     ///< baseline time / candidate time, as the suite defines it
    std::optional<double> speedupLow;  ///< 95 % interval
    std::optional<double> speedupHigh;

    std::optional<double> buildMs;
    std::optional<double> verifyMs;
    std::optional<double> timeMs;

    std::vector<Trial> trials;
    std::vector<TimingSeries> timings;
    std::vector<KernelActivity> kernels; ///< kernels of the timed calls; both sides
    std::optional<WorkRecord> work;
    std::vector<Finding> findings; ///< of the integrity rules, most severe first
    /// Set if requested; without launches, its note says why.
    std::optional<CounterProfile> counters;
    std::vector<Diagnostic> diagnostics;
    std::string buildLog;
    std::string runLog;             ///< the candidate's own output, bounded
    std::vector<std::string> flags; ///< "identical_code", "collapsed_whitespace", "not_sandboxed" …
    SharedText originalRecord;      ///< imports: the original record, for lossless export
    std::string startedAt;          ///< ISO 8601 UTC; may be empty for imports
    std::string finishedAt;
    KernelTraits traits;
    /// Measured together with this candidate, the first one of its task with a speedup.
    std::vector<FurtherTime> furtherTimes = {};
    /// Texts by kernel, each in the order of its compilation. Empty: they were not requested, or
    /// the evaluation was imported.
    std::vector<GeneratedCode> generatedCode = {};
};

} // namespace loupe
