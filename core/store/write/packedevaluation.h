// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/evaluation.h"
#include "core/model/failure.h"
#include "core/store/sqlite/blobstore.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace loupe {

/// What takes long to work out of one evaluation: its texts, ready for the blob table, and more.
struct PackedEvaluation {
    PackedBlob source;
    PackedBlob feedback;
    PackedBlob buildLog;
    PackedBlob runLog;
    PackedBlob originalRecord;
    std::optional<Failure> failure; ///< why it failed, where it did
};

/// Packs evaluations on another thread, in their order and some hundreds ahead of what is asked
/// for.
class EvaluationPacker
{
public:
    /// The evaluations must outlive the packer.
    explicit EvaluationPacker(std::span<const Evaluation> evaluations);
    EvaluationPacker(const EvaluationPacker &) = delete;
    EvaluationPacker &operator=(const EvaluationPacker &) = delete;
    ~EvaluationPacker();

    /// The next evaluations, at most some hundred; none at the end. Valid until the next call.
    std::span<const PackedEvaluation> next();

private:
    using Chunk = std::vector<PackedEvaluation>;
    void work();

    std::span<const Evaluation> m_evaluations;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Chunk> m_ready; ///< with m_mutex
    std::vector<Chunk> m_used; ///< with m_mutex; freed by the thread that made them
    bool m_isStopped = false;  ///< with m_mutex
    Chunk m_current;
    std::size_t m_taken = 0; ///< evaluations
    std::thread m_thread;
};

} // namespace loupe
