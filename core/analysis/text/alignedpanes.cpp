// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/alignedpanes.h"

#include <utility>

namespace loupe {

AlignedPanes alignPanes(const AlignedText &base, const AlignedText &other,
                        const AlignmentOptions &options)
{
    AlignedPanes out;
    for (AlignedRow &row : alignTexts(other, base, options)) {
        if (row.isDifferent) {
            const auto place = static_cast<int>(out.base.size());
            if (!out.differences.empty() && out.differences.back().end == place)
                ++out.differences.back().end;
            else
                out.differences.push_back({place, place + 1});
        }
        out.base.push_back({std::move(row.right), row.isDifferent});
        out.other.push_back({std::move(row.left), row.isDifferent});
    }
    return out;
}

} // namespace loupe
