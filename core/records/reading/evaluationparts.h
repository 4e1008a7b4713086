// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/records/reading/evaluationspill.h"

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace loupe {

/// Evaluations in their order: those in a temporary file, then those in memory. Both must outlive
/// it. Reading them fails with Cancelled after a stop request.
class EvaluationParts
{
public:
    EvaluationParts(const EvaluationSpill *spilled, std::span<const Evaluation> rest,
                    std::stop_token stop)
        : m_spilled(spilled)
        , m_rest(rest)
        , m_stop(std::move(stop))
    {
    }
    EvaluationParts(std::span<const Evaluation> all) // NOLINT(google-explicit-constructor)
        : m_rest(all)
    {
    }
    EvaluationParts(const std::vector<Evaluation> &all) // NOLINT(google-explicit-constructor)
        : m_rest(all)
    {
    }

    std::size_t size() const
    {
        return (m_spilled == nullptr ? 0 : m_spilled->size()) + m_rest.size();
    }
    /// Calls `visit` for each evaluation until it fails. Fails if the file cannot be read, too.
    Status forEach(const std::function<Status(const Evaluation &)> &visit) const;

private:
    friend class EvaluationReading;

    const EvaluationSpill *m_spilled = nullptr;
    std::span<const Evaluation> m_rest;
    std::stop_token m_stop;
};

/// Some consecutive evaluations.
struct EvaluationPart {
    std::vector<Evaluation> own;           ///< empty if they are in memory elsewhere
    std::span<const Evaluation> elsewhere; ///< used if `own` is empty

    std::span<const Evaluation> all() const { return own.empty() ? elsewhere : own; }
};

/// Reads evaluations from the first to the last.
class EvaluationReading
{
public:
    explicit EvaluationReading(const EvaluationParts &evaluations) : m_evaluations(evaluations) { }

    /// Returns the next ones, at most some hundred; none at the end. Fails with Cancelled after a
    /// stop request.
    Result<EvaluationPart> next();

private:
    EvaluationParts m_evaluations;
    std::size_t m_part = 0; ///< next one in the file
    std::size_t m_at = 0;   ///< next one in memory
};

} // namespace loupe
