// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/nearestcorrect.h"

#include "core/analysis/text/textalignment.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace loupe {

Result<std::optional<NearestCorrect>>
nearestCorrect(StoreReader &reader, const EvaluationDetail &of, const std::stop_token &stop)
{
    constexpr std::size_t partSize = 32;
    const std::string source = of.evaluation.candidate.source.toString();
    std::optional<NearestCorrect> nearest;
    if (source.empty())
        return nearest;
    Filter correct; // a flagged result has a status of its own
    correct.terms = {{"suite", FilterOp::Is, {of.row.suite}, false, 0},
                     {"task", FilterOp::Is, {of.row.task}, false, 0},
                     {"status", FilterOp::Is, {"correct"}, false, 0}};
    const auto ids = reader.ids(correct, {SortKey::Speedup, true}, stop);
    if (!ids)
        return ids.error();
    for (std::size_t from = 0; from < ids->size(); from += partSize) {
        const auto part
            = std::span<const RowId>(*ids).subspan(from, std::min(partSize, ids->size() - from));
        const auto sources = reader.sources(part);
        if (!sources)
            return sources.error();
        for (std::size_t i = 0; i < part.size(); ++i) {
            if (stop.stop_requested())
                return Error{Errc::Cancelled, "the search was cancelled"};
            const std::string &other = (*sources)[i].text;
            if (other.empty() || other == source)
                continue;
            const double shared = sharedLines({source}, {other});
            if (!nearest || shared > nearest->shared)
                nearest = NearestCorrect{part[i], shared};
        }
    }
    return nearest;
}

} // namespace loupe
