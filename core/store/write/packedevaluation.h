// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/model/verdict/failure.h"
#include "core/records/reading/evaluationparts.h"
#include "core/store/sqlite/blobstore.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace loupe {

/// Derived data of one evaluation that takes long to compute: its texts in the form of the blob
/// table, and the cause of failure.
struct PackedEvaluation {
    PackedBlob source;
    PackedBlob feedback;
    PackedBlob buildLog;
    PackedBlob runLog;
    PackedBlob originalRecord;
    std::optional<Failure> failure; ///< set if the evaluation failed
};

/// Some consecutive evaluations, and their derived data in the same order.
struct PackedEvaluations {
    EvaluationPart evaluations;
    std::vector<PackedEvaluation> packed;
};

/// Packs evaluations on another thread, in their order and some hundreds ahead of the caller.
class EvaluationPacker
{
public:
    /// The evaluations must outlive the packer.
    explicit EvaluationPacker(const EvaluationParts &evaluations);
    EvaluationPacker(const EvaluationPacker &) = delete;
    EvaluationPacker &operator=(const EvaluationPacker &) = delete;
    ~EvaluationPacker();

    /// Returns the next evaluations, at most some hundred; none at the end. Valid until the next
    /// call. Fails if they cannot be read.
    Result<const PackedEvaluations *> next();

private:
    using Chunk = Result<PackedEvaluations>;
    void work();
    Chunk made(EvaluationReading &reading);

    EvaluationParts m_evaluations;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Chunk> m_ready; ///< guarded by m_mutex
    std::vector<Chunk> m_used; ///< guarded by m_mutex; freed by the packing thread
    bool m_isStopped = false;  ///< guarded by m_mutex
    Chunk m_current{PackedEvaluations()};
    std::thread m_thread;
};

} // namespace loupe
