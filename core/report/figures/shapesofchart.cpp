// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/shapesofchart.h"

#include "core/store/read/measuredrows.h"

#include <utility>

namespace loupe {

Result<ChartRows> withShapesIfDrawn(StoreReader &reader, ChartRows kept,
                                    const ChartRequest &request, const std::stop_token &stop)
{
    if (!drawsShapes(request))
        return kept;
    if (facts(request.kind).needsRounds())
        return Error{.code = Errc::Unsupported,
                     .message = "a chart over rounds cannot be split by shape",
                     .hint = "choose another grouping"};
    auto split = readRowsByShape(reader, kept.rows, stop);
    if (!split)
        return split.error();
    return withShapes(std::move(kept), std::move(*split));
}

} // namespace loupe
