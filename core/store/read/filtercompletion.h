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

/// One completion of a filter line.
struct FilterCandidate {
    std::string text;       ///< text to insert, quoted if necessary: `category:`, `"a b"`
    std::string help;       ///< description of a field; empty for a value
    std::int64_t count = 0; ///< of a value: number of attempts or pairs that have it
};

struct FilterCompletion {
    std::size_t begin = 0;                   ///< first byte to replace
    std::size_t end = 0;                     ///< end of the replaced bytes
    std::vector<FilterCandidate> candidates; ///< at most 50, the most frequent values first
};

/// Returns completions at byte `cursor` of an unfinished filter. They are fields with the prefix
/// typed, or after "field:" stored values that contain the text typed, ignoring case. The list is
/// empty if any text is allowed there. With a population, values of fields known to valueCounts()
/// are counted among its pairs, as in the list of values next to the results. Otherwise they are
/// counted among all attempts.
Result<FilterCompletion> completeFilter(StoreReader &reader, std::string_view text,
                                        std::size_t cursor, const Population *population = nullptr);

} // namespace loupe
