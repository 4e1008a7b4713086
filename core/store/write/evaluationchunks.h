// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/store/rows/evaluationrows.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowinsert.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/write/packedevaluation.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Inserts the evaluations of a new run in chunks of some hundred, table by table. The caller must
/// hold a transaction and ensure that places refer to existing rows.
class EvaluationChunks
{
public:
    explicit EvaluationChunks(Database &database);

    /// Must be called once before the first chunk, with the total number of evaluations.
    Status begin(std::size_t evaluations);
    /// Inserts a chunk; the spans are parallel.
    Status insert(std::span<const Evaluation> evaluations, std::span<const EvaluationOwners> places,
                  std::span<const PackedEvaluation> packed);

private:
    struct Ids {
        CandidateReferences references;
        ExtraTexts texts;
        std::int64_t candidate = 0;
        std::int64_t evaluation = 0;
    };

    Status addTexts();
    Status addCandidates();
    Status addEvaluations();
    Status addExtras();
    Status addFailures();
    Status addParts();

    Database &m_database;
    BlobAppender m_blobs;
    RowInsert m_candidateRows;
    RowInsert m_evaluationRows;
    RowInsert m_extraRows;
    RowInsert m_failureRows;
    std::int64_t m_lastCandidate = 0;
    std::int64_t m_lastEvaluation = 0;
    std::span<const Evaluation> m_evaluations; ///< of the chunk, as are the next members
    std::span<const EvaluationOwners> m_places;
    std::span<const PackedEvaluation> m_packed;
    std::vector<Ids> m_ids;
};

} // namespace loupe
