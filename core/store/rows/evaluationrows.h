// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/store/rows/findingrows.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

// The three rows that every evaluation has. `…Into` names the table with its columns. `bind…`
// passes the values to `bind` in the same order. For an id of nullopt, SQLite chooses one.

using StoredId = std::optional<std::int64_t>;

/// References of a candidate: its texts, and the request that it answers.
struct CandidateReferences {
    StoredId source;
    StoredId feedback;
    StoredId request;
};

/// Returns the request with that uuid; nullopt for an empty or unknown uuid.
Result<StoredId> requestOf(Database &database, const std::string &uuid);

inline constexpr int candidateColumns = 15;
inline constexpr std::string_view candidateInto
    = "candidate (id, task_id, method_id, sample, round, source_blob, feedback_blob, "
      "language, file_name, input_tokens, output_tokens, requests, dollars, generation_seconds, "
      "request_id)";
inline constexpr std::string_view candidateConflict = " ON CONFLICT DO NOTHING";

template <typename Bind>
auto bindCandidate(StoredId id, TaskId task, MethodId method, const Candidate &candidate,
                   const CandidateReferences &references, Bind bind)
{
    const GenerationCost &cost = candidate.cost;
    return bind(id, task.value, method.value, candidate.sample, candidate.round, references.source,
                references.feedback, candidate.language, candidate.fileName, cost.inputTokens,
                cost.outputTokens, cost.requests, cost.dollars, cost.seconds, references.request);
}

inline constexpr int evaluationColumns = 23;
inline constexpr std::string_view evaluationInto
    = "evaluation (id, run_id, task_id, method_id, candidate_id, sample, round, "
      "attempt, is_last_round, category, outcome, verdict, strict_verdict, speedup, speedup_low, "
      "speedup_high, candidate_ms, baseline_ms, message, flagged, made_of, own_share, "
      "arithmetic)";

/// The owners of an evaluation.
struct EvaluationOwners {
    RunId run;
    TaskId task;
    MethodId method;
    std::string_view category; ///< of the task
    bool isLastRound = false;
};

template <typename Bind>
auto bindEvaluation(StoredId id, const EvaluationOwners &place, std::int64_t candidateId,
                    const Evaluation &evaluation, Bind bind)
{
    const Candidate &candidate = evaluation.candidate;
    return bind(id, place.run.value, place.task.value, place.method.value, candidateId,
                candidate.sample, candidate.round, evaluation.attempt, place.isLastRound,
                place.category, std::string_view(name(outcomeOf(evaluation.verdict))),
                facts(evaluation.verdict).id, facts(evaluation.strictVerdict).id,
                evaluation.speedup, evaluation.speedupLow, evaluation.speedupHigh,
                evaluation.candidateMs, evaluation.baselineMs, evaluation.message,
                isWithheldUnreviewed(evaluation.findings), idOf(evaluation.traits.madeOf),
                evaluation.traits.ownShare, idOf(evaluation.traits.arithmetic));
}

/// The texts of an evaluation.
struct ExtraTexts {
    StoredId buildLog;
    StoredId runLog;
    StoredId original;
};

inline constexpr int extraColumns = 10;
inline constexpr std::string_view extraInto
    = "evaluation_extra (evaluation_id, baseline, build_ms, verify_ms, time_ms, "
      "build_log, run_log, original, started_at, finished_at)";

template <typename Bind>
auto bindExtra(std::int64_t id, const Evaluation &evaluation, const ExtraTexts &texts, Bind bind)
{
    return bind(id, evaluation.baseline, evaluation.buildMs, evaluation.verifyMs, evaluation.timeMs,
                texts.buildLog, texts.runLog, texts.original, evaluation.startedAt,
                evaluation.finishedAt);
}

/// Inserts the rows that an evaluation may have any number of: flags, trials, timings, diagnostics,
/// generated code, kernels, counters, findings. The caller must hold a transaction and roll it back
/// on failure.
Status insertParts(Database &database, std::int64_t evaluationId, const Evaluation &evaluation);

// Kernels, work and counters of one evaluation, as rows. The caller must hold a transaction.

/// Adds a profile to an existing evaluation.
Status insertCounters(Database &database, std::int64_t evaluationId, const CounterProfile &profile);

/// Reads `kernels` and `work`.
Status readActivity(Database &database, std::int64_t evaluationId, Evaluation &evaluation);

/// Reads only `work`.
Status readWork(Database &database, std::int64_t evaluationId, Evaluation &evaluation);

/// Returns the profiles of an evaluation in stored order.
Result<std::vector<CounterProfile>> readCounters(Database &database, std::int64_t evaluationId);

} // namespace loupe
