// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/result.h"
#include "core/store/read/storereader.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// One way to go on in a filter line.
struct FilterCandidate {
    std::string text;       ///< what to put there, quoted where it needs that: `category:`, `"a b"`
    std::string help;       ///< of a field: what it is; of a value: empty
    std::int64_t count = 0; ///< of a value: how many attempts or pairs have it
};

struct FilterCompletion {
    std::size_t begin = 0;                   ///< the bytes from here …
    std::size_t end = 0;                     ///< … to here are replaced by a candidate's text
    std::vector<FilterCandidate> candidates; ///< at most 50, the most frequent values first
};

/// What can be written at byte `cursor` of an unfinished filter: fields that begin as the word
/// does, or after "field:" values that the store has and that contain what is written already,
/// whatever the case of letters. Nothing where the word can be anything. With a population, values
/// of the fields that valueCounts() knows are counted among its pairs, as the list of values beside
/// the results counts them; else among all attempts.
Result<FilterCompletion> completeFilter(StoreReader &reader, std::string_view text,
                                        std::size_t cursor, const Population *population = nullptr);

} // namespace loupe
