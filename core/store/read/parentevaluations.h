// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/store/read/storereader.h"

#include <string>
#include <vector>

namespace loupe {

/// A program from which another was made.
struct ParentEvaluation {
    RowId id; ///< of its last attempt
    int sample = 0;
    int round = 0;
    std::string role; ///< Lineage::role
    friend bool operator==(const ParentEvaluation &, const ParentEvaluation &) = default;
};

/// Returns the programs that the evaluation's program was made from, of any sample, in the order in
/// which the prompt named them. Empty if they were not recorded.
Result<std::vector<ParentEvaluation>> parentEvaluations(StoreReader &reader,
                                                        const EvaluationDetail &of);

} // namespace loupe
