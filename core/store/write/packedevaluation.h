// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"
#include "core/model/verdict/failure.h"
#include "core/store/sqlite/blobstore.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
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

/// Packs evaluations on another thread, in their order and some hundreds ahead of the caller.
class EvaluationPacker
{
public:
    /// The evaluations must outlive the packer.
    explicit EvaluationPacker(std::span<const Evaluation> evaluations);
    EvaluationPacker(const EvaluationPacker &) = delete;
    EvaluationPacker &operator=(const EvaluationPacker &) = delete;
    ~EvaluationPacker();

    /// Returns the next evaluations, at most some hundred; empty at the end. Valid until the next
    /// call.
    std::span<const PackedEvaluation> next();

private:
    using Chunk = std::vector<PackedEvaluation>;
    void work();

    std::span<const Evaluation> m_evaluations;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Chunk> m_ready; ///< guarded by m_mutex
    std::vector<Chunk> m_used; ///< guarded by m_mutex; freed by the packing thread
    bool m_isStopped = false;  ///< guarded by m_mutex
    Chunk m_current;
    std::size_t m_taken = 0; ///< number of evaluations
    std::thread m_thread;
};

} // namespace loupe
