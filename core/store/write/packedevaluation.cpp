// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/packedevaluation.h"

#include "core/analysis/failures/failurefingerprint.h"

#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxReady = 8; ///< chunks

PackedEvaluation packed(const Evaluation &evaluation)
{
    return {packBlob(evaluation.candidate.source), packBlob(evaluation.candidate.feedback),
            packBlob(evaluation.buildLog),         packBlob(evaluation.runLog),
            packBlob(evaluation.originalRecord),   failureOf(evaluation)};
}

} // namespace

EvaluationPacker::EvaluationPacker(const EvaluationParts &evaluations)
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

Result<const PackedEvaluations *> EvaluationPacker::next()
{
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_ready.empty(); });
        m_used.push_back(std::exchange(m_current, std::move(m_ready.front())));
        m_ready.pop_front();
    }
    m_changed.notify_all();
    if (!m_current)
        return m_current.error();
    return &*m_current;
}

EvaluationPacker::Chunk EvaluationPacker::made(EvaluationReading &reading)
{
    auto part = reading.next();
    if (!part)
        return std::move(part).error();
    PackedEvaluations out{std::move(*part), {}};
    const std::span<const Evaluation> all = out.evaluations.all();
    out.packed.reserve(all.size());
    for (const Evaluation &each : all)
        out.packed.push_back(packed(each));
    if (!all.empty())
        all.back().originalRecord.giveBack();
    return out;
}

void EvaluationPacker::work()
{
    EvaluationReading reading(m_evaluations);
    for (bool isLast = false; !isLast;) {
        Chunk chunk = made(reading);
        isLast = !chunk || chunk->packed.empty();
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
