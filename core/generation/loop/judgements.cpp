// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/judgements.h"

#include "core/generation/loop/storedrun.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace loupe {

Status readJudgements(const GenerationRequest &request, const GenerationSetup &setup,
                      DialogueBook &book)
{
    const auto reader = StoreReader::open(request.run.store);
    if (!reader)
        return reader.error();
    const auto rows = (*reader)->metricRowsWithoutCosts(onlyRun(setup.run), {});
    if (!rows)
        return rows.error();
    for (const MetricRow &row : *rows) {
        const bool isOurs = row.run.text() == setup.run && row.method.text() == setup.method.name;
        if (!isOurs
            || book.evaluation(std::string(row.task.text()), row.sample, row.round) != nullptr)
            continue;
        auto detail = (*reader)->detail(row.id);
        if (!detail)
            return detail.error();
        book.addJudged(std::move(detail->evaluation), row.isWithheld);
    }
    return {};
}

Status storeDialogues(const GenerationRequest &request, const GenerationSetup &setup,
                      const DialogueBook &book)
{
    auto dialogues = book.dialogues();
    if (!dialogues)
        return dialogues.error();
    std::vector<TaskDialogue> kept;
    for (const Dialogue &dialogue : *dialogues) {
        const auto asked
            = std::find_if(setup.tasks.begin(), setup.tasks.end(),
                           [&](const AskedTask &each) { return each.task.name == dialogue.task; });
        if (asked != setup.tasks.end())
            kept.push_back({&asked->task, &dialogue});
    }
    return keepDialogues(request.run.store, setup.run, setup.method, kept);
}

} // namespace loupe
