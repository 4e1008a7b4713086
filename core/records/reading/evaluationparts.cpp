// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/evaluationparts.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t evaluationsAtOnce = 128;

} // namespace

Result<EvaluationPart> EvaluationReading::next()
{
    if (m_evaluations.m_stop.stop_requested())
        return Error{Errc::Cancelled, "the import was cancelled"};
    EvaluationPart out;
    const EvaluationSpill *spilled = m_evaluations.m_spilled;
    if (spilled != nullptr && m_part < spilled->parts()) {
        auto read = spilled->part(m_part++);
        if (!read)
            return std::move(read).error();
        out.own = std::move(*read);
        return out;
    }
    const std::span<const Evaluation> rest = m_evaluations.m_rest.subspan(m_at);
    out.elsewhere = rest.first(std::min(rest.size(), evaluationsAtOnce));
    m_at += out.elsewhere.size();
    return out;
}

Status EvaluationParts::forEach(const std::function<Status(const Evaluation &)> &visit) const
{
    EvaluationReading reading(*this);
    for (;;) {
        const auto part = reading.next();
        if (!part)
            return part.error();
        const std::span<const Evaluation> all = part->all();
        if (all.empty())
            return {};
        for (const Evaluation &each : all) {
            if (Status done = visit(each); !done)
                return done;
        }
        all.back().originalRecord.giveBack();
    }
}

} // namespace loupe
