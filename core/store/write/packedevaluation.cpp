// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/packedevaluation.h"

#include "core/analysis/failures/failurefingerprint.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t chunkSize = 128; ///< evaluations
constexpr std::size_t maxReady = 8;    ///< chunks

PackedEvaluation packed(const Evaluation &evaluation)
{
    return {packBlob(evaluation.candidate.source), packBlob(evaluation.candidate.feedback),
            packBlob(evaluation.buildLog),         packBlob(evaluation.runLog),
            packBlob(evaluation.originalRecord),   failureOf(evaluation)};
}

} // namespace

EvaluationPacker::EvaluationPacker(std::span<const Evaluation> evaluations)
    : m_evaluations(evaluations)
    , m_thread([this] { work(); })
{
}

EvaluationPacker::~EvaluationPacker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isStopped = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

std::span<const PackedEvaluation> EvaluationPacker::next()
{
    if (m_taken == m_evaluations.size())
        return {};
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_ready.empty(); });
        m_used.push_back(std::exchange(m_current, std::move(m_ready.front())));
        m_ready.pop_front();
    }
    m_changed.notify_all();
    m_taken += m_current.size();
    return m_current;
}

void EvaluationPacker::work()
{
    for (std::size_t begin = 0; begin < m_evaluations.size(); begin += chunkSize) {
        Chunk chunk;
        chunk.reserve(chunkSize);
        const std::size_t end = std::min(begin + chunkSize, m_evaluations.size());
        for (std::size_t i = begin; i < end; ++i)
            chunk.push_back(packed(m_evaluations[i]));
        m_evaluations[end - 1].originalRecord.giveBack();
        std::vector<Chunk> used;
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isStopped || m_ready.size() < maxReady; });
        if (m_isStopped)
            return;
        m_ready.push_back(std::move(chunk));
        used.swap(m_used);
        lock.unlock();
        m_changed.notify_all();
    }
}

} // namespace loupe
