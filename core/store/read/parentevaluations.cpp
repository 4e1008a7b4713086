// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/parentevaluations.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace loupe {

namespace {

/// Returns the index of the first message of the round that is about the program; the end if there
/// is none.
std::size_t toldPlace(const Dialogue &dialogue, const Lineage &lineage)
{
    const auto found = std::ranges::find_if(dialogue.messages, [&](const DialogueMessage &message) {
        return message.round == lineage.round && message.told
            && message.told->sample == lineage.parentSample
            && message.told->round == lineage.parentRound;
    });
    return static_cast<std::size_t>(found - dialogue.messages.begin());
}

Result<std::optional<RowId>> evaluationAt(StoreReader &reader, const ResultRow &of,
                                          const Lineage &lineage)
{
    const auto is = [](const char *field, std::string value) {
        return FilterTerm{field, FilterOp::Is, {std::move(value)}, false, 0};
    };
    const auto ids = reader.ids({{is("run", of.run), is("task", of.task), is("method", of.method),
                                  is("sample", std::to_string(lineage.parentSample)),
                                  is("round", std::to_string(lineage.parentRound))}});
    if (!ids)
        return ids.error();
    const std::vector<ResultRow> rows = reader.fetch(*ids);
    // Compares here, because a name may contain special characters of the filter.
    const auto found = std::find_if(rows.rbegin(), rows.rend(), [&](const ResultRow &row) {
        return row.run == of.run && row.task == of.task && row.method == of.method;
    });
    return found == rows.rend() ? std::nullopt : std::optional(found->id);
}

} // namespace

Result<std::vector<ParentEvaluation>> parentEvaluations(StoreReader &reader,
                                                        const EvaluationDetail &of)
{
    std::vector<ParentEvaluation> out;
    const auto id = reader.dialogueOf(of.row.id);
    if (!id)
        return id.error();
    if (!*id)
        return out;
    const auto dialogue = reader.dialogue(**id, RawBytes::LeftOut);
    if (!dialogue)
        return dialogue.error();
    std::vector<Lineage> lineages;
    std::ranges::copy_if(dialogue->lineage, std::back_inserter(lineages),
                         [&](const Lineage &each) { return each.round == of.row.round; });
    std::ranges::stable_sort(lineages, {},
                             [&](const Lineage &each) { return toldPlace(*dialogue, each); });
    for (const Lineage &lineage : lineages) {
        const auto parent = evaluationAt(reader, of.row, lineage);
        if (!parent)
            return parent.error();
        if (*parent)
            out.push_back({**parent, lineage.parentSample, lineage.parentRound, lineage.role});
    }
    return out;
}

} // namespace loupe
