// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/analysis/text/foundlines.h"
#include "core/store/read/storereader.h"

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Words to find in sources.
struct SourceQuery {
    std::string words; ///< literal, within one line
    LetterCase letters = LetterCase::Ignored;
    std::size_t maxHits = 1000;
};

/// Line of a candidate's source with the words.
struct SourceHit {
    ResultRow row;
    int line = 0;          ///< from 1, of the whole source
    std::string text;      ///< part of the line, for a list
    std::string path = {}; ///< of the file, in a submission of several files
    int fileLine = 0;      ///< from 1, within that file; `line` in a single file
};

struct SourceHits {
    std::vector<SourceHit> hits; ///< in the order of the evaluations, then by line
    bool isCut = false;          ///< there are more than SourceQuery::maxHits
};

/// Returns the evaluations of a population with those of the task of `current` first, each part in
/// stored order, and each once. Stored order alone if `current` is not in it.
std::vector<RowId> currentTaskFirst(const Population &population, RowId current);

/// Finds words in the sources of evaluations, in their order. A candidate that was evaluated
/// several times is listed once, with the first evaluation. Keeps a few sources in memory at a
/// time, for any number of evaluations. `progress` gets the number of searched evaluations. Fails
/// with InvalidInput for empty words or a line break in them, with Cancelled soon after `stop`.
Result<SourceHits> searchSources(StoreReader &reader, std::span<const RowId> evaluations,
                                 const SourceQuery &query, const std::stop_token &stop = {},
                                 const std::function<void(std::size_t)> &progress = {});

} // namespace loupe
